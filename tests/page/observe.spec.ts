import { readFileSync } from 'node:fs';

import { expect, signal, test } from '../support/browser.js';
import { createPageListener, startServer } from '../support/server.js';

const REFERENCE = JSON.parse(
  readFileSync(new URL('../rank/data/reference-documents.json', import.meta.url), 'utf8'),
) as { html: string; elements: { tag: string; document: string }[] };

test('the compact documents of the reference page’s elements are reproduced exactly', async ({
  surface,
  show,
}) => {
  await show(REFERENCE.html);
  const { candidates } = await surface.observe({ documents: true }, signal);
  const documents = candidates
    .flatMap((candidate) => [candidate, ...candidate.folded])
    .map(({ tag, document }) => `${tag}: ${document}`);
  expect(documents.sort()).toEqual(
    REFERENCE.elements.map(({ tag, document }) => `${tag}: ${document}`).sort(),
  );
});

test('roles, names, values and states follow the specifications', async ({ surface, show }) => {
  await show(`
    <label for=m>E-mail</label><input id=m type=email required value=a@b.c>
    <button aria-expanded=false aria-haspopup=menu><svg width=9 height=9></svg><span hidden>x</span> Menu </button>
    <label><input type=checkbox checked> Newsletter</label>
    <select aria-label=Size><option>Small<option selected>Large</select>
    <input type=password aria-label=Code value=hunter2>
    <a href=#x><img alt=Home width=9 height=9></a>
    <div role=switch aria-checked=true tabindex=0>Dark</div>
    <button disabled>Off</button>`);
  const { candidates } = await surface.observe({}, signal);
  const descriptions = candidates
    .filter((c) => c.interactive)
    .map(({ role, name, value, states }) => ({
      role,
      name,
      ...(value === undefined ? {} : { value }),
      states,
    }));
  expect(descriptions).toEqual([
    { role: 'textbox', name: 'E-mail', value: 'a@b.c', states: { required: true, editable: true } },
    { role: 'button', name: 'Menu', states: { expanded: false, haspopup: 'menu' } },
    { role: 'checkbox', name: 'Newsletter', states: { checked: true } },
    { role: 'combobox', name: 'Size', value: 'Large', states: {} },
    { role: 'textbox', name: 'Code', value: '', states: { editable: true } },
    { role: 'link', name: 'Home', states: {} },
    { role: 'switch', name: 'Dark', states: { checked: true } },
    { role: 'button', name: 'Off', states: { disabled: true } },
  ]);
});

test('elements whose clicks have the same effect are folded into one candidate', async ({
  surface,
  show,
}) => {
  await show(`
    <button><span><b>Save</b></span></button>
    <label><input type=radio name=r> Blue</label>
    <style>.hide{position:absolute;opacity:0}</style>
    <label><input class=hide type=checkbox checked> Drawn by its label</label>
    <div style="display:inline-block"><a href=#a>Only link</a></div>
    <style>.row{cursor:pointer}.icon,.trash{display:inline-block;width:18px;height:18px}</style>
    <div class=row><b>Nora</b> Plans <span class=trash></span></div>
    <div class=row><span><i class=icon></i><b>Reply</b></span> <span><i class=icon></i><b>Forward</b></span></div>`);
  const { candidates } = await surface.observe({}, signal);
  const descriptions = candidates
    .filter((c) => c.interactive)
    .map(({ tag, role, name, text, states, attributes, folded }) => [
      tag,
      role,
      name || text || attributes.class,
      states.checked,
      folded.map((element) => element.tag),
    ]);
  expect(descriptions).toEqual([
    ['button', 'button', 'Save', undefined, ['span', 'b']],
    ['input', 'radio', 'Blue', false, ['label']],
    ['label', 'checkbox', 'Drawn by its label', true, ['input']],
    ['a', 'link', 'Only link', undefined, ['div']],
    // An icon inside an area with a pointer cursor may have its own click handler, so it stays a candidate.
    ['div', 'generic', 'Nora Plans', undefined, ['b']],
    ['span', 'generic', 'trash', undefined, []],
    ['div', 'generic', 'Reply Forward', undefined, ['i', 'b', 'i', 'b']],
    ['span', 'generic', 'Reply', undefined, []],
    ['span', 'generic', 'Forward', undefined, []],
  ]);
});

test('hidden elements are not candidates', async ({ surface, show }) => {
  await show(`
    <button>Seen</button><button style="display:none">A</button><button style="visibility:hidden">B</button>
    <div style="opacity:0"><button>C</button></div><button style="width:0;height:0;padding:0;border:0;overflow:hidden"></button>
    <details><summary>More</summary><button>D</button></details>`);
  const { candidates } = await surface.observe({}, signal);
  expect(candidates.filter((c) => c.role === 'button').map((c) => c.name)).toEqual(['Seen', 'More']);
});

test('elements in frames and shadow roots have page coordinates and can be used', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': `<body style="margin:0"><div style="height:100px"></div>
        <iframe src=/inner style="border:0;margin:0;display:block" width=300 height=80></iframe><x-box></x-box>
        <script>customElements.define('x-box', class extends HTMLElement { constructor() { super();
          this.attachShadow({mode:'open'}).innerHTML = '<button onclick="this.textContent=\\'Shadow pressed\\'">Shadow</button>'; } })</script>`,
      '/inner': `<body style="margin:0"><button style="margin:0" onclick="this.textContent='Pressed'">Framed</button>`,
    }),
  );
  try {
    await surface.open(`${server.url}/`, signal);
    const { candidates } = await surface.observe({}, signal);
    const framedButton = candidates.find((c) => c.name === 'Framed')!;
    expect(framedButton.frame).toEqual([`${server.url}/inner`]);
    expect(Math.round(framedButton.box.y)).toBe(100);
    const shadowButton = candidates.find((c) => c.name === 'Shadow')!;
    for (const { uid } of [framedButton, shadowButton]) {
      const { outcome } = await surface.perform({ intent: 'click', uid }, signal);
      expect(outcome.status).toBe('done');
    }
    const nextObservation = await surface.observe({}, signal);
    expect(nextObservation.candidates.map((c) => c.name)).toEqual(
      expect.arrayContaining(['Pressed', 'Shadow pressed']),
    );
  } finally {
    await server.close();
  }
});

test('observing does not change the page, and it works even if the page has overwritten built-ins', async ({
  surface,
  show,
}) => {
  await show(`<script>
      window.seen = [];
      new MutationObserver((records) => seen.push(...records)).observe(document, {subtree:true,childList:true,attributes:true,characterData:true});
      const names = () => Object.getOwnPropertyNames(window).length;
      window.before = 0;
      addEventListener('load', () => setTimeout(() => { seen.length = 0; before = names(); }));
      Array.prototype.map = () => { throw new Error('spoiled'); };
      JSON.stringify = () => 'spoiled';
      Element.prototype.getBoundingClientRect = () => ({ x: 1, y: 1, width: 1, height: 1 });
      Object.defineProperty(Node.prototype, 'textContent', { get: () => 'spoiled' });
    </script><button onclick="document.title = seen.length + ' ' + (Object.getOwnPropertyNames(window).length - before)">Count</button>`);
  const firstObservation = await surface.observe({ weblinx: true }, signal);
  const secondObservation = await surface.observe({ weblinx: true }, signal);
  const button = firstObservation.candidates.find((c) => c.name === 'Count')!;
  expect(button.box.width).toBeGreaterThan(10);
  expect(secondObservation.candidates.map((c) => c.uid)).toEqual(
    firstObservation.candidates.map((c) => c.uid),
  );
  await surface.perform({ intent: 'click', uid: button.uid }, signal);
  expect(await surface.probe.title()).toBe('0 0');
});

test('an observation for WebLINX contains annotated HTML with current values, the boxes in the viewport and a PNG screenshot', async ({
  surface,
  show,
}) => {
  await show(`<title>T</title><input id=a><input type=password value=hunter2><div style="height:5000px"></div><p id=far>far</p>
    <script>a.value = 'typed "here"'</script>`);
  const { weblinx, candidates } = await surface.observe({ weblinx: true }, signal);
  expect(weblinx!.html).toMatch(/^<head data-webtasks-id="[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}"/);
  expect(weblinx!.html).toContain('value="typed &quot;here&quot;"');
  expect(weblinx!.html).not.toContain('hunter2');
  const distantElement = candidates.find((c) => c.text === 'far')!;
  const field = candidates.find((c) => c.attributes.id === 'a')!;
  expect(weblinx!.html).toContain(`data-webtasks-id="${distantElement.uid}"`);
  expect(weblinx!.boxes[distantElement.uid]).toBeUndefined();
  expect(weblinx!.boxes[field.uid]).toEqual(field.box);
  expect(Buffer.from(weblinx!.screenshot!.slice(0, 4)).toString('latin1')).toBe('\x89PNG');
});

test('text blocks include table rows with their column headers, terms with their definitions, and headings', async ({
  surface,
  show,
}) => {
  await show(`<h1>Town</h1><p>A small <b>town</b>.</p>
    <table><tr><th>Height<td>46 m</table>
    <table><thead><tr><th>Country<th>Capital</thead><tr><td>Norway<td>Oslo</table>
    <dl><dt>Founded<dd>1904</dl><ul><li>One<li>Two</ul><div role=status>Saved</div>`);
  const { text, notices } = await surface.observe({ text: true }, signal);
  expect(text.map(({ kind, text: blockText, section }) => `${kind}: ${blockText} (${section})`)).toEqual([
    'heading: Town ()',
    'paragraph: A small town. (Town)',
    'row: Height: 46 m (Town)',
    'row: Country | Capital (Town)',
    'row: Country: Norway | Capital: Oslo (Town)',
    'term: Founded: 1904 (Town)',
    'item: One (Town)',
    'item: Two (Town)',
    'status: Saved (Town)',
  ]);
  expect(notices).toEqual(['Saved']);
});

test('a page with lone surrogates, huge attributes or deep nesting can be observed', async ({
  surface,
  show,
}) => {
  await show(`<div id=d></div><script>
    const b = document.createElement('button'); b.textContent = 'lone \\ud800 half'; b.title = 'x'.repeat(200000); document.body.append(b);
    let at = d; for (let i = 0; i < 600; i++) { const c = document.createElement('div'); at.append(c); at = c; } at.textContent = 'deep';
  </script>`);
  const { candidates } = await surface.observe({ weblinx: true }, signal);
  const button = candidates.find((c) => c.tag === 'button')!;
  expect(button.name).toBe('lone \ufffd half');
  expect(button.attributes.title!.length).toBeLessThanOrEqual(500);
});

test('an observation contains only the requested fields', async ({ surface, show }) => {
  await show('<h1>Town</h1><p>Small.</p><h2>River</h2><p>Long.</p>');
  const minimalObservation = await surface.observe({}, signal);
  expect(minimalObservation.text).toEqual([]);
  expect(minimalObservation.candidates.map((c) => c.document)).toEqual(['', '', '', '']);
  expect(
    minimalObservation.weblinx ?? minimalObservation.plainText ?? minimalObservation.screenshot,
  ).toBeUndefined();
  const extendedObservation = await surface.observe({ plainText: true, screenshot: true }, signal);
  expect(extendedObservation.plainText).toBe('Town\nSmall.\n\nRiver\nLong.');
  expect(extendedObservation.text).toEqual([]);
  expect(extendedObservation.screenshot!.length).toBeGreaterThan(100);
});
