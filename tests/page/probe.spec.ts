import type { ElementQuery } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

const PAGE = `<h1>Basket</h1><button disabled>Pay</button><label><input type=checkbox checked> Gift</label>
  <input aria-label=City value=Oslo><p class=note>Two <b>items</b></p><p hidden>Secret</p><div role=status>Saved</div>`;

const CASES: [name: string, query: ElementQuery, matches: boolean][] = [
  ['a heading by name', { role: 'heading', name: /Basket/, state: 'visible' }, true],
  ['a missing heading', { role: 'heading', name: /Checkout/, state: 'visible' }, false],
  ['a disabled button', { role: 'button', name: /Pay/, state: 'disabled' }, true],
  ['a checked checkbox', { role: 'checkbox', name: /Gift/, state: 'checked' }, true],
  [
    'a checked checkbox that should be unchecked',
    { role: 'checkbox', name: /Gift/, state: 'unchecked' },
    false,
  ],
  ['a field by its value', { role: 'textbox', value: /^Oslo$/, state: 'visible' }, true],
  ['a status by its text', { role: 'status', text: /Saved/, state: 'visible' }, true],
  ['hidden text is not visible', { text: /Secret/, state: 'visible' }, false],
  ['a missing element is hidden', { role: 'dialog', state: 'hidden' }, true],
  ['a visible element is not hidden', { text: /Two items/, state: 'hidden' }, false],
  ['an element by its CSS selector', { css: 'p.note', text: /Two items/, state: 'visible' }, true],
  ['an invalid CSS selector never matches “hidden”', { css: 'p..note', state: 'hidden' }, false],
];

for (const [name, query, matches] of CASES)
  test(`element check: ${name}`, async ({ surface, show }) => {
    await show(PAGE);
    expect((await surface.probe.waitForElement(query, 0, signal)).ok).toBe(matches);
  });

test('an element check by CSS selector reports a field’s value', async ({ surface, show }) => {
  await show(`<input id=date type=date value=2027-06-02><input id=pw type=password value=tjore>
    <select id=harbour><option value=l>Larvik<option value=m selected>Mandal</select>
    <button id=go disabled>Search</button>`);
  const describeElement = async (css: string, query: Partial<ElementQuery>): Promise<string> =>
    (await surface.probe.waitForElement({ css, state: 'visible', ...query }, 0, signal)).description;
  expect(await describeElement('#date', { value: /06-01/ })).toBe('#date, with the value “2027-06-02”');
  expect(await describeElement('#harbour', { value: /Larvik/ })).toBe('#harbour, with the value “Mandal”');
  expect(await describeElement('#pw', { value: /x/ })).toBe('#pw, with the value “•••”');
  expect(await describeElement('#go', { state: 'enabled' })).toBe('“Search”, disabled');
});

test('an element check waits for late content', async ({ surface, show }) => {
  await show(`<p id=p></p><script>setTimeout(() => { p.textContent = 'Done'; }, 700)</script>`);
  expect((await surface.probe.waitForElement({ text: /Done/, state: 'visible' }, 5_000, signal)).ok).toBe(
    true,
  );
});

test('the probe evaluates JavaScript expressions and rejects those that change the page', async ({
  surface,
  show,
}) => {
  await show(`<ul><li> One <b>two</b></li><li hidden>Three</li></ul><script>
    const basket = { items: [{ id: 1, name: 'Lamp' }], take() { this.items.pop(); return true; } };
    window.opened = new Date('2026-03-02T09:00:00Z');</script>`);
  const { probe } = surface;
  expect(await probe.query('li')).toEqual({ texts: ['One two', 'Three'] });
  expect(await probe.query('li..x')).toEqual({ fault: 'that the CSS selector is not valid' });
  const answers: [string, unknown][] = [
    ['basket.items', { json: [{ id: 1, name: 'Lamp' }] }],
    ['basket.items.map((item) => item.name).join()', { json: 'Lamp' }],
    ['{ count: document.querySelectorAll("li").length }', { json: { count: 2 } }],
    ['document.querySelector("li b").textContent', { json: 'two' }],
    ['document.querySelector("dl")', { json: null }],
    ['location.pathname.length > 0', { json: true }],
    ['opened.getTime()', { json: 1_772_442_000_000 }],
    ['undefined', { json: null }],
    ['nowhere.to', { fault: 'an expression that fails (ReferenceError: nowhere is not defined)' }],
    ['1 +', { fault: expect.stringContaining('an expression that fails (SyntaxError') }],
    ['(() => { for (;;); })()', { fault: 'a page that did not answer in time' }],
  ];
  for (const [expression, answer] of answers) expect(await probe.evaluate(expression)).toEqual(answer);
  for (const changingExpression of [
    'basket.take()',
    'document.title = "x"',
    'document.body.remove()',
    'fetch("/x")',
  ])
    expect(await probe.evaluate(changingExpression)).toEqual({
      fault: expect.stringContaining('may change the page'),
    });
  expect(await probe.evaluate('basket.items.length + document.querySelectorAll("li").length')).toEqual({
    json: 3,
  });
  expect(probe.downloads()).toEqual([]);
});
