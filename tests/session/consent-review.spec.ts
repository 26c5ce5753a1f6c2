// A command is an instruction to perform an irreversible action. A model can object to a command that the rules
// recognise, and can find a command that they do not recognise.
import { expect, test } from '@playwright/test';

import type {
  ConsentOpinion,
  ConsentSearchRequest,
  ConsentReviewRequest,
  SessionEvent,
} from '../../src/contract/index.js';
import type { SessionParts } from '../../src/session/index.js';
import {
  changedOutcome,
  createTestInstructor,
  createTestNavigator,
  createTestSurface,
  runTestSession,
} from './doubles.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const placeButton = createCandidate({ name: 'Place order', xpath: '/html/body/main/button', order: 1 });
const deleteButton = createCandidate({ name: 'Delete account', xpath: '/html/body/main/p/button', order: 2 });
const shop = createObservation([placeButton, deleteButton], {
  title: 'Review your order',
  text: [{ kind: 'term', text: 'Total: £24.90', section: '', order: 1 }],
});
const agreement: ConsentOpinion = { ordered: true, difference: '' };
const objection: ConsentOpinion = { ordered: false, difference: 'two lamps, not one' };

/** Runs a session whose navigator clicks “Place order” after each line. */
async function runPlaceOrder(
  lines: string[],
  opinion: ConsentOpinion | null,
  overrides: Partial<SessionParts> = {},
  commandWords: string | null = null,
): Promise<{
  log: string[];
  searchRequests: ConsentSearchRequest[];
  reviewRequests: ConsentReviewRequest[];
  events: SessionEvent[];
  reason: string;
}> {
  const searchRequests: ConsentSearchRequest[] = [];
  const reviewRequests: ConsentReviewRequest[] = [];
  const { log, events, verdict } = await runTestSession({
    surface: createTestSurface(changedOutcome, { observe: async () => shop }),
    navigator: createTestNavigator(({ exchange: { turns } }) => {
      const lastLine = turns.findLastIndex((turn) => turn.speaker === 'instructor');
      const hasActed = turns.slice(lastLine).some((turn) => turn.type === 'action');
      return [
        hasActed
          ? { intent: 'say', kind: 'report', text: 'Finished.' }
          : { intent: 'click', uid: placeButton.uid },
      ];
    }),
    instructor: createTestInstructor(...lines),
    consentReviewer: {
      findCommandWords: async (request) => {
        searchRequests.push(request);
        return commandWords;
      },
      review: async (request) => {
        reviewRequests.push(request);
        return opinion;
      },
    },
    ...overrides,
  });
  return { log, events, searchRequests, reviewRequests, reason: verdict.reason };
}

const findFirstConsent = (events: readonly SessionEvent[]): unknown =>
  events.flatMap((event) => (event.type === 'action' ? [event.consent] : []))[0];

test('if the model agrees, the action is performed and the agreement is recorded; the model sees the conversation and the page', async () => {
  const { log, reviewRequests, events } = await runPlaceOrder(['place the order'], agreement);
  expect(log).toContain('click done');
  expect(findFirstConsent(events)).toMatchObject({ given: true, review: agreement });
  expect(reviewRequests).toEqual([
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

test('an objection leads to the consent question, and a yes to the question is not reviewed again', async () => {
  const { log, reviewRequests, events } = await runPlaceOrder(['place the order', 'yes'], objection);
  expect(log).toEqual([
    'instructor: place the order',
    'click failed',
    'navigator: Shall I place the order (£24.90)?',
    'instructor: yes',
    'click done',
    'navigator: Finished.',
    'end done 0',
  ]);
  expect(findFirstConsent(events)).toMatchObject({ given: false, reason: 'doubted', review: objection });
  expect(reviewRequests).toHaveLength(1);
});

test('a session that ends with an objection has the verdict `guard`, and the model is not asked twice about the same line', async () => {
  const { log, reviewRequests, reason } = await runPlaceOrder(['place the order'], objection);
  expect(log.at(-1)).toBe('end guard 3');
  expect(reason).toContain('the instructor may have asked for something else');
  expect(reviewRequests).toHaveLength(1);
});

test('without an opinion, the rules alone decide', async () => {
  const { log, events } = await runPlaceOrder(['place the order'], null);
  expect(log).toContain('click done');
  expect(findFirstConsent(events)).not.toHaveProperty('review');
});

test('the model is not asked for an opinion if no line requests the action, or if the policy allows or denies it', async () => {
  const unrequestedRun = await runPlaceOrder(['go to the last step'], agreement);
  expect(unrequestedRun.log).toContain('click failed');
  const allowedRun = await runPlaceOrder(['place the order'], objection, { confirm: { buy: 'allow' } });
  expect(allowedRun.log).toContain('click done');
  const deniedRun = await runPlaceOrder(['place the order'], agreement, { confirm: { buy: 'deny' } });
  expect(deniedRun.log).toContain('click failed');
  expect([unrequestedRun, allowedRun, deniedRun].flatMap(({ reviewRequests }) => reviewRequests)).toEqual([]);
  expect([allowedRun, deniedRun].flatMap(({ searchRequests }) => searchRequests)).toEqual([]);
});

test('a command that only the model finds is accepted if it is in the instructor’s words and no opinion objects to it', async () => {
  const line = 'bung the shop its money for that lamp';
  const acceptedRun = await runPlaceOrder([line], agreement, {}, 'Bung the shop its money');
  expect(acceptedRun.log).toContain('click done');
  expect(findFirstConsent(acceptedRun.events)).toMatchObject({
    given: true,
    source: { by: 'instruction', turn: 0 },
    orderWords: 'Bung the shop its money',
    review: agreement,
  });
  // The request to find a command contains nothing from the page.
  expect(acceptedRun.searchRequests).toEqual([
    { conversation: [{ speaker: 'instructor', text: line }], class: 'buy' },
  ]);
  const rejectedRuns = {
    'no command': await runPlaceOrder([line], agreement),
    'words that nobody wrote': await runPlaceOrder([line], agreement, {}, 'place the order'),
    'no words': await runPlaceOrder([line], agreement, {}, ' … '),
    objection: await runPlaceOrder([line], objection, {}, line),
    'no opinion': await runPlaceOrder([line], null, {}, line),
    'no model': await runPlaceOrder([line], agreement, { consentReviewer: undefined }, line),
    'a prohibition': await runPlaceOrder(['do not place the order'], agreement, {}, 'place the order'),
  };
  for (const [name, { log }] of Object.entries(rejectedRuns))
    expect.soft(log, name).toContain('click failed');
  expect(rejectedRuns['a prohibition'].searchRequests).toEqual([]);
});

test('a command that the model finds covers only one action', async () => {
  const line = 'bung the shop its money for that lamp';
  const navigatorWithTwoActions = createTestNavigator(({ exchange: { turns } }) => [
    turns.filter((turn) => turn.type === 'action').length < 2
      ? { intent: 'click', uid: (turns.length > 1 ? deleteButton : placeButton).uid }
      : { intent: 'say', kind: 'report', text: 'Finished.' },
  ]);
  const twoActionRun = await runPlaceOrder([line], agreement, { navigator: navigatorWithTwoActions }, line);
  expect(twoActionRun.log).toEqual(expect.arrayContaining(['click done', 'click failed']));
});
