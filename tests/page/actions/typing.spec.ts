import { expect, test } from '../../support/browser.js';
import {
  performOnElement,
  listEffectTypes,
  findByName,
  readPageText,
  press,
  submit,
  type,
} from './perform.js';

/**
 * A rich text editor like those of common libraries: `beforeinput` events change its document model, it renders the DOM
 * from the model, and it discards other changes to the DOM.
 */
const EDITOR = `<div id=ed contenteditable aria-label=Body></div><pre id=model></pre><script>
  let lines = ['old text'];
  const draw = () => { ed.innerHTML = lines.map((l) => '<p><span>' + (l.replace(/</g, '&lt;') || '<br>') + '</span></p>').join('');
    model.textContent = JSON.stringify(lines);
    const last = ed.lastChild.firstChild; const r = document.createRange(); r.selectNodeContents(last); r.collapse(false);
    if (document.activeElement === ed) { getSelection().removeAllRanges(); getSelection().addRange(r); } };
  new MutationObserver((records) => { if (records.some((r) => r.type === 'characterData')) draw() }).observe(ed, { subtree: true, characterData: true });
  ed.addEventListener('beforeinput', (e) => { e.preventDefault();
    const s = getSelection().toString(); if (s) lines = s.length >= lines.join('').length ? [''] : lines;
    if (e.inputType === 'insertText') lines[lines.length - 1] += e.data;
    else if (e.inputType === 'insertParagraph' || e.inputType === 'insertLineBreak') lines.push('');
    else if (e.inputType.startsWith('delete') && !s) lines[lines.length - 1] = lines[lines.length - 1].slice(0, -1);
    draw(); });
  draw();</script>`;

test('text is typed into an editor that keeps its own document model and listens to input events', async ({
  surface,
  show,
}) => {
  await show(EDITOR);
  expect(await performOnElement(surface, 'Body', type('Dear all,\nsee you'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: 'old text', to: 'Dear all, see you' }]),
  });
  expect(await readPageText(surface)).toContain('["Dear all,","see you"]');
  expect(await performOnElement(surface, 'Body', type('Dear all,\nsee you'))).toMatchObject({
    status: 'already',
  });
});

test('typing several lines does not press Enter, which would send a chat message', async ({
  surface,
  show,
}) => {
  await show(`<div id=c contenteditable aria-label=Message></div><pre id=sent></pre>
    <script>c.addEventListener('keydown', (e) => { if (e.key === 'Enter' && !e.shiftKey) { e.preventDefault(); sent.append('SENT') } })</script>`);
  expect((await performOnElement(surface, 'Message', type('one\ntwo'))).status).toBe('done');
  expect(await readPageText(surface)).not.toContain('SENT');
  expect((await findByName(surface, 'Message')).value).toBe('one two');
});

test('a field with a key listener receives key events', async ({ surface, show }) => {
  await show(`<input role=combobox aria-autocomplete=list aria-label=City value=x><pre id=log></pre>
    <script>document.querySelector('input').addEventListener('keydown', (e) => log.append(e.key))</script>`);
  expect(listEffectTypes(await performOnElement(surface, 'City', type('Oslo')))).toContain('value');
  expect(await readPageText(surface)).toMatch(/Oslo$/);
});

test('text is typed into a masked field, and the resulting value is reported', async ({ surface, show }) => {
  // The field reacts only to keys and discards other input.
  await show(`<input aria-label=Phone value=""><script>
    const f = document.querySelector('input'); let digits = '';
    const draw = () => { f.value = digits.replace(/(\\d{3})(\\d{0,4}).*/, '($1) $2') };
    f.addEventListener('keydown', (e) => { if (/^\\d$/.test(e.key)) digits += e.key; else if (e.key === 'Delete' || e.key === 'Backspace') digits = ''; if (e.key.length === 1) { e.preventDefault(); draw() } });
    f.addEventListener('input', draw)</script>`);
  expect(await performOnElement(surface, 'Phone', type('5551234'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '(555) 1234' }]),
  });
});

test('a field may format the typed text; the effect contains the value that the field then shows', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=Upper oninput="this.value=this.value.toUpperCase()">
    <input aria-label=Weight oninput="if (this.value.length === 2) this.value += ' kg'">
    <input aria-label=Price oninput="if (this.value.length === 4) this.value = '1,500.00'">`);
  for (const [name, text, value] of [
    ['Upper', 'abc', 'ABC'],
    ['Weight', '30', '30 kg'],
    ['Price', '1500', '1,500.00'],
  ] as const)
    expect(await performOnElement(surface, name, type(text)), name).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'value', from: '', to: value }]),
    });
});

test('typing fails if the field does not keep the text, and the error contains the text that it kept', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=Code maxlength=4><input aria-label=Empty value=old oninput="this.value=''">
    <input aria-label=Fixed value=same oninput="this.value='same'; document.body.append('no ')">
    <input type=password aria-label=Password maxlength=4>`);
  for (const [name, text, detail] of [
    ['Code', '123456', /“1234”, not “123456”/],
    ['Empty', 'other', /is empty/],
    ['Password', 'opensesame', /^(?!.*opensesame).*password/],
  ] as const)
    expect(await performOnElement(surface, name, type(text)), name).toMatchObject({
      status: 'failed',
      reason: 'bad-value',
      detail: expect.stringMatching(detail),
    });
  // The field restores its value at once.
  expect(await performOnElement(surface, 'Fixed', type('other'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
  });
});

test('typing reports the value and other changes on the page, but never a password', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=Filter oninput="out.textContent = this.value"><p id=out></p>
    <input type=password aria-label=Secret value=oldpass>`);
  expect(listEffectTypes(await performOnElement(surface, 'Filter', type('shoes')))).toEqual(
    expect.arrayContaining(['value', 'dom']),
  );
  const outcome = await performOnElement(surface, 'Secret', type('newpass'));
  expect(outcome).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '' }]),
  });
  expect(JSON.stringify(outcome)).not.toContain('pass');
});

test('long text keeps its line breaks', async ({ surface, show }) => {
  await show(
    `<textarea aria-label=Letter></textarea><p id=n></p><script>document.querySelector('textarea').oninput = (e) => n.textContent = e.target.value.split('\\n').length</script>`,
  );
  const text = Array.from({ length: 40 }, (_, i) => `line ${i} with some words in it`).join('\n');
  expect((await performOnElement(surface, 'Letter', type(text))).status).toBe('done');
  expect(await readPageText(surface)).toMatch(/40$/);
  expect((await performOnElement(surface, 'Letter', type(text))).status).toBe('already');
});

test('text for a container is typed into its only field; typing into an element that accepts no text fails', async ({
  surface,
  show,
}) => {
  await show(
    `<div role=combobox aria-expanded=false aria-label=Wrapped><input aria-autocomplete=list></div><button>Plain</button>`,
  );
  expect((await performOnElement(surface, 'Wrapped', type('x'))).status).toBe('done');
  expect(await performOnElement(surface, 'Plain', type('x'))).toMatchObject({
    status: 'failed',
    reason: 'not-editable',
  });
});

const KEY_SPELLINGS = [
  ['Esc', 'Escape'],
  ['Return', 'Enter'],
  ['Del', 'Delete'],
  ['Ctrl+Shift+P', 'Control+Shift+P'],
  ['ctrl-shift-p', 'Control+Shift+P'],
  ['cmd+k', 'Meta+k'],
  ['F5', 'F5'],
  ['Ctrl++', 'Control++'],
  ['down', 'ArrowDown'],
] as const;

test('common spellings of keys are accepted, and the page receives the standard key', async ({
  surface,
  show,
}) => {
  await show(`<button>Here</button><pre id=log></pre><script>let n = 0; addEventListener('keydown', (e) => {
      if (['Control', 'Shift', 'Meta'].includes(e.key)) return; e.preventDefault();
      log.textContent = ++n + ' ' + [e.ctrlKey && 'Control', e.metaKey && 'Meta', e.shiftKey && 'Shift', e.key].filter(Boolean).join('+') })</script>`);
  for (const [i, [spelling, key]] of KEY_SPELLINGS.entries()) {
    expect
      .soft(listEffectTypes(await performOnElement(surface, 'Here', press(spelling))), spelling)
      .toContain('dom');
    expect
      .soft((await readPageText(surface)).toLowerCase(), spelling)
      .toContain(`${i + 1} ${key.toLowerCase()}`);
  }
});

test('an unknown key is refused with examples; moving the focus is an effect; a key without a handler has no effect', async ({
  surface,
  show,
}) => {
  await show('<button>One</button><button>Two</button>');
  expect(await performOnElement(surface, 'One', press('Hyper+Q'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
    detail: expect.stringContaining('Enter'),
  });
  expect(listEffectTypes(await performOnElement(surface, 'One', press('Tab')))).toEqual(['focus']);
  expect(listEffectTypes(await performOnElement(surface, 'One', press('F8')))).toEqual(['no-effect']);
});

test('a form is submitted even if one of its fields has the name of a form method', async ({
  surface,
  show,
}) => {
  await show(
    `<form onsubmit="document.body.append('sent'); return false"><input name=requestSubmit aria-label=Q></form>`,
  );
  expect(listEffectTypes(await performOnElement(surface, 'Q', submit))).toContain('dom');
  expect(await readPageText(surface)).toContain('sent');
});

test('moving the caret is an effect of a key press', async ({ surface, show }) => {
  await show(
    `<input aria-label=Name value=Ann><div contenteditable aria-label=Body role=textbox>Dear Tom</div>`,
  );
  for (const name of ['Name', 'Body']) {
    await performOnElement(surface, name, (uid) => ({ intent: 'click', uid }));
    await performOnElement(surface, name, press('End'));
    expect(await performOnElement(surface, name, press('Home')), name).toMatchObject({
      status: 'done',
      effects: [{ type: 'state', name: 'caret', to: 'moved' }],
    });
    expect(await performOnElement(surface, name, press('Home')), name).toMatchObject({ status: 'no-effect' });
  }
});
