import { expect, signal, test } from '../support/browser.js';

const SPINNER_STYLE =
  '<style>@keyframes turn { to { transform: rotate(1turn) } } .spinner { width: 40px; height: 40px; border: 4px solid; animation: turn 1s linear infinite }</style>';

/** Each page replaces its sign of loading by the text after a while. */
const PAGES: [sign: string, html: string][] = [
  ['a spinner', `${SPINNER_STYLE}<div id=sign><div class="spinner"></div></div>`],
  ['a busy region', '<div id=sign aria-busy="true" style="height:200px">Please wait</div>'],
  ['an endless progress bar', '<div id=sign><progress></progress></div>'],
  ['an empty main part', '<header>Shop</header><main id=sign style="display:block;height:400px"></main>'],
];

for (const [sign, html] of PAGES)
  test(`a new page that shows ${sign} is waited for`, async ({ surface, show }) => {
    await show(
      `${html}<script>setTimeout(() => { sign.removeAttribute('aria-busy'); sign.innerHTML = '<p>Three boats</p>' }, 900)</script>`,
    );
    const { text, loading } = await surface.observe({ text: true }, signal);
    expect(text.map((block) => block.text)).toContain('Three boats');
    expect(loading).toBeUndefined();
  });

test('a page that keeps loading is shown after a while, and told to be loading', async ({
  surface,
  show,
}) => {
  await show(`${SPINNER_STYLE}<h1>Boats</h1><div class="spinner"></div>`);
  const { text, loading } = await surface.observe({ text: true }, signal);
  expect(text.map((block) => block.text)).toContain('Boats');
  expect(loading).toBe(true);
});

test('an icon that is only called a spinner is no sign of loading', async ({ surface, show }) => {
  await show('<h1>Boats</h1><div class="spinner" style="width:40px;height:40px"></div>');
  expect((await surface.observe({ text: true }, signal)).loading).toBeUndefined();
});
