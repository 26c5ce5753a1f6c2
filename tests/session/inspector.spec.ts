import { expect, test } from '@playwright/test';

import type { Inspector, RankedCandidate, Ranker } from '../../src/contract/index.js';
import { textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { candidate, observation } from '../support/candidates.js';

const seen = [
  candidate({ name: 'Save' }),
  candidate({ name: 'Send' }),
  candidate({ name: 'Far', inViewport: false }),
];
const ranker: Ranker = {
  name: 'in order',
  needs: {},
  warm: () => undefined,
  rank: async (_query, { candidates }, k) => ({
    best: candidates
      .slice(0, k)
      .map((one, i): RankedCandidate => ({ candidate: one, score: -i, rank: i + 1 })),
    total: candidates.length,
    scored: 0,
    partial: false,
    ms: 1,
  }),
  passages: async () => [],
  close: async () => undefined,
};

test('the best candidates in the viewport are hit-tested once', async () => {
  const asked: string[][] = [];
  const surface = {
    covered: async (uids: readonly string[]) => {
      asked.push([...uids]);
      return new Map([[seen[1]!.uid, 'dialog “Cookies”']]);
    },
  };
  const inspector = createInspector(
    observation(seen),
    { ranker, textSearch, surface },
    [],
    new AbortController().signal,
  );
  const ranked = await inspector.rank('anything', 5);
  expect(ranked.map(({ candidate: { name }, coveredBy }) => [name, coveredBy])).toEqual([
    ['Save', undefined],
    ['Send', 'dialog “Cookies”'],
    ['Far', undefined],
  ]);
  await inspector.rank('something else', 5);
  expect(asked).toEqual([[seen[0]!.uid, seen[1]!.uid]]);
});

const uncovered = { covered: async () => new Map<string, string>() };

test('more continues the last ranking and omits elements behind a modal dialog', async () => {
  const many = Array.from({ length: 12 }, (_, i) =>
    candidate({ name: `n${i}`, ...(i === 4 ? { behindModal: true as const } : {}) }),
  );
  const inspector = createInspector(
    observation(many),
    { ranker, textSearch, surface: uncovered },
    [],
    new AbortController().signal,
  );
  const names = async (given: Promise<RankedCandidate[]>): Promise<string[]> =>
    (await given).map(({ candidate: { name }, rank }) => `${rank} ${name}`);
  expect(await names(inspector.more(5))).toEqual([]);
  expect(await names(inspector.rank('q', 3))).toEqual(['1 n0', '2 n1', '3 n2']);
  expect(await names(inspector.more(2))).toEqual(['4 n3', '6 n5']);
  expect(await names(inspector.more(3))).toEqual(['7 n6', '8 n7', '9 n8']);
  expect(await names(inspector.more(20))).toEqual(['10 n9', '11 n10', '12 n11']);
  expect(await names(inspector.more(20))).toEqual([]);
  expect(await names(inspector.rank('other', 1))).toEqual(['1 n0']);
  expect(await names(inspector.more(1))).toEqual(['2 n1']);
});

test('results of more are hit-tested', async () => {
  const surface = { covered: async () => new Map([[seen[1]!.uid, 'dialog “Cookies”']]) };
  const inspector = createInspector(
    observation(seen),
    { ranker, textSearch, surface },
    [],
    new AbortController().signal,
  );
  await inspector.rank('anything', 1);
  expect((await inspector.more(5)).map(({ coveredBy }) => coveredBy)).toEqual([
    'dialog “Cookies”',
    undefined,
  ]);
});

test('find and read use the observation and limit their results', async () => {
  const many = Array.from({ length: 300 }, (_, i) => candidate({ name: `Item ${i}` }));
  const inspector = createInspector(
    observation(many),
    { ranker, textSearch, surface: uncovered },
    [],
    new AbortController().signal,
  );
  const found = await inspector.find('item', 1000);
  expect([found.candidates.length, found.total]).toEqual([200, 300]);
  const read = await inspector.read({ heading: null }, 250, 1000);
  expect([read!.title, read!.candidates.length, read!.total]).toEqual(['Page', 50, 300]);
});

const queries: [string, (inspector: Inspector) => Promise<unknown>][] = [
  ['rank', (inspector) => inspector.rank('q', 1)],
  ['more', (inspector) => inspector.more(1)],
  ['passages', (inspector) => inspector.passages('q', 1)],
  ['find', (inspector) => inspector.find('q', 1)],
  ['read', (inspector) => inspector.read({ heading: null }, 0, 1)],
];

for (const [name, ask] of queries)
  test(`${name} counts as a query and ends when interrupted`, async () => {
    const stop = new AbortController();
    const inspector = createInspector(
      observation(seen),
      { ranker, textSearch, surface: uncovered },
      [],
      stop.signal,
    );
    for (let n = 0; n < 60; n++) await ask(inspector);
    await expect(ask(inspector)).rejects.toThrow('60 times');
    const other = createInspector(
      observation(seen),
      { ranker, textSearch, surface: uncovered },
      [],
      stop.signal,
    );
    stop.abort(new Error('enough'));
    await expect(ask(other)).rejects.toThrow('enough');
  });
