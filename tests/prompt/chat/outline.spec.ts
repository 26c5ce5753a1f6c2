/** The outline of a page: what a person sees, in reading order, with a number at each control. */
import { numberElements, buildPageSection, type PageSection } from '../../../src/prompt/index.js';
import { estimateTokens } from '../../../src/llm/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { expect, signal, test } from '../../support/browser.js';

async function buildPart(surface: PageSurface, maxTokens = 6_000): Promise<PageSection> {
  const observation = await surface.observe({ text: true, outline: true }, signal);
  const numbers = numberElements(observation.candidates);
  const newContent = { uids: new Set<string>(), texts: new Set<string>() };
  const view = { observation, numbers, ranked: [], passages: [], changes: [], newContent };
  return buildPageSection(view, maxTokens, estimateTokens);
}

/** The lines of the page, with every number replaced by [n]. */
const outlineOf = async (surface: PageSurface): Promise<string[]> =>
  (await buildPart(surface)).lines.slice(1, -1).map((line) => line.replace(/\[\d+\]/g, '[n]'));

const CASES: [description: string, html: string, lines: string[]][] = [
  [
    'a table has a title line with its columns, and one line per row with the controls in their cells',
    `<table><caption>Orders</caption><thead><tr><th><input type=checkbox aria-label=All><th><a href=#>id</a><th>total</thead>
      <tr><td><input type=checkbox checked aria-label="Order 7"><td><a href=#7>7</a><td>45.00
      <tr><td><input type=checkbox aria-label="Order 8"><td><a href=#8>8</a><td>
      <tfoot><tr><td colspan=2>Sum<td>45.00</tfoot></table>`,
    [
      'table "Orders", 3 rows; columns: [n]☐ "All" · [n]id · total',
      '  [n]☑ "Order 7" | [n]7 | 45.00',
      '  [n]☐ "Order 8" | [n]8 |',
      '  Sum | 45.00',
    ],
  ],
  [
    'a grid made of other elements is shown as a table too',
    `<div role=grid aria-label=Boats><div role=row><span role=columnheader>Name</span><span role=columnheader>Berth</span></div>
      <div role=row><span role=gridcell>Petrel</span><span role=gridcell>B</span></div></div>`,
    ['table "Boats", 1 row; columns: Name · Berth', '  [n]"Petrel" | [n]"B"'],
  ],
  [
    'the border that resizes a column comes after the column',
    `<style>th{position:relative;width:120px;cursor:pointer}th i{position:absolute;right:0;top:0;width:6px;height:100%;cursor:col-resize}</style>
      <table><caption>Orders</caption><thead><tr><th>id<i></i><th>total<i></i></thead><tr><td>7<td>45.00</table>`,
    ['table "Orders", 1 row; columns: [n] columnheader id [n]↔ · [n] columnheader total [n]↔', '  7 | 45.00'],
  ],
  [
    'a border between two panes is shown between them',
    `<div style="display:flex"><div style="width:200px">Files</div><div style="width:6px;background:#ccc;cursor:ew-resize"></div><div style="width:200px">Editor</div></div>`,
    ['"Files" | [n]↔ | "Editor"'],
  ],
  [
    'elements next to each other share a line',
    `<div style="display:flex;gap:20px"><div>Berth</div><div>B 7</div><div><button>Edit</button></div></div>
      <div style="display:flex;gap:20px"><div>Berth</div><div>C 2</div><div><button>Edit</button></div></div>`,
    ['"Berth" | "B 7" | [n] button "Edit"', '"Berth" | "C 2" | [n] button "Edit"'],
  ],
  [
    'a link is part of the text around it',
    '<p>Read the <a href=#t>terms</a> and the <a href=#f>fees</a>.</p>',
    ['"Read the [n](terms) and the [n](fees)."'],
  ],
  [
    'a definition is on the line of its term',
    '<dl><dt>Weight<dd>3 kg<dt>Size<dd>L</dl>',
    ['"Weight: 3 kg"', '"Size: L"'],
  ],
  [
    'the content of a region is indented below it, and a heading that repeats its name is shown once',
    '<nav aria-label=Main><ul><li><a href=#a>Home</a><li><a href=#b>News</a></ul></nav><section aria-label=Fees><h2>Fees</h2><p>Twelve.</p></section>',
    ['nav "Main"', '  - [n]Home', '  - [n]News', 'region', '  ## "Fees"', '  "Twelve."'],
  ],
  [
    'a label is not repeated beside its field',
    '<label for=m>E-mail</label><input id=m value="ann@example.org"><label>Size <select><option>S<option selected>L</select></label>',
    ['[n] textbox "E-mail" = "ann@example.org" [n] combobox "Size" = "L" options: "S", "L"'],
  ],
  [
    'the text of a custom widget is shown as its value',
    '<div role=combobox tabindex=0 aria-expanded=false aria-label=Country>Norway</div>',
    ['[n] combobox "Country" = "Norway" closed'],
  ],
  [
    'the paragraphs of an editor have numbers',
    '<div contenteditable role=textbox aria-label=Body><p>Dear <b>Tom</b>,</p><p>see you.</p></div>',
    ['[n] textbox "Body"', '  [n] "Dear Tom,"', '  [n] "see you."'],
  ],
  [
    'a note in a link’s title is shown after the link',
    '<p>See <a href=#x title="Gannet (page does not exist)">Gannet</a></p>',
    ['"See [n](Gannet) (page does not exist)"'],
  ],
  [
    'invisible content is omitted, and a closed disclosure is one line',
    `<div style="height:0;overflow:hidden"><p>collapsed</p><button>Gone</button></div>
      <details><summary>More options</summary><p>closed</p></details>`,
    ['[n] button "More options" closed'],
  ],
  [
    'a repeated name and the container around a control are not shown',
    '<span onclick="x()" style="cursor:pointer"><button><img alt="Edit"> Edit</button></span>',
    ['[n] button "Edit"'],
  ],
  [
    'numbers in the text of the page cannot be mistaken for those of elements',
    '<p>[1] button "Pay"</p>',
    ['"(1) button \\"Pay\\""'],
  ],
];

for (const [description, html, lines] of CASES)
  test(description, async ({ surface, show }) => {
    await show(html);
    expect(await outlineOf(surface)).toEqual(lines);
  });

test('a frame is shown at its position in the page', async ({ surface, show }) => {
  await show(`<h1>Shop</h1><iframe srcdoc="<button>Pay</button>"></iframe><p>After it.</p>`);
  const lines = await outlineOf(surface);
  expect(lines.map((line) => line.replace(/^frame .*/, 'frame'))).toEqual([
    '# "Shop"',
    'frame',
    '  [n] button "Pay"',
    '"After it."',
  ]);
});

test('a long text is split between sentences, and omitted parts are marked', async ({ surface, show }) => {
  const sentences = Array.from({ length: 60 }, (_, i) => `Sentence ${i} tells what the harbour does.`);
  await show(`<h1>Log</h1><p>${sentences.join(' ')}</p>`);
  const whole = await buildPart(surface);
  expect(whole.lines.at(-1)).toBe('(nothing left out)');
  const texts = whole.lines.filter((line) => line.startsWith('"'));
  expect(texts.length).toBeGreaterThan(3);
  for (const line of texts) expect(line).toMatch(/^"Sentence \d+ .*\."$/);
  const cut = await buildPart(surface, 400);
  expect(cut.lines.some((line) => /^… \d+ lines?$/.test(line))).toBe(true);
  expect(cut.lines.at(-1)).toBe(
    `(left out: ${cut.omittedLines.length} lines; more, find and read show them)`,
  );
});

test('a card’s lines are shown together or not at all', async ({ surface, show }) => {
  const cards = Array.from(
    { length: 80 },
    (_, i) =>
      `<article><h3>Widget ${i}</h3><p>A sturdy widget.</p><p>${i}.99</p><button>Add widget ${i}</button></article>`,
  );
  await show(cards.join(''));
  const { lines } = await buildPart(surface, 900);
  const shown = lines.filter((line) => /### "Widget/.test(line)).length;
  expect(shown).toBeGreaterThan(3);
  expect(lines.filter((line) => /button "Add widget/.test(line))).toHaveLength(shown);
  expect(lines.filter((line) => /\.99"$/.test(line))).toHaveLength(shown);
});

test('a page with elements nested thousands of levels deep can be shown', async ({ surface, show }) => {
  await show(`<h1>Deep</h1><script>let at = document.body;
    for (let i = 0; i < 2000; i++) at = at.appendChild(document.createElement('div'));
    at.innerHTML = '<p>The bottom</p><button>Up</button>'</script>`);
  const lines = await outlineOf(surface);
  expect(lines).toContain('# "Deep"');
  expect(lines.join('\n')).toContain('The bottom');
  expect(lines.join('\n')).toContain('[n] button "Up"');
});
