import type { ElementQuery } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

const text = (pattern: RegExp): ElementQuery['text'] => pattern;

const PAGE = `<h1>Basket</h1><button disabled>Pay</button><label><input type=checkbox checked> Gift</label>
  <input aria-label=City value=Oslo><p class=note>Two <b>items</b></p><p hidden>Secret</p><div role=status>Saved</div>`;

const CASES: [name: string, query: ElementQuery, ok: boolean][] = [
  ['a heading by name', { role: 'heading', name: text(/Basket/), state: 'visible' }, true],
  ['a heading that is not there', { role: 'heading', name: text(/Checkout/), state: 'visible' }, false],
  ['a button that cannot be pressed', { role: 'button', name: text(/Pay/), state: 'disabled' }, true],
  ['a ticked box', { role: 'checkbox', name: text(/Gift/), state: 'checked' }, true],
  ['a ticked box that should not be', { role: 'checkbox', name: text(/Gift/), state: 'unchecked' }, false],
  ['a field by its value', { role: 'textbox', value: text(/^Oslo$/), state: 'visible' }, true],
  ['a status by its text', { role: 'status', text: text(/Saved/), state: 'visible' }, true],
  ['hidden text is not visible', { text: text(/Secret/), state: 'visible' }, false],
  ['what is nowhere is hidden', { role: 'dialog', state: 'hidden' }, true],
  ['what is shown is not hidden', { text: text(/Two items/), state: 'hidden' }, false],
  ['by CSS', { css: 'p.note', text: text(/Two items/), state: 'visible' }, true],
  ['a wrong CSS selector proves nothing hidden', { css: 'p..note', state: 'hidden' }, false],
];

for (const [name, query, ok] of CASES)
  test(`a check finds: ${name}`, async ({ surface, show }) => {
    await show(PAGE);
    expect((await surface.probe.element(query, 0, signal)).ok).toBe(ok);
  });

test('a check waits for what comes late', async ({ surface, show }) => {
  await show(`<p id=p></p><script>setTimeout(() => { p.textContent = 'Done'; }, 700)</script>`);
  expect((await surface.probe.element({ text: text(/Done/), state: 'visible' }, 5_000, signal)).ok).toBe(
    true,
  );
});
