/** Rankers of one process share an encoder, and none is in the way of another. */
import { expect, test } from '@playwright/test';

import type { EncodeOptions, Encoder } from '../../../src/rank/dense/encoder.js';
import { ModelProblem } from '../../../src/rank/dense/problems.js';
import { shareEncoder } from '../../../src/rank/dense/shared.js';

function counted(fails?: Error): { started: number; closed: number; start(): Encoder } {
  const counts = { started: 0, closed: 0, start };
  function start(): Encoder {
    counts.started++;
    return {
      ready: new Promise(() => undefined),
      encode: (_, { signal }: EncodeOptions) =>
        fails
          ? Promise.reject(fails)
          : new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
      close: () => Promise.resolve(void counts.closed++),
    };
  }
  return counts;
}
const job = { max: 8, onEmbedding: () => undefined };

test('one is started for all that want the same; the last to leave closes it', async () => {
  const counts = counted();
  const [a, b] = [1, 2].map(() => shareEncoder({ folder: 'same' }, counts.start));
  const other = shareEncoder({ folder: 'other' }, counts.start);
  expect(counts.started).toBe(2);
  const running = a!.encode(['text'], job);
  await a!.close();
  await a!.close();
  // What was under way for the one that left is let go.
  await running;
  expect(counts.closed).toBe(0);
  await expect(a!.encode(['text'], job)).rejects.toThrow(ModelProblem);
  await b!.close();
  await other.close();
  expect(counts).toMatchObject({ started: 2, closed: 2 });
  await shareEncoder({ folder: 'same' }, counts.start).close();
  expect(counts.started).toBe(3);
});

test('one that broke off is given to nobody else', async () => {
  const counts = counted(new ModelProblem('folder', 'broke off'));
  const first = shareEncoder({ folder: 'broken' }, counts.start);
  await expect(first.encode(['text'], job)).rejects.toThrow('broke off');
  const second = shareEncoder({ folder: 'broken' }, counts.start);
  expect(counts.started).toBe(2);
  await Promise.all([first.close(), second.close()]);
  expect(counts.closed).toBe(2);
});
