import { expect, signal, test } from '../../support/browser.js';
import { act, click } from './acting.js';

const CLOCK = `<p id=clock>0</p><script>let t = 0; setInterval(() => { clock.textContent = ++t; }, 40)</script>`;

/** Until the clock has ticked a few times while nobody acts. */
async function ticked(surface: Parameters<typeof act>[0]): Promise<void> {
  await expect.poll(async () => Number(/\d+/.exec(await surface.probe.text())![0])).toBeGreaterThan(8);
  await surface.observe({}, signal);
}

test('on a page that ticks, a change elsewhere is the effect of the act however small it is', async ({
  surface,
  show,
}) => {
  await show(`${CLOCK}<button onclick="out.title = 'changed'">Change</button><i id=out></i>`);
  await ticked(surface);
  expect(await act(surface, 'Change', click)).toMatchObject({
    status: 'done',
    effects: [{ type: 'dom', mutations: 1 }],
  });
});

test('on a page that ticks, a button without a handler does nothing', async ({ surface, show }) => {
  await show(`${CLOCK}<button>Dead</button>`);
  await ticked(surface);
  for (let i = 0; i < 3; i++) expect((await act(surface, 'Dead', click)).status).toBe('no-effect');
});

test('what acts change again and again is not taken for the page’s own movement', async ({
  surface,
  show,
}) => {
  await show(
    `<button onclick="n.textContent = ++count">Count</button><b id=n>0</b><script>let count = 0</script>`,
  );
  for (let i = 0; i < 4; i++)
    expect(await act(surface, 'Count', click)).toMatchObject({ status: 'done', effects: [{ type: 'dom' }] });
});
