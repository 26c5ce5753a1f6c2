/** A session whose navigator asks a model: failed calls, interrupts and the recorded totals. */
import { expect, test } from '@playwright/test';

import type { Navigator } from '../../src/contract/index.js';
import { ParleyError } from '../../src/contract/index.js';
import { askingNavigator } from '../support/asking-navigator.js';
import { withModel } from '../llm/asking.js';
import { runTestSession, says } from './doubles.js';

const TROUBLES: [what: string, kind: 'infra' | 'budget', exit: number][] = [
  ['a server that is gone', 'infra', 5],
  ['a budget that is used up', 'budget', 4],
];

function failsOnce(kind: 'infra' | 'budget'): Navigator {
  let asked = 0;
  return {
    name: 'in trouble',
    needs: {},
    decide: async () => {
      if (asked++ === 0) throw new ParleyError(kind, 'There is no answer.', 'Look after it.');
      return { actions: [{ intent: 'say', kind: 'report', text: 'Saved.' }], evidence: {} };
    },
  };
}

for (const [what, kind, exit] of TROUBLES) {
  test(`${what} ends an unattended session with ${exit}`, async () => {
    const { log, verdict } = await runTestSession({
      navigator: failsOnce(kind),
      instructor: says('save it', 'once more'),
    });
    expect(log).toEqual(['instructor: save it', `end ${kind} ${exit}`]);
    expect(verdict).toEqual({ kind, reason: 'There is no answer.', next: 'Look after it.' });
  });

  test(`${what} is noted in an attended session, and the instructor speaks next`, async () => {
    const { log, events } = await runTestSession({
      navigator: failsOnce(kind),
      instructor: says('save it', 'once more'),
      attended: true,
    });
    expect(log).toEqual([
      'instructor: save it',
      'note',
      'instructor: once more',
      'navigator: Saved.',
      'end done 0',
    ]);
    expect(events.find((event) => event.type === 'note')).toMatchObject({
      text: 'There is no answer. Look after it.',
    });
  });
}

test('an unexpected error of the navigator ends the session, attended or not', async () => {
  const navigator: Navigator = {
    name: 'broken',
    needs: {},
    decide: async () => Promise.reject(new TypeError('x is not a function')),
  };
  const { verdict } = await runTestSession({ navigator, attended: true });
  expect(verdict).toMatchObject({ kind: 'infra', reason: expect.stringContaining('x is not a function') });
});

test('an interrupt aborts the request to a silent model and closes its connection', async () => {
  const controller = new AbortController();
  const silent = () => {
    controller.abort(new Error('interrupted'));
    return { silence: true } as const;
  };
  await withModel(silent, {}, async (model, server) => {
    const { log } = await runTestSession({ navigator: askingNavigator(model), signal: controller.signal });
    expect(log).toEqual(['instructor: save it', 'end user 130']);
    await expect.poll(() => server.open()).toBe(0);
  });
});

test('a user can interrupt a stalled answer and speak again', async () => {
  let stretch = new AbortController();
  const lines = says('save it', 'once more');
  const answers = ({ before }: { before: number }) => {
    if (before > 0) return { text: 'Saved.' };
    stretch.abort(new Error('stopped'));
    return { silence: true, headers: true } as const;
  };
  await withModel(answers, {}, async (model) => {
    const { log, events } = await runTestSession({
      navigator: askingNavigator(model),
      instructor: {
        next: async (...given) => {
          stretch = new AbortController();
          return lines.next(...given);
        },
      },
      attended: true,
      interruptSignal: () => stretch.signal,
    });
    expect(log).toEqual([
      'instructor: save it',
      'note',
      'instructor: once more',
      'navigator: Saved.',
      'end done 0',
    ]);
    expect(events.find((event) => event.type === 'note')).toMatchObject({
      text: 'Stopped. No action was performed yet.',
    });
  });
});

test('the recording ends with the totals of the model and the reviewed verdict', async () => {
  const totals = {
    calls: 2,
    promptTokens: 30,
    answerTokens: 4,
    cachedTokens: 0,
    cost: null,
    recorded: 2,
  };
  const { events, verdict, exit } = await runTestSession({
    modelTotals: () => totals,
    reviewVerdict: ({ kind }) => ({ kind: 'check', reason: `${kind}, but answers are left over` }),
  });
  expect(verdict).toEqual({ kind: 'check', reason: 'done, but answers are left over' });
  expect(exit).toBe(1);
  expect(events.at(-1)).toMatchObject({ type: 'end', verdict: 'check', exit: 1, model: totals });
  expect((await runTestSession({ modelTotals: () => null })).events.at(-1)).not.toHaveProperty('model');
});
