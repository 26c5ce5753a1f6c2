// A model reviews consent that the rules find in an instruction. It can object, but it cannot give consent.
import { expect, test } from '@playwright/test';

import type { ConsentOpinion, ConsentReviewRequest, SessionEvent } from '../../src/contract/index.js';
import type { SessionParts } from '../../src/session/index.js';
import {
  changedOutcome,
  createTestInstructor,
  createTestNavigator,
  createTestSurface,
  runTestSession,
} from './doubles.js';
import { candidate, observation } from '../support/candidates.js';

const placeButton = candidate({ name: 'Place order', xpath: '/html/body/main/button', order: 1 });
const deleteButton = candidate({ name: 'Delete account', xpath: '/html/body/main/p/button', order: 2 });
const reviewPage = observation([placeButton, deleteButton], {
  title: 'Review your order',
  text: [{ kind: 'term', text: 'Total: £24.90', section: '', order: 1 }],
});
const agreement: ConsentOpinion = { ordered: true, difference: '' };
const objection: ConsentOpinion = { ordered: false, difference: 'two lamps, not one' };

/** Runs a session whose navigator clicks “Place order” after each line. */
async function runOrderSession(
  lines: string[],
  opinion: ConsentOpinion | null,
  overrides: Partial<SessionParts> = {},
): Promise<{ log: string[]; requests: ConsentReviewRequest[]; events: SessionEvent[]; reason: string }> {
  const requests: ConsentReviewRequest[] = [];
  const { log, events, verdict } = await runTestSession({
    surface: createTestSurface(changedOutcome, { observe: async () => reviewPage }),
    navigator: createTestNavigator(({ exchange: { turns } }) => {
      const lastUtteranceIndex = turns.findLastIndex((turn) => turn.speaker === 'instructor');
      const hasActed = turns.slice(lastUtteranceIndex).some((turn) => turn.type === 'action');
      return [
        hasActed
          ? { intent: 'say', kind: 'report', text: 'Finished.' }
          : { intent: 'click', uid: placeButton.uid },
      ];
    }),
    instructor: createTestInstructor(...lines),
    reviewConsent: async (request) => {
      requests.push(request);
      return opinion;
    },
    ...overrides,
  });
  return { log, events, requests, reason: verdict.reason };
}

const findConsent = (events: readonly SessionEvent[]): unknown =>
  events.flatMap((event) => (event.type === 'action' ? [event.consent] : []))[0];

test('after an agreement the action is performed; the agreement is recorded, and the model sees the conversation and the page', async () => {
  const { log, requests, events } = await runOrderSession(['place the order'], agreement);
  expect(log).toContain('click done');
  expect(findConsent(events)).toMatchObject({ given: true, review: agreement });
  expect(requests).toEqual([
    {
      conversation: [{ speaker: 'instructor', text: 'place the order' }],
      what: 'place the order (£24.90)',
      page: {
        title: 'Review your order',
        control: { role: 'button', name: 'Place order' },
        heading: '',
        question: '',
        row: '',
        fields: [],
        texts: ['Total: £24.90'],
      },
    },
  ]);
});

test('an objection leads to the consent question, and a yes to it is not reviewed again', async () => {
  const { log, requests, events } = await runOrderSession(['place the order', 'yes'], objection);
  expect(log).toEqual([
    'instructor: place the order',
    'click failed',
    'navigator: Shall I place the order (£24.90)?',
    'instructor: yes',
    'click done',
    'navigator: Finished.',
    'end done 0',
  ]);
  expect(findConsent(events)).toMatchObject({ given: false, reason: 'doubted', review: objection });
  expect(requests).toHaveLength(1);
});

test('a session that ends after an objection ends as guard, and the model is asked once per line', async () => {
  const { log, requests, reason } = await runOrderSession(['place the order'], objection);
  expect(log.at(-1)).toBe('end guard 3');
  expect(reason).toContain('the instructor may have asked for something else');
  expect(requests).toHaveLength(1);
});

test('without an opinion the rules decide alone', async () => {
  const { log, events } = await runOrderSession(['place the order'], null);
  expect(log).toContain('click done');
  expect(findConsent(events)).not.toHaveProperty('review');
});

test('the model is not asked if the rules refuse, or if the policy allows or denies the action', async () => {
  const refusedRun = await runOrderSession(['go to the last step'], agreement);
  expect(refusedRun.log).toContain('click failed');
  const allowedRun = await runOrderSession(['place the order'], objection, { confirm: { buy: 'allow' } });
  expect(allowedRun.log).toContain('click done');
  const deniedRun = await runOrderSession(['place the order'], agreement, { confirm: { buy: 'deny' } });
  expect(deniedRun.log).toContain('click failed');
  expect([refusedRun, allowedRun, deniedRun].flatMap(({ requests }) => requests)).toEqual([]);
});

test('with the policy “model”, the model decides about lines that forbid nothing; without an opinion the rules decide', async () => {
  // Nothing on the page says that this order contains the lamp.
  const line = 'order the garden lamp';
  const modelPolicy = { confirm: { buy: 'model' } } as const;
  expect((await runOrderSession([line], agreement)).log).toContain('click failed');
  expect((await runOrderSession([line], agreement, modelPolicy)).log).toContain('click done');
  expect((await runOrderSession([line], objection, modelPolicy)).log).toContain('click failed');
  expect((await runOrderSession([line], null, modelPolicy)).log).toContain('click failed');
  expect((await runOrderSession([line], null, { ...modelPolicy, reviewConsent: undefined })).log).toContain(
    'click failed',
  );
  // An action that a line forbids is never allowed, whatever the model says.
  expect((await runOrderSession(['do not order the lamp'], agreement, modelPolicy)).log).toContain(
    'click failed',
  );
  // Each line allows one action.
  const twoActionNavigator = createTestNavigator(({ exchange: { turns } }) => [
    turns.filter((turn) => turn.type === 'action').length < 2
      ? { intent: 'click', uid: (turns.length > 1 ? deleteButton : placeButton).uid }
      : { intent: 'say', kind: 'report', text: 'Finished.' },
  ]);
  const twoActionRun = await runOrderSession([line], agreement, {
    confirm: { default: 'model' },
    navigator: twoActionNavigator,
  });
  expect(twoActionRun.log).toEqual(expect.arrayContaining(['click done', 'click failed']));
});
