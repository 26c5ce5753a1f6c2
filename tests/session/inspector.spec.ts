import { expect, test } from '@playwright/test';

import type { Ranked, Ranker } from '../../src/contract/index.js';
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
    best: candidates.slice(0, k).map((one, i): Ranked => ({ candidate: one, score: -i, rank: i + 1 })),
    of: candidates.length,
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
