import { expect, test } from '@playwright/test';

import type { Candidate, Decision, Navigator, Observation, Outcome } from '../../../src/contract/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import {
  createClick,
  Conversation,
  DONE_OUTCOME,
  REPORT_TURN,
  createScript,
} from '../../support/replay-conversation.js';

const SITE = 'http://127.0.0.1';
const createPage = (path: string, ...candidates: Candidate[]): Observation =>
  createObservation(candidates, { url: SITE + path });
const createNavigatedOutcome = (path: string): Outcome => ({
  ...DONE_OUTCOME,
  effects: [{ type: 'navigated', url: SITE + path, status: 200 }],
});

/** Creates a navigator that clicks the element with this name, then reports. It adds each request it receives to `requests`. */
function createClickingHealer(name: string, requests: string[]): Navigator {
  let finishedLine = '';
  return {
    name: 'direct',
    needs: {},
    decide: ({ exchange, observation: { candidates } }) => {
      const line = exchange.turns.findLast((turn) => turn.speaker === 'instructor');
      const text = line?.type === 'say' ? line.text : '';
      if (finishedLine === text)
        return Promise.resolve<Decision>({
          actions: [{ intent: 'say', kind: 'report', text: 'Did it.' }],
          evidence: {},
        });
      finishedLine = text;
      requests.push(text);
      const { uid } = candidates.find((one) => one.name === name)!;
      return Promise.resolve<Decision>({ actions: [{ intent: 'click', uid }], evidence: {} });
    },
  };
}

const openPage = createPage('/start', createCandidate({ name: 'Open' }));
const savePage = createPage('/edit', createCandidate({ name: 'Save' }));
const openAction = createClick(openPage.candidates[0]!, openPage, {
  turn: 1,
  request: 'open it',
  outcome: createNavigatedOutcome('/edit'),
});
const saveAction = createClick(savePage.candidates[0]!, savePage, { turn: 2, request: 'save' });

test('after a healed request, the recorded actions continue', async () => {
  const requests: string[] = [];
  const conversation = new Conversation(
    createScript([openAction, saveAction, REPORT_TURN], 'Open it and save.'),
    {
      healer: createClickingHealer('Show', requests),
      missingElementTimeoutMs: 0,
    },
  );
  conversation.addInstructorLine('Open it and save.');
  const renamedPage = createPage('/start', createCandidate({ name: 'Show' }));
  expect(await conversation.decide(renamedPage)).toMatchObject({ uid: renamedPage.candidates[0]!.uid });
  expect(await conversation.decide(savePage)).toMatchObject({ uid: savePage.candidates[0]!.uid });
  expect(await conversation.decide(savePage)).toMatchObject({ intent: 'say', text: 'Saved.' });
  expect(requests).toEqual(['open it']);
  expect(conversation.navigator.totals).toMatchObject({ healed: 1, replayed: 0, actions: 1 });
});

test('an action that leads to another page is not repeated if the next action matches the current page', async () => {
  const requests: string[] = [];
  const conversation = new Conversation(
    createScript([openAction, saveAction, REPORT_TURN], 'Open it and save.'),
    {
      healer: createClickingHealer('Open', requests),
      missingElementTimeoutMs: 0,
    },
  );
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, createNavigatedOutcome('/change'));
  const movedPage = createPage('/change', createCandidate({ name: 'Save' }));
  expect(await conversation.decide(movedPage)).toMatchObject({ uid: movedPage.candidates[0]!.uid });
  expect(requests).toEqual([]);
  expect(conversation.deviations.join()).toContain('/change');
  expect(conversation.navigator.totals).toMatchObject({ healed: 1 });
});

test('an action that leads to a page without the next element is healed', async () => {
  const requests: string[] = [];
  const conversation = new Conversation(
    createScript([openAction, saveAction, REPORT_TURN], 'Open it and save.'),
    {
      healer: createClickingHealer('Log in', requests),
      missingElementTimeoutMs: 0,
    },
  );
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, createNavigatedOutcome('/login'));
  const loginPage = createPage('/login', createCandidate({ name: 'Log in' }));
  expect(await conversation.decide(loginPage)).toMatchObject({ uid: loginPage.candidates[0]!.uid });
  expect(requests).toEqual(['open it']);
});

test('a covered element is clicked by the healing navigator, which gets its name', async () => {
  const requests: string[] = [];
  const conversation = new Conversation(
    createScript([openAction, saveAction, REPORT_TURN], 'Open it and save.'),
    {
      healer: createClickingHealer('Open', requests),
      missingElementTimeoutMs: 0,
    },
  );
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, { status: 'failed', reason: 'covered', detail: 'a dialog covers it' });
  expect(await conversation.decide(openPage, createNavigatedOutcome('/edit'))).toMatchObject({
    intent: 'click',
  });
  expect(await conversation.decide(savePage)).toMatchObject({ uid: savePage.candidates[0]!.uid });
  expect(requests).toEqual(['click “Open”']);
});

test('with --heal ask, a person is asked before anything is healed, and a refusal ends the replay', async () => {
  const questions: string[] = [];
  const createConversation = (answer: boolean): Conversation =>
    new Conversation(createScript([openAction, REPORT_TURN], 'Open it.'), {
      healer: createClickingHealer('Show', []),
      missingElementTimeoutMs: 0,
      approve: (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    });
  const observation = createPage('/start', createCandidate({ name: 'Show' }));
  const approvedConversation = createConversation(true);
  approvedConversation.addInstructorLine('Open it.');
  expect(await approvedConversation.decide(observation)).toMatchObject({
    uid: observation.candidates[0]!.uid,
  });
  const refusedConversation = createConversation(false);
  refusedConversation.addInstructorLine('Open it.');
  await expect(refusedConversation.decide(observation)).rejects.toMatchObject({ kind: 'check' });
  expect(questions).toHaveLength(2);
  expect(questions[0]).toContain('“Open”');
});
