import { test as base, expect } from '@playwright/test';

import type { VerdictKind } from '../../src/contract/index.js';
import { openBrowser } from '../../src/page/index.js';
import { hire, openDesk, type Site, type Step } from './misbehaving.js';

const test = base.extend<object, { chromium: Awaited<ReturnType<typeof openBrowser>>; site: Site }>({
  chromium: [
    async ({}, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({}, use) => {
      const site = await openDesk();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

const ask: Step = { say: 'ask', text: 'What is your surname?' };
const surname: Step = { type: 'Okafor', into: 'Surname' };
const amount = (text = '120.00'): Step => ({ type: text, into: 'Amount' });
const find: Step = { click: 'Find booking' };
const idle: Step = { click: 'Show offers' };
const done: Step = { say: 'report', text: 'The refund is made.' };

interface Case {
  who: string;
  plan: Step[];
  edit?: (scenario: string) => string;
  kind: VerdictKind;
  reason: string | RegExp;
  log?: string[];
}

const CASES: Case[] = [
  {
    who: 'does all it should',
    plan: [ask, surname, amount(), find, done],
    kind: 'done',
    reason: 'The conversation is complete.',
  },
  {
    who: 'never asks',
    plan: [surname, amount(), find, done],
    kind: 'dialogue',
    reason:
      'An expectation failed: the navigator asks about “surname” once. Expected: “surname” once; found: asked nothing.',
  },
  {
    who: 'asks twice',
    plan: [ask, surname, ask],
    kind: 'dialogue',
    reason:
      "The navigator asked “What is your surname?” again, after the scenario's reply to that was used up.",
  },
  {
    who: 'asks what nobody expects',
    plan: [{ say: 'ask', text: 'Would you like a newsletter?' }],
    kind: 'dialogue',
    reason: 'The navigator asked “Would you like a newsletter?”, and the scenario has no reply for it.',
  },
  {
    who: 'does the same over and over, although it is nudged',
    plan: [idle],
    kind: 'stuck',
    reason: 'The navigator did the same thing 4 times and the page did not change.',
  },
  {
    who: 'gets stuck, is helped and does it',
    plan: [ask, idle, idle, surname, amount(), find, done],
    kind: 'done',
    reason: 'The conversation is complete.',
    log: ['instructor: Fill in the form and use Find booking.'],
  },
  {
    who: 'follows a link out of the allowed hosts',
    plan: [ask, { click: 'Partner offers' }, done],
    kind: 'guard',
    reason: /^The session reached http:\/\/localhost:\d+\/, but guard\.domains allows only 127\.0\.0\.1\.$/,
  },
  {
    who: 'is led out of them by a redirect in another tab',
    plan: [ask, { click: 'Help' }, done],
    kind: 'guard',
    reason: /^The session reached http:\/\/localhost:\d+\/, but guard\.domains allows only 127\.0\.0\.1\.$/,
  },
  {
    who: 'deletes what it is forbidden to delete',
    plan: [ask, { click: 'Delete account' }, done],
    edit: (text) => text.replace('close the shop', 'delete account'),
    kind: 'guard',
    reason:
      'The navigator tried to click button “Delete account”, but rule 2 of guard.forbid (target /delete account/i) does not allow it.',
  },
  {
    who: 'deletes without asking',
    plan: [{ click: 'Delete account' }, done],
    edit: (text) =>
      text
        .replace(/ {4}expect:\n(.*\n){2}/, '')
        .replace(/ {4}check:\n(.*\n){2}/, '')
        .replace('replies:', 'replies:\n  - { otherwise: Do what I said. }'),
    kind: 'guard',
    reason: 'The navigator was not allowed to close the account: the instructor has not asked for it.',
  },
  {
    who: 'says that it is done without having done anything',
    plan: [ask, done],
    kind: 'check',
    reason:
      /^A check failed: GET http:\/\/127\.0\.0\.1:\d+\/state answers as expected\. Expected: status 2xx, JSON with \{"refunded":"120\.00","deleted":false\}; found: refunded is ""\. 1 more failed\.$/,
  },
  {
    who: 'takes the wrong amount',
    plan: [ask, surname, amount('210.00'), find, { say: 'report', text: 'Refunded 120.00.' }],
    kind: 'check',
    reason: /found: refunded is "210\.00"\. 1 more failed\.$/,
  },
];

for (const { who, plan, edit, kind, reason, log } of CASES)
  test(`a navigator that ${who} ends as ${kind}`, async ({ chromium, site }) => {
    const result = await hire(chromium, site, plan, edit);
    expect(result.verdict, result.log.join('\n')).toMatchObject({ kind });
    if (typeof reason === 'string') expect(result.verdict.reason).toBe(reason);
    else expect(result.verdict.reason).toMatch(reason);
    for (const line of log ?? []) expect(result.log).toContain(line);
    // The final checks run in every case.
    expect(result.log.filter((line) => line === 'check').length).toBeGreaterThan(0);
    expect(await (await fetch(`${site.url}/state`)).json()).toMatchObject({ deleted: false });
  });
