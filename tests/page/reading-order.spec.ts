/** Tests the positions of text blocks among the candidates of an observation. */
import type { Observation } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';
import { createPageListener, startServer } from '../support/server.js';

/** Lists text blocks as `“text”` and candidates as `role name`, sorted by `order`. */
function listInOrder({ candidates, text }: Observation, includeNonInteractive = false): string[] {
  const lines: string[] = [];
  let nextBlockIndex = 0;
  for (const candidate of candidates) {
    for (; nextBlockIndex < text.length && text[nextBlockIndex]!.order <= candidate.order; nextBlockIndex++)
      lines.push(`“${text[nextBlockIndex]!.text}”`);
    if (includeNonInteractive || candidate.interactive)
      lines.push(`${candidate.role} ${candidate.name}`.trim());
  }
  return [...lines, ...text.slice(nextBlockIndex).map((block) => `“${block.text}”`)];
}

const CASES: { rule: string; html: string; lines: string[]; includeNonInteractive?: true }[] = [
  {
    rule: 'headings and paragraphs come before the links inside them and after earlier links',
    html: `<a href=#0>Skip</a><h1>Town</h1><p>A <a href=#1>small</a> town on a <a href=#2>river</a>.</p>
      <h2>River</h2><p>Long.</p><button>Map</button><p>Wide.</p>`,
    lines: [
      '“Skip”',
      'link Skip',
      '“Town”',
      '“A small town on a river.”',
      'link small',
      'link river',
      '“River”',
      '“Long.”',
      '“Map”',
      'button Map',
      '“Wide.”',
    ],
  },
  {
    rule: 'the text of a list item comes before the link in it',
    html: `<ul><li><a href=#1>One</a></li><li><a href=#2>Two</a></li></ul>`,
    lines: ['“One”', 'link One', '“Two”', 'link Two'],
  },
  {
    rule: 'a linked card starts at its heading, even if an image comes first',
    html: `<a href=#1 style="display:block"><img width=40 height=40 src="data:,"><h2>Bergen</h2><p>Rain.</p></a>
      <a href=#2><h2>Oslo</h2><p>Snow.</p></a>`,
    lines: ['“Bergen”', 'link Bergen Rain.', '“Rain.”', '“Oslo”', 'link Oslo Snow.', '“Snow.”'],
  },
  {
    rule: 'rows come before the content of their cells',
    html: `<table><thead><tr><th>Name<th>Act</thead><tbody>
      <tr><td><a href=#1>Ann</a><td><button>Edit</button></tr><tr><td>Bob<td><button>Edit</button></tr></table>`,
    lines: [
      '“Name | Act”',
      '“Name: Ann | Act: Edit”',
      'link Ann',
      'button Edit',
      '“Name: Bob | Act: Edit”',
      'button Edit',
    ],
  },
  {
    rule: 'a field without text comes between the text before and after it',
    html: `<form><p>Sign in</p><label for=a>E-mail</label><input id=a><div>We write once.</div>
      <input type=checkbox aria-label=Often> Write often <div>No more.</div><button>Send</button></form>`,
    lines: [
      '“Sign in”',
      '“E-mail”',
      'textbox E-mail',
      '“We write once.”',
      'checkbox Often',
      '“Write often”',
      '“No more.”',
      '“Send”',
      'button Send',
    ],
  },
  {
    rule: 'a term with its definition comes before the links in them, and so does the term with its second definition',
    html: `<dl><dt><a href=#1>Mayor</a><dd><a href=#2>Ann</a><dd><a href=#3>Bob</a></dl>`,
    lines: ['“Mayor: Ann”', 'link Mayor', 'link Ann', '“Mayor: Bob”', 'link Bob'],
  },
  {
    rule: 'the content of shadow roots and slots is in flat tree order',
    html: `<a href=#0>Above</a><x-card><button>Slotted</button></x-card><p>Below</p><script>
      customElements.define('x-card', class extends HTMLElement { constructor() { super();
        this.attachShadow({mode:'open'}).innerHTML = '<h2>Card</h2><a href=#1>In it</a><p>Before the slot</p><slot></slot><p>After</p>'; } })</script>`,
    lines: [
      '“Above”',
      'link Above',
      '“Card”',
      '“In it”',
      'link In it',
      '“Before the slot”',
      '“Slotted”',
      'button Slotted',
      '“After”',
      '“Below”',
    ],
  },
  {
    rule: 'a container comes after the text block that it starts with; earlier images stay before that block',
    html: `<main><img alt=Arms width=20 height=20 src="data:,"><section aria-label=News><h2>News</h2><p>None.</p></section></main>`,
    lines: ['main', 'img Arms', '“News”', 'region News', 'heading News', '“None.”', 'paragraph'],
    includeNonInteractive: true,
  },
  {
    rule: 'hidden text is ignored',
    html: `<button style="display:none">A</button><button style="visibility:hidden">B</button><p>Seen</p><button>C</button>`,
    lines: ['“Seen”', '“C”', 'button C'],
  },
];

for (const { rule, html, lines, includeNonInteractive } of CASES)
  test(rule, async ({ surface, show }) => {
    await show(html);
    expect(listInOrder(await surface.observe({ text: true }, signal), includeNonInteractive)).toEqual(lines);
  });

test('the content of each frame comes after all content of its parent page', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': `<h1>Outer</h1><iframe src=/one width=300 height=200></iframe><p>Under <a href=#1>frames</a></p>
        <iframe src=/two width=300 height=200></iframe><button>Last</button>`,
      '/one': `<p>First <a href=#1>inner</a></p>Loose`,
      '/two': `<h2>Second</h2><button>Go</button><iframe src=/three width=200 height=80></iframe>`,
      '/three': `<p>Third</p><button>Deep</button>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    await expect
      .poll(async () => listInOrder(await surface.observe({ text: true }, signal)), { timeout: 20_000 })
      .toEqual([
        '“Outer”',
        '“Under frames”',
        'link frames',
        '“Last”',
        'button Last',
        '“First inner”',
        'link inner',
        '“Loose”',
        '“Second”',
        '“Go”',
        'button Go',
        '“Third”',
        '“Deep”',
        'button Deep',
      ]);
  } finally {
    await server.close();
  }
});

test('`order` never decreases from block to block and never exceeds the number of candidates', async ({
  surface,
  show,
}) => {
  await show(`<div>a<div>b<b>c</b><div><a href=#1>d<p>e</p>f</a></div><dl><dt>g<div>h</div><dd>i</dl>
    <table><tr><td><table><tr><td>j</table><td><h3>k</h3></table><label>l<input></label><select><option>m</select>
    <svg width=60 height=60><a href=#2><rect width=60 height=60 /></a></svg><output>n</output>o</div>p`);
  const { text, candidates } = await surface.observe({ text: true }, signal);
  const orderValues = text.map(({ order }) => order);
  expect(text.length).toBeGreaterThan(10);
  expect(orderValues).toEqual(orderValues.toSorted((a, b) => a - b));
  expect(orderValues.at(-1)).toBeLessThanOrEqual(candidates.length);
});

test('inline elements with a gap between them become separate words; the parts of a word stay together', async ({
  surface,
  show,
}) => {
  await show(`<p><a style="margin-right:12px">Harbour</a><span>Statement</span></p>
    <p><b>Har</b><i>bour</i></p>
    <p>${[...'Crane'].map((letter) => `<span style="display:inline-block">${letter}</span>`).join('')}</p>
    <p style="width:60px"><span style="display:inline-block;width:50px">Upper</span><span style="display:inline-block;width:50px">Lower</span></p>`);
  const { text } = await surface.observe({ text: true }, signal);
  expect(text.map((block) => block.text)).toEqual(['Harbour Statement', 'Harbour', 'Crane', 'Upper Lower']);
});
