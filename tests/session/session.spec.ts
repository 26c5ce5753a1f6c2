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
import { observation } from '../support/candidates.js';
import { changed, click, decides, runTestSession, page, report, save, says, noEffect } from './doubles.js';

test('instructions, actions and messages are recorded in order', async () => {
  const acted = (state: State): boolean => state.exchange.turns.some((turn) => turn.type === 'action');
  const { log } = await runTestSession({
    navigator: decides((state) => (acted(state) ? [report] : [click])),
  });
  expect(log).toEqual(['instructor: save it', 'click done', 'navigator: Saved.', 'end done 0']);
});

test('the actions of a decision are performed in order until one has an unexpected outcome', async () => {
  const first = await runTestSession({ navigator: decides(() => [click, click, report]) });
  expect(first.log.slice(1)).toEqual(['click done', 'click done', 'navigator: Saved.', 'end done 0']);
  let decisions = 0;
  const second = await runTestSession({
    surface: page(noEffect),
    navigator: decides(() => (decisions++ ? [report] : [click, click, report])),
  });
  expect(second.log.slice(1)).toEqual(['click no-effect', 'navigator: Saved.', 'end done 0']);
});

test('actions after a question are dropped', async () => {
  const ask: Action = { intent: 'say', kind: 'ask', text: 'Which one?' };
  const { log } = await runTestSession({ navigator: decides(() => [ask, click]) });
  expect(log).toEqual(['instructor: save it', 'navigator: Which one?', 'end done 0']);
});

test('repeating an action four times on an unchanged page is stuck', async () => {
  const { log, verdict } = await runTestSession({
    surface: page(noEffect),
    navigator: decides(() => [click]),
  });
  expect(log.filter((line) => line.startsWith('click'))).toHaveLength(3);
  expect(verdict.kind).toBe('stuck');
});

test('a navigator that never ends is stopped by the budget', async () => {
  let value = 0;
  const surface = page(changed, { observe: async () => observation([{ ...save, value: String(value++) }]) });
  const { verdict, exit } = await runTestSession({
    surface,
    navigator: decides(() => [click]),
    budget: { turns: 100, actions: 5, seconds: 60 },
  });
  expect(verdict).toMatchObject({ kind: 'budget', reason: 'The budget of 5 actions is used up.' });
  expect(exit).toBe(4);
});

test('an interrupt ends the session cleanly with 130', async () => {
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

test('interrupting the navigator keeps the session and reports the last action', async () => {
  let interrupt = new AbortController();
  let decisions = 0;
  const navigator: Navigator = {
    name: 'slow',
    needs: {},
    decide: async (_state, _look, signal): Promise<Decision> => {
      if (decisions++ === 0) return { actions: [click], evidence: {} };
      if (decisions === 2) {
        interrupt.abort(new Error('stop'));
        signal.throwIfAborted();
      }
      return { actions: [report], evidence: {} };
    },
  };
  const lines = ['save it', 'again'];
  const instructor: Instructor = {
    next: async () => {
      interrupt = new AbortController();
      const text = lines.shift();
      return text === undefined ? { type: 'stop' } : { type: 'say', text };
    },
  };
  const { events, log } = await runTestSession({
    navigator,
    instructor,
    interruptSignal: () => interrupt.signal,
  });
  expect(events.find((event) => event.type === 'note')).toMatchObject({
    text: 'Stopped. Last finished action: click button “Save”.',
  });
  expect(log.slice(-3)).toEqual(['instructor: again', 'navigator: Saved.', 'end done 0']);
});

test('a blank start page is stuck; one that cannot be opened is infra', async () => {
  const blank = page(changed, { observe: async () => observation([]) });
  expect((await runTestSession({ surface: blank, startUrl: 'http://127.0.0.1/' })).exit).toBe(4);
  const gone = page(changed, {
    open: async () => Promise.reject(new ParleyError('infra', 'It is gone.', 'Look elsewhere.')),
  });
  expect((await runTestSession({ surface: gone, startUrl: 'http://127.0.0.1/' })).verdict).toEqual({
    kind: 'infra',
    reason: 'It is gone.',
    next: 'Look elsewhere.',
  });
});

test('an instructor may interject between two actions', async () => {
  const moves: (InstructorMove | null)[] = [{ type: 'say', text: 'stop there' }, null];
  const instructor: Instructor = { ...says('save it'), interject: async () => moves.shift() ?? null };
  const acted = (state: State): boolean =>
    state.exchange.turns.at(-1)?.speaker === 'instructor' && state.exchange.turns.length > 1;
  const { log } = await runTestSession({
    instructor,
    navigator: decides((state) => (acted(state) ? [report] : [click, click])),
  });
  expect(log).toEqual([
    'instructor: save it',
    'click done',
    'instructor: stop there',
    'navigator: Saved.',
    'end done 0',
  ]);
});

test('an error in the navigator still ends the recording with a verdict', async () => {
  const faults: unknown[] = [];
  const navigator = decides(() => {
    throw new TypeError('x is not a function');
  });
  const { log, exit } = await runTestSession({ navigator, onFault: (error) => faults.push(error) });
  expect([log.at(-1), exit, faults.length]).toEqual(['end infra 5', 5, 1]);
});
