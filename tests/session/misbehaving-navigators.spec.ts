import type { VerdictKind } from '../../src/contract/index.js';
import { expect, test as base } from '../support/browser.js';
import { runPlan, openRefundSite, type RefundSite, type PlanStep } from './refund-site.js';

const test = base.extend<{ site: RefundSite }>({
  site: async ({}, use) => {
    const site = await openRefundSite();
    await use(site);
    await site.close();
  },
});

const askSurname: PlanStep = { say: 'ask', text: 'What is your surname?' };
const typeSurname: PlanStep = { type: 'Okafor', into: 'Surname' };
const typeAmount = (text = '120.00'): PlanStep => ({ type: text, into: 'Amount' });
const clickFindBooking: PlanStep = { click: 'Find booking' };
const clickShowOffers: PlanStep = { click: 'Show offers' };
const reportRefund: PlanStep = { say: 'report', text: 'The refund is made.' };

interface MisbehavingNavigator {
  behaviour: string;
  plan: PlanStep[];
  editScenario?: (scenario: string) => string;
  kind: VerdictKind;
  reason: string | RegExp;
  log?: string[];
}

const NAVIGATORS: MisbehavingNavigator[] = [
  {
    behaviour: 'completes the task',
    plan: [askSurname, typeSurname, typeAmount(), clickFindBooking, reportRefund],
    kind: 'done',
    reason: 'The conversation is complete.',
  },
  {
    behaviour: 'never asks',
    plan: [typeSurname, typeAmount(), clickFindBooking, reportRefund],
    kind: 'dialogue',
    reason:
      'An expectation failed: the navigator asks about “surname” once. Expected: “surname” once; found: asked nothing.',
  },
  {
    behaviour: 'asks twice',
    plan: [askSurname, typeSurname, askSurname],
    kind: 'dialogue',
    reason:
      "The navigator asked “What is your surname?” again, but the scenario's reply to it was already used up.",
  },
  {
    behaviour: 'asks an unexpected question',
    plan: [{ say: 'ask', text: 'Would you like a newsletter?' }],
    kind: 'dialogue',
    reason: 'The navigator asked “Would you like a newsletter?”, and the scenario has no reply for it.',
  },
  {
    behaviour: 'repeats an action despite a hint',
    plan: [clickShowOffers],
    kind: 'stuck',
    reason: 'The navigator did the same thing 4 times and the page did not change.',
  },
  {
    behaviour: 'succeeds after a hint',
    plan: [
      askSurname,
      clickShowOffers,
      clickShowOffers,
      typeSurname,
      typeAmount(),
      clickFindBooking,
      reportRefund,
    ],
    kind: 'done',
    reason: 'The conversation is complete.',
    log: ['instructor: Fill in the form and use Find booking.'],
  },
  {
    behaviour: 'follows a link out of the allowed hosts',
    plan: [askSurname, { click: 'Partner offers' }, reportRefund],
    kind: 'guard',
    reason:
      /^The last action was refused: localhost was not opened: guard\.domains allows only 127\.0\.0\.1\. /,
  },
  {
    behaviour: 'opens a tab that redirects to a forbidden host',
    plan: [askSurname, { click: 'Help' }, reportRefund],
    kind: 'guard',
    reason: /^The session reached http:\/\/localhost:\d+\/, but guard\.domains allows only 127\.0\.0\.1\.$/,
  },
  {
    behaviour: 'clicks a forbidden control',
    plan: [askSurname, { click: 'Delete account' }, reportRefund],
    editScenario: (text) => text.replace('close the shop', 'delete account'),
    kind: 'guard',
    reason:
      'The navigator tried to click button “Delete account”, but rule 2 of guard.forbid (target /delete account/i) does not allow it.',
  },
  {
    behaviour: 'deletes the account without consent',
    plan: [{ click: 'Delete account' }, reportRefund],
    editScenario: (text) =>
      text
        .replace(/ {4}expect:\n(.*\n){2}/, '')
        .replace(/ {4}check:\n(.*\n){2}/, '')
        .replace('replies:', 'replies:\n  - { otherwise: Do what I said. }'),
    kind: 'guard',
    reason: 'The navigator was not allowed to close the account: the instructor has not asked for it.',
  },
  {
    behaviour: 'reports success without acting',
    plan: [askSurname, reportRefund],
    kind: 'check',
    reason:
      /^A check failed: GET http:\/\/127\.0\.0\.1:\d+\/state answers as expected\. Expected: status 2xx, JSON with \{"refunded":"120\.00","deleted":false\}; found: refunded is ""\. 1 more failed\.$/,
  },
  {
    behaviour: 'types the wrong amount',
    plan: [
      askSurname,
      typeSurname,
      typeAmount('210.00'),
      clickFindBooking,
      { say: 'report', text: 'Refunded 120.00.' },
    ],
    kind: 'check',
    reason: /found: refunded is "210\.00"\. 1 more failed\.$/,
  },
];

for (const { behaviour, plan, editScenario, kind, reason, log } of NAVIGATORS)
  test(`a session whose navigator ${behaviour} ends with the verdict ${kind}`, async ({
    guardedBrowser,
    site,
  }) => {
    const result = await runPlan(guardedBrowser, site, plan, editScenario);
    expect(result.verdict, result.log.join('\n')).toMatchObject({ kind });
    if (typeof reason === 'string') expect(result.verdict.reason).toBe(reason);
    else expect(result.verdict.reason).toMatch(reason);
    for (const line of log ?? []) expect(result.log).toContain(line);
    // The final checks run in every case.
    expect(result.log.filter((line) => line === 'check').length).toBeGreaterThan(0);
    expect(await (await fetch(`${site.url}/state`)).json()).toMatchObject({ deleted: false });
  });
