/** Sessions whose navigator calls a model: failed calls, interrupts, recorded totals. */
import { expect, test } from '@playwright/test';

import type { Navigator } from '../../src/contract/index.js';
import { ParleyError } from '../../src/contract/index.js';
import { createModelNavigator } from '../support/model-navigator.js';
import { withModel } from '../llm/model-fixture.js';
import { runTestSession, createTestInstructor } from './doubles.js';

const MODEL_ERRORS: [cause: string, kind: 'infra' | 'budget', exit: number][] = [
  ['an unreachable server', 'infra', 5],
  ['a used-up budget', 'budget', 4],
];

function createFailingNavigator(kind: 'infra' | 'budget'): Navigator {
  let callCount = 0;
  return {
    name: 'failing',
    needs: {},
    decide: async () => {
      if (callCount++ === 0) throw new ParleyError(kind, 'The model did not answer.', 'Check the server.');
      return { actions: [{ intent: 'say', kind: 'report', text: 'Saved.' }], evidence: {} };
    },
  };
}

for (const [cause, kind, exitCode] of MODEL_ERRORS) {
  test(`${cause} ends an unattended session with exit code ${exitCode}`, async () => {
    const { log, verdict } = await runTestSession({
      navigator: createFailingNavigator(kind),
      instructor: createTestInstructor('save it', 'once more'),
    });
    expect(log).toEqual(['instructor: save it', `end ${kind} ${exitCode}`]);
    expect(verdict).toEqual({ kind, reason: 'The model did not answer.', next: 'Check the server.' });
  });

  test(`${cause} is noted in an attended session, and the instructor speaks next`, async () => {
    const { log, events } = await runTestSession({
      navigator: createFailingNavigator(kind),
      instructor: createTestInstructor('save it', 'once more'),
      isAttended: true,
    });
    expect(log).toEqual([
      'instructor: save it',
      'note',
      'instructor: once more',
      'navigator: Saved.',
      'end done 0',
    ]);
    expect(events.find((event) => event.type === 'note')).toMatchObject({
      text: 'The model did not answer. Check the server.',
    });
  });
}

test('an unexpected error in the navigator ends the session, whether it is attended or not', async () => {
  const navigator: Navigator = {
    name: 'broken',
    needs: {},
    decide: async () => Promise.reject(new TypeError('x is not a function')),
  };
  const { verdict } = await runTestSession({ navigator, isAttended: true });
  expect(verdict).toMatchObject({ kind: 'infra', reason: expect.stringContaining('x is not a function') });
});

test('an interrupt aborts the request to a silent model and closes its connection', async () => {
  const controller = new AbortController();
  const staySilent = () => {
    controller.abort(new Error('interrupted'));
    return { silence: true } as const;
  };
  await withModel(staySilent, {}, async (model, server) => {
    const { log } = await runTestSession({
      navigator: createModelNavigator(model),
      signal: controller.signal,
    });
    expect(log).toEqual(['instructor: save it', 'end user 130']);
    await expect.poll(() => server.countOpenConnections()).toBe(0);
  });
});

test('a user can interrupt a stalled answer and speak again', async () => {
  let interruptController = new AbortController();
  const instructor = createTestInstructor('save it', 'once more');
  const answerModel = ({ requestIndex }: { requestIndex: number }) => {
    if (requestIndex > 0) return { text: 'Saved.' };
    interruptController.abort(new Error('stopped'));
    return { silence: true, headers: true } as const;
  };
  await withModel(answerModel, {}, async (model) => {
    const { log, events } = await runTestSession({
      navigator: createModelNavigator(model),
      instructor: {
        next: async (...args) => {
          interruptController = new AbortController();
          return instructor.next(...args);
        },
      },
      isAttended: true,
      interruptSignal: () => interruptController.signal,
    });
    expect(log).toEqual([
      'instructor: save it',
      'note',
      'instructor: once more',
      'navigator: Saved.',
      'end done 0',
    ]);
    expect(events.find((event) => event.type === 'note')).toMatchObject({
      text: 'Stopped. No action has been completed yet.',
    });
  });
});

test('the recording ends with the model’s totals and the reviewed verdict', async () => {
  const totals = {
    calls: 2,
    promptTokens: 30,
    answerTokens: 4,
    cachedTokens: 0,
    cost: null,
    recorded: 2,
  };
  const { events, verdict, exitCode } = await runTestSession({
    modelTotals: () => totals,
    adjustVerdict: ({ kind }) => ({ kind: 'check', reason: `${kind}, but some answers were not used` }),
  });
  expect(verdict).toEqual({ kind: 'check', reason: 'done, but some answers were not used' });
  expect(exitCode).toBe(1);
  expect(events.at(-1)).toMatchObject({ type: 'end', verdict: 'check', exit: 1, model: totals });
  expect((await runTestSession({ modelTotals: () => null })).events.at(-1)).not.toHaveProperty('model');
  const judgedRun = await runTestSession({ modelTotals: () => null, judgeTotals: () => totals });
  expect(judgedRun.events.at(-1)).toMatchObject({ judge: totals });
});
