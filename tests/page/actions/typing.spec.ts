import { expect, test } from '../../support/browser.js';
import { act, effects, named, page, press, submit, type } from './acting.js';

/**
 * An editor as the well-known ones are built: a document of its own, changed by `beforeinput` only; the DOM is drawn
 * from it, and whatever else changes the DOM is thrown away.
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

test('an editor with a document of its own gets the text through input events', async ({ surface, show }) => {
  await show(EDITOR);
  expect(await act(surface, 'Body', type('Dear all,\nsee you'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: 'old text', to: 'Dear all, see you' }]),
  });
  expect(await page(surface)).toContain('["Dear all,","see you"]');
  expect(await act(surface, 'Body', type('Dear all,\nsee you'))).toMatchObject({ status: 'already' });
});

test('a chat that sends on Enter is not sent by a text of several lines', async ({ surface, show }) => {
  await show(`<div id=c contenteditable aria-label=Message></div><pre id=sent></pre>
    <script>c.addEventListener('keydown', (e) => { if (e.key === 'Enter' && !e.shiftKey) { e.preventDefault(); sent.append('SENT') } })</script>`);
  expect((await act(surface, 'Message', type('one\ntwo'))).status).toBe('done');
  expect(await page(surface)).not.toContain('SENT');
  expect((await named(surface, 'Message')).value).toBe('one two');
});

test('fields that listen to keys get keys', async ({ surface, show }) => {
  await show(`<input role=combobox aria-autocomplete=list aria-label=City value=x><pre id=log></pre>
    <script>document.querySelector('input').addEventListener('keydown', (e) => log.append(e.key))</script>`);
  expect(effects(await act(surface, 'City', type('Oslo')))).toContain('value');
  expect(await page(surface)).toMatch(/Oslo$/);
});

test('a masked field is typed into, and what it makes of the text is told', async ({ surface, show }) => {
  // Knows nothing but keys: whatever else gets into it is thrown out.
  await show(`<input aria-label=Phone value=""><script>
    const f = document.querySelector('input'); let digits = '';
    const draw = () => { f.value = digits.replace(/(\\d{3})(\\d{0,4}).*/, '($1) $2') };
    f.addEventListener('keydown', (e) => { if (/^\\d$/.test(e.key)) digits += e.key; else if (e.key === 'Delete' || e.key === 'Backspace') digits = ''; if (e.key.length === 1) { e.preventDefault(); draw() } });
    f.addEventListener('input', draw)</script>`);
  expect(await act(surface, 'Phone', type('5551234'))).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '(555) 1234' }]),
  });
});

test('a field that cuts text off is reported with what it holds', async ({ surface, show }) => {
  await show(`<input aria-label=Code maxlength=4><input aria-label=Upper oninput="this.value=this.value.toUpperCase()">
    <input aria-label=Fixed value=same oninput="this.value='same'; document.body.append('no ')">`);
  expect(await act(surface, 'Code', type('123456'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '1234' }]),
  });
  expect(await act(surface, 'Upper', type('abc'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '', to: 'ABC' }]),
  });
  // The page stirs, but the field keeps its value: that is not what was asked for.
  expect(await act(surface, 'Fixed', type('other'))).toMatchObject({ status: 'no-effect' });
});

test('a live filter beside the field is told with the value; a password never is', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=Filter oninput="out.textContent = this.value"><p id=out></p>
    <input type=password aria-label=Secret value=oldpass>`);
  expect(effects(await act(surface, 'Filter', type('shoes')))).toEqual(
    expect.arrayContaining(['value', 'dom']),
  );
  const outcome = await act(surface, 'Secret', type('newpass'));
  expect(outcome).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '' }]),
  });
  expect(JSON.stringify(outcome)).not.toContain('pass');
});

test('long texts of several lines keep their lines', async ({ surface, show }) => {
  await show(
    `<textarea aria-label=Letter></textarea><p id=n></p><script>document.querySelector('textarea').oninput = (e) => n.textContent = e.target.value.split('\\n').length</script>`,
  );
  const text = Array.from({ length: 40 }, (_, i) => `line ${i} with some words in it`).join('\n');
  expect((await act(surface, 'Letter', type(text))).status).toBe('done');
  expect(await page(surface)).toMatch(/40$/);
  expect((await act(surface, 'Letter', type(text))).status).toBe('already');
});

test('the only field inside a box is meant by the box; what takes no text is refused', async ({
  surface,
  show,
}) => {
  await show(
    `<div role=combobox aria-expanded=false aria-label=Wrapped><input aria-autocomplete=list></div><button>Plain</button>`,
  );
  expect((await act(surface, 'Wrapped', type('x'))).status).toBe('done');
  expect(await act(surface, 'Plain', type('x'))).toMatchObject({ status: 'failed', reason: 'not-editable' });
});

for (const [spelling, heard] of [
  ['Esc', 'Escape'],
  ['Return', 'Enter'],
  ['Del', 'Delete'],
  ['Ctrl+Shift+P', 'Control+Shift+P'],
  ['ctrl-shift-p', 'Control+Shift+P'],
  ['cmd+k', 'Meta+k'],
  ['F5', 'F5'],
  ['Ctrl++', 'Control++'],
  ['down', 'ArrowDown'],
] as const)
  test(`the key ${spelling} arrives as ${heard}`, async ({ surface, show }) => {
    await show(`<button>Here</button><pre id=log></pre><script>addEventListener('keydown', (e) => {
      if (['Control', 'Shift', 'Meta'].includes(e.key)) return; e.preventDefault();
      log.textContent = [e.ctrlKey && 'Control', e.metaKey && 'Meta', e.shiftKey && 'Shift', e.key].filter(Boolean).join('+') })</script>`);
    expect(effects(await act(surface, 'Here', press(spelling)))).toContain('dom');
    expect((await page(surface)).toLowerCase()).toContain(heard.toLowerCase());
  });

test('an unknown key is refused with examples; Tab that moves the keyboard is an effect, a dead key is none', async ({
  surface,
  show,
}) => {
  await show('<button>One</button><button>Two</button>');
  expect(await act(surface, 'One', press('Hyper+Q'))).toMatchObject({
    status: 'failed',
    reason: 'bad-value',
    detail: expect.stringContaining('Enter'),
  });
  expect(effects(await act(surface, 'One', press('Tab')))).toEqual(['focus']);
  expect(effects(await act(surface, 'One', press('F8')))).toEqual(['no-effect']);
});

test('a form is sent even where one of its fields bears the name of a method', async ({ surface, show }) => {
  await show(
    `<form onsubmit="document.body.append('sent'); return false"><input name=requestSubmit aria-label=Q></form>`,
  );
  expect(effects(await act(surface, 'Q', submit))).toContain('dom');
  expect(await page(surface)).toContain('sent');
});
