/** How probabilities are fitted to the scores of resolved references. */
import { expect, test } from '@playwright/test';

import {
  computeCurve,
  fitLogistic,
  crossValidate,
  type ReferenceCase,
} from '../../bench/lib/reference-calibration.js';
import { computeProbability, FEATURES, type Feature } from '../../src/reference/index.js';

const toCase = (lead: number, isRight: boolean, page: string): ReferenceCase => ({
  page,
  split: 'tune',
  isRight,
  isOtherPage: false,
  features: {
    ...(Object.fromEntries(FEATURES.map((feature) => [feature, 0])) as Record<Feature, number>),
    lead,
  },
});

// On each page, elements that are far ahead are right, and those that are not are wrong.
const CASES = ['a', 'b', 'c', 'd'].flatMap((page) =>
  [...Array(40).keys()].map((i) => toCase(i / 10, i >= 20, page)),
);

test('elements that were correct more often get a higher probability', () => {
  const fit = fitLogistic(CASES);
  expect(fit.weights.lead).toBeGreaterThan(0);
  expect(computeProbability(toCase(4, true, 'e').features, fit)).toBeGreaterThan(0.7);
  expect(computeProbability(toCase(0, true, 'e').features, fit)).toBeLessThan(0.3);
});

test('for each probability, the curve counts the correct and incorrect actions at or above it', () => {
  const probabilities = crossValidate(CASES);
  const [all, none] = computeCurve(CASES, probabilities, [0, 1.1]);
  expect(all).toEqual({ threshold: 0, right: 80, wrong: 80, otherPage: 0 });
  expect(none).toEqual({ threshold: 1.1, right: 0, wrong: 0, otherPage: 0 });
});
