/** Menus that a right click or a button opens: only their own entries are chosen. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';

/** A toolbar whose buttons have the same names as menu entries, and a list of files with a context menu. */
const createMenuPage = (menu: string, extraHtml = ''): string => `<!doctype html>
<style>
  #menu { position: fixed; z-index: 5; background: white; border: 1px solid; padding: 4px; width: 160px }
  .item { padding: 4px }
</style>
<div role="toolbar" aria-label="Notebook">
  <button onclick="log('toolbar Cut')">Cut</button>
  <button onclick="log('toolbar Duplicate')">Duplicate</button>
  <button onclick="log('toolbar Paste')">Paste</button>
</div>
<main style="margin-top: 200px"><ul id="files"><li tabindex="0">report.txt</li><li tabindex="0">notes.md</li></ul>${extraHtml}</main>
<output id="log"></output>
<script>
  const log = (text) => { document.getElementById('log').append(text); document.title += text + ';' }
  function show(x, y) {
    document.getElementById('menu')?.remove();
    document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(menu)});
    const menu = document.getElementById('menu');
    menu.style.left = x + 'px';
    menu.style.top = y + 'px';
    for (const item of menu.querySelectorAll('.item'))
      item.addEventListener('click', () => {
        if (item.getAttribute('aria-disabled')) return;
        log('menu ' + item.firstChild.data);
        if (!item.hasAttribute('aria-haspopup')) menu.remove();
      });
  }
</script>`;

const CONTEXT_MENU_SCRIPT = `<script>
  document.getElementById('files').addEventListener('contextmenu', (event) => {
    event.preventDefault();
    show(event.clientX, event.clientY);
  });
</script>`;

const MENU_WITH_ROLE = `<div id="menu" role="menu"><div class="item" role="menuitem" tabindex="-1">Rename</div><div
  class="item" role="menuitem" tabindex="-1">Duplicate</div><div class="item" role="menuitem" tabindex="-1"
  aria-disabled="true">Delete</div></div>`;
/** A menu without a role: only its position and its late appearance indicate that it is a menu. */
const MENU_WITHOUT_ROLE = `<div id="menu"><div class="item" style="cursor: pointer">Rename</div><div class="item"
  style="cursor: pointer">Duplicate</div></div>`;

for (const [kind, menu] of [
  ['with a menu role', MENU_WITH_ROLE],
  ['without a menu role', MENU_WITHOUT_ROLE],
] as const) {
  test(`after a right click, the entry of a menu ${kind} is chosen, not the button with the same name`, async ({
    surface,
    show,
  }) => {
    await show(createMenuPage(menu) + CONTEXT_MENU_SCRIPT);
    const { say } = startConversation(surface);
    const response = await say('right-click report.txt and choose Duplicate');
    expect(response).toMatchObject({ kind: 'report' });
    await expect.poll(() => surface.probe.title()).toBe('menu Duplicate;');
  });

  test(`an entry that a menu ${kind} lacks is not chosen elsewhere, and the menu’s entries are reported`, async ({
    surface,
    show,
  }) => {
    await show(createMenuPage(menu) + CONTEXT_MENU_SCRIPT);
    const { say, actions } = startConversation(surface);
    const response = await say('right-click report.txt and choose Cut');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('does not offer “Cut”; it offers “Rename”');
    expect(response.text).toContain('“Duplicate”');
    expect(actions.map((action) => action.intent)).toEqual(['rightClick']);
  });
}

test('after a right click, “click” also means a menu entry, not a toolbar button', async ({
  surface,
  show,
}) => {
  await show(createMenuPage(MENU_WITH_ROLE) + CONTEXT_MENU_SCRIPT);
  const { say, actions } = startConversation(surface);
  const response = await say('right-click report.txt and click Paste');
  expect(response).toMatchObject({ kind: 'unfinished' });
  expect(actions.map((action) => action.intent)).toEqual(['rightClick']);
});

test('a separate line chooses from a menu that is still open', async ({ surface, show }) => {
  await show(createMenuPage(MENU_WITH_ROLE) + CONTEXT_MENU_SCRIPT);
  const { say } = startConversation(surface);
  expect(await say('right-click notes.md')).toMatchObject({ kind: 'report' });
  expect((await say('choose Cut')).text).toContain('does not offer “Cut”');
  expect(await say('choose Rename')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;');
  // The menu is closed, so the line refers to the page again.
  expect(await say('choose Cut')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;toolbar Cut;');
});

test('a disabled entry is reported as disabled', async ({ surface, show }) => {
  await show(createMenuPage(MENU_WITH_ROLE) + CONTEXT_MENU_SCRIPT);
  const response = await startConversation(surface).say('right-click report.txt and choose Delete');
  expect(response.kind).toBe('unfinished');
  expect(response.text).toContain('“Delete” menu item is there, but it is disabled');
});

test('if a right click opens no menu, nothing is chosen', async ({ surface, show }) => {
  await show(
    `${createMenuPage(MENU_WITH_ROLE)}<script>files.addEventListener('contextmenu', (e) => { e.preventDefault(); log('seen') })</script>`,
  );
  const { say, actions } = startConversation(surface);
  const response = await say('right-click report.txt and choose Duplicate');
  expect(response.kind).toBe('unfinished');
  expect(response.text).toContain('opened no menu');
  expect(actions.map((action) => action.intent)).toEqual(['rightClick', 'wait']);
});

test('the navigator waits for a menu that opens late', async ({ surface, show }) => {
  const lateMenuScript = CONTEXT_MENU_SCRIPT.replace(
    'show(event.clientX, event.clientY)',
    "log('seen'); const { clientX: x, clientY: y } = event; setTimeout(() => show(x, y), 1200)",
  );
  await show(createMenuPage(MENU_WITH_ROLE) + lateMenuScript);
  const response = await startConversation(surface).say('right-click report.txt and choose Duplicate');
  expect(response).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('seen;menu Duplicate;');
});

test('entries in a menu and its submenu are chosen one after the other', async ({ surface, show }) => {
  const submenu =
    `<div role=menu style='position: absolute; left: 100%; top: 0; background: white'><div role=menuitem
    tabindex=-1 onclick=log('sub')>Cut</div></div>`.replaceAll('\n', ' ');
  const nestedMenu = MENU_WITH_ROLE.replace(
    '>Rename<',
    ` aria-haspopup="menu" onclick="this.parentNode.insertAdjacentHTML('beforeend', \`${submenu}\`)">Rename<`,
  );
  await show(createMenuPage(nestedMenu) + CONTEXT_MENU_SCRIPT);
  const response = await startConversation(surface).say(
    'right-click report.txt, choose Rename and choose Cut',
  );
  expect(response).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;sub;');
});

const EDIT_BUTTON = `<button aria-haspopup="menu" onclick="show(300, 260)">Edit</button>`;
for (const line of ['open the Edit menu and choose', 'choose from the Edit menu']) {
  const formatLine = (value: string): string =>
    line.includes('from') ? line.replace('choose', `choose ${value}`) : `${line} ${value}`;

  test(`“${formatLine('…')}” chooses from the menu, not from the buttons beside it`, async ({
    surface,
    show,
  }) => {
    await show(createMenuPage(MENU_WITH_ROLE, EDIT_BUTTON));
    const { say, actions } = startConversation(surface);
    expect(await say(formatLine('Duplicate'))).toMatchObject({ kind: 'report' });
    await expect.poll(() => surface.probe.title()).toBe('menu Duplicate;');
    const missingEntryReply = await say(formatLine('Paste'));
    expect(missingEntryReply.kind).toBe('unfinished');
    expect(missingEntryReply.text).toContain(
      'does not offer “Paste”; it offers “Rename”, “Duplicate” and “Delete”',
    );
    // The menu is closed again.
    expect(actions.map((action) => action.intent)).toEqual(['click', 'click', 'click', 'press']);
  });
}

test('an entry is chosen from a list of links that a button opens', async ({ surface, show }) => {
  await show(
    createMenuPage(
      MENU_WITH_ROLE,
      `<button aria-expanded="false" aria-controls="nav" onclick="nav.hidden = false; this.ariaExpanded = 'true'">Menu</button>
       <nav id="nav" hidden><a href="#cut" onclick="log('nav')">Cut</a><a href="#about">About</a></nav>`,
    ),
  );
  expect(await startConversation(surface).say('open the menu and choose Cut')).toMatchObject({
    kind: 'report',
  });
  await expect.poll(() => surface.probe.title()).toBe('nav;');
});

test('after a link opens another page, the entry may be anywhere on that page', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': '<a href="/lunch">Lunch menu</a>',
      '/lunch': `<p>Today</p><button onclick="document.title = 'soup'; this.after('chosen')">Soup</button>`,
    }),
  );
  try {
    await surface.open(server.url, signal);
    expect(await startConversation(surface).say('open the lunch menu and choose Soup')).toMatchObject({
      kind: 'report',
    });
    await expect.poll(() => surface.probe.title()).toBe('soup');
  } finally {
    await server.close();
  }
});
