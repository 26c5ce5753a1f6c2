/** Opens reports from file:// in a real browser: security policy, hostile text, keyboard, and reports that are cut off. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import type { Page } from 'playwright';

import { expect, test as base } from '../support/browser.js';
import type { EventBody } from '../../src/contract/index.js';
import { readViewerAssets } from '../../src/report/assets.js';
import type { EventScreenshot } from '../../src/report/builder.js';
import {
  createActionEvent,
  buildReport,
  createEndEvent,
  createInstructorSay,
  createNavigatorSay,
  createSessionEvent,
  UID,
} from './report-data.js';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const eventScreenshot: EventScreenshot = {
  screenshot: { dataUrl: PIXEL, name: 'screenshot-1-0.png', width: 1280, height: 800 },
  boxes: [{ box: { x: 100, y: 100, width: 80, height: 20 }, rank: 1, isChosen: true }],
};

const CONVERSATION: EventBody[] = [
  createSessionEvent(),
  createInstructorSay(0, 'Save the draft.'),
  createActionEvent(1, { evidence: { ranked: [{ uid: UID, score: 1, name: 'Save' }] } }),
  createNavigatorSay(2, 'Saved the draft.'),
  createInstructorSay(3, 'Thank you.'),
  createEndEvent({ turns: 4 }),
];

interface OpenedReport {
  page: Page;
  /** Errors, blocked content and dialogs. */
  problems: string[];
}

const test = base.extend<{ openReport: (html: string, hash?: string) => Promise<OpenedReport> }>({
  openReport: async ({ chromium }, use, info) => {
    const context = await chromium.newContext();
    let reportCount = 0;
    await use(async (html, hash = '') => {
      const file = info.outputPath(`report-${reportCount++}.html`);
      writeFileSync(file, html);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => problems.push(message.text()));
      page.on('response', (response) => {
        if (!/^(file|data):/.test(response.url())) problems.push(response.url());
      });
      page.on('dialog', (dialog) => {
        problems.push(dialog.message());
        void dialog.dismiss();
      });
      await page.goto(pathToFileURL(file).href + hash);
      return { page, problems };
    });
    await context.close();
  },
});

const buildReportWithViewer = (events: readonly EventBody[]): string =>
  buildReport(events, { assets: readViewerAssets(), screenshot: eventScreenshot });

test('the summary comes first, every turn has a dot, and the screenshot is shown', async ({ openReport }) => {
  const { page, problems } = await openReport(buildReportWithViewer(CONVERSATION));
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Done',
    'Conversation',
  ]);
  await expect(page.getByRole('navigation', { name: 'Turns' }).getByRole('link')).toHaveText([
    'I',
    'C',
    'S',
    'I',
  ]);
  const image = page.getByRole('img', { name: 'The page before turn 1: Shop' });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(page.getByRole('article', { name: 'Turn 1 Navigator acts' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('arrow keys, buttons and dots move through the turns, and the URL is updated', async ({
  openReport,
}) => {
  const { page } = await openReport(buildReportWithViewer(CONVERSATION), '#turn-1');
  const currentTurn = page.locator('article[aria-current]');
  await expect(currentTurn).toHaveId('turn-1');
  await expect(currentTurn).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(currentTurn).toHaveId('turn-2');
  expect(new URL(page.url()).hash).toBe('#turn-2');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(currentTurn).toHaveId('turn-0');
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(currentTurn).toHaveId('turn-1');
  await page.getByRole('link', { name: /^Turn 3: Instructor, Thank you/ }).click();
  await expect(currentTurn).toHaveId('turn-3');
  await expect(page.getByRole('status')).toHaveText('Turn 3 of 3');
});

test('a link to a turn far down the page scrolls to that turn', async ({ openReport }) => {
  const turns = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? createInstructorSay(i, 'Go on. '.repeat(i * 9)) : createActionEvent(i),
  );
  const { page } = await openReport(
    buildReportWithViewer([createSessionEvent(), ...turns, createEndEvent()]),
    '#turn-41',
  );
  const turn = page.locator('#turn-41');
  const bar = page.getByRole('toolbar');
  await expect
    .poll(async () => (await turn.boundingBox())!.y - (await bar.boundingBox())!.height)
    .toBeLessThan(40);
  expect((await turn.boundingBox())!.y).toBeGreaterThanOrEqual((await bar.boundingBox())!.height);
});

test('the player shows one turn at a time until the end; Escape shows all turns', async ({ openReport }) => {
  const { page } = await openReport('<!doctype html>');
  await page.clock.install();
  const report = buildReportWithViewer(CONVERSATION);
  await page.goto(pathToFileURL(writeReport(report)).href);
  await page.keyboard.press(' ');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(page.getByRole('article')).toContainText('Thank you.');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(4);
});

function writeReport(html: string): string {
  const file = test.info().outputPath('report.html');
  writeFileSync(file, html);
  return file;
}

test('the search hides turns that do not contain the words and shows how many turns match', async ({
  openReport,
}) => {
  const { page } = await openReport(buildReportWithViewer(CONVERSATION));
  await page.keyboard.press('/');
  await page.keyboard.type('SAVED draft');
  await expect(page.getByRole('status')).toHaveText('1 of 4 turns match');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(4);
  // Letters typed into the field are not commands.
  await page.keyboard.type('b');
  await expect(page.getByRole('button', { name: 'Boxes' })).toHaveAttribute('aria-pressed', 'true');
});

test('hostile text is not interpreted as markup', async ({ openReport }) => {
  const hostile =
    '</p></article></script></style></title><script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>' +
    '<a href="javascript:alert(4)">x</a><iframe src="http://evil.example"></iframe>\u202egpj.exe<meta http-equiv=refresh content="0;url=http://evil.example">';
  const page = { url: 'javascript:alert(5)', title: hostile, html: null, screenshot: null };
  const report = buildReportWithViewer([
    createSessionEvent({ name: hostile, url: 'javascript:alert(6)', scenario: hostile }),
    { type: 'page', url: hostile, title: hostile, reason: 'start', settle: { reason: 'quiet', ms: 1 } },
    createInstructorSay(0, hostile),
    createActionEvent(1, {
      page,
      target: { uid: UID, tag: hostile, role: hostile, name: hostile, attributes: {}, xpath: hostile },
      outcome: { status: 'failed', reason: 'covered', detail: hostile },
      evidence: { step: hostile, query: hostile, ranked: [{ uid: UID, score: 1, name: hostile }] },
    }),
    createNavigatorSay(2, hostile, { page }),
    { type: 'note', text: hostile },
    { type: 'check', result: { label: hostile, pass: false, expected: hostile, actual: hostile } },
    createEndEvent({ verdict: 'check', reason: hostile, next: hostile }),
  ]);
  const openedReport = await openReport(report);
  await expect(openedReport.page.getByRole('article')).toHaveCount(3);
  await expect(
    openedReport.page.locator('script, iframe, meta[http-equiv=refresh], [onerror], [onload]'),
  ).toHaveCount(1);
  expect(await openedReport.page.locator('a[href^="javascript:"], article article').count()).toBe(0);
  expect(report).not.toContain('\u202e');
  await openedReport.page.keyboard.press('ArrowRight');
  expect(openedReport.problems).toEqual([]);
});

test('the content security policy refuses scripts, styles and requests that the report does not contain', async ({
  openReport,
}) => {
  // Simulates text that was not escaped: the content security policy is the second line of defence.
  const report = buildReportWithViewer(CONVERSATION).replace(
    '</main>',
    '<script>document.title = "run"</script><p style="color:red" onclick="document.title = 1">x</p><img src="http://evil.example/x.png"></main>',
  );
  const { page, problems } = await openReport(report);
  await page.getByText('x', { exact: true }).click();
  expect(await page.title()).toBe('Demo – Parley report');
  expect(problems.filter((text) => text.startsWith('http'))).toEqual([]);
  expect(problems.filter((text) => /Content Security Policy/.test(text)).length).toBeGreaterThanOrEqual(3);
});

test('wherever a report is cut off, everything before that point is shown', async ({ openReport }) => {
  const report = Buffer.from(buildReportWithViewer(CONVERSATION));
  const body = report.indexOf('<section id="conversation"');
  const marks = ['id="turn-1"', 'base64,', '<svg', 'id="turn-2"', '<section id="summary"'];
  for (const mark of marks) {
    const offset = report.indexOf(mark) + Math.floor(mark.length / 2);
    expect(offset, mark).toBeGreaterThan(body);
    const { page, problems } = await openReport(report.subarray(0, offset).toString());
    await expect(page.getByRole('heading', { name: 'No verdict yet' }), mark).toBeVisible();
    await expect(page.getByRole('article').first(), mark).toContainText('Save the draft.');
    await expect(page.locator('html'), mark).toHaveAttribute('data-ready', /\d/);
    expect(problems, mark).toEqual([]);
    await page.close();
  }
  const { page } = await openReport(report.subarray(0, -20).toString());
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No verdict yet' })).toHaveCount(0);
});

test('a screenshot shared by several turns is stored once', async ({ openReport }) => {
  const sharedScreenshot = {
    ...eventScreenshot,
    screenshot: { ...eventScreenshot.screenshot, dataUrl: null },
  } as EventScreenshot;
  const [first, second] = [eventScreenshot, sharedScreenshot].map((screenshot) =>
    buildReport([createSessionEvent(), createActionEvent(1)], { assets: readViewerAssets(), screenshot }),
  );
  const report = `${first}${second!.slice(second!.indexOf('<article')).replaceAll('turn-1', 'turn-2')}`;
  const { page } = await openReport(report);
  for (const image of await page.getByRole('img').all())
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(page.getByRole('img')).toHaveCount(2);
});

test('without JavaScript, all text and screenshots are visible, and the verdict comes first', async ({
  chromium,
}, info) => {
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const file = info.outputPath('report.html');
  writeFileSync(file, buildReportWithViewer(CONVERSATION));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('article')).toHaveCount(4);
  const getTop = async (name: string): Promise<number> =>
    (await page.getByRole('heading', { name }).boundingBox())!.y;
  expect(await getTop('Done')).toBeLessThan(await getTop('Conversation'));
  await expect(page.getByRole('heading', { name: 'No verdict yet' })).toBeHidden();
  await context.close();
});
