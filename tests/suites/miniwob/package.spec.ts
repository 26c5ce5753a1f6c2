// Oracles on MiniWoB++'s real pages. Skipped unless the package is installed: parley bench miniwob --fetch, or its
// folder in PARLEY_MINIWOB.
import { existsSync } from 'node:fs';
import type { Page } from 'playwright';

import {
  readEpisodeResult,
  startEpisode,
  waitForEpisodeResult,
} from '../../../src/suites/miniwob/episode.js';
import { DATA_FOLDER, findPages, listTasks } from '../../../src/suites/miniwob/pages.js';
import { selectTaskNames } from '../../../src/suites/miniwob/tasks.js';
import { serveFolder } from '../../../src/suites/static-server.js';
import { expect, test as base } from '../../support/browser.js';

const FOLDER = process.env['PARLEY_MINIWOB'] ?? DATA_FOLDER;

type Start = (task: string, seed: number) => Promise<string>;

const test = base.extend<{ page: Page; start: Start }>({
  page: async ({ chromium }, use) => {
    const context = await chromium.newContext({ viewport: { width: 500, height: 320 }, locale: 'en-US' });
    await use(await context.newPage());
    await context.close();
  },
  start: async ({ page }, use) => {
    const site = await serveFolder(findPages(FOLDER).folder);
    await use(async (task, seed) => {
      await page.goto(`${site.url}/miniwob/${task}.html`);
      return startEpisode(page, { seed, clock: 'long', dataMode: 'train', hideQuery: false });
    });
    await site.close();
  },
});

test.skip(
  !existsSync(FOLDER),
  `${FOLDER} has no pages of MiniWoB++. To run these tests, fetch them with parley bench miniwob --fetch.`,
);
test.setTimeout(120_000);

/** Some pages assign the reward after an animation. */
const REWARD_TIMEOUT_MS = 2_000;

/** Not seed 1: with it, click-pie asks for its first item, and the page ignores clicks there. */
const SEEDS = [2, 3, 4];

/** Solves a task from its instruction. */
type Oracle = (page: Page, instruction: string) => Promise<void>;

/** Lists the quoted strings in the instruction. */
const listQuotedStrings = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, part]) => part!);

const ORACLES: Readonly<Record<string, Oracle>> = {
  'login-user': async (page, instruction) => {
    const [user = '', password = ''] = listQuotedStrings(instruction);
    await page.locator('#username').fill(user);
    await page.locator('#password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  },
  'search-engine': async (page, instruction) => {
    await page.locator('#search-text').fill(listQuotedStrings(instruction)[0]!);
    await page.locator('#search').click();
    const index = Number(/the (\d+)\w\w search result/.exec(instruction)?.[1]) - 1;
    const pageNumber = Math.floor(index / 3) + 1;
    if (pageNumber > 1)
      await page.locator('#pagination a', { hasText: new RegExp(`^${pageNumber}$`) }).click();
    await page
      .locator('#page-content a')
      .nth(index % 3)
      .click();
  },
  'choose-date-easy': async (page, instruction) => {
    const day = Number(/\d+\/(\d+)\/\d+/.exec(instruction)?.[1]);
    await page.locator('#datepicker').click();
    await page.locator('.ui-datepicker-calendar a', { hasText: new RegExp(`^${day}$`) }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
  },
  'copy-paste': async (page) => {
    await page.locator('#answer-input').fill(await page.locator('#to-copy').inputValue());
    await page.getByRole('button', { name: 'Submit' }).click();
  },
  'enter-date': async (page, instruction) => {
    const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(instruction)!;
    await page.locator('#tt').fill(`${year}-${month}-${day}`);
    await page.getByRole('button', { name: 'Submit' }).click();
  },
  'click-pie': async (page, instruction) => {
    const label = page
      .locator('#divWheel text', { hasText: new RegExp(`^${listQuotedStrings(instruction)[0]}$`) })
      .last();
    // The menu is initially rendered open and then closes.
    const item = await label.elementHandle();
    await item?.waitForElementState('stable');
    await page.locator('#wheelnav-divWheel-spreadertitle').click();
    await label.click();
  },
};

for (const [task, solve] of Object.entries(ORACLES))
  test(`${task} has raw reward 1 after it is solved`, async ({ page, start }) => {
    for (const seed of SEEDS) {
      const instruction = await start(task, seed);
      await solve(page, instruction);
      expect
        .soft(await waitForEpisodeResult(page, REWARD_TIMEOUT_MS), `seed ${seed}: ${instruction}`)
        .toMatchObject({ done: true, reward: 1 });
    }
  });

test('an incomplete selection of checkboxes has a reward between 0 and 1', async ({ page, start }) => {
  const instruction = await start('click-checkboxes-large', 1);
  const names = /^Select (.*) and click Submit/.exec(instruction)![1]!.split(', ');
  for (const name of names.slice(1))
    await page.locator('label', { hasText: new RegExp(`^${name}$`) }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  const { done, reward } = await readEpisodeResult(page);
  expect(done).toBe(true);
  expect(reward).toBeGreaterThan(0);
  expect(reward).toBeLessThan(1);
});

test('the paper’s 45 tasks start without errors, and equal seeds give equal pages', async ({
  page,
  start,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const task of selectTaskNames(listTasks(findPages(FOLDER).folder), undefined)) {
    const readPageText = async (): Promise<string[]> => [
      await start(task, 50),
      // Not the HTML, because some pages begin with an animation.
      (await page.locator('#area').textContent()) ?? '',
    ];
    const firstText = await readPageText();
    expect.soft(firstText[0], task).not.toBe('');
    expect.soft(await readPageText(), task).toEqual(firstText);
  }
  expect(errors).toEqual([]);
});
