/** What `run` and `chat` print besides the events, on a terminal and elsewhere. */
import { PassThrough } from 'node:stream';

import { expect, test } from '@playwright/test';

import { createTextOutput } from '../../src/cli/output.js';
import type { ModelTotals, SessionEvent } from '../../src/contract/index.js';

const totals: ModelTotals = {
  calls: 12,
  promptTokens: 30_000,
  answerTokens: 1_200,
  cachedTokens: 24_000,
  cost: null,
  recorded: 0,
};

function printed(terminal: boolean, model?: ModelTotals): string {
  const stream = Object.assign(new PassThrough(), { isTTY: terminal }) as unknown as NodeJS.WriteStream;
  const output = createTextOutput(stream, { colour: false, showInstructor: true });
  output.onPhase('asking the model');
  output.onEvent({ type: 'end', ...(model ? { model } : {}) } as SessionEvent);
  output.end({ kind: 'done', reason: 'It is over.' }, 'results/x');
  return String((stream as unknown as PassThrough).read());
}

test('the end reports model usage if a model was used', () => {
  expect(printed(false, totals)).toBe(
    'Done: It is over.\nModel: 12 answers, 31.2k tokens (24k cached), price unknown\nDemonstration: results/x\n',
  );
  expect(printed(false)).toBe('Done: It is over.\nDemonstration: results/x\n');
});

test('a terminal shows the current phase in a line that disappears', () => {
  expect(printed(true)).toBe(
    '\r\u001b[K- asking the model (Ctrl-C to stop)\r\u001b[KDone: It is over.\nDemonstration: results/x\n',
  );
});
