/** What `run` and `chat` print besides the events, on a terminal and in a pipe. */
import { PassThrough } from 'node:stream';

import { expect, test } from '@playwright/test';

import { createTextOutput } from '../../src/cli/output.js';
import type { ModelTotals, SessionEvent } from '../../src/contract/index.js';

const MODEL_TOTALS: ModelTotals = {
  calls: 12,
  promptTokens: 30_000,
  answerTokens: 1_200,
  cachedTokens: 24_000,
  cost: null,
  recorded: 0,
};

function formatEnd(isTerminal: boolean, model?: ModelTotals): string {
  const stream = Object.assign(new PassThrough(), { isTTY: isTerminal }) as unknown as NodeJS.WriteStream;
  const output = createTextOutput(stream, { colour: false, showInstructor: true });
  output.onPhase('asking the model');
  output.onEvent({ type: 'end', ...(model ? { model } : {}) } as SessionEvent);
  output.end({ kind: 'done', reason: 'All lines are completed.' }, 'results/x');
  return String((stream as unknown as PassThrough).read());
}

test('the final lines report model usage if a model was used', () => {
  expect(formatEnd(false, MODEL_TOTALS)).toBe(
    'Done: All lines are completed.\nModel: 12 answers, 31.2k tokens (24k cached), price unknown\nDemonstration: results/x\n',
  );
  expect(formatEnd(false)).toBe('Done: All lines are completed.\nDemonstration: results/x\n');
});

test('in a terminal, a line shows the current phase and then disappears', () => {
  expect(formatEnd(true)).toBe(
    '\r\u001b[K- asking the model (Ctrl-C to stop)\r\u001b[KDone: All lines are completed.\nDemonstration: results/x\n',
  );
});
