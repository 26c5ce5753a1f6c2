/** The probability that the best element is the intended one: a logistic function of its features. */
import type { Calibration } from './calibration.js';
import { FEATURES, type Feature } from './features.js';

/**
 * At or above this probability, a navigator acts without asking. See docs/benchmarks.md#references for other thresholds.
 */
export const ACT_PROBABILITY = 0.7;
/** At or above this probability, a navigator names the element in a question. */
export const ASK_PROBABILITY = 0.55;
/** At or above this probability, a navigator asks about this element and the next best one. */
export const TWO_CHOICES_PROBABILITY = 0.4;
/** At or above this probability, the best-ranked element casts doubt on an element whose name agrees only partly. */
export const DOUBT_PROBABILITY = 0.25;
/** Below this probability, the intended element is assumed to be absent from the page, so the navigator looks in menus. */
export const PRESENT_PROBABILITY = 0.1;

/** @returns 0 to 1 */
export function computeProbability(
  features: Readonly<Record<Feature, number>>,
  { bias, weights }: Calibration,
): number {
  const logit = FEATURES.reduce((sum, feature) => sum + weights[feature] * features[feature], bias);
  return 1 / (1 + Math.exp(-logit));
}
