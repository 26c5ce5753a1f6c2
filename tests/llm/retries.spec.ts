/** Requests are repeated only before an answer has started, and waits are reported. */
import { expect, test } from '@playwright/test';

import type { Wait } from '../../src/llm/index.js';
import type { ServerBehaviour } from '../support/fake-model-server.js';
import { chatRequest, ask, withModel, type ModelFixtureOptions } from './model-fixture.js';

/** Creates a policy that fails with this behaviour first and then answers. */
const failFirst =
  (...behaviours: ServerBehaviour[]) =>
  ({ requestIndex }: { requestIndex: number }): ServerBehaviour =>
    behaviours[requestIndex] ?? { text: 'At last.' };

async function runWithWaits(behaviours: ServerBehaviour[], setting: ModelFixtureOptions = {}) {
  const waits: Wait[] = [];
  let result: unknown;
  let requests = 0;
  await withModel(failFirst(...behaviours), setting, async (model, server) => {
    result = await ask(model, chatRequest, { onWait: (wait) => waits.push(wait) });
    requests = server.requests.length;
  });
  return { waits, result, requests };
}

test('a rate limit is reported, and the client waits as long as the server requests', async () => {
  for (const headers of [{ 'retry-after-ms': '20' }, { 'retry-after': '0.02' }] as Record<string, string>[]) {
    const { waits, result } = await runWithWaits([{ status: 429, message: 'Slow down', headers }]);
    expect(waits).toEqual([
      {
        reason: 'rate-limit',
        ms: 20,
        attempt: 1,
        maxAttempts: 5,
        sentence: 'test-model accepts no more requests for now; trying again in 0 s (2 of 5).',
      },
    ]);
    expect(result).toMatchObject({ ok: true, text: 'At last.', attempts: 2 });
  }
});

test('retry-after may be a date', async () => {
  const past = new Date(Date.now() - 60_000).toUTCString();
  const { waits } = await runWithWaits([{ status: 429, headers: { 'retry-after': past } }]);
  expect(waits).toMatchObject([{ reason: 'rate-limit', ms: 0 }]);
});

test('without retry-after, the wait doubles', async () => {
  const slow: ServerBehaviour = { status: 429, message: 'Slow down' };
  const { waits, result } = await runWithWaits([slow, slow, slow]);
  expect(waits.map(({ ms }) => ms)).toEqual([1, 2, 4]);
  expect(result).toMatchObject({ ok: true, attempts: 4 });
});

test('a wait that would be longer than allowed is not started', async () => {
  const { waits, result, requests } = await runWithWaits([
    { status: 429, message: 'Slow down', headers: { 'retry-after': '3600' } },
  ]);
  expect(waits).toEqual([]);
  expect(requests).toBe(1);
  expect(result).toMatchObject({
    ok: false,
    kind: 'rate-limit',
    sentence: expect.stringContaining('it asks to wait 3600 s'),
  });
});

test('requests that fail before an answer are repeated', async () => {
  const { waits, result } = await runWithWaits([
    { status: 503 },
    { hangUp: true },
    { status: 529, message: 'Overloaded' },
  ]);
  expect(waits.map(({ reason }) => reason)).toEqual(['server', 'unreachable', 'server']);
  expect(result).toMatchObject({ ok: true, attempts: 4 });
});

test('a stream that starts with an overload error is repeated', async () => {
  const overload =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  await withModel(
    failFirst({ raw: overload, type: 'text/event-stream' }),
    { provider: 'anthropic' },
    async (model) => {
      expect(await ask(model, chatRequest, { onText: () => undefined })).toMatchObject({
        ok: true,
        attempts: 2,
      });
    },
  );
});

test('if all attempts fail, the last failure is reported', async () => {
  const slow: ServerBehaviour = { status: 429, message: 'Slow down' };
  const { waits, result, requests } = await runWithWaits([slow, slow, slow], { limits: { maxRetries: 2 } });
  expect(waits).toHaveLength(2);
  expect(requests).toBe(3);
  expect(result).toMatchObject({ ok: false, kind: 'rate-limit', attempts: 3 });
});

test('a request is not repeated once its answer has started', async () => {
  for (const behaviour of [{ cut: 'I was' }, { raw: '{' }, { text: '' }] as ServerBehaviour[]) {
    const { waits, result, requests } = await runWithWaits([behaviour]);
    expect(waits).toEqual([]);
    expect(requests).toBe(1);
    expect(result).toMatchObject({ ok: false });
  }
});

test('a request is not repeated if the server forbids it', async () => {
  const { requests } = await runWithWaits([{ status: 500, headers: { 'x-should-retry': 'false' } }]);
  expect(requests).toBe(1);
});

test('an abort ends a long wait immediately', async () => {
  const stop = new AbortController();
  await withModel(failFirst({ status: 429, headers: { 'retry-after': '100' } }), {}, async (model) => {
    const asked = ask(model, chatRequest, {
      signal: stop.signal,
      onWait: () => stop.abort(new Error('enough')),
    });
    await expect(asked).rejects.toThrow('enough');
  });
});
