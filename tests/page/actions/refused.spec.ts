/** Changes that the page reverts by cancelling the click are reported as refusals. */
import { expect, test } from '../../support/browser.js';
import { performOn, click, effectTypes, findByName, pageText, set } from './perform.js';

const REFUSED = /the page refused the change: it cancelled the click, and the checkbox “Agree” is still off/;

for (const [kind, how] of [
  ['set', set('true')],
  ['clicked', click],
] as const) {
  test(`a check box that is ${kind} has no effect if the page cancels the click, and the outcome says why`, async ({
    surface,
    show,
  }) => {
    await show(`<label><input type=checkbox onclick="event.preventDefault()"> Agree</label>`);
    const box = (await findByName(surface, 'Agree')).uid;
    expect(await performOn(surface, 'Agree', how)).toMatchObject({
      status: 'no-effect',
      pageRefusal: expect.stringMatching(REFUSED),
    });
    expect((await findByName(surface, 'Agree')).uid).toBe(box);
  });

  test(`other effects are reported together with the refusal (${kind})`, async ({ surface, show }) => {
    await show(`<input type=checkbox aria-label=Agree><p id=why></p>
      <script>addEventListener('click', (event) => { event.preventDefault(); why.textContent = 'Read it first' })</script>`);
    const outcome = await performOn(surface, 'Agree', how);
    expect(effectTypes(outcome)).toEqual(['dom']);
    expect(outcome).toMatchObject({ pageRefusal: expect.stringMatching(REFUSED) });
    expect(await pageText(surface)).toContain('Read it first');
  });

  test(`a page that cancels the click and ticks the box with a script refuses nothing (${kind})`, async ({
    surface,
    show,
  }) => {
    await show(`<input id=b type=checkbox aria-label=Agree>
      <script>b.onclick = (event) => { event.preventDefault(); setTimeout(() => { b.checked = true }, 50) }</script>`);
    const outcome = await performOn(surface, 'Agree', how);
    expect(outcome).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'state', name: 'checked', to: 'true' }]),
    });
    expect(outcome).not.toHaveProperty('refusal');
  });
}

test('a click on a label that the page cancels is a refusal too', async ({ surface, show }) => {
  await show(`<input id=c type=checkbox hidden><label for=c onclick="event.preventDefault()">Agree</label>`);
  expect(await performOn(surface, 'Agree', set('true'))).toMatchObject({
    status: 'no-effect',
    pageRefusal: expect.stringContaining('the page refused the change'),
  });
});
