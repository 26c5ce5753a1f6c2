/**
 * Compares Parley's list with MiniWoB++'s own list on the pages of SteP's 45 tasks. The Python package `miniwob`
 * contains the pages; `PARLEY_MINIWOB` is the path of its folder `html`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';

import { createSurface, createUnguardedContext, type PageSurface } from '../../../src/page/index.js';
import { expect, FAST_LIMITS, signal, test as base } from '../../support/browser.js';
import { formatDomInfo, type DomInfo } from '../../support/miniwob-list.js';

const PAGES = process.env.PARLEY_MINIWOB ?? '';

/** The 45 tasks of SteP's paper. */
const TASKS =
  `click-link click-option focus-text click-button click-button-sequence click-dialog click-dialog-2 click-tab
  click-test click-test-2 enter-text focus-text-2 enter-text-dynamic enter-password login-user click-pie enter-date
  grid-coordinate click-widget email-inbox email-inbox-nl-turk email-inbox-forward-nl-turk multi-orderings choose-date
  click-collapsible-2 simple-arithmetic click-tab-2 click-tab-2-hard multi-layouts copy-paste click-collapsible
  choose-date-easy copy-paste-2 simple-algebra click-checkboxes click-checkboxes-transfer login-user-popup
  click-checkboxes-soft enter-text-2 email-inbox-forward-nl search-engine find-word choose-date-medium
  click-checkboxes-large book-flight`.split(/\s+/);
const SEEDS = [1, 27, 50];

declare const core: {
  EPISODE_MAX_TIME: number;
  endEpisode(reward: number): void;
  setDataMode(mode: string): void;
  startEpisodeReal(): void;
  getDOMInfo(): DomInfo;
};
declare const WOB_DONE_GLOBAL: boolean;

const test = base.extend<{ tab: { surface: PageSurface; page: Page } }>({
  /** A surface with the window size of MiniWoB++. */
  tab: async ({ chromium }, use) => {
    const context = await createUnguardedContext(chromium, { viewport: { width: 500, height: 320 } });
    const surface = await createSurface(context, { limits: FAST_LIMITS });
    await use({ surface, page: context.pages()[0]! });
    await surface.close();
  },
});
test.skip(
  !existsSync(join(PAGES, 'core/core.js')),
  'The pages of MiniWoB++ are missing. To run this test, fetch them with parley bench miniwob --fetch and set PARLEY_MINIWOB to their folder.',
);

async function startTask(
  { surface, page }: { surface: PageSurface; page: Page },
  task: string,
  seed: number,
) {
  await surface.open(pathToFileURL(join(PAGES, 'miniwob', `${task}.html`)).href, signal);
  await page.evaluate((value) => {
    core.endEpisode(0);
    (Math as unknown as { seedrandom(from: number): void }).seedrandom(value);
    core.setDataMode('train');
    core.EPISODE_MAX_TIME = 1_000_000;
    core.startEpisodeReal();
  }, seed);
}

/**
 * Reads Parley's list and the page's own. Text numbers are masked, because MiniWoB++ renumbers text at each reading.
 */
async function readLists({ surface, page }: { surface: PageSurface; page: Page }) {
  const { elementList } = await surface.observe({ elementList: 'miniwob' }, signal);
  const miniwobText = formatDomInfo(await page.evaluate(() => core.getDOMInfo()));
  const maskTextNumbers = (text: string): string => text.replace(/ id=-\d+ /g, ' id=-n ');
  return {
    list: elementList!,
    parleyText: maskTextNumbers(elementList!.text),
    miniwobText: maskTextNumbers(miniwobText),
  };
}

test('at the start of each task, the list equals MiniWoB++’s own list', async ({ tab }) => {
  test.setTimeout(600_000);
  for (const task of TASKS)
    for (const seed of SEEDS) {
      await startTask(tab, task, seed);
      const { parleyText, miniwobText } = await readLists(tab);
      expect.soft(parleyText, `${task}, seed ${seed}`).toBe(miniwobText);
    }
});

test('after actions, the list also equals MiniWoB++’s own list', async ({ tab }) => {
  test.setTimeout(900_000);
  const listTexts: string[] = [];
  for (const task of TASKS) {
    await startTask(tab, task, 50);
    // When an episode has ended, MiniWoB++ renumbers the elements.
    for (let step = 0; step < 4 && !(await tab.page.evaluate(() => WOB_DONE_GLOBAL)); step++) {
      const { list, parleyText, miniwobText } = await readLists(tab);
      expect.soft(parleyText, `${task}, step ${step}`).toBe(miniwobText);
      listTexts.push(parleyText);
      const targets = list.lines.filter(
        ({ uid, text }) => uid && /^<(input|button|a|h3|span|textarea|rect|circle|path)/.test(text),
      );
      const target = targets[Math.floor(step / 2) % Math.max(1, targets.length)];
      if (!target) break;
      // A click opens a date picker, and typing opens suggestions.
      const isField = step % 2 === 1 && /^<(input_(text|password)|textarea)/.test(target.text);
      await tab.surface.perform(
        isField
          ? { intent: 'textInput', uid: target.uid!, text: 'Or' }
          : { intent: 'click', uid: target.uid! },
        signal,
      );
    }
  }
  // The actions must have opened date pickers and checked checkboxes.
  expect(listTexts.some((text) => /val=ui-datepicker-div[^]*val=\d+\/1\/20\d\d \/>/.test(text))).toBe(true);
  expect(listTexts.some((text) => text.includes('val=True'))).toBe(true);
});

test('for the task book-flight with seed 50, the list is the one in SteP’s paper', async ({ tab }) => {
  await startTask(tab, 'book-flight', 50);
  const initialLists = await readLists(tab);
  expect(initialLists.list.text.split('\n')).toEqual([
    '<body id=1 val= />',
    '<div id=2 val=wrap />',
    '<div id=3 val=area />',
    '<div id=4 val=menu />',
    '<h2 id=5 val=Book Your One-Way Flight />',
    '<div id=6 val= />',
    '<input_text id=7 val=flight-from />',
    '<div id=8 val= />',
    '<input_text id=9 val=flight-to />',
    '<div id=10 val= />',
    '<div id=11 val=Departure Date />',
    '<div id=12 val= />',
    '<input_text id=13 val=datepicker />',
    '<div id=14 val= />',
    '<button id=15 val=Search />',
    '<div id=16 val= />',
    '<div id=17 val= />',
  ]);
  const uid = initialLists.list.lines.find(({ id }) => id === 7)!.uid!;
  await tab.surface.perform({ intent: 'textInput', uid, text: 'Brownsville' }, signal);
  await expect.poll(async () => (await readLists(tab)).list.text).toContain('ui-id-1');
  const { list, parleyText, miniwobText } = await readLists(tab);
  expect(list.text.split('\n')).toEqual(
    expect.arrayContaining([
      '<ul id=18 val=ui-id-1 />',
      '<li id=19 val= />',
      '<div id=20 val=Brownsville, TX (BRO) />',
    ]),
  );
  expect(parleyText).toBe(miniwobText);
});
