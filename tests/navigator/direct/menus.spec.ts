import { expect, signal, test } from '../../support/browser.js';
import { pages, serve } from '../../support/server.js';
import { converse } from './live.js';

/** A toolbar whose buttons are called like entries of the menu, and a list of files with a menu of their own. */
const page = (menu: string, more = ''): string => `<!doctype html>
<style>
  #menu { position: fixed; z-index: 5; background: white; border: 1px solid; padding: 4px; width: 160px }
  .item { padding: 4px }
</style>
<div role="toolbar" aria-label="Notebook">
  <button onclick="log('toolbar Cut')">Cut</button>
  <button onclick="log('toolbar Duplicate')">Duplicate</button>
  <button onclick="log('toolbar Paste')">Paste</button>
</div>
<main style="margin-top: 200px"><ul id="files"><li tabindex="0">report.txt</li><li tabindex="0">notes.md</li></ul>${more}</main>
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

const CONTEXT = `<script>
  document.getElementById('files').addEventListener('contextmenu', (event) => {
    event.preventDefault();
    show(event.clientX, event.clientY);
  });
</script>`;

const MARKED = `<div id="menu" role="menu"><div class="item" role="menuitem" tabindex="-1">Rename</div><div
  class="item" role="menuitem" tabindex="-1">Duplicate</div><div class="item" role="menuitem" tabindex="-1"
  aria-disabled="true">Delete</div></div>`;
/** Nothing but its place and time says that it is a menu. */
const PLAIN = `<div id="menu"><div class="item" style="cursor: pointer">Rename</div><div class="item"
  style="cursor: pointer">Duplicate</div></div>`;

for (const [kind, menu] of [
  ['marked as one', MARKED],
  ['that only looks like one', PLAIN],
] as const) {
  test(`a right click and a choice: the entry of the menu ${kind}, not the button of that name`, async ({
    surface,
    show,
  }) => {
    await show(page(menu) + CONTEXT);
    const { say } = converse(surface);
    const said = await say('right-click report.txt and choose Duplicate');
    expect(said).toMatchObject({ kind: 'report' });
    await expect.poll(() => surface.probe.title()).toBe('menu Duplicate;');
  });

  test(`what a menu ${kind} does not hold is chosen nowhere else; its entries are told`, async ({
    surface,
    show,
  }) => {
    await show(page(menu) + CONTEXT);
    const { say, acts } = converse(surface);
    const said = await say('right-click report.txt and choose Cut');
    expect(said.kind).toBe('unfinished');
    expect(said.text).toContain('does not offer “Cut”; it offers “Rename”');
    expect(said.text).toContain('“Duplicate”');
    expect(acts.map((act) => act.intent)).toEqual(['rightClick']);
  });
}

test('clicking right after a right click is choosing from its menu as well', async ({ surface, show }) => {
  await show(page(MARKED) + CONTEXT);
  const { say, acts } = converse(surface);
  const said = await say('right-click report.txt and click Paste');
  expect(said).toMatchObject({ kind: 'unfinished' });
  expect(acts.map((act) => act.intent)).toEqual(['rightClick']);
});

test('a choice in a line of its own is made in the menu that is still open', async ({ surface, show }) => {
  await show(page(MARKED) + CONTEXT);
  const { say } = converse(surface);
  expect(await say('right-click notes.md')).toMatchObject({ kind: 'report' });
  expect((await say('choose Cut')).text).toContain('does not offer “Cut”');
  expect(await say('choose Rename')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;');
  // The menu is gone, and the page is what it was.
  expect(await say('choose Cut')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;toolbar Cut;');
});

test('an entry that is disabled is said to be', async ({ surface, show }) => {
  await show(page(MARKED) + CONTEXT);
  const said = await converse(surface).say('right-click report.txt and choose Delete');
  expect(said.kind).toBe('unfinished');
  expect(said.text).toContain('“Delete” menu item is there, but it is disabled');
});

test('a right click that the page answers with something else than a menu chooses nothing', async ({
  surface,
  show,
}) => {
  await show(
    `${page(MARKED)}<script>files.addEventListener('contextmenu', (e) => { e.preventDefault(); log('seen') })</script>`,
  );
  const { say, acts } = converse(surface);
  const said = await say('right-click report.txt and choose Duplicate');
  expect(said.kind).toBe('unfinished');
  expect(said.text).toContain('opened no menu');
  expect(acts.map((act) => act.intent)).toEqual(['rightClick', 'wait']);
});

test('a menu that comes late is waited for', async ({ surface, show }) => {
  const late = CONTEXT.replace(
    'show(event.clientX, event.clientY)',
    "log('seen'); const { clientX: x, clientY: y } = event; setTimeout(() => show(x, y), 1200)",
  );
  await show(page(MARKED) + late);
  const said = await converse(surface).say('right-click report.txt and choose Duplicate');
  expect(said).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('seen;menu Duplicate;');
});

test('the entries of a menu that opens another are chosen one after the other', async ({ surface, show }) => {
  const sub =
    `<div role=menu style='position: absolute; left: 100%; top: 0; background: white'><div role=menuitem
    tabindex=-1 onclick=log('sub')>Cut</div></div>`.replaceAll('\n', ' ');
  const nested = MARKED.replace(
    '>Rename<',
    ` aria-haspopup="menu" onclick="this.parentNode.insertAdjacentHTML('beforeend', \`${sub}\`)">Rename<`,
  );
  await show(page(nested) + CONTEXT);
  const said = await converse(surface).say('right-click report.txt, choose Rename and choose Cut');
  expect(said).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('menu Rename;sub;');
});

const BUTTON = `<button aria-haspopup="menu" onclick="show(300, 260)">Edit</button>`;
for (const line of ['open the Edit menu and choose', 'choose from the Edit menu']) {
  const asks = (value: string): string =>
    line.includes('from') ? line.replace('choose', `choose ${value}`) : `${line} ${value}`;

  test(`“${asks('…')}” is about the menu and no button beside it`, async ({ surface, show }) => {
    await show(page(MARKED, BUTTON));
    const { say, acts } = converse(surface);
    expect(await say(asks('Duplicate'))).toMatchObject({ kind: 'report' });
    await expect.poll(() => surface.probe.title()).toBe('menu Duplicate;');
    const other = await say(asks('Paste'));
    expect(other.kind).toBe('unfinished');
    expect(other.text).toContain('does not offer “Paste”; it offers “Rename”, “Duplicate” and “Delete”');
    expect(acts.map((act) => act.intent)).toEqual(['click', 'click', 'click']);
  });
}

test('a menu of links that nothing marks as a menu is chosen from', async ({ surface, show }) => {
  await show(
    page(
      MARKED,
      `<button aria-expanded="false" aria-controls="nav" onclick="nav.hidden = false; this.ariaExpanded = 'true'">Menu</button>
       <nav id="nav" hidden><a href="#cut" onclick="log('nav')">Cut</a><a href="#about">About</a></nav>`,
    ),
  );
  expect(await converse(surface).say('open the menu and choose Cut')).toMatchObject({ kind: 'report' });
  await expect.poll(() => surface.probe.title()).toBe('nav;');
});

test('a link that opens another page restricts nothing', async ({ surface }) => {
  const server = await serve(
    pages({
      '/': '<a href="/lunch">Lunch menu</a>',
      '/lunch': `<p>Today</p><button onclick="document.title = 'soup'; this.after('chosen')">Soup</button>`,
    }),
  );
  try {
    await surface.open(server.url, signal);
    expect(await converse(surface).say('open the lunch menu and choose Soup')).toMatchObject({
      kind: 'report',
    });
    await expect.poll(() => surface.probe.title()).toBe('soup');
  } finally {
    await server.close();
  }
});
