/** The element that a phrase refers to, and its probability, from made-up rankings. */
import { expect, test } from '@playwright/test';

import type { RankedCandidate } from '../../src/contract/index.js';
import { EVIDENCE } from '../../src/rank/index.js';
import { resolveReference, type ReferenceEvidence } from '../../src/reference/index.js';

const NOTHING = Object.fromEntries(EVIDENCE.map((kind) => [kind, 0]));

const ranked = (name: string, score: number, evidence: Record<string, number> = {}): RankedCandidate => ({
  candidate: { uid: name, name, text: name } as RankedCandidate['candidate'],
  score,
  rank: 1,
  evidence: { ...NOTHING, interactive: 1, ...evidence },
});

const NAMED = { nameCoverage: 1, wordShare: 1, meaning: 3 };

const resolve = (list: RankedCandidate[], given: Partial<ReferenceEvidence> = {}) =>
  resolveReference({
    ranked: list,
    nameScores: new Map(),
    namedUid: null,
    isSameEffect: (a, b) => a === b,
    ...given,
  });

test('the leader of the ranking is meant, the more probably the further it is ahead', () => {
  const close = resolve([ranked('Save', 5, NAMED), ranked('Send', 4.8)])!;
  const clear = resolve([ranked('Save', 8, NAMED), ranked('Send', 2)])!;
  expect([close.candidate.name, close.rival?.name]).toEqual(['Save', 'Send']);
  expect(clear.candidate.name).toBe('Save');
  expect(clear.probability).toBeGreaterThan(close.probability);
});

test('an element whose name covers the words is more probable than one that is only similar in meaning', () => {
  const similar = resolve([ranked('Save', 5, { meaning: 3 }), ranked('Send', 3)])!;
  const named = resolve([ranked('Save', 5, NAMED), ranked('Send', 3)])!;
  expect(named.probability).toBeGreaterThan(similar.probability);
});

test('agreement of names lifts an element above others with a similar score', () => {
  const { candidate } = resolve([ranked('Send', 5.2), ranked('Save', 5)], {
    nameScores: new Map([['Save', 0.9]]),
    namedUid: 'Save',
  })!;
  expect(candidate.name).toBe('Save');
});

test('elements with the same effect are no rivals', () => {
  const list = [ranked('Next', 5, NAMED), ranked('Next page', 4.9, NAMED), ranked('Last', 2)];
  const apart = resolve(list)!;
  const together = resolve(list, {
    isSameEffect: (a, b) =>
      a === b || (a.candidate.name.startsWith('Next') && b.candidate.name.startsWith('Next')),
  })!;
  expect(together.rival?.name).toBe('Last');
  expect(together.probability).toBeGreaterThan(apart.probability);
});

test('a ranking without evidence resolves nothing', () => {
  expect(resolve([])).toBeNull();
  const { evidence: _, ...unexplained } = ranked('Save', 5);
  expect(resolve([unexplained])).toBeNull();
});
