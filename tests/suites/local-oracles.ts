/** Oracles for the local tasks: the right answer, a wrong one, and how to do the task on the site. */
import type { Page } from 'playwright';

import { FIRST_SKIN as encyclopedia } from '../fixtures/encyclopedia-skins.js';
import { FIRST_SKIN as mail } from '../fixtures/mail-skins.js';
import { FIRST_SKIN as shop } from '../fixtures/shop-one.js';
import { expect } from '../support/browser.js';

/** A scripted model's step: the chat navigator's verb, the element's text, and the value. */
export type ScriptedStep = [verb: string, element: RegExp | null, value?: string];

export interface Oracle {
  answer: string;
  /** A plausible but wrong answer. If absent, the wrong run has no answer. */
  wrongAnswer?: string;
  /** Performs the task on the site. */
  performTask?: (page: Page, site: string) => Promise<void>;
  /** Performs the task with a scripted model: one step per decision, before the answer. */
  steps?: ScriptedStep[];
}

const signIn = async (page: Page, site: string): Promise<void> => {
  await page.goto(`${site}/shop/account`);
  await shop.signIn(page, 'robin', 'heather-7');
  await expect(shop.accountHeading(page)).toBeVisible();
};

/** Adds a product to the basket. */
const addToBasket = async (page: Page, address: string, colour: string, extra = 0): Promise<void> => {
  await page.goto(address);
  await shop.chooseColour(page, colour);
  for (let i = 0; i < extra; i++) await shop.increaseQuantity(page);
  await shop.addButton(page).click();
  await expect(shop.message(page)).toContainText('was added to your basket');
};

const SIGN_IN: ScriptedStep[] = [
  ['type', /User name/, 'robin'],
  ['type', /Password/, 'heather-7'],
  ['click', /button "?Log in/],
];

const callCalendarApi =
  (method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) =>
  async (page: Page, site: string): Promise<void> => {
    const response = await page.request.fetch(`${site}/calendar/api/${path}`, { method, data });
    expect(response.ok(), await response.text()).toBe(true);
  };

export const ORACLES: Record<string, Oracle> = {
  'Encyclopedia--0': {
    answer: '312 km; it reaches the sea at Port Alder.',
    wrongAnswer: 'It is 312 km long.',
  },
  'Encyclopedia--1': {
    answer: 'Halden Bridge, opened in 1931.',
    wrongAnswer: 'Tolland Viaduct, opened in 1881.',
  },
  'Encyclopedia--2': {
    answer: 'The River Osk with 87 km; Linnet Beck has 52 km.',
    wrongAnswer: 'The Osk is longer: 87 km.',
  },
  'Encyclopedia--3': { answer: 'The toll ended in 1974.', wrongAnswer: 'It was opened in 1931.' },
  'Encyclopedia--4': { answer: '22 pools; the salmon climb 6.4 metres.', wrongAnswer: '22 pools.' },
  'Encyclopedia--5': {
    answer: 'Halden Bridge is on the watchlist.',
    wrongAnswer: 'Halden Bridge is on the watchlist.',
    performTask: async (page, site) => {
      await page.goto(`${site}/encyclopedia/wiki/Halden_Bridge`);
      await encyclopedia.watchControl(page).click();
      await expect(encyclopedia.message(page)).toHaveText(encyclopedia.expectedText.watched);
    },
    steps: [
      ['open', null, '/encyclopedia/wiki/Halden_Bridge'],
      ['click', /Watch this article/],
    ],
  },
  'Shop--0': { answer: 'The Tern desk light, at 34.50.', wrongAnswer: 'The Tern desk lamp, at 39.00.' },
  'Shop--1': {
    answer: 'The Moorland picnic rug, at 46.00.',
    wrongAnswer: 'The Burrow camping mug, at 9.50.',
  },
  'Shop--2': {
    answer: 'The scarf is in the basket.',
    wrongAnswer: 'The scarf is in the basket.',
    performTask: (page, site) => addToBasket(page, `${site}/shop/p/fennel-scarf`, 'Sage'),
    steps: [
      ['open', null, '/shop/p/fennel-scarf'],
      ['click', /Sage/],
      ['click', /Add to basket/],
    ],
  },
  'Shop--3': {
    answer: 'Two throws are in the basket for 144.00.',
    wrongAnswer: 'The total is 144.00.',
    performTask: (page, site) => addToBasket(page, `${site}/shop/p/larkfield-wool-throw`, 'Sage', 1),
    steps: [
      ['open', null, '/shop/p/larkfield-wool-throw'],
      ['click', /Sage/],
      ['click', /Increase quantity/],
      ['click', /Add to basket/],
    ],
  },
  'Shop--4': {
    answer: 'Order 48204 is on its way.',
    wrongAnswer: 'Order 48204 is on its way.',
    performTask: signIn,
    steps: [['open', null, '/shop/account'], ...SIGN_IN],
  },
  'Shop--5': {
    answer: 'Order 48211 is cancelled.',
    wrongAnswer: 'Order 48211 is cancelled.',
    performTask: async (page, site) => {
      await signIn(page, site);
      await shop.cancelOrderButton(page).click();
      await expect(shop.message(page)).toHaveText(shop.expectedText.cancelled);
    },
    steps: [['open', null, '/shop/account'], ...SIGN_IN, ['click', /Cancel order/]],
  },
  'Shop--6': { answer: 'No, it is out of stock.', wrongAnswer: 'Yes, it is in stock.' },
  'Mail--0': { answer: 'At 07:42 from platform 3, seat 61.', wrongAnswer: 'At 07:42 from platform 3.' },
  'Mail--1': { answer: 'It is higher by 4.20.', wrongAnswer: 'It is 48.30.' },
  'Mail--2': {
    answer: 'The message has the label Work.',
    wrongAnswer: 'The message has the label Work.',
    performTask: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await mail.select(page, 'School concert');
      await page.getByLabel('Label', { exact: true }).selectOption('Work');
      await page.getByRole('button', { name: 'Apply label', exact: true }).click();
      await page.waitForLoadState();
    },
    steps: [
      ['open', null, '/mail/inbox'],
      ['check', /Select School concert/],
      ['choose', /\bLabel\b/, 'Work'],
      ['click', /Apply label/],
    ],
  },
  'Mail--3': {
    answer: 'The message is deleted.',
    wrongAnswer: 'The message is deleted.',
    performTask: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await mail.select(page, 'Offer for the shelves');
      await mail.remove(page);
      await expect(page.getByText(mail.expectedText.deleted)).toBeVisible();
    },
    steps: [
      ['open', null, '/mail/inbox'],
      ['check', /Select Offer for the shelves/],
      ['click', /button "?Delete/],
    ],
  },
  'Mail--4': {
    answer: 'The reply is sent.',
    wrongAnswer: 'The reply is sent.',
    performTask: async (page, site) => {
      await page.goto(`${site}/mail/inbox`);
      await page.getByRole('link', { name: /Harbour map/ }).click();
      await mail.replyControl(page).click();
      await mail.bodyField(page).fill('I will see to it on Tuesday.');
      await mail.sendButton(page).click();
      await expect(page.getByText(mail.expectedText.sent)).toBeVisible();
    },
    steps: [
      ['click', /Harbour map: last corrections/],
      ['click', /"Reply"/],
      ['type', /Message/, 'I will see to it on Tuesday.'],
      ['click', /Send/],
    ],
  },
  'Calendar--0': {
    answer: 'On 24 November 2026 at 08:20, Dr Osei, 12 Mill Lane.',
    wrongAnswer: 'On 24 November 2026 at 08:20.',
  },
  'Calendar--1': {
    answer: 'The piano lesson is booked.',
    wrongAnswer: 'The piano lesson is booked.',
    performTask: callCalendarApi('POST', 'events', {
      title: 'Piano lesson',
      date: '2026-11-24',
      start: '16:00',
      end: '17:00',
      calendar: 'Home',
    }),
    steps: [
      ['click', /New event/],
      ['type', /Title/, 'Piano lesson'],
      ['type', /Date/, '24/11/2026'],
      ['type', /Start/, '16:00'],
      ['type', /"End"|textbox End|End\b/, '17:00'],
      ['click', /Save/],
    ],
  },
  'Calendar--2': {
    answer: 'The haircut is deleted.',
    wrongAnswer: 'The haircut is deleted.',
    performTask: callCalendarApi('DELETE', 'events/ev-108'),
    steps: [
      ['open', null, '/calendar/event/ev-108'],
      ['click', /Delete/],
      ['click', /"?Delete"?/],
    ],
  },
  'Calendar--3': {
    answer: 'The dentist is on 26 November at 14:15.',
    wrongAnswer: 'The dentist is on 26 November at 14:15.',
    performTask: callCalendarApi('PATCH', 'events/ev-114', {
      date: '2026-11-26',
      start: '14:15',
      end: '14:45',
    }),
    steps: [
      ['open', null, '/calendar/event/ev-114'],
      ['click', /Move/],
      ['type', /New date/, '26/11/2026'],
      ['type', /New start/, '14:15'],
      ['click', /button "?Move/],
    ],
  },
  'Calendar--4': { answer: 'Design review and Call with the bank.', wrongAnswer: 'Design review.' },
  'Calendar--5': {
    answer: 'There are 3; the first one starts at 11:00.',
    wrongAnswer: 'There are 4 events.',
  },
  'Library--0': { answer: 'On Sunday and Monday.', wrongAnswer: 'On Sunday.' },
  'Library--1': { answer: '48,320 books; most of all A History of Tides.', wrongAnswer: '45,117 books.' },
};
