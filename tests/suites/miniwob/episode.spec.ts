// Starts episodes on pages with the interface of MiniWoB++, and reads their rewards.
import type { Page } from 'playwright';

import {
  readEpisodeResult,
  startEpisode,
  waitForEpisodeResult,
} from '../../../src/suites/miniwob/episode.js';
import type { EpisodeOptions } from '../../../src/suites/miniwob/flags.js';
import { miniwob } from '../../../src/suites/miniwob/index.js';
import { serveFolder } from '../../../src/suites/static-server.js';
import { expect, test as base } from '../../support/browser.js';
import { writeMiniwobPages } from '../../support/miniwob-pages.js';

type Start = (task: string, seed: number, options?: Partial<EpisodeOptions>) => Promise<string>;

const test = base.extend<{ page: Page; start: Start }>({
  page: async ({ chromium }, use) => {
    const context = await chromium.newContext();
    await use(await context.newPage());
    await context.close();
  },
  start: async ({ page }, use, info) => {
    const site = await serveFolder(writeMiniwobPages(info.outputPath('html')));
    await use(async (task, seed, options = {}) => {
      await page.goto(`${site.url}/miniwob/${task}.html`);
      return startEpisode(page, { seed, clock: 'long', dataMode: 'train', hideQuery: false, ...options });
    });
    await site.close();
  },
});

const pressButton = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

test('a numeric seed determines the problem, and the page provides the instruction', async ({
  page,
  start,
}) => {
  const instructions = [];
  for (const seed of [1, 2, 3, 4, 5, 6, 1]) instructions.push(await start('press-button', seed));
  expect(new Set(instructions)).toEqual(
    new Set(['Click on the "One" button.', 'Click on the "Two" button.']),
  );
  expect(instructions.at(-1)).toBe(instructions[0]);
  expect(await page.locator('#area').getAttribute('data-mode')).toBe('train');
  await start('press-button', 1, { dataMode: 'test' });
  expect(await page.locator('#area').getAttribute('data-mode')).toBe('test');
});

test('an episode has no reward before it ends, and has the raw reward afterwards', async ({
  page,
  start,
}) => {
  await start('press-part', 1);
  expect(await readEpisodeResult(page)).toEqual({ done: false, reward: 0, reason: null });
  await pressButton(page, 'One');
  expect(await readEpisodeResult(page)).toEqual({ done: true, reward: 0.75, reason: null });
  const measurement = await miniwob.measure!(page, {} as never);
  expect(measurement).toEqual({
    success: false,
    figures: { done: 1, reward: 0.75, lenient: 1 },
    note: 'raw reward 0.75',
  });
});

test('a reward that arrives shortly after the last action is included', async ({ page, start }) => {
  await start('press-late', 1);
  await pressButton(page, 'Two');
  expect((await readEpisodeResult(page)).done).toBe(false);
  expect(await waitForEpisodeResult(page, 5_000)).toMatchObject({ done: true, reward: 1 });
});

test('after an episode has ended, a click on the page’s start cover does not start another episode', async ({
  page,
  start,
}) => {
  await start('press-first', 1);
  await pressButton(page, 'One');
  await page.locator('#sync-task-cover').click();
  expect(await readEpisodeResult(page)).toMatchObject({ done: true, reward: 1 });
});

test('with `clock: page`, the page’s own short time limit ends the episode; otherwise it is replaced by a long one', async ({
  page,
  start,
}) => {
  await start('press-nothing', 1, { clock: 'page' });
  expect(await waitForEpisodeResult(page, 5_000)).toEqual({ done: true, reward: -1, reason: 'timed out' });
  await start('press-nothing', 1);
  // Longer than the page's own limit of 50 ms.
  expect(await waitForEpisodeResult(page, 200)).toMatchObject({ done: false, reward: 0 });
  expect(await miniwob.measure!(page, {} as never)).toMatchObject({
    success: false,
    figures: { done: 0, reward: 0, lenient: 0 },
  });
});

test('rewards and the clock are always hidden; the query is hidden only on request', async ({
  page,
  start,
}) => {
  await start('press-button', 1);
  await expect(page.locator('#reward-display')).toBeHidden();
  await expect(page.locator('#query')).toBeVisible();
  expect(await start('press-button', 1, { hideQuery: true })).toContain('Click on');
  await expect(page.locator('#query')).toBeHidden();
});

test('a page that is not from MiniWoB++ cannot be prepared, and a closed page has no reward', async ({
  page,
  start,
}) => {
  await expect(start('other', 1)).rejects.toThrow('core is not defined');
  await page.close();
  expect(await readEpisodeResult(page)).toEqual({ done: false, reward: 0, reason: null });
  expect(await miniwob.measure!(null, {} as never)).toMatchObject({ success: false });
});
