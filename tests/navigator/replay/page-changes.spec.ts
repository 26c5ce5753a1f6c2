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
const pageAt = (path: string, ...candidates: Candidate[]): Observation =>
  createObservation(candidates, { url: SITE + path });
const wentTo = (path: string): Outcome => ({
  ...DONE_OUTCOME,
  effects: [{ type: 'navigated', url: SITE + path, status: 200 }],
});

/** Clicks the element with this name, then reports. `asked` contains the requests that it received. */
function clicking(name: string, asked: string[]): Navigator {
  let done = '';
  return {
    name: 'direct',
    needs: {},
    decide: ({ exchange, observation: { candidates } }) => {
      const line = exchange.turns.findLast((turn) => turn.speaker === 'instructor');
      const text = line?.type === 'say' ? line.text : '';
      if (done === text)
        return Promise.resolve<Decision>({
          actions: [{ intent: 'say', kind: 'report', text: 'Did it.' }],
          evidence: {},
        });
      done = text;
      asked.push(text);
      const { uid } = candidates.find((one) => one.name === name)!;
      return Promise.resolve<Decision>({ actions: [{ intent: 'click', uid }], evidence: {} });
    },
  };
}

const openPage = pageAt('/start', createCandidate({ name: 'Open' }));
const savePage = pageAt('/edit', createCandidate({ name: 'Save' }));
const open = createClick(openPage.candidates[0]!, openPage, {
  turn: 1,
  request: 'open it',
  outcome: wentTo('/edit'),
});
const save = createClick(savePage.candidates[0]!, savePage, { turn: 2, request: 'save' });

test('after a healed request, the recorded actions continue', async () => {
  const asked: string[] = [];
  const conversation = new Conversation(createScript([open, save, REPORT_TURN], 'Open it and save.'), {
    healer: clicking('Show', asked),
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Open it and save.');
  const renamed = pageAt('/start', createCandidate({ name: 'Show' }));
  expect(await conversation.decide(renamed)).toMatchObject({ uid: renamed.candidates[0]!.uid });
  expect(await conversation.decide(savePage)).toMatchObject({ uid: savePage.candidates[0]!.uid });
  expect(await conversation.decide(savePage)).toMatchObject({ intent: 'say', text: 'Saved.' });
  expect(asked).toEqual(['open it']);
  expect(conversation.navigator.totals).toMatchObject({ healed: 1, replayed: 0, actions: 1 });
});

test('an action that led to another page is not done again if the next one fits there', async () => {
  const asked: string[] = [];
  const conversation = new Conversation(createScript([open, save, REPORT_TURN], 'Open it and save.'), {
    healer: clicking('Open', asked),
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, wentTo('/change'));
  const moved = pageAt('/change', createCandidate({ name: 'Save' }));
  expect(await conversation.decide(moved)).toMatchObject({ uid: moved.candidates[0]!.uid });
  expect(asked).toEqual([]);
  expect(conversation.deviations.join()).toContain('/change');
  expect(conversation.navigator.totals).toMatchObject({ healed: 1 });
});

test('an action that led to a page without the next element is healed', async () => {
  const asked: string[] = [];
  const conversation = new Conversation(createScript([open, save, REPORT_TURN], 'Open it and save.'), {
    healer: clicking('Log in', asked),
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, wentTo('/login'));
  const logIn = pageAt('/login', createCandidate({ name: 'Log in' }));
  expect(await conversation.decide(logIn)).toMatchObject({ uid: logIn.candidates[0]!.uid });
  expect(asked).toEqual(['open it']);
});

test('a covered element is clicked by the healing navigator, which gets its name', async () => {
  const asked: string[] = [];
  const conversation = new Conversation(createScript([open, save, REPORT_TURN], 'Open it and save.'), {
    healer: clicking('Open', asked),
    missingElementTimeoutMs: 0,
  });
  conversation.addInstructorLine('Open it and save.');
  await conversation.decide(openPage, { status: 'failed', reason: 'covered', detail: 'a dialog covers it' });
  expect(await conversation.decide(openPage, wentTo('/edit'))).toMatchObject({ intent: 'click' });
  expect(await conversation.decide(savePage)).toMatchObject({ uid: savePage.candidates[0]!.uid });
  expect(asked).toEqual(['click “Open”']);
});

test('with --heal ask, a person is asked before anything is healed, and a no ends the replay', async () => {
  const questions: string[] = [];
  const ask = (answer: boolean): Conversation =>
    new Conversation(createScript([open, REPORT_TURN], 'Open it.'), {
      healer: clicking('Show', []),
      missingElementTimeoutMs: 0,
      approve: (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    });
  const page = pageAt('/start', createCandidate({ name: 'Show' }));
  const agreed = ask(true);
  agreed.addInstructorLine('Open it.');
  expect(await agreed.decide(page)).toMatchObject({ uid: page.candidates[0]!.uid });
  const refused = ask(false);
  refused.addInstructorLine('Open it.');
  await expect(refused.decide(page)).rejects.toMatchObject({ kind: 'check' });
  expect(questions).toHaveLength(2);
  expect(questions[0]).toContain('“Open”');
});
