import type { PageAction, TextEdit } from '../../../src/contract/index.js';
import { expect, signal, test } from '../../support/browser.js';
import { getDetail, findByName, readPageText, performOnElement, press, type } from './perform.js';

const createEdit =
  (text: string, edit: TextEdit) =>
  (uid: string): PageAction => ({ intent: 'textInput', uid, text, edit });

const append = (text: string) => createEdit(text, { at: 'end' });
const replace = (passage: string, text: string) => createEdit(text, { passage });

test('text is added at the end of a field, and the whole value is reported', async ({ surface, show }) => {
  await show('<textarea aria-label=Notes>One.</textarea>');
  expect(await performOnElement(surface, 'Notes', append('\nTwo.'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: 'One.', to: 'One.\nTwo.' }]),
  });
});

test('text is inserted at the caret', async ({ surface, show }) => {
  await show('<input aria-label=Name value="Ann Holm" onfocus="setSelectionRange(4, 4)">');
  await performOnElement(surface, 'Name', press('ArrowRight'));
  expect((await performOnElement(surface, 'Name', createEdit('x', { at: 'caret' }))).status).toBe('done');
  expect((await findByName(surface, 'Name')).value).toHaveLength('Ann Holm'.length + 1);
});

test('a passage in a field is replaced, and undo restores it', async ({ surface, show }) => {
  await show('<textarea aria-label=Notes>The grey boat. The red boat.</textarea>');
  expect((await performOnElement(surface, 'Notes', replace('grey boat', 'blue ship'))).status).toBe('done');
  expect((await findByName(surface, 'Notes')).value).toBe('The blue ship. The red boat.');
  await performOnElement(surface, 'Notes', press('Control+z'));
  expect((await findByName(surface, 'Notes')).value).toBe('The grey boat. The red boat.');
});

const REFUSED_PASSAGES: [problem: string, passage: string, detail: RegExp][] = [
  ['occurs several times', 'boat', /occurs 2 times in the textbox “Notes”; give more of the text around it/],
  ['is not there', 'submarine', /does not contain the passage/],
];
for (const [problem, passage, detail] of REFUSED_PASSAGES)
  test(`a passage that ${problem} is not replaced`, async ({ surface, show }) => {
    await show('<textarea aria-label=Notes>The grey boat. The red boat.</textarea>');
    const outcome = await performOnElement(surface, 'Notes', replace(passage, 'ship'));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'bad-value' });
    expect(getDetail(outcome)).toMatch(detail);
    expect((await findByName(surface, 'Notes')).value).toBe('The grey boat. The red boat.');
  });

const LETTER = `<div contenteditable aria-label=Body role=textbox><p>Dear Maria,</p>
  <p>the <b>grey</b> boat leaves at nine.</p><p>Ida</p></div>`;

test('a passage that spans several elements of an editor is replaced; the rest of the text is unchanged', async ({
  surface,
  show,
}) => {
  await show(LETTER);
  expect((await performOnElement(surface, 'Body', replace('grey boat leaves', 'ship sails'))).status).toBe(
    'done',
  );
  expect(await readPageText(surface)).toBe('Dear Maria, the ship sails at nine. Ida');
});

test('typing into a paragraph of an editor changes only that paragraph', async ({ surface, show }) => {
  await show(LETTER);
  expect((await performOnElement(surface, 'Dear Maria,', type('Dear Tom,'))).status).toBe('done');
  expect(await readPageText(surface)).toBe('Dear Tom, the grey boat leaves at nine. Ida');
});

test('a passage outside the rendered lines is found by scrolling', async ({ surface, show }) => {
  // Renders only the visible lines, as editors for long documents do.
  await show(`<div id=box style="height:100px;overflow:auto"><div id=ed contenteditable role=textbox aria-label=Log
    style="height:4000px;position:relative"></div></div><script>
    const lines = Array.from({ length: 200 }, (_, i) => 'entry ' + i);
    ed.addEventListener('input', () => { for (const e of ed.children) lines[e.dataset.i] = e.textContent; draw(); });
    const draw = () => { const first = Math.floor(box.scrollTop / 20); ed.replaceChildren(...lines.slice(first, first + 6)
      .map((text, i) => Object.assign(document.createElement('div'), { textContent: text, style: 'position:absolute;top:' + (first + i) * 20 + 'px' })));
      [...ed.children].forEach((e, i) => { e.dataset.i = first + i }); };
    box.addEventListener('scroll', draw); draw(); window.lines = lines</script>`);
  expect((await performOnElement(surface, 'Log', replace('entry 150', 'the end'))).status).toBe('done');
  expect(await surface.probe.evaluate('lines[150]')).toEqual({ json: 'the end' });
});

test('a field is clicked before text is typed into it', async ({ surface, show }) => {
  await show(`<input aria-label=City><pre id=log></pre>
    <script>document.querySelector('input').addEventListener('mousedown', (e) => log.append('clicked:' + e.isTrusted))</script>`);
  expect((await performOnElement(surface, 'City', type('Oslo'))).status).toBe('done');
  expect(await readPageText(surface)).toContain('clicked:true');
});

/** A grid whose cells open an input on a double click or on a click. Enter commits. */
const createGrid = (openingEvent: string): string => `<div role=grid aria-label=Boats>
  <div role=row><span role=gridcell tabindex=-1>Petrel</span> <span role=gridcell tabindex=-1>Berth B</span></div></div>
  <script>for (const cell of document.querySelectorAll('[role=gridcell]')) cell.addEventListener('${openingEvent}', () => {
    if (cell.firstElementChild) return; const input = document.createElement('input'); input.value = cell.textContent;
    input.addEventListener('keydown', (e) => { if (e.key === 'Enter') cell.textContent = input.value });
    cell.replaceChildren(input); input.focus() })</script>`;

for (const openingEvent of ['click', 'dblclick'])
  test(`text is typed into a grid cell whose editor opens on ${openingEvent}`, async ({ surface, show }) => {
    await show(createGrid(openingEvent));
    expect(await performOnElement(surface, 'Berth B', type('Berth C'))).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'value', from: 'Berth B', to: 'Berth C' }]),
    });
    expect(await readPageText(surface)).toContain('Berth C');
  });

test('typing into a cell without an editor fails, and no key event reaches the page', async ({
  surface,
  show,
}) => {
  await show(`<table><tr><td id=fixed>Total<td>12</table>
    <script>addEventListener('keydown', (e) => { document.title += e.key })</script>`);
  const outcome = await performOnElement(surface, 'Total', type('Sum'));
  expect(outcome).toMatchObject({ status: 'failed', reason: 'not-editable' });
  expect(getDetail(outcome)).toContain('does not accept text');
  expect(await surface.probe.title()).toBe('');
});

test('text is typed into the focused field', async ({ surface, show }) => {
  await show('<input aria-label=A value=1><input aria-label=B autofocus>');
  await performOnElement(surface, 'B', (uid) => ({ intent: 'click', uid }));
  const { outcome } = await surface.perform(
    { intent: 'textInput', text: '=A1', edit: { at: 'caret' } },
    signal,
  );
  expect(outcome.status).toBe('done');
  expect((await findByName(surface, 'B')).value).toBe('=A1');
});

test('no text is typed if no field is focused, because the page could treat the keys as shortcuts', async ({
  surface,
  show,
}) => {
  await show(`<h1>Mail</h1><script>addEventListener('keydown', (e) => { document.title += e.key })</script>`);
  const { outcome } = await surface.perform(
    { intent: 'textInput', text: 'e#', edit: { at: 'caret' } },
    signal,
  );
  expect(outcome).toMatchObject({ status: 'failed', reason: 'not-editable' });
  expect(getDetail(outcome)).toContain('no text field has the focus');
  expect(await surface.probe.title()).toBe('');
});
