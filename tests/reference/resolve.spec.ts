/** Tests which element a phrase refers to, and how probable that is, with made-up rankings. */
import { expect, test } from '@playwright/test';

import type { RankedCandidate } from '../../src/contract/index.js';
import { EVIDENCE } from '../../src/rank/index.js';
import { resolveReference, type ReferenceEvidence } from '../../src/reference/index.js';

const NO_EVIDENCE = Object.fromEntries(EVIDENCE.map((kind) => [kind, 0]));

const createRanked = (
  name: string,
  score: number,
  evidence: Record<string, number> = {},
): RankedCandidate => ({
  candidate: { uid: name, name, text: name } as RankedCandidate['candidate'],
  score,
  rank: 1,
  evidence: { ...NO_EVIDENCE, interactive: 1, ...evidence },
});

const NAME_EVIDENCE = { nameCoverage: 1, wordShare: 1, meaning: 3 };

const resolve = (ranking: RankedCandidate[], overrides: Partial<ReferenceEvidence> = {}) =>
  resolveReference({
    ranked: ranking,
    nameScores: new Map(),
    namedUid: null,
    isSameEffect: (a, b) => a === b,
    ...overrides,
  });

test('the best-ranked element is chosen, and its probability grows with its lead over the next', () => {
  const closeResolution = resolve([createRanked('Save', 5, NAME_EVIDENCE), createRanked('Send', 4.8)])!;
  const clearResolution = resolve([createRanked('Save', 8, NAME_EVIDENCE), createRanked('Send', 2)])!;
  expect([closeResolution.candidate.name, closeResolution.rival?.name]).toEqual(['Save', 'Send']);
  expect(clearResolution.candidate.name).toBe('Save');
  expect(clearResolution.probability).toBeGreaterThan(closeResolution.probability);
});

test('an element whose name contains the words is more probable than one that is only similar in meaning', () => {
  const similarInMeaning = resolve([createRanked('Save', 5, { meaning: 3 }), createRanked('Send', 3)])!;
  const similarInName = resolve([createRanked('Save', 5, NAME_EVIDENCE), createRanked('Send', 3)])!;
  expect(similarInName.probability).toBeGreaterThan(similarInMeaning.probability);
});

test('an element whose name matches is chosen over others with a similar score', () => {
  const { candidate } = resolve([createRanked('Send', 5.2), createRanked('Save', 5)], {
    nameScores: new Map([['Save', 0.9]]),
    namedUid: 'Save',
  })!;
  expect(candidate.name).toBe('Save');
});

test('elements with the same effect do not compete with each other', () => {
  const ranking = [
    createRanked('Next', 5, NAME_EVIDENCE),
    createRanked('Next page', 4.9, NAME_EVIDENCE),
    createRanked('Last', 2),
  ];
  const withRival = resolve(ranking)!;
  const withoutRival = resolve(ranking, {
    isSameEffect: (a, b) =>
      a === b || (a.candidate.name.startsWith('Next') && b.candidate.name.startsWith('Next')),
  })!;
  expect(withoutRival.rival?.name).toBe('Last');
  expect(withoutRival.probability).toBeGreaterThan(withRival.probability);
});

test('a ranking without evidence resolves nothing', () => {
  expect(resolve([])).toBeNull();
  const { evidence: _, ...candidateWithoutEvidence } = createRanked('Save', 5);
  expect(resolve([candidateWithoutEvidence])).toBeNull();
});
