import { expect, test } from '@playwright/test';

import type {
  Action,
  Decision,
  Instructor,
  InstructorMove,
  Navigator,
  State,
} from '../../src/contract/index.js';
import { ParleyError } from '../../src/contract/index.js';
import { createObservation } from '../support/candidates.js';
import {
  changedOutcome,
  clickSave,
  createTestNavigator,
  runTestSession,
  createTestSurface,
  reportSaved,
  saveButton,
  createTestInstructor,
  noEffectOutcome,
} from './doubles.js';

test('instructions, actions and messages are recorded in order', async () => {
  const hasActed = (state: State): boolean => state.exchange.turns.some((turn) => turn.type === 'action');
  const { log } = await runTestSession({
    navigator: createTestNavigator((state) => (hasActed(state) ? [reportSaved] : [clickSave])),
  });
  expect(log).toEqual(['instructor: save it', 'click done', 'navigator: Saved.', 'end done 0']);
});

test("a decision's actions are performed in order until one has an unexpected outcome", async () => {
  const effectiveRun = await runTestSession({
    navigator: createTestNavigator(() => [clickSave, clickSave, reportSaved]),
  });
  expect(effectiveRun.log.slice(1)).toEqual(['click done', 'click done', 'navigator: Saved.', 'end done 0']);
  let decisionCount = 0;
  const ineffectiveRun = await runTestSession({
    surface: createTestSurface(noEffectOutcome),
    navigator: createTestNavigator(() =>
      decisionCount++ ? [reportSaved] : [clickSave, clickSave, reportSaved],
    ),
  });
  expect(ineffectiveRun.log.slice(1)).toEqual(['click no-effect', 'navigator: Saved.', 'end done 0']);
});

test('actions after a question are dropped', async () => {
  const ask: Action = { intent: 'say', kind: 'ask', text: 'Which one?' };
  const { log } = await runTestSession({ navigator: createTestNavigator(() => [ask, clickSave]) });
  expect(log).toEqual(['instructor: save it', 'navigator: Which one?', 'end done 0']);
});

test('the fourth identical action on an unchanged page ends the session with the verdict `stuck`', async () => {
  const { log, verdict } = await runTestSession({
    surface: createTestSurface(noEffectOutcome),
    navigator: createTestNavigator(() => [clickSave]),
  });
  expect(log.filter((line) => line.startsWith('click'))).toHaveLength(3);
  expect(verdict.kind).toBe('stuck');
});

test('the budget stops a navigator that never reports', async () => {
  let fieldValue = 0;
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([{ ...saveButton, value: String(fieldValue++) }]),
  });
  const { verdict, exitCode } = await runTestSession({
    surface,
    navigator: createTestNavigator(() => [clickSave]),
    budget: { turns: 100, actions: 5, seconds: 60 },
  });
  expect(verdict).toMatchObject({ kind: 'budget', reason: 'The budget of 5 actions is used up.' });
  expect(exitCode).toBe(4);
});

test('an interrupt ends the session with exit code 130', async () => {
  const controller = new AbortController();
  const navigator: Navigator = {
    name: 'waits',
    needs: {},
    decide: (_state, _look, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        controller.abort(new Error('interrupted'));
      }),
  };
  const { log, verdict } = await runTestSession({ navigator, signal: controller.signal });
  expect(verdict.kind).toBe('user');
  expect(log).toEqual(['instructor: save it', 'end user 130']);
});

test('an interrupt of the navigator does not end the session, and a note reports the last action', async () => {
  let interruptController = new AbortController();
  let decisionCount = 0;
  const navigator: Navigator = {
    name: 'slow',
    needs: {},
    decide: async (_state, _look, signal): Promise<Decision> => {
      if (decisionCount++ === 0) return { actions: [clickSave], evidence: {} };
      if (decisionCount === 2) {
        interruptController.abort(new Error('stop'));
        signal.throwIfAborted();
      }
      return { actions: [reportSaved], evidence: {} };
    },
  };
  const lines = ['save it', 'again'];
  const instructor: Instructor = {
    next: async () => {
      interruptController = new AbortController();
      const text = lines.shift();
      return text === undefined ? { type: 'stop' } : { type: 'say', text };
    },
  };
  const { events, log } = await runTestSession({
    navigator,
    instructor,
    interruptSignal: () => interruptController.signal,
  });
  expect(events.find((event) => event.type === 'note')).toMatchObject({
    text: 'Stopped. Last finished action: click button “Save”.',
  });
  expect(log.slice(-3)).toEqual(['instructor: again', 'navigator: Saved.', 'end done 0']);
});

test('with a blank start page, the verdict is `stuck`; with an unreachable start page, it is `infra`', async () => {
  const blankSurface = createTestSurface(changedOutcome, { observe: async () => createObservation([]) });
  expect((await runTestSession({ surface: blankSurface, startUrl: 'http://127.0.0.1/' })).exitCode).toBe(4);
  const unreachableSurface = createTestSurface(changedOutcome, {
    open: async () => Promise.reject(new ParleyError('infra', 'The page is gone.', 'Open another page.')),
  });
  expect(
    (await runTestSession({ surface: unreachableSurface, startUrl: 'http://127.0.0.1/' })).verdict,
  ).toEqual({
    kind: 'infra',
    reason: 'The page is gone.',
    next: 'Open another page.',
  });
});

test('an instructor may interject between two actions', async () => {
  const interjections: (InstructorMove | null)[] = [{ type: 'say', text: 'stop there' }, null];
  const instructor: Instructor = {
    ...createTestInstructor('save it'),
    interject: async () => interjections.shift() ?? null,
  };
  const hasActed = (state: State): boolean =>
    state.exchange.turns.at(-1)?.speaker === 'instructor' && state.exchange.turns.length > 1;
  const { log } = await runTestSession({
    instructor,
    navigator: createTestNavigator((state) => (hasActed(state) ? [reportSaved] : [clickSave, clickSave])),
  });
  expect(log).toEqual([
    'instructor: save it',
    'click done',
    'instructor: stop there',
    'navigator: Saved.',
    'end done 0',
  ]);
});

test('after an error in the navigator, the recording still ends with a verdict', async () => {
  const reportedErrors: unknown[] = [];
  const navigator = createTestNavigator(() => {
    throw new TypeError('x is not a function');
  });
  const { log, exitCode } = await runTestSession({
    navigator,
    onFault: (error) => reportedErrors.push(error),
  });
  expect([log.at(-1), exitCode, reportedErrors.length]).toEqual(['end infra 5', 5, 1]);
});

test('a decision that continues an earlier one does not count towards the decision limit', async () => {
  const navigator = createTestNavigator(() => [clickSave]);
  let decisionCount = 0;
  const { log } = await runTestSession({
    navigator: {
      ...navigator,
      decide: async (...args) => ({
        ...(await navigator.decide(...args)),
        isContinuation: ++decisionCount === 2,
      }),
    },
    budget: { turns: 100, actions: 60, seconds: 60, decisions: 2 },
  });
  expect(log.slice(1)).toEqual(['click done', 'click done', 'click done', 'end budget 4']);
});

test('the decision limit ends the session before the next decision; the last decision is still performed and judged', async () => {
  const actingRun = await runTestSession({
    navigator: createTestNavigator(() => [clickSave]),
    budget: { turns: 100, actions: 60, seconds: 60, decisions: 2 },
  });
  expect(actingRun.log.slice(1)).toEqual(['click done', 'click done', 'end budget 4']);
  expect(actingRun.verdict.reason).toBe('The budget of 2 decisions is used up.');
  let decisionCount = 0;
  const answeringRun = await runTestSession({
    navigator: createTestNavigator(() => (decisionCount++ ? [reportSaved] : [clickSave, clickSave])),
    budget: { turns: 100, actions: 60, seconds: 60, decisions: 2 },
  });
  expect(answeringRun.log.slice(1)).toEqual(['click done', 'click done', 'navigator: Saved.', 'end done 0']);
});
