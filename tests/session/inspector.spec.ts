import { expect, test } from '@playwright/test';

import type { Inspector, RankedCandidate, Ranker } from '../../src/contract/index.js';
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

test('the best in view are tried out once for what covers them', async () => {
  const asked: string[][] = [];
  const surface = {
    covered: async (uids: readonly string[]) => {
      asked.push([...uids]);
      return new Map([[seen[1]!.uid, 'dialog “Cookies”']]);
    },
  };
  const look = createInspector(observation(seen), ranker, surface, [], new AbortController().signal);
  const ranked = await look.rank('anything', 5);
  expect(ranked.map(({ candidate: { name }, coveredBy }) => [name, coveredBy])).toEqual([
    ['Save', undefined],
    ['Send', 'dialog “Cookies”'],
    ['Far', undefined],
  ]);
  await look.rank('something else', 5);
  expect(asked).toEqual([[seen[0]!.uid, seen[1]!.uid]]);
});

const uncovered = { covered: async () => new Map<string, string>() };

test('more goes on where the last ranking stopped, and leaves out what is behind a dialog', async () => {
  const many = Array.from({ length: 12 }, (_, i) =>
    candidate({ name: `n${i}`, ...(i === 4 ? { behindModal: true as const } : {}) }),
  );
  const look = createInspector(observation(many), ranker, uncovered, [], new AbortController().signal);
  const names = async (given: Promise<RankedCandidate[]>): Promise<string[]> =>
    (await given).map(({ candidate: { name }, rank }) => `${rank} ${name}`);
  expect(await names(look.more(5))).toEqual([]);
  expect(await names(look.rank('q', 3))).toEqual(['1 n0', '2 n1', '3 n2']);
  expect(await names(look.more(2))).toEqual(['4 n3', '6 n5']);
  expect(await names(look.more(3))).toEqual(['7 n6', '8 n7', '9 n8']);
  expect(await names(look.more(20))).toEqual(['10 n9', '11 n10', '12 n11']);
  expect(await names(look.more(20))).toEqual([]);
  expect(await names(look.rank('other', 1))).toEqual(['1 n0']);
  expect(await names(look.more(1))).toEqual(['2 n1']);
});

test('what more gives is tried out for what covers it', async () => {
  const surface = { covered: async () => new Map([[seen[1]!.uid, 'dialog “Cookies”']]) };
  const look = createInspector(observation(seen), ranker, surface, [], new AbortController().signal);
  await look.rank('anything', 1);
  expect((await look.more(5)).map(({ coveredBy }) => coveredBy)).toEqual(['dialog “Cookies”', undefined]);
});

test('find and read are of the look, no more at a time than is bearable', async () => {
  const many = Array.from({ length: 300 }, (_, i) => candidate({ name: `Item ${i}` }));
  const look = createInspector(observation(many), ranker, uncovered, [], new AbortController().signal);
  const found = await look.find('item', 1000);
  expect([found.candidates.length, found.total]).toEqual([200, 300]);
  const read = await look.read({ heading: null }, 250, 1000);
  expect([read!.title, read!.candidates.length, read!.total]).toEqual(['Page', 50, 300]);
});

const looks: [string, (look: Inspector) => Promise<unknown>][] = [
  ['rank', (look) => look.rank('q', 1)],
  ['more', (look) => look.more(1)],
  ['passages', (look) => look.passages('q', 1)],
  ['find', (look) => look.find('q', 1)],
  ['read', (look) => look.read({ heading: null }, 0, 1)],
];

for (const [name, ask] of looks)
  test(`${name} is counted, so that nobody looks forever, and ends when it is interrupted`, async () => {
    const stop = new AbortController();
    const look = createInspector(observation(seen), ranker, uncovered, [], stop.signal);
    for (let n = 0; n < 60; n++) await ask(look);
    await expect(ask(look)).rejects.toThrow('60 times');
    const other = createInspector(observation(seen), ranker, uncovered, [], stop.signal);
    stop.abort(new Error('enough'));
    await expect(ask(other)).rejects.toThrow('enough');
  });
