/** Compares roles, names and states with Chromium's accessibility tree. */
import { createUnguardedContext } from '../../../src/page/index.js';
import { type ElementDescription, compareDescriptions, preparePage } from '../../support/accessibility.js';
import { expect, test } from '../../support/browser.js';
import { startServer } from '../../support/server.js';
import { CASES } from './names-cases.data.js';
import { DIFFERENCES } from './names-differences.data.js';

function formatDescription({ role, name, states }: ElementDescription): string {
  const stateTexts = Object.entries(states)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` [${key}=${value}]`);
  return `${role} "${name}"${stateTexts.join('')}`;
}

const intendedDifferences = new Map<string, string>(
  DIFFERENCES.flatMap(({ cases }) =>
    Object.entries(cases).flatMap(([html, difference]) =>
      typeof difference === 'string'
        ? [[`${html} @`, difference] as const]
        : Object.entries(difference).map(([path, description]) => [`${html} @${path}`, description] as const),
    ),
  ),
);

for (const [theme, pages] of Object.entries(CASES))
  test(`roles, names and states are the same as Chromium's: ${theme}`, async ({ chromium }) => {
    const context = await createUnguardedContext(chromium);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await preparePage(page);
    const actual: string[] = [];
    const expected: string[] = [];
    for (const html of pages)
      for (const {
        testName,
        chromium: chromiumDescription,
        parley: parleyDescription,
      } of await compareDescriptions(page, cdp, html)) {
        const key = `${html} @${testName}`;
        const intendedDifference = intendedDifferences.get(key);
        // An intended difference that no longer exists must be removed from the list.
        if (intendedDifference !== undefined)
          expect(formatDescription(chromiumDescription), key).not.toBe(intendedDifference);
        actual.push(`${key}: ${formatDescription(parleyDescription)}`);
        expected.push(`${key}: ${intendedDifference ?? formatDescription(chromiumDescription)}`);
      }
    expect(actual).toEqual(expected);
    await context.close();
  });

test('every listed difference belongs to an existing case', () => {
  const pages = Object.values(CASES).flat();
  const cases = DIFFERENCES.flatMap((difference) => Object.keys(difference.cases));
  expect(cases.filter((html) => !pages.includes(html))).toEqual([]);
});

test('aria-current is reported although the DevTools protocol does not report it', async ({ chromium }) => {
  const context = await createUnguardedContext(chromium);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await preparePage(page);
  const values = ['page', 'true', 'step', 'DATE', 'nonsense', 'false', ''];
  const html = values.map((value, i) => `<a href=# t=${i} aria-current="${value}">x</a>`).join('');
  const descriptions = await compareDescriptions(page, cdp, html);
  expect(descriptions.map(({ parley }) => parley.states.current ?? false)).toEqual([
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

test('text from a cross-origin style sheet names an otherwise empty element', async ({ chromium }) => {
  const styleServer = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/css' });
    response.end('.next::before { content: "Next" }');
  });
  const context = await createUnguardedContext(chromium);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await preparePage(page);
    const styleResponse = page.waitForResponse(styleServer.url + '/');
    const html = `<link rel=stylesheet href="${styleServer.url}/"><button t><i class=next></i></button>`;
    await compareDescriptions(page, cdp, html);
    await styleResponse;
    await page.waitForFunction(() => document.styleSheets.length === 1);
    const descriptions = await page.evaluate(() =>
      (window as unknown as { describeElements(): Record<string, unknown> }).describeElements(),
    );
    expect(descriptions).toEqual({ '': { role: 'button', name: 'Next', states: {} } });
  } finally {
    await context.close();
    await styleServer.close();
  }
});
