/** Rankers of one process share an encoder without affecting each other. */
import { expect, test } from '@playwright/test';

import type { EncodingJobOptions, Encoder } from '../../../src/rank/dense/encoder.js';
import { ModelError } from '../../../src/rank/dense/model-error.js';
import { shareEncoder } from '../../../src/rank/dense/shared-encoder.js';

/** Counts encoders that are started and closed. With `failure`, each encoding fails with it. */
function countEncoders(failure?: Error): { started: number; closed: number; start(): Encoder } {
  const counts = { started: 0, closed: 0, start };
  function start(): Encoder {
    counts.started++;
    return {
      ready: new Promise(() => undefined),
      encode: (_, { signal }: EncodingJobOptions) =>
        failure
          ? Promise.reject(failure)
          : new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
      close: () => Promise.resolve(void counts.closed++),
    };
  }
  return counts;
}
const job = { maxTokens: 8, onEmbedding: () => undefined };

test('rankers with the same folder share one encoder, which is closed with the last of them', async () => {
  const counts = countEncoders();
  const [a, b] = [1, 2].map(() => shareEncoder({ folder: 'same' }, counts.start));
  const other = shareEncoder({ folder: 'other' }, counts.start);
  expect(counts.started).toBe(2);
  const running = a!.encode(['text'], job);
  await a!.close();
  await a!.close();
  // Closing aborts the running job of the closed ranker.
  await running;
  expect(counts.closed).toBe(0);
  await expect(a!.encode(['text'], job)).rejects.toThrow(ModelError);
  await b!.close();
  await other.close();
  expect(counts).toMatchObject({ started: 2, closed: 2 });
  await shareEncoder({ folder: 'same' }, counts.start).close();
  expect(counts.started).toBe(3);
});

test('an encoder that failed is not shared again', async () => {
  const counts = countEncoders(new ModelError('folder', 'broke off'));
  const first = shareEncoder({ folder: 'broken' }, counts.start);
  await expect(first.encode(['text'], job)).rejects.toThrow('broke off');
  const second = shareEncoder({ folder: 'broken' }, counts.start);
  expect(counts.started).toBe(2);
  await Promise.all([first.close(), second.close()]);
  expect(counts.closed).toBe(2);
});
