/** Elements with `pointer-events: none` or `inert`, and the element that receives the click instead. */
import { expect, signal, test } from '../../support/browser.js';
import {
  performOnElement,
  click,
  getDetail,
  doubleClick,
  listEffectTypes,
  hover,
  findByName,
  readPageText,
  set,
} from './perform.js';

const LOG = `<pre id=log></pre><script>const say = (t) => log.append(t + ' ')</script>`;

for (const { receiver, html, name, expectedDetail } of [
  {
    receiver: 'the element behind it',
    html: `<div style="position:relative"><button style="position:absolute;inset:0;height:40px" onclick="say('behind')">Behind</button>
      <a href="#x" style="position:relative;pointer-events:none" onclick="say('no')">Through</a></div>`,
    name: 'Through',
    expectedDetail: 'button “Behind” receives the click',
  },
  {
    receiver: 'its container',
    html: `<main aria-label=Shop><button style="pointer-events:none" onclick="say('no')">Through</button></main>`,
    name: 'Through',
    expectedDetail: 'main “Shop” receives the click',
  },
])
  for (const gesture of [click, doubleClick, hover])
    test(`${gesture('').intent} on an element with pointer-events: none fails, and the error names ${receiver}`, async ({
      surface,
      show,
    }) => {
      await show(LOG + html);
      const outcome = await performOnElement(surface, name, gesture);
      expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
      expect(getDetail(outcome)).toContain('lets the pointer through (pointer-events: none)');
      expect(getDetail(outcome)).toContain(expectedDetail);
      expect((await readPageText(surface)).trim()).not.toMatch(/behind|no /);
    });

test('hovering over an inert element fails, and the error says that the element is inert', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<main aria-label=Shop><div inert><button onclick="say('no')">Buy</button></div></main>`);
  // A click would fail earlier, because an inert element counts as disabled.
  const outcome = await performOnElement(surface, 'Buy', hover);
  expect(outcome).toMatchObject({ status: 'failed', reason: 'covered' });
  expect(getDetail(outcome)).toContain('it is inert');
});

for (const { receiver, html } of [
  { receiver: 'its label', html: `<label>Agree <input type=checkbox style="pointer-events:none"></label>` },
  {
    receiver: 'its label, while the checkbox is transparent',
    html: `<label style="display:block;position:relative;height:30px"><input type=checkbox style="pointer-events:none;position:absolute;inset:0;opacity:.01"><i>Agree</i></label>`,
  },
  {
    receiver: 'a label that covers it',
    html: `<input id=c type=checkbox style="position:absolute;left:10px;top:60px;width:20px;height:20px"><label for=c style="position:absolute;left:5px;top:55px;width:90px;height:30px;background:#eee">Agree</label>`,
  },
])
  test(`a checkbox is ticked if the click goes to ${receiver}`, async ({ surface, show }) => {
    await show(LOG + html);
    const { candidates } = await surface.observe({}, signal);
    const box = candidates.find(({ role }) => role === 'checkbox')!;
    const { outcome } = await surface.perform(click(box.uid), signal);
    expect(outcome).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'state', name: 'checked', to: 'true' }]),
    });
    const untickResult = await surface.perform(set('false')(box.uid), signal);
    expect(untickResult.outcome).toMatchObject({
      status: 'done',
      effects: expect.arrayContaining([{ type: 'state', name: 'checked', to: 'false' }]),
    });
  });

test('a click on part of a button with pointer-events: none reaches the button', async ({
  surface,
  show,
}) => {
  await show(
    `${LOG}<button onclick="say('pressed')"><span id=part tabindex=0 aria-label=Part style="pointer-events:none;display:block;width:60px;height:30px">+</span></button>`,
  );
  const part = await findByName(surface, 'part');
  expect(part.tag).toBe('span');
  expect(listEffectTypes(await performOnElement(surface, 'part', click))).toContain('dom');
  expect(await readPageText(surface)).toContain('pressed');
});

test('a click on the inner button of a custom element reaches the custom element', async ({
  surface,
  show,
}) => {
  await show(`${LOG}<my-tab onclick="say('chosen')"></my-tab><script>
    document.querySelector('my-tab').attachShadow({ mode: 'open' }).innerHTML =
      '<button role=tab style="pointer-events:none;width:90px;height:30px">Bookings</button>';
  </script>`);
  const outcome = await performOnElement(surface, 'Bookings', click);
  expect(outcome).toMatchObject({ status: 'done' });
  expect(await readPageText(surface)).toContain('chosen');
});

const FIELD_STYLE = `<style>.field{position:relative;display:flex;width:220px;height:36px;border:1px solid} .field input{pointer-events:none;flex:1} .field b{position:absolute;inset:0}</style>`;

test('a click on a field without pointer events goes to its wrapper', async ({ surface, show }) => {
  await show(`${LOG}${FIELD_STYLE}<label id=l>Region</label>
    <div class=field onmousedown="say('opened')"><b>North</b><input role=combobox aria-labelledby=l></div>`);
  const outcome = await performOnElement(surface, 'Region', click);
  expect(outcome).toMatchObject({ status: 'done', receivedBy: 'div “North”' });
  expect(await readPageText(surface)).toContain('opened');
});

test('a wrapper that two fields share does not receive the click for one of them', async ({
  surface,
  show,
}) => {
  await show(`${LOG}${FIELD_STYLE}<div class=field onmousedown="say('opened')"><b>North</b>
    <input role=combobox aria-label=Region><input aria-label=Town></div>`);
  expect(await performOnElement(surface, 'Region', click)).toMatchObject({
    status: 'failed',
    reason: 'covered',
  });
  expect(await readPageText(surface)).not.toContain('opened');
});
