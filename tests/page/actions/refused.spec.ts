/** A change is reported as refused if the page reverts it by cancelling the click. */
import { expect, test } from '../../support/browser.js';
import { performOnElement, click, listEffectTypes, findByName, readPageText, set } from './perform.js';

const REFUSAL_TEXT =
  /the page refused the change: it cancelled the click, and the checkbox “Agree” is still off/;

for (const [verb, createAction] of [
  ['set', set('true')],
  ['clicked', click],
] as const) {
  test(`if the page cancels the click, a checkbox that is ${verb} stays unchanged, and the outcome says why`, async ({
    surface,
    show,
  }) => {
    await show(`<label><input type=checkbox onclick="event.preventDefault()"> Agree</label>`);
    const { uid } = await findByName(surface, 'Agree');
    expect(await performOnElement(surface, 'Agree', createAction)).toMatchObject({
      status: 'no-effect',
      pageRefusal: expect.stringMatching(REFUSAL_TEXT),
    });
    expect((await findByName(surface, 'Agree')).uid).toBe(uid);
  });

  test(`other effects are reported along with the refusal (${verb})`, async ({ surface, show }) => {
    await show(`<input type=checkbox aria-label=Agree><p id=why></p>
      <script>addEventListener('click', (event) => { event.preventDefault(); why.textContent = 'Read it first' })</script>`);
    const outcome = await performOnElement(surface, 'Agree', createAction);
    expect(listEffectTypes(outcome)).toEqual(['dom']);
    expect(outcome).toMatchObject({ pageRefusal: expect.stringMatching(REFUSAL_TEXT) });
    expect(await readPageText(surface)).toContain('Read it first');
  });

  test(`cancelling the click is not a refusal if a script then changes the checkbox (${verb})`, async ({
    surface,
    show,
  }) => {
    await show(`<input id=b type=checkbox aria-label=Agree>
      <script>b.onclick = (event) => { event.preventDefault(); setTimeout(() => { b.checked = true }, 50) }</script>`);
    const outcome = await performOnElement(surface, 'Agree', createAction);
    expect(outcome).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'state', name: 'checked', to: 'true' }]),
    });
    expect(outcome).not.toHaveProperty('pageRefusal');
  });
}

test('cancelling a click on the label is also a refusal', async ({ surface, show }) => {
  await show(`<input id=c type=checkbox hidden><label for=c onclick="event.preventDefault()">Agree</label>`);
  expect(await performOnElement(surface, 'Agree', set('true'))).toMatchObject({
    status: 'no-effect',
    pageRefusal: expect.stringContaining('the page refused the change'),
  });
});
