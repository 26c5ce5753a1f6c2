/** Tries again only while nothing has happened yet, and says how long it waits. */
import { expect, test } from '@playwright/test';

import type { Wait } from '../../src/llm/index.js';
import type { Deed } from '../support/fake-model-server.js';
import { hello, put, withModel, type Setting } from './asking.js';

/** The first deed, and then an answer. */
const then =
  (...deeds: Deed[]) =>
  ({ before }: { before: number }): Deed =>
    deeds[before] ?? { text: 'At last.' };

async function waits(deeds: Deed[], setting: Setting = {}) {
  const seen: Wait[] = [];
  let result: unknown;
  let requests = 0;
  await withModel(then(...deeds), setting, async (model, server) => {
    result = await put(model, hello, { onWait: (wait) => seen.push(wait) });
    requests = server.asked.length;
  });
  return { seen, result, requests };
}

test('a rate limit is waited for as long as the server asks, and told', async () => {
  for (const headers of [{ 'retry-after-ms': '20' }, { 'retry-after': '0.02' }] as Record<string, string>[]) {
    const { seen, result } = await waits([{ status: 429, message: 'Slow down', headers }]);
    expect(seen).toEqual([
      {
        why: 'rate-limit',
        ms: 20,
        attempt: 1,
        of: 5,
        sentence: 'test-model accepts no more requests for now; trying again in 0 s (2 of 5).',
      },
    ]);
    expect(result).toMatchObject({ ok: true, text: 'At last.', attempts: 2 });
  }
});

test('a retry-after may be a date', async () => {
  const past = new Date(Date.now() - 60_000).toUTCString();
  const { seen } = await waits([{ status: 429, headers: { 'retry-after': past } }]);
  expect(seen).toMatchObject([{ why: 'rate-limit', ms: 0 }]);
});

test('without a word on how long, the wait doubles', async () => {
  const slow: Deed = { status: 429, message: 'Slow down' };
  const { seen, result } = await waits([slow, slow, slow]);
  expect(seen.map(({ ms }) => ms)).toEqual([1, 2, 4]);
  expect(result).toMatchObject({ ok: true, attempts: 4 });
});

test('a server that asks for more patience than allowed is not waited for', async () => {
  const { seen, result, requests } = await waits([
    { status: 429, message: 'Slow down', headers: { 'retry-after': '3600' } },
  ]);
  expect(seen).toEqual([]);
  expect(requests).toBe(1);
  expect(result).toMatchObject({
    ok: false,
    kind: 'rate-limit',
    sentence: expect.stringContaining('it asks to wait 3600 s'),
  });
});

test('servers that fail or hang up before they answer are asked again', async () => {
  const { seen, result } = await waits([
    { status: 503 },
    { hangUp: true },
    { status: 529, message: 'Overloaded' },
  ]);
  expect(seen.map(({ why }) => why)).toEqual(['server', 'unreachable', 'server']);
  expect(result).toMatchObject({ ok: true, attempts: 4 });
});

test('an overload that a stream begins with is tried again', async () => {
  const overload =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  await withModel(
    then({ raw: overload, type: 'text/event-stream' }),
    { provider: 'anthropic' },
    async (model) => {
      expect(await put(model, hello, { onText: () => undefined })).toMatchObject({ ok: true, attempts: 2 });
    },
  );
});

test('when all tries have failed the last failure is told', async () => {
  const slow: Deed = { status: 429, message: 'Slow down' };
  const { seen, result, requests } = await waits([slow, slow, slow], { limits: { maxRetries: 2 } });
  expect(seen).toHaveLength(2);
  expect(requests).toBe(3);
  expect(result).toMatchObject({ ok: false, kind: 'rate-limit', attempts: 3 });
});

test('what has begun to answer is not asked twice', async () => {
  for (const deed of [{ cut: 'I was' }, { raw: '{' }, { text: '' }] as Deed[]) {
    const { seen, result, requests } = await waits([deed]);
    expect(seen).toEqual([]);
    expect(requests).toBe(1);
    expect(result).toMatchObject({ ok: false });
  }
});

test('a server that says not to try again is heeded', async () => {
  const { requests } = await waits([{ status: 500, headers: { 'x-should-retry': 'false' } }]);
  expect(requests).toBe(1);
});

test('a long wait ends at once when the question is withdrawn', async () => {
  const stop = new AbortController();
  await withModel(then({ status: 429, headers: { 'retry-after': '100' } }), {}, async (model) => {
    const asked = put(model, hello, { signal: stop.signal, onWait: () => stop.abort(new Error('enough')) });
    await expect(asked).rejects.toThrow('enough');
  });
});
