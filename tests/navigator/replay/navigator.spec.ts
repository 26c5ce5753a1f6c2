import { expect, test } from '@playwright/test';

import type {
  Observation,
  Outcome,
  PageAction,
  ReplayAction,
  ScriptTurn,
} from '../../../src/contract/index.js';
import { createActionFingerprints } from '../../../src/fingerprint/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import {
  DONE_OUTCOME,
  createClick,
  createScript,
  REPORT_TURN,
  HEALED_DECISION,
  createHealer,
  Conversation,
} from '../../support/replay-conversation.js';

const recordedPage = createObservation([
  createCandidate({ name: 'Save' }),
  createCandidate({ name: 'Cancel' }),
]);
const step = createClick(recordedPage.candidates[0]!, recordedPage);
const laterPage = createObservation([createCandidate({ name: 'Cancel' }), createCandidate({ name: 'Save' })]);

test('recorded turns are repeated on the elements of the current page', async () => {
  const conversation = new Conversation(createScript([step, REPORT_TURN]));
  conversation.addInstructorLine('save it.');
  expect(await conversation.decide(laterPage)).toEqual({
    intent: 'click',
    uid: laterPage.candidates[1]!.uid,
  });
  expect(await conversation.decide(laterPage)).toEqual({ intent: 'say', kind: 'report', text: 'Saved.' });
  expect(conversation.navigator.totals).toMatchObject({ lines: 1, replayed: 1, healed: 0, actions: 1 });
});

test('a line that does not match the page goes to the healing navigator, with a message about what is missing', async () => {
  const conversation = new Conversation(createScript([step, REPORT_TURN]), { missingElementTimeoutMs: 0 });
  conversation.addInstructorLine('Save it.');
  const observation = createObservation([createCandidate({ name: 'Store' })]);
  expect(await conversation.decide(observation)).toEqual(HEALED_DECISION.actions[0]);
  expect(conversation.deviations).toEqual([
    'Line 1 cannot be replayed. The button “Save” is not on the page. The navigator “direct” takes over.',
  ]);
  expect(conversation.navigator.totals).toMatchObject({ replayed: 0, healed: 1 });
});

test('without a healing navigator, the session fails at the line that does not match the page', async () => {
  const conversation = new Conversation(createScript([step, REPORT_TURN]), {
    healer: null,
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Save it.');
  await expect(conversation.decide(createObservation([]))).rejects.toMatchObject({
    kind: 'check',
    message: expect.stringContaining('Line 1, “Save it.”'),
  });
});

test('the replay waits for a missing element until the page stops changing', async () => {
  const conversation = new Conversation(createScript([step, REPORT_TURN]), {
    missingElementTimeoutMs: 60_000,
  });
  conversation.addInstructorLine('Save it.');
  const pageWithoutElement = createObservation([createCandidate({ name: 'Cancel' })]);
  expect(await conversation.decide(pageWithoutElement)).toMatchObject({ intent: 'wait' });
  expect(await conversation.decide(laterPage)).toMatchObject({ intent: 'click' });

  const conversationWithoutWait = new Conversation(createScript([step, REPORT_TURN]), {
    missingElementTimeoutMs: 60_000,
  });
  conversationWithoutWait.addInstructorLine('Save it.');
  await conversationWithoutWait.decide(pageWithoutElement, {
    status: 'no-effect',
    settle: { reason: 'timeout', ms: 1 },
  });
  expect(await conversationWithoutWait.decide(pageWithoutElement)).toEqual(HEALED_DECISION.actions[0]);
});

test('a repeated action must have the recorded effect, except for ids in URLs and states that are already reached', async () => {
  const createNavigatedOutcome = (url: string): Outcome => ({
    status: 'done',
    effects: [{ type: 'navigated', url, status: 200 }],
    settle: { reason: 'navigated', ms: 1 },
  });
  const cases: [name: string, recordedOutcome: Outcome, currentOutcome: Outcome, isMatch: boolean][] = [
    [
      'another page',
      createNavigatedOutcome('http://127.0.0.1/cart'),
      createNavigatedOutcome('http://127.0.0.1/login'),
      false,
    ],
    [
      'another id',
      createNavigatedOutcome('http://127.0.0.1/o/1'),
      createNavigatedOutcome('http://127.0.0.1/o/22'),
      true,
    ],
    ['no page', createNavigatedOutcome('http://127.0.0.1/cart'), DONE_OUTCOME, false],
    ['an unexpected page', DONE_OUTCOME, createNavigatedOutcome('http://127.0.0.1/login'), false],
    [
      'a failure',
      DONE_OUTCOME,
      { status: 'failed', reason: 'covered', detail: 'an overlay covers it' },
      false,
    ],
    ['nothing', DONE_OUTCOME, { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } }, false],
    ['already done', DONE_OUTCOME, { status: 'already', detail: 'it is checked' }, true],
  ];
  for (const [caseName, recordedOutcome, currentOutcome, isMatch] of cases) {
    const conversation = new Conversation(createScript([{ ...step, outcome: recordedOutcome }, REPORT_TURN]));
    conversation.addInstructorLine('Save it.');
    await conversation.decide(laterPage, currentOutcome);
    await conversation.decide(laterPage);
    expect.soft(conversation.navigator.totals.healed, caseName).toBe(isMatch ? 0 : 1);
  }
});

test('the healing navigator gets only the rest of the line, so that nothing is done twice', async () => {
  const observation = createObservation([
    createCandidate({ name: 'Add' }),
    createCandidate({ name: 'Save' }),
  ]);
  const turns = [
    createClick(observation.candidates[0]!, observation, { request: 'add it' }),
    createClick(observation.candidates[1]!, observation, { request: 'save the list' }),
    REPORT_TURN,
  ];
  const healedRequests: string[] = [];
  const conversation = new Conversation(createScript(turns, 'Add it and save the list.'), {
    healer: createHealer(healedRequests),
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Add it and save the list.');
  await conversation.decide(observation);
  await conversation.decide(
    createObservation([createCandidate({ name: 'Add' }), createCandidate({ name: 'Keep' })]),
  );
  expect(healedRequests).toEqual(['save the list']);
});

test('a toggle that already has the recorded state is not clicked', async () => {
  const createPage = (checked: boolean): Observation =>
    createObservation([createCandidate({ role: 'checkbox', name: 'News', states: { checked } })]);
  const initialPage = createPage(false);
  const toggleOutcome: Outcome = {
    ...DONE_OUTCOME,
    effects: [{ type: 'state', name: 'checked', to: 'true' }],
  };
  const turns = [
    createClick(initialPage.candidates[0]!, initialPage, { outcome: toggleOutcome }),
    REPORT_TURN,
  ];
  const conversation = new Conversation(createScript(turns));
  conversation.addInstructorLine('Save it.');
  expect(await conversation.decide(createPage(true))).toMatchObject({ intent: 'say' });
});

test('an option is chosen by its label, not by a value that may be an id', async () => {
  const createPage = (values: readonly string[]): Observation =>
    createObservation([
      createCandidate({
        role: 'combobox',
        name: 'Size',
        tag: 'select',
        options: ['S', 'M'].map((label, i) => ({
          value: values[i]!,
          label,
          selected: false,
          disabled: false,
        })),
      }),
    ]);
  const initialPage = createPage(['1', '2']);
  const action: PageAction = { intent: 'change', uid: initialPage.candidates[0]!.uid, value: '2' };
  const { fingerprint } = createActionFingerprints(action, initialPage);
  const turns = [
    createClick(initialPage.candidates[0]!, initialPage, { action, fingerprint: fingerprint! }),
    REPORT_TURN,
  ];
  const conversation = new Conversation(createScript(turns));
  conversation.addInstructorLine('Save it.');
  expect(await conversation.decide(createPage(['2', '1']))).toMatchObject({ intent: 'change', value: 'M' });
});

test('a line that is not in the recording goes to the healing navigator', async () => {
  const conversation = new Conversation(createScript([step, REPORT_TURN]));
  conversation.addInstructorLine('Do something else.');
  expect(await conversation.decide(laterPage)).toEqual(HEALED_DECISION.actions[0]);
});

test('recorded URLs are mapped to the site on which the session is replayed', async () => {
  const load: ReplayAction = { ...step, action: { intent: 'load', url: 'http://127.0.0.1/shop/help' } };
  const script = { ...createScript([load, REPORT_TURN]), startUrl: 'http://127.0.0.1/shop/' };
  const conversation = new Conversation(script, { startUrl: 'http://127.0.0.1:81/new/shop/' });
  conversation.addInstructorLine('Save it.');
  expect(await conversation.decide(laterPage)).toEqual({
    intent: 'load',
    url: 'http://127.0.0.1:81/new/shop/help',
  });
});

test('an element that was clearly renamed is used, and this is reported and counted as healed', async () => {
  const createPage = (buttonName: string): Observation =>
    createObservation([createCandidate({ role: 'link', name: buttonName, attributes: { href: '/help' } })]);
  const initialPage = createPage('Help');
  const turns = [createClick(initialPage.candidates[0]!, initialPage), REPORT_TURN];
  const conversation = new Conversation(createScript(turns));
  conversation.addInstructorLine('Save it.');
  const renamedPage = createPage('Support');
  expect(await conversation.decide(renamedPage)).toEqual({
    intent: 'click',
    uid: renamedPage.candidates[0]!.uid,
  });
  expect(await conversation.decide(renamedPage)).toEqual({ intent: 'say', kind: 'report', text: 'Saved.' });
  expect(conversation.deviations).toEqual(['The link “Help” is now called “Support”.']);
  expect(conversation.navigator.totals).toMatchObject({ replayed: 0, healed: 1, actions: 1 });

  const conversationWithoutHealer = new Conversation(createScript(turns), {
    healer: null,
    missingElementTimeoutMs: 0,
  });
  conversationWithoutHealer.addInstructorLine('Save it.');
  await expect(conversationWithoutHealer.decide(renamedPage)).rejects.toMatchObject({ kind: 'check' });

  const irreversibleConversation = new Conversation(
    createScript([
      createClick(initialPage.candidates[0]!, initialPage, { isIrreversible: true }),
      REPORT_TURN,
    ]),
    { missingElementTimeoutMs: 0 },
  );
  irreversibleConversation.addInstructorLine('Save it.');
  expect(await irreversibleConversation.decide(renamedPage)).toEqual(HEALED_DECISION.actions[0]);
});

test('an answer is repeated only if the page still shows its facts', async () => {
  const answer: ScriptTurn = {
    type: 'say',
    turn: 1,
    kind: 'answer',
    text: 'At 16:00.',
    requiredFacts: ['16:00'],
  };
  const createPageAt = (time: string): Observation =>
    createObservation([], {
      text: [{ kind: 'paragraph', text: `Starts at ${time}`, section: '', order: 0 }],
    });
  for (const [time, expectedText] of [
    ['16:00', 'At 16:00.'],
    ['17:00', 'I did it.'],
  ] as const) {
    const conversation = new Conversation(createScript([answer], 'When?'), { missingElementTimeoutMs: 0 });
    conversation.addInstructorLine('When?');
    expect(await conversation.decide(createPageAt(time))).toMatchObject({
      intent: 'say',
      text: expectedText,
    });
  }
});
