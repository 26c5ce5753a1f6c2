import { expect, test } from '@playwright/test';

import type { Inspector, RankedCandidate, Ranker, Surface } from '../../src/contract/index.js';
import { textSearch } from '../../src/rank/index.js';
import { createInspector } from '../../src/session/inspector.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import { createTestSurface, noEffectOutcome } from './doubles.js';

const CANDIDATES = [
  createCandidate({ name: 'Save' }),
  createCandidate({ name: 'Send' }),
  createCandidate({ name: 'Far', inViewport: false }),
];
const ranker: Ranker = {
  name: 'in order',
  needs: {},
  warm: () => undefined,
  rank: async (_query, { candidates }, k) => ({
    best: candidates
      .slice(0, k)
      .map((rankedCandidate, i): RankedCandidate => ({ candidate: rankedCandidate, score: -i, rank: i + 1 })),
    total: candidates.length,
    scored: 0,
    partial: false,
    ms: 1,
  }),
  rankPassages: async () => [],
  close: async () => undefined,
};

const uncoveredSurface = createTestSurface(noEffectOutcome);

test('the best candidates in the viewport are hit-tested only once', async () => {
  const testedUids: string[][] = [];
  const surface: Pick<Surface, 'findCovered' | 'takeNumberedScreenshot' | 'readDownload'> = {
    ...uncoveredSurface,
    findCovered: async (uids: readonly string[]) => {
      testedUids.push([...uids]);
      return new Map([[CANDIDATES[1]!.uid, 'dialog “Cookies”']]);
    },
  };
  const inspector = createInspector(
    createObservation(CANDIDATES),
    { ranker, textSearch, surface },
    [],
    new AbortController().signal,
  );
  const rankedCandidates = await inspector.rank('anything', 5);
  expect(rankedCandidates.map(({ candidate: { name }, coveredBy }) => [name, coveredBy])).toEqual([
    ['Save', undefined],
    ['Send', 'dialog “Cookies”'],
    ['Far', undefined],
  ]);
  await inspector.rank('something else', 5);
  expect(testedUids).toEqual([[CANDIDATES[0]!.uid, CANDIDATES[1]!.uid]]);
});

test('`find` and `read` search the observation and limit the number of results', async () => {
  const candidates = Array.from({ length: 300 }, (_, i) => createCandidate({ name: `Item ${i}` }));
  const inspector = createInspector(
    createObservation(candidates),
    { ranker, textSearch, surface: uncoveredSurface },
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
  ['takeNumberedScreenshot', (inspector) => inspector.takeNumberedScreenshot(new Map())],
  ['rankPassages', (inspector) => inspector.rankPassages('q', 1)],
  ['find', (inspector) => inspector.find('q', 1)],
  ['read', (inspector) => inspector.read({ heading: null }, 0, 1)],
  ['findCovered', (inspector) => inspector.findCovered([])],
  ['readDownload', (inspector) => inspector.readDownload('a.pdf', 'x')],
];

test('the pages of a downloaded file are ordered by how well they match the question', async () => {
  const pages = [1, 2, 3].map((number) => ({ number, text: `Page ${number}` }));
  const inspector = createInspector(
    createObservation(CANDIDATES),
    {
      ranker: { ...ranker, rankPassages: async () => [{ index: 2, score: 1 }] },
      textSearch,
      surface: { ...uncoveredSurface, readDownload: async () => ({ status: 'read', pageCount: 3, pages }) },
    },
    [],
    new AbortController().signal,
  );
  const download = await inspector.readDownload('report.pdf', 'what is the total?');
  expect(download).toMatchObject({ status: 'read', pages: [{ number: 3 }, { number: 1 }, { number: 2 }] });
});

for (const [name, query] of QUERIES)
  test(`\`${name}\` counts as a query, and its promise rejects after an interrupt`, async () => {
    const controller = new AbortController();
    const inspector = createInspector(
      createObservation(CANDIDATES),
      { ranker, textSearch, surface: uncoveredSurface },
      [],
      controller.signal,
    );
    for (let queryIndex = 0; queryIndex < 60; queryIndex++) await query(inspector);
    await expect(query(inspector)).rejects.toThrow('60 times');
    const interruptedInspector = createInspector(
      createObservation(CANDIDATES),
      { ranker, textSearch, surface: uncoveredSurface },
      [],
      controller.signal,
    );
    controller.abort(new Error('enough'));
    await expect(query(interruptedInspector)).rejects.toThrow('enough');
  });
