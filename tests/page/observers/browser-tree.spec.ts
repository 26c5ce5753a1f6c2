import { readFileSync } from 'node:fs';

import type { Box } from '../../../src/contract/index.js';
import { formatHardenedTree } from '../../../src/page/observers/browser-tree-hardened.js';
import {
  isKeptByWebarena,
  printWebarenaTree,
  formatWebarenaLine,
  type BrowserTreeNode,
} from '../../../src/page/observers/browser-tree-text.js';
import { expect, signal, test } from '../../support/browser.js';

const FIXTURE_HTML = readFileSync(new URL('webvoyager-fixture.html', import.meta.url), 'utf8');

const VIEW: Box = { x: 0, y: 0, width: 1000, height: 500 };
const IN_VIEW: Box = { x: 10, y: 10, width: 100, height: 20 };

let lastId = 0;
const createNode = (
  role: string,
  name: string | null,
  children: BrowserTreeNode[] = [],
  overrides: Partial<BrowserTreeNode> = {},
): BrowserTreeNode => ({
  id: ++lastId,
  key: String(lastId),
  role,
  name,
  properties: [],
  value: '',
  box: IN_VIEW,
  uid: null,
  children,
  ...overrides,
});

/** Replaces the numbers, which depend on the browser. */
const maskNumbers = (text: string): string => text.replace(/\[\d+\]/g, '[n]');

const formatLines = (root: BrowserTreeNode, isOlderVersion: boolean): string[] =>
  maskNumbers(printWebarenaTree(root, VIEW, isOlderVersion).text).split('\n');

const formatHardenedLines = (root: BrowserTreeNode, view = VIEW): string[] => {
  let lastNumber = 0;
  return formatHardenedTree(root, view, () => ++lastNumber).text.split('\n');
};

test('a line contains the role, the name as Python prints it, and the states', () => {
  const formatNode = (
    role: string,
    name: string | null,
    properties: [string, unknown][] = [],
  ): string | null => formatWebarenaLine({ id: 7, role, name, properties });
  const CASES: [string | null, string | null][] = [
    [formatNode('link', 'Home'), "[7] link 'Home'"],
    [formatNode('link', "It's"), `[7] link "It's"`],
    [formatNode('link', `It's "x"`), `[7] link 'It\\'s "x"'`],
    [formatNode('link', 'a\nb\\c'), String.raw`[7] link 'a\nb\\c'`],
    [formatNode('button', '', [['focusable', true]]), "[7] button ''"],
    [
      formatNode('button', 'x', [
        ['expanded', false],
        ['hasPopup', 'menu'],
      ]),
      "[7] button 'x' expanded: False hasPopup: menu",
    ],
    [
      formatNode('checkbox', 'x', [
        ['checked', 'true'],
        ['invalid', 'false'],
      ]),
      "[7] checkbox 'x' checked: true",
    ],
    [formatNode('generic', ' '), null],
    [formatNode('generic', '', [['focusable', true]]), null],
    [formatNode('generic', '', [['disabled', true]]), "[7] generic '' disabled: True"],
    [formatNode('listitem', '', [['level', 1]]), null],
    [formatNode('listitem', '', [['disabled', true]]), null],
    [formatNode('table', ''), "[7] table ''"],
    [formatNode('button', null), null],
  ];
  for (const [actual, expected] of CASES) expect.soft(actual, String(expected)).toBe(expected);
});

test('WebArena keeps every node that overlaps the screen by about a pixel', () => {
  const isKept = (x: number, y: number, width: number, height: number): boolean =>
    isKeptByWebarena({ x, y, width, height }, { width: 1000, height: 500 });
  expect.soft(isKept(10, 10, 100, 20), 'in view').toBe(true);
  expect.soft(isKept(10, 495, 100, 20), 'a quarter is in view').toBe(true);
  expect.soft(isKept(10, 600, 100, 20), 'below the screen').toBe(false);
  expect.soft(isKept(-200, 10, 100, 20), 'left of the screen').toBe(false);
  expect.soft(isKept(10, 10, 0, 20), 'no area').toBe(false);
  expect.soft(isKeptByWebarena(null, { width: 1000, height: 500 }), 'no box').toBe(false);
});

test('if a node is not printed, its children take its place', () => {
  const root = createNode('RootWebArea', 'Page', [
    createNode('generic', '', [
      createNode('link', 'A', [createNode('img', 'a')]),
      createNode('none', null, [createNode('link', 'B')]),
    ]),
    createNode('list', 'Away', [createNode('link', 'C')], { box: { ...IN_VIEW, y: 900 } }),
  ]);
  expect(formatLines(root, false)).toEqual([
    "[n] RootWebArea 'Page'",
    "\t[n] link 'A'",
    "\t\t[n] img 'a'",
    "\t[n] link 'B'",
    "\t[n] link 'C'",
  ]);
});

test('static text that repeats an earlier line is removed; WebVoyager’s older format also removes text with an apostrophe', () => {
  const root = createNode('RootWebArea', 'Page', [
    createNode('button', 'Save all', [createNode('StaticText', 'Save')]),
    createNode('StaticText', "it's"),
    createNode('StaticText', 'other'),
    createNode('StaticText', ''),
    createNode('heading', 'x'),
    createNode('heading', 'y'),
    createNode('heading', 'z'),
    createNode('StaticText', 'other'),
  ]);
  const headings = ["\t[n] heading 'x'", "\t[n] heading 'y'", "\t[n] heading 'z'"];
  const firstLines = ["[n] RootWebArea 'Page'", "\t[n] button 'Save all'"];
  const lastLines = ["\t[n] StaticText 'other'", ...headings, "\t[n] StaticText 'other'"];
  expect(formatLines(root, false)).toEqual([...firstLines, `\t[n] StaticText "it's"`, ...lastLines]);
  expect(formatLines(root, true)).toEqual([...firstLines, ...lastLines]);
});

test('the hardened tree contains the nodes in view, their values, and the number of lines that are out of view', () => {
  const boxBelowView = { ...IN_VIEW, y: 800 };
  const root = createNode('RootWebArea', 'Page', [
    createNode('link', 'Above', [], { box: { ...IN_VIEW, y: -100 } }),
    createNode('link', 'Mostly below', [], { box: { ...IN_VIEW, y: 495 } }),
    createNode('article', 'Long', [createNode('StaticText', 'Inside')], {
      box: { x: 0, y: 0, width: 900, height: 5000 },
    }),
    createNode('textbox', 'City', [createNode('StaticText', 'Oslo')], {
      value: 'Oslo',
      properties: [
        ['required', true],
        ['invalid', 'false'],
        ['expanded', false],
      ],
    }),
    createNode('button', 'Save all', [createNode('StaticText', 'Save'), createNode('StaticText', 'all')]),
    createNode('list', '', [createNode('StaticText', "it's")]),
    createNode('link', 'Away', [], { box: boxBelowView }),
    createNode('link', 'Far away', [], { box: boxBelowView }),
    createNode('link', 'No area', [], { box: { ...IN_VIEW, height: 0 } }),
  ]);
  expect(formatHardenedLines(root)).toEqual([
    '[1] RootWebArea "Page"',
    '\t[2] article "Long"',
    '\t\t[3] StaticText "Inside"',
    '\t[4] textbox "City" required expanded: false value: "Oslo"',
    '\t[5] button "Save all"',
    '\t[6] StaticText "it\'s"',
    '--- out of view: 1 line above, 3 lines below. Scroll to see them. ---',
  ]);
});

test('the fixture page’s tree is printed in each style', async ({ show, surface }) => {
  await show(FIXTURE_HTML);
  const { accessibilityTree } = await surface.observe({ accessibilityTree: 'webarena' }, signal);
  const lines = maskNumbers(accessibilityTree!.text).split('\n');
  expect(lines[0]).toBe("[n] RootWebArea 'SoM fixture' focused: True");
  expect(lines).toEqual(
    expect.arrayContaining([
      "\t[n] button 'Save all'",
      "\t[n] link 'logo Home'",
      "\t\t[n] img 'logo'",
      "\t[n] combobox '' hasPopup: menu expanded: False",
      "\t[n] textbox 'Search box' required: False",
      "\t[n] checkbox 'agree' checked: false",
      "\t[n] textbox 'Notes' required: False",
    ]),
  );
  expect(accessibilityTree!.text).not.toMatch(/offscreen|ListMarker|InlineTextBox|url:/);
  expect(accessibilityTree!.nodes.filter(({ uid }) => !uid).map(({ text }) => text)).toEqual([
    expect.stringContaining('RootWebArea'),
  ]);
});

test('role names and nodes are mapped to those of the browser version that WebArena used', async ({
  show,
  surface,
}) => {
  await show(`<title>T</title><table><tr><td>a<td>b</table><ul><li>item</ul><img alt=pic src=x width=20 height=20>
    <a href="#x">link</a><select aria-label=M><option>p</select><p role=none>none</p>`);
  const { accessibilityTree } = await surface.observe({ accessibilityTree: 'webarena' }, signal);
  expect(maskNumbers(accessibilityTree!.text).split('\n')).toEqual([
    "[n] RootWebArea 'T' focused: True",
    "\t[n] table ''",
    "\t\t[n] row ''",
    "\t\t\t[n] gridcell 'a'",
    "\t\t\t[n] gridcell 'b'",
    "\t[n] StaticText 'item'",
    "\t[n] img 'pic'",
    "\t[n] link 'link'",
    "\t[n] combobox 'M' hasPopup: menu expanded: False",
    "\t[n] StaticText 'none'",
  ]);
});

test("elements can be acted on by their numbers in WebArena's tree", async ({ show, surface }) => {
  await show(`<button id=b>Press</button><a href="#l" id=l>Link</a><p id=p>Words</p>
    <label><input type=checkbox id=c>Tick</label><input id=f aria-label=Field><script>const clicked = [];
    addEventListener('click', ({ target }) => { clicked.push(target.id); document.title = clicked.join(' '); }, true)
    </script>`);
  const { accessibilityTree } = await surface.observe({ accessibilityTree: 'webarena' }, signal);
  const findUid = (text: string): string => {
    const id = Number(new RegExp(`\\[(\\d+)\\] ${text}`).exec(accessibilityTree!.text)![1]);
    return accessibilityTree!.nodes.find((node) => node.id === id)!.uid!;
  };
  for (const line of ["button 'Press'", "link 'Link'", "StaticText 'Words'", "checkbox 'Tick'"])
    await surface.perform({ intent: 'click', uid: findUid(line) }, signal);
  expect(await surface.probe.title()).toBe('b l p c');
  await surface.perform({ intent: 'textInput', uid: findUid("textbox 'Field'"), text: 'typed' }, signal);
  expect(await surface.probe.evaluate("document.querySelector('#f').value")).toEqual({ json: 'typed' });
});

test('the hardened tree contains frames and shadow roots, and their elements can be acted on', async ({
  show,
  surface,
}) => {
  await show(`<title>Top</title><p>Text</p><div id=host></div>
    <iframe title=Inner srcdoc="<button onclick='parent.document.title = 1'>In frame</button>"></iframe>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button>'</script>`);
  const { accessibilityTree } = await surface.observe({ accessibilityTree: 'hardened' }, signal);
  expect(accessibilityTree!.text.split('\n')).toEqual([
    expect.stringMatching(/^\[1\] RootWebArea "Top"/),
    '\t[2] StaticText "Text"',
    '\t[3] button "In shadow"',
    '\t[4] Iframe "Inner"',
    '\t\t[5] button "In frame"',
  ]);
  const { outcome } = await surface.perform(
    { intent: 'click', uid: accessibilityTree!.nodes.at(-1)!.uid! },
    signal,
  );
  expect(outcome.status).toBe('done');
});

test('numbers in the hardened tree stay the same while the page changes, and start from 1 again on another page', async ({
  show,
  surface,
}) => {
  const readLines = async (): Promise<string[]> =>
    (await surface.observe({ accessibilityTree: 'hardened' }, signal))
      .accessibilityTree!.text.split('\n')
      .slice(1)
      .map((line) => line.trim());
  await show(
    `<button onclick="this.insertAdjacentHTML('beforebegin', '<button>First</button>')">Add</button>`,
  );
  expect(await readLines()).toEqual(['[2] button "Add"']);
  const { candidates } = await surface.observe({}, signal);
  await surface.perform({ intent: 'click', uid: candidates.find(({ name }) => name === 'Add')!.uid }, signal);
  expect(await readLines()).toEqual(['[3] button "First"', '[2] button "Add" focused']);
  await show('<button>Other</button>');
  expect(await readLines()).toEqual(['[2] button "Other"']);
});

test('the page cannot detect that its tree is being read', async ({ show, surface }) => {
  await show(`<button>A</button><p>text</p><script>
    let calls = 0;
    for (const name of ['getBoundingClientRect', 'getAttribute']) {
      const original = Element.prototype[name];
      Element.prototype[name] = function (...args) { calls++; return original.apply(this, args); };
    }
    let changes = 0;
    new MutationObserver(() => changes++).observe(document, { subtree: true, childList: true, attributes: true });
  </script>`);
  await surface.observe({ accessibilityTree: 'webvoyager' }, signal);
  await surface.observe({ accessibilityTree: 'hardened' }, signal);
  expect(await surface.probe.evaluate('[calls, changes, typeof parley]')).toEqual({
    json: [0, 0, 'undefined'],
  });
});
