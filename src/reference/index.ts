/**
 * `reference/` decides which element of a page a phrase refers to, and how probable that is. It combines the ranker's
 * evidence for each element with the agreement of names into one calibrated probability. A navigator uses it to act, to
 * ask, or to report that nothing fits. It only reads rankings: it neither parses sentences nor uses the page.
 */
export { resolveReference, type Resolution, type ReferenceEvidence } from './resolve.js';
export type { Calibration } from './calibration.js';
export { FEATURES, type Feature } from './features.js';
export {
  ACT_PROBABILITY,
  ASK_PROBABILITY,
  DOUBT_PROBABILITY,
  TWO_CHOICES_PROBABILITY,
  PRESENT_PROBABILITY,
  computeProbability,
} from './probability.js';
