import { expect, test } from '@playwright/test';

import type { Inspector, RankedCandidate, Ranker } from '../../src/contract/index.js';
import { textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { candidate, observation } from '../support/candidates.js';

const CANDIDATES = [
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
  rankPassages: async () => [],
  close: async () => undefined,
};

test('the best candidates in the viewport are hit-tested once', async () => {
  const testedUids: string[][] = [];
  const surface = {
    findCovered: async (uids: readonly string[]) => {
      testedUids.push([...uids]);
      return new Map([[CANDIDATES[1]!.uid, 'dialog “Cookies”']]);
    },
  };
  const inspector = createInspector(
    observation(CANDIDATES),
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
  expect(testedUids).toEqual([[CANDIDATES[0]!.uid, CANDIDATES[1]!.uid]]);
});

const nothingCovered = { findCovered: async () => new Map<string, string>() };

test('`more` continues the last ranking and omits elements behind a modal dialog', async () => {
  const candidates = Array.from({ length: 12 }, (_, i) =>
    candidate({ name: `n${i}`, ...(i === 4 ? { behindModal: true as const } : {}) }),
  );
  const inspector = createInspector(
    observation(candidates),
    { ranker, textSearch, surface: nothingCovered },
    [],
    new AbortController().signal,
  );
  const describeRanked = async (ranking: Promise<RankedCandidate[]>): Promise<string[]> =>
    (await ranking).map(({ candidate: { name }, rank }) => `${rank} ${name}`);
  expect(await describeRanked(inspector.rankMore(5))).toEqual([]);
  expect(await describeRanked(inspector.rank('q', 3))).toEqual(['1 n0', '2 n1', '3 n2']);
  expect(await describeRanked(inspector.rankMore(2))).toEqual(['4 n3', '6 n5']);
  expect(await describeRanked(inspector.rankMore(3))).toEqual(['7 n6', '8 n7', '9 n8']);
  expect(await describeRanked(inspector.rankMore(20))).toEqual(['10 n9', '11 n10', '12 n11']);
  expect(await describeRanked(inspector.rankMore(20))).toEqual([]);
  expect(await describeRanked(inspector.rank('other', 1))).toEqual(['1 n0']);
  expect(await describeRanked(inspector.rankMore(1))).toEqual(['2 n1']);
});

test('the results of `more` are hit-tested', async () => {
  const surface = { findCovered: async () => new Map([[CANDIDATES[1]!.uid, 'dialog “Cookies”']]) };
  const inspector = createInspector(
    observation(CANDIDATES),
    { ranker, textSearch, surface },
    [],
    new AbortController().signal,
  );
  await inspector.rank('anything', 1);
  expect((await inspector.rankMore(5)).map(({ coveredBy }) => coveredBy)).toEqual([
    'dialog “Cookies”',
    undefined,
  ]);
});

test('`find` and `read` search the observation and limit their results', async () => {
  const candidates = Array.from({ length: 300 }, (_, i) => candidate({ name: `Item ${i}` }));
  const inspector = createInspector(
    observation(candidates),
    { ranker, textSearch, surface: nothingCovered },
    [],
    new AbortController().signal,
  );
  const findResult = await inspector.find('item', 1000);
  expect([findResult.candidates.length, findResult.total]).toEqual([200, 300]);
  const readResult = await inspector.read({ heading: null }, 250, 1000);
  expect([readResult!.title, readResult!.candidates.length, readResult!.total]).toEqual(['Page', 50, 300]);
});

const QUERIES: [string, (inspector: Inspector) => Promise<unknown>][] = [
  ['rank', (inspector) => inspector.rank('q', 1)],
  ['more', (inspector) => inspector.rankMore(1)],
  ['passages', (inspector) => inspector.rankPassages('q', 1)],
  ['find', (inspector) => inspector.find('q', 1)],
  ['read', (inspector) => inspector.read({ heading: null }, 0, 1)],
];

for (const [name, query] of QUERIES)
  test(`\`${name}\` counts as a query and rejects after an interrupt`, async () => {
    const controller = new AbortController();
    const inspector = createInspector(
      observation(CANDIDATES),
      { ranker, textSearch, surface: nothingCovered },
      [],
      controller.signal,
    );
    for (let n = 0; n < 60; n++) await query(inspector);
    await expect(query(inspector)).rejects.toThrow('60 times');
    const interruptedInspector = createInspector(
      observation(CANDIDATES),
      { ranker, textSearch, surface: nothingCovered },
      [],
      controller.signal,
    );
    controller.abort(new Error('enough'));
    await expect(query(interruptedInspector)).rejects.toThrow('enough');
  });
