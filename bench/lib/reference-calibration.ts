/**
 * Fits the probability that a reference is correct, by logistic regression on the grounding set's tuning half, with
 * cross-validation by page. Pure.
 */
import { computeProbability, FEATURES, type Calibration, type Feature } from '../../src/reference/index.js';

export interface ReferenceCase {
  page: string;
  split: 'tune' | 'test';
  features: Readonly<Record<Feature, number>>;
  /** Whether the best-matching element is one of the instruction's targets. */
  isRight: boolean;
  /** Whether the instruction is meant for another page, so that every action is wrong. */
  isOtherPage: boolean;
}

/** Strength of the penalty on standardised weights. */
const PENALTY = 33;
/** Most real instructions can be carried out, so instructions for other pages have less weight. */
const OTHER_PAGE_WEIGHT = 0.3;
const STEP_COUNT = 4_000;
const STEP_SIZE = 0.02;

const computeLogistic = (x: number): number => 1 / (1 + Math.exp(-x));

export function fitLogistic(cases: readonly ReferenceCase[]): Calibration {
  const scales = FEATURES.map((feature) => {
    const values = cases.map(({ features }) => features[feature]);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length) || 1;
    return { mean, deviation };
  });
  const rows = cases.map(({ features }) =>
    FEATURES.map((feature, i) => (features[feature] - scales[i]!.mean) / scales[i]!.deviation),
  );
  const weights = FEATURES.map(() => 0);
  let bias = 0;
  for (let step = 0; step < STEP_COUNT; step++) {
    const gradient = weights.map((weight) => weight * PENALTY);
    let biasGradient = 0;
    rows.forEach((row, r) => {
      const { isRight, isOtherPage } = cases[r]!;
      const probability = computeLogistic(row.reduce((sum, x, i) => sum + x * weights[i]!, bias));
      const error = (probability - (isRight ? 1 : 0)) * (isOtherPage ? OTHER_PAGE_WEIGHT : 1);
      biasGradient += error;
      row.forEach((x, i) => (gradient[i]! += error * x));
    });
    bias -= (STEP_SIZE * biasGradient) / rows.length;
    gradient.forEach((g, i) => (weights[i]! -= (STEP_SIZE * g) / rows.length));
  }
  const unscaled = weights.map((weight, i) => weight / scales[i]!.deviation);
  return {
    bias: bias - unscaled.reduce((sum, weight, i) => sum + weight * scales[i]!.mean, 0),
    weights: Object.fromEntries(FEATURES.map((feature, i) => [feature, unscaled[i]!])) as Record<
      Feature,
      number
    >,
  };
}

/** Predicts each case's probability from a fit to all other pages. */
export function crossValidate(cases: readonly ReferenceCase[]): number[] {
  const fits = new Map<string, Calibration>();
  for (const page of new Set(cases.map((reference) => reference.page)))
    fits.set(page, fitLogistic(cases.filter((reference) => reference.page !== page)));
  return cases.map(({ page, features }) => computeProbability(features, fits.get(page)!));
}

/** Counts right, wrong and other-page actions of a navigator that acts at or above each threshold. */
export function computeCurve(
  cases: readonly ReferenceCase[],
  probabilities: readonly number[],
  thresholds: readonly number[],
): { threshold: number; right: number; wrong: number; otherPage: number }[] {
  return thresholds.map((threshold) => {
    const casesActedOn = cases.filter((_, i) => probabilities[i]! >= threshold);
    const right = casesActedOn.filter(({ isRight }) => isRight).length;
    const otherPage = casesActedOn.filter(({ isOtherPage }) => isOtherPage).length;
    return { threshold, right, wrong: casesActedOn.length - right - otherPage, otherPage };
  });
}
