/** Roles, names and states against Chromium's own accessibility tree: it says what is right, not we. */
import { newContext } from '../../../src/page/index.js';
import { type Described, compared, prepare } from '../../support/accessibility.js';
import { expect, test } from '../../support/browser.js';
import { serve } from '../../support/server.js';
import { CASES } from './names-cases.data.js';
import { DIFFERENCES } from './names-differences.data.js';

function words({ role, name, states }: Described): string {
  const parts = Object.entries(states)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` [${key}=${value}]`);
  return `${role} "${name}"${parts.join('')}`;
}

const meant = new Map<string, string>(
  DIFFERENCES.flatMap(({ cases }) =>
    Object.entries(cases).flatMap(([html, ours]) =>
      typeof ours === 'string'
        ? [[`${html} @`, ours] as const]
        : Object.entries(ours).map(([at, one]) => [`${html} @${at}`, one] as const),
    ),
  ),
);

for (const [theme, pages] of Object.entries(CASES))
  test(`roles, names and states are Chromium's: ${theme}`, async ({ chromium }) => {
    const context = await newContext(chromium);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await prepare(page);
    const ours: string[] = [];
    const expected: string[] = [];
    for (const html of pages)
      for (const { at, chromium: its, ours: own } of await compared(page, cdp, html)) {
        const key = `${html} @${at}`;
        const differs = meant.get(key);
        // An entry that no longer makes a difference has to go.
        if (differs !== undefined) expect(words(its), key).not.toBe(differs);
        ours.push(`${key}: ${words(own)}`);
        expected.push(`${key}: ${differs ?? words(its)}`);
      }
    expect(ours).toEqual(expected);
    await context.close();
  });

test('every difference from Chromium belongs to a case', () => {
  const pages = Object.values(CASES).flat();
  const cases = DIFFERENCES.flatMap((difference) => Object.keys(difference.cases));
  expect(cases.filter((html) => !pages.includes(html))).toEqual([]);
});

test('aria-current, of which Chromium’s protocol does not tell', async ({ chromium }) => {
  const context = await newContext(chromium);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await prepare(page);
  const values = ['page', 'true', 'step', 'DATE', 'nonsense', 'false', ''];
  const html = values.map((value, i) => `<a href=# t=${i} aria-current="${value}">x</a>`).join('');
  const seen = await compared(page, cdp, html);
  expect(seen.map(({ ours }) => ours.states.current ?? false)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  await context.close();
});

test('words that another site’s style sheet generates name what is empty without them', async ({
  chromium,
}) => {
  const css = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/css' });
    response.end('.next::before { content: "Next" }');
  });
  const context = await newContext(chromium);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await prepare(page);
    const loaded = page.waitForResponse(css.url + '/');
    const html = `<link rel=stylesheet href="${css.url}/"><button t><i class=next></i></button>`;
    await compared(page, cdp, html);
    await loaded;
    await page.waitForFunction(() => document.styleSheets.length === 1);
    const seen = await page.evaluate(() =>
      (window as unknown as { describe(): Record<string, unknown> }).describe(),
    );
    expect(seen).toEqual({ '': { role: 'button', name: 'Next', states: {} } });
  } finally {
    await context.close();
    await css.close();
  }
});
