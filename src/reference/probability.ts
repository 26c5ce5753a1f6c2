/**
 * The probability that the best element is the one that is meant: a logistic function of its features, fitted on the
 * tuning half of the grounding set.
 */
import { CALIBRATION } from './calibration.js';
import { FEATURES, type Feature } from './features.js';

/** At this probability a navigator acts without asking. */
export const ACT_PROBABILITY = CALIBRATION.actAt;
/** From this probability on, a navigator names the element in a question. */
export const ASK_PROBABILITY = 0.6;
/** Below this probability the page probably does not show what is meant. */
export const MAYBE_PROBABILITY = 0.35;

/** @returns 0 to 1 */
export function computeProbability(features: Readonly<Record<Feature, number>>): number {
  const { bias, weights } = CALIBRATION;
  const logit = FEATURES.reduce((sum, feature) => sum + weights[feature] * features[feature], bias);
  return 1 / (1 + Math.exp(-logit));
}
