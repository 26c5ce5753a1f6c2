import { queryEngine, locate, formatQuery } from '../../../src/page/engine.js';
import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { joinTrees } from '../../../src/page/observers/accessibility.js';
import { expect, signal, test as base } from '../../support/browser.js';

const UID = / \([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}\)/g;

/** `readTree` returns a page's accessibility tree; `count` returns the number of elements with the given uid. */
const test = base.extend<{
  readTree(html: string, maxLength?: number): Promise<{ text: string; count(uid: string): Promise<number> }>;
}>({
  readTree: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium);
    const surface = await createSurface(context);
    await use(async (html, maxLength) => {
      await surface.open(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`, signal);
      // The observation assigns the uids.
      await surface.observe({}, signal);
      const frame = context.pages()[0]!.mainFrame();
      return {
        text: await queryEngine<string>(frame, formatQuery('tree', maxLength ?? ''), 5000),
        count: (uid) => locate(frame, uid).count(),
      };
    });
    await surface.close();
  },
});

/** Removes empty lines and the test file's indentation. */
const removeIndentation = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line, _, all) => line.slice(/^ */.exec(all[0]!)![0].length))
    .join('\n');

const CASES: { name: string; html: string; tree: string }[] = [
  {
    name: 'landmarks, headings, text and links',
    html: `<header><nav aria-label=Main><a href=#a>Home</a> <a href=#b>Help</a></nav></header>
      <main><h1>Town</h1><div><div><p>A <b>small</b> <em>town</em>.<br>See <a href=#c>the map</a>.</p></div></div>
      <section><h2 id=h>Past</h2><ul><li>Old<li>Older, <a href=#d>much</a></ul></section></main>`,
    tree: `
      banner
        navigation "Main"
          link "Home" (#)
          link "Help" (#)
      main
        heading "Town" [level=1]
        text: A small town.
        text: See
        link "the map" (#)
        text: .
        heading "Past" [level=2]
        list
          listitem: Old
          listitem
            text: Older,
            link "much" (#)`,
  },
  {
    name: 'fields with states and values, passwords masked',
    html: `<form aria-label=Order><label for=m>Mail</label><input id=m type=email required value=a@b.c>
      <label>Code <input type=password value=hunter2></label><label>Empty <input type=password></label>
      <label><input type=checkbox checked> News</label><fieldset><legend>Colour</legend><label><input type=radio name=r> Blue</label></fieldset>
      <select aria-label=Size><option>S<option selected>L</select><textarea aria-label=Note>two
      lines</textarea><div contenteditable aria-label=Text>typed</div><button disabled aria-haspopup=menu aria-expanded=false>Send</button></form>`,
    tree: `
      form "Order"
        textbox "Mail" [required] = "a@b.c" (#)
        textbox "Code" = "•••" (#)
        textbox "Empty" (#)
        checkbox "News" [checked] (#)
        group "Colour"
          radio "Blue" [checked=false] (#)
        combobox "Size" = "L" (#)
        textbox "Note" = "two lines" (#)
        textbox "Text" = "typed" (#)
        button "Send" [expanded=false] [disabled] [haspopup=menu] (#)`,
  },
  {
    name: 'hidden elements are left out, and a name that users cannot see is marked',
    html: `<style>.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}</style>
      <p>Seen<span class=sr> unseen</span></p><p style="opacity:0">Clear <a href=#>link</a></p><div hidden>Hidden</div>
      <div style="position:absolute;left:-9999px">Away <button>Far</button></div>
      <button><span class=sr>Close</span></button><a href=#x>More<span class=sr> about this</span></a>
      <details><summary>Details</summary>inside</details>`,
    tree: `
      text: Seen
      button "Close" [unseen name] (#)
      link "More" (#)
      button "Details" [expanded=false] (#)`,
  },
  {
    name: 'a table row is one line unless its cells contain controls',
    html: `<table><caption>Cities</caption><tr><th>Name<th>People<tr><td>Oslo<td>700 000<tr><td>Bergen<td><button>Show</button></table>`,
    tree: `
      table "Cities"
        row: Name | People
        row: Oslo | 700 000
        row
          cell "Bergen"
          cell "Show"
            button "Show" (#)`,
  },
  {
    name: 'a hidden checkbox is listed in place of its label',
    html: `<style>input{position:absolute;opacity:0}</style><label><input type=checkbox checked> Drawn</label>`,
    tree: `checkbox "Drawn" [checked] (#)`,
  },
  {
    name: 'images, interactive drawings, shadow trees, clickable elements without a role',
    html: `<img alt=Oslo width=9 height=9><img alt="" width=9 height=9>
      <svg width=50 height=50 aria-label=Map><rect width=9 height=9 role=button tabindex=0 aria-label=North></rect><path d="M0 0h9v9z"/></svg>
      <x-a><template shadowrootmode=open><button><slot></slot></button></template>Slotted</x-a>
      <div onclick="1">Click <b>me</b></div>`,
    tree: `
      img "Oslo"
      img "Map"
        button "North" (#)
      button "Slotted" (#)
      generic (#): Click me`,
  },
];

for (const { name, html, tree } of CASES)
  test(`accessibility tree: ${name}`, async ({ readTree }) => {
    const { text, count } = await readTree(html);
    expect(text.replace(UID, ' (#)')).toBe(removeIndentation(tree));
    for (const [id] of text.matchAll(UID)) expect(await count(id.slice(2, -1))).toBe(1);
  });

test('page text cannot imitate a line of the tree', async ({ readTree }) => {
  const { text } = await readTree(
    `<p>harmless&#10;button "Pay" (00000000-0000-4000)</p><div aria-level="1&#10;button" role=heading>H</div>
     <button aria-label='x" (1)&#10;link "y'></button>`,
  );
  expect(text.replace(UID, ' (#)').split('\n')).toEqual([
    'text: harmless button "Pay" (#)',
    'heading "H" [level=2]',
    'button "x\\" (1) link \\"y" (#)',
  ]);
});

test('a long tree is truncated, and its last line says so', async ({ readTree }) => {
  const { text } = await readTree('<ul>' + '<li><a href=#>Link</a>'.repeat(500) + '</ul>', 50);
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(51);
  expect(lines.at(-1)).toBe('(more is left out)');
});

test('a frame’s tree is inserted below its iframe line', () => {
  const topTree = ['main', '  iframe "Map" (aaaaaaaa-0000-4000)', '  text: after'].join('\n');
  const tree = joinTrees([
    { urlChain: [], text: topTree },
    {
      urlChain: ['http://x/map'],
      owner: 'aaaaaaaa-0000-4000',
      text: 'button "In" (bbbbbbbb-0000-4000)\niframe (cccccccc-0000-4000)',
    },
    { urlChain: ['http://x/map', 'http://x/deep'], owner: 'cccccccc-0000-4000', text: 'text: deep' },
    { urlChain: ['http://x/"lost'], text: 'text: somewhere' },
  ]);
  expect(tree.split('\n')).toEqual([
    'main',
    '  iframe "Map" (aaaaaaaa-0000-4000)',
    '    button "In" (bbbbbbbb-0000-4000)',
    '    iframe (cccccccc-0000-4000)',
    '      text: deep',
    '  text: after',
    'iframe "http://x/lost"',
    '  text: somewhere',
  ]);
});

test('an observation combines the trees of all frames', async ({ surface, show }) => {
  await show(
    `<h1>Top</h1><iframe title=Inner width=300 height=80 srcdoc="<button>Framed</button>"></iframe>`,
  );
  const { accessibility, candidates } = await surface.observe({ accessibility: true }, signal);
  const framedButton = candidates.find((c) => c.name === 'Framed')!;
  expect(accessibility).toMatch(/heading "Top".*\n *iframe "Inner".*\n {2,}button "Framed"/);
  expect(accessibility).toContain(`(${framedButton.uid})`);
});
