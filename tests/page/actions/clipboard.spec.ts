import { createSurface, createUnguardedContext } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test } from '../../support/browser.js';
import {
  performOnElement,
  copy,
  getDetail,
  listEffectTypes,
  findByName,
  readPageText,
  paste,
  press,
} from './perform.js';

test('copied text is pasted at the caret of a field', async ({ surface, show }) => {
  await show(
    `<p id=code>  AB-12  </p><input aria-label=Coupon value="Code: "><textarea aria-label=Note></textarea>`,
  );
  expect(await performOnElement(surface, 'code', copy)).toMatchObject({
    status: 'done',
    effects: expect.arrayContaining([{ type: 'clipboard', text: 'AB-12' }]),
  });
  expect(await performOnElement(surface, 'Coupon', paste)).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: 'Code: ', to: 'Code: AB-12' }]),
  });
  expect((await performOnElement(surface, 'Coupon', copy)).status).toBe('done');
  expect(listEffectTypes(await performOnElement(surface, 'Note', paste))).toContain('value');
  expect((await findByName(surface, 'Note')).value).toBe('Code: AB-12');
});

test('a page can replace the copied text, prevent copying, or handle a paste itself', async ({
  surface,
  show,
}) => {
  await show(`<p id=a oncopy="event.clipboardData.setData('text/plain', getSelection() + ' (source)'); event.preventDefault()">quote</p>
    <p id=b oncopy="event.preventDefault()">locked</p>
    <input aria-label=Field onpaste="event.preventDefault(); this.value = '[' + event.clipboardData.getData('text') + ']'">
    <button>Plain</button>`);
  expect(await performOnElement(surface, 'a', copy)).toMatchObject({
    effects: [{ type: 'clipboard', text: 'quote (source)' }],
  });
  expect(await performOnElement(surface, 'b', copy)).toMatchObject({ status: 'no-effect' });
  expect(await performOnElement(surface, 'Field', paste)).toMatchObject({
    effects: expect.arrayContaining([{ type: 'value', from: '', to: '[quote (source)]' }]),
  });
  expect(await performOnElement(surface, 'Plain', paste)).toMatchObject({
    status: 'failed',
    reason: 'not-editable',
  });
});

test('the copy, cut and paste shortcuts act on the selection, and the page receives the key events', async ({
  surface,
  show,
}) => {
  await show(`<input aria-label=From value="first second"><input aria-label=To value="old"><pre id=log></pre>
    <script>const [from] = document.querySelectorAll('input'); addEventListener('keydown', (e) => log.append(e.key + (e.ctrlKey ? '^' : '') + ' '));
    from.focus(); from.setSelectionRange(0, 5)</script>`);
  expect(await performOnElement(surface, 'From', press('Control+C'))).toMatchObject({
    effects: expect.arrayContaining([{ type: 'clipboard', text: 'first' }]),
  });
  await performOnElement(surface, 'To', press('ctrl+a'));
  expect(listEffectTypes(await performOnElement(surface, 'To', press('Control+V')))).toContain('value');
  expect((await findByName(surface, 'To')).value).toBe('first');
  await performOnElement(surface, 'From', press('Control+A'));
  expect(listEffectTypes(await performOnElement(surface, 'From', press('Control+X')))).toEqual(
    expect.arrayContaining(['clipboard', 'value']),
  );
  expect((await findByName(surface, 'From')).value).toBe('');
  expect(await readPageText(surface)).toContain('c^');
  // Without a target, keys go to the focused element.
  await performOnElement(surface, 'To', press('End'));
  expect((await surface.perform({ intent: 'press', key: 'Ctrl+V' }, signal)).outcome.status).toBe('done');
  expect((await findByName(surface, 'To')).value).toBe('firstfirst second');
});

test('a page can override what the copy shortcut does', async ({ surface, show }) => {
  await show(
    `<div tabindex=0 role=grid aria-label=Sheet onkeydown="event.preventDefault(); this.append('cell copied')">x</div>`,
  );
  expect(listEffectTypes(await performOnElement(surface, 'Sheet', press('Control+C')))).toEqual(['dom']);
});

test('text is pasted into a rich-text editor; passwords are not copied; an empty clipboard is reported', async ({
  surface,
  show,
}) => {
  await show(
    `<div contenteditable aria-label=Doc>start </div><input type=password aria-label=Pin value=1234><p id=t>one<br>two</p>`,
  );
  expect(getDetail(await performOnElement(surface, 'Doc', paste))).toContain('clipboard is empty');
  expect(await performOnElement(surface, 'Pin', copy)).toMatchObject({ status: 'failed', reason: 'refused' });
  await performOnElement(surface, 't', copy);
  expect((await performOnElement(surface, 'Doc', paste)).status).toBe('done');
  expect((await findByName(surface, 'Doc')).value).toMatch(/start ?one two/);
});

test('sessions in one browser have separate clipboards and do not use the browser’s clipboard', async ({
  surface,
  show,
  chromium,
}) => {
  const otherSurface = await createSurface(await createUnguardedContext(chromium), { limits: FAST_LIMITS });
  try {
    await show('<p id=s>secret of one</p>');
    await performOnElement(surface, 's', copy);
    await otherSurface.open(
      'data:text/html,<input aria-label=F><script>document.querySelector("input").focus()</script>',
      signal,
    );
    expect(await performOnElement(otherSurface, 'F', paste)).toMatchObject({
      status: 'failed',
      reason: 'bad-value',
    });
    expect((await findByName(otherSurface, 'F')).value).toBe('');
  } finally {
    await otherSurface.close();
  }
});

test.describe('a copy button on the page', () => {
  const CODE_AND_TARGET_FIELDS = '<textarea aria-label=Code>AB-12</textarea><input aria-label=To>';
  for (const [source, html, text] of [
    [
      'the selection of a field',
      `${CODE_AND_TARGET_FIELDS}<button onclick="const t = document.querySelector('textarea'); t.select(); document.execCommand('copy')">Copy it</button>`,
      'AB-12',
    ],
    [
      'a selection on the page',
      `<b id=b>XY-7</b><input aria-label=To><button onclick="getSelection().selectAllChildren(b); document.execCommand('copy')">Copy it</button>`,
      'XY-7',
    ],
    [
      'text from a copy listener',
      `${CODE_AND_TARGET_FIELDS}<button onclick="document.execCommand('copy')">Copy it</button><script>document.addEventListener('copy', (e) => { e.clipboardData.setData('text/plain', 'own'); e.preventDefault() })</script>`,
      'own',
    ],
    [
      'the selection, even if a listener on the selected element stops the copy event',
      `<span id=s>Q-9</span><input aria-label=To><button onclick="getSelection().selectAllChildren(s); document.execCommand('copy')">Copy it</button><script>s.addEventListener('copy', (e) => e.stopImmediatePropagation())</script>`,
      'Q-9',
    ],
  ] as const)
    test(`puts text on the session’s clipboard: ${source}`, async ({ surface, show }) => {
      await show(html);
      expect(await performOnElement(surface, 'Copy it', (uid) => ({ intent: 'click', uid }))).toMatchObject({
        effects: expect.arrayContaining([{ type: 'clipboard', text }]),
      });
      await performOnElement(surface, 'To', paste);
      expect((await findByName(surface, 'To')).value).toBe(text);
    });

  test('copies nothing if a listener prevents it', async ({ surface, show }) => {
    await show(
      `<textarea aria-label=Code>AB-12</textarea><button onclick="const t = document.querySelector('textarea'); t.select(); document.execCommand('copy'); this.after('tried')">Copy it</button><script>addEventListener('copy', (e) => e.preventDefault())</script>`,
    );
    expect(
      listEffectTypes(await performOnElement(surface, 'Copy it', (uid) => ({ intent: 'click', uid }))),
    ).not.toContain('clipboard');
  });
});
