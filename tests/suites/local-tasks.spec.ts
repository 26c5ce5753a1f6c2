// Proves the checks of the local tasks both ways: they fail on the untouched site with a wrong answer, and pass after a
// scripted oracle has done the task in the browser. A check that always passes or never passes would make the suite
// worthless.
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright';

import { startFixtures } from '../../fixtures/server.mjs';
import type { Turn } from '../../src/contract/index.js';
import { bindScenario, judgeCheck, judgeExpectation, resetSite } from '../../src/dialogue/index.js';
import { newContext } from '../../src/page/index.js';
import { loadTaskScenario } from '../../src/suites/task-scenario.js';
import { webvoyager } from '../../src/suites/webvoyager/index.js';
import { readTasks } from '../../src/suites/webvoyager/read-tasks.js';
import { fakeProbe } from '../dialogue/fake-probe.js';
import { one as encyclopedia } from '../fixtures/encyclopedia-skins.js';
import { one as mail } from '../fixtures/mail-skins.js';
import { one as shop } from '../fixtures/shop-one.js';
import { expect, signal, test } from '../support/browser.js';

interface Oracle {
  answer: string;
  /** An answer that looks plausible but is wrong; by default it says nothing. */
  wrong?: string;
  /** Does the task on the site. */
  act?: (page: Page, site: string) => Promise<void>;
}

const signIn = async (page: Page, site: string): Promise<void> => {
  await page.goto(`${site}/shop/account`);
  await shop.signIn(page, 'robin', 'heather-7');
  await expect(shop.signedIn(page)).toBeVisible();
};

/** Puts a product into the basket. */
const buy = async (page: Page, address: string, colour: string, extra = 0): Promise<void> => {
  await page.goto(address);
  await shop.colour(page, colour);
  for (let i = 0; i < extra; i++) await shop.increaseQuantity(page);
  await shop.add(page).click();
  await expect(shop.message(page)).toContainText('was added to your basket');
};

const api =
  (method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) =>
  async (page: Page, site: string): Promise<void> => {
    const response = await page.request.fetch(`${site}/calendar/api/${path}`, { method, data });
    expect(response.ok(), await response.text()).toBe(true);
  };

const ORACLES: Record<string, Oracle> = {
  'Encyclopedia--0': { answer: '312 km; it reaches the sea at Port Alder.', wrong: 'It is 312 km long.' },
  'Encyclopedia--1': { answer: 'Halden Bridge, opened in 1931.', wrong: 'Tolland Viaduct, opened in 1881.' },
  'Encyclopedia--2': {
    answer: 'The River Osk with 87 km; Linnet Beck has 52 km.',
    wrong: 'The Osk is longer: 87 km.',
  },
  'Encyclopedia--3': { answer: 'The toll ended in 1974.', wrong: 'It was opened in 1931.' },
  'Encyclopedia--4': { answer: '22 pools; the salmon climb 6.4 metres.', wrong: '22 pools.' },
  'Encyclopedia--5': {
    answer: 'Halden Bridge is on the watchlist.',
    wrong: 'Halden Bridge is on the watchlist.',
    act: async (page, site) => {
      await page.goto(`${site}/encyclopedia/wiki/Halden_Bridge`);
      await encyclopedia.watch(page).click();
      await expect(encyclopedia.message(page)).toHaveText(encyclopedia.texts.watched);
    },
  },
  'Shop--0': { answer: 'The Tern desk light, at 34.50.', wrong: 'The Tern desk lamp, at 39.00.' },
  'Shop--1': { answer: 'The Moorland picnic rug, at 46.00.', wrong: 'The Burrow camping mug, at 9.50.' },
  'Shop--2': {
    answer: 'The scarf is in the basket.',
    wrong: 'The scarf is in the basket.',
    act: (page, site) => buy(page, `${site}/shop/p/fennel-scarf`, 'Sage'),
  },
  'Shop--3': {
    answer: 'Two throws are in the basket for 144.00.',
    wrong: 'The total is 144.00.',
    act: (page, site) => buy(page, `${site}/shop/p/larkfield-wool-throw`, 'Sage', 1),
  },
  'Shop--4': { answer: 'Order 48204 is on its way.', wrong: 'Order 48204 is on its way.', act: signIn },
  'Shop--5': {
    answer: 'Order 48211 is cancelled.',
    wrong: 'Order 48211 is cancelled.',
    act: async (page, site) => {
      await signIn(page, site);
      await shop.cancel(page).click();
      await expect(shop.message(page)).toHaveText(shop.texts.cancelled);
    },
  },
  'Shop--6': { answer: 'No, it is out of stock.', wrong: 'Yes, it is in stock.' },
  'Mail--0': { answer: 'At 07:42 from platform 3, seat 61.', wrong: 'At 07:42 from platform 3.' },
  'Mail--1': { answer: 'It is higher by 4.20.', wrong: 'It is 48.30.' },
  'Mail--2': {
    answer: 'The message has the label Work.',
    wrong: 'The message has the label Work.',
    act: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await mail.pick(page, 'School concert');
      await page.getByLabel('Label', { exact: true }).selectOption('Work');
      await page.getByRole('button', { name: 'Apply label', exact: true }).click();
      await page.waitForLoadState();
    },
  },
  'Mail--3': {
    answer: 'The message is deleted.',
    wrong: 'The message is deleted.',
    act: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await mail.pick(page, 'Offer for the shelves');
      await mail.remove(page);
      await expect(page.getByText(mail.texts.deleted)).toBeVisible();
    },
  },
  'Mail--4': {
    answer: 'The reply is sent.',
    wrong: 'The reply is sent.',
    act: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await page.getByRole('link', { name: /Harbour map/ }).click();
      await mail.reply(page).click();
      await mail.body(page).fill('I will see to it on Tuesday.');
      await mail.send(page).click();
      await expect(page.getByText(mail.texts.sent)).toBeVisible();
    },
  },
  'Calendar--0': {
    answer: 'On 24 November 2026 at 08:20, Dr Osei, 12 Mill Lane.',
    wrong: 'On 24 November 2026 at 08:20.',
  },
  'Calendar--1': {
    answer: 'The piano lesson is booked.',
    wrong: 'The piano lesson is booked.',
    act: api('POST', 'events', {
      title: 'Piano lesson',
      date: '2026-11-24',
      start: '16:00',
      end: '17:00',
      calendar: 'Home',
    }),
  },
  'Calendar--2': {
    answer: 'The haircut is deleted.',
    wrong: 'The haircut is deleted.',
    act: api('DELETE', 'events/ev-108'),
  },
  'Calendar--3': {
    answer: 'The dentist is on 26 November at 14:15.',
    wrong: 'The dentist is on 26 November at 14:15.',
    act: api('PATCH', 'events/ev-114', { date: '2026-11-26', start: '14:15', end: '14:45' }),
  },
  'Calendar--4': { answer: 'Design review and Call with the bank.', wrong: 'Design review.' },
  'Calendar--5': { answer: 'There are 3; the first one starts at 11:00.', wrong: 'There are 4 events.' },
  'Library--0': { answer: 'On Sunday and Monday.', wrong: 'On Sunday.' },
  'Library--1': { answer: '48,320 books; most of all A History of Tides.', wrong: '45,117 books.' },
};

const FILE = fileURLToPath(new URL('../../fixtures/webvoyager/local.jsonl', import.meta.url));
const { tasks, checksFile } = readTasks({ tasks: FILE, today: new Date() });

test('every local task has checks and an oracle', () => {
  expect(checksFile).toBe(FILE.replace('.jsonl', '.checks.yaml'));
  expect(tasks.length).toBeGreaterThanOrEqual(20);
  expect(Object.keys(ORACLES)).toEqual(tasks.map(({ id }) => id));
  for (const { id, checks } of tasks)
    expect.soft([...(checks?.expect ?? []), ...(checks?.check ?? [])].length, id).toBeGreaterThan(0);
});

test('the checks of each local task fail before it is done and pass afterwards', async ({ chromium }) => {
  test.setTimeout(120_000);
  const site = await startFixtures();
  for (const task of tasks) {
    const { answer, wrong, act } = ORACLES[task.id]!;
    const scenario = bindScenario(loadTaskScenario(task, webvoyager.page), { FIXTURES: site.url });
    const [line] = scenario.dialogue;
    const judge = async (text: string | undefined): Promise<boolean> => {
      const turns: Turn[] = [
        { index: 0, speaker: 'instructor', type: 'say', text: task.text },
        ...(text === undefined
          ? []
          : [{ index: 1, speaker: 'navigator', type: 'say', kind: 'answer', text } as const]),
      ];
      const results = line!.expect.map((expectation) => judgeExpectation(expectation, turns));
      for (const check of line!.check)
        results.push(
          await judgeCheck(check, fakeProbe({ url: scenario.start.url }), signal, { turns, timeoutMs: 0 }),
        );
      expect(results.length).toBeGreaterThan(0);
      return results.every(({ pass }) => pass);
    };
    await resetSite(scenario.start.reset!, signal);
    expect.soft(await judge(wrong), `${task.id} before`).toBe(false);
    expect.soft(await judge(undefined), `${task.id} without an answer`).toBe(false);
    if (act) {
      const context = await newContext(chromium);
      await act(await context.newPage(), site.url);
      // The state of the shop and the mailbox belongs to the latest visitor.
      expect.soft(await judge(answer), `${task.id} after`).toBe(true);
      await context.close();
    } else expect.soft(await judge(answer), `${task.id} after`).toBe(true);
  }
  await site.close();
});
