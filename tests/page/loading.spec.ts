import { expect, signal, test } from '../support/browser.js';

const SPINNER_STYLE =
  '<style>@keyframes turn { to { transform: rotate(1turn) } } .spinner { width: 40px; height: 40px; border: 4px solid; animation: turn 1s linear infinite }</style>';

/** Each page replaces its loading indicator with text after a while. */
const PAGES: [indicator: string, html: string][] = [
  ['a spinner', `${SPINNER_STYLE}<div id=sign><div class="spinner"></div></div>`],
  ['a busy region', '<div id=sign aria-busy="true" style="height:200px">Please wait</div>'],
  ['an endless progress bar', '<div id=sign><progress></progress></div>'],
  ['an empty main region', '<header>Shop</header><main id=sign style="display:block;height:400px"></main>'],
];

for (const [indicator, html] of PAGES)
  test(`an observation waits for a new page that shows ${indicator}`, async ({ surface, show }) => {
    await show(
      `${html}<script>setTimeout(() => { sign.removeAttribute('aria-busy'); sign.innerHTML = '<p>Three boats</p>' }, 900)</script>`,
    );
    const { text, loading } = await surface.observe({ text: true }, signal);
    expect(text.map((block) => block.text)).toContain('Three boats');
    expect(loading).toBeUndefined();
  });

test('a page that keeps loading is observed after a while, and the observation says that it is loading', async ({
  surface,
  show,
}) => {
  await show(`${SPINNER_STYLE}<h1>Boats</h1><div class="spinner"></div>`);
  const { text, loading } = await surface.observe({ text: true }, signal);
  expect(text.map((block) => block.text)).toContain('Boats');
  expect(loading).toBe(true);
});

test('an icon is not a loading indicator just because its class is “spinner”', async ({ surface, show }) => {
  await show('<h1>Boats</h1><div class="spinner" style="width:40px;height:40px"></div>');
  expect((await surface.observe({ text: true }, signal)).loading).toBeUndefined();
});
