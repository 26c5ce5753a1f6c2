/**
 * `reference/` decides which element of a page a phrase refers to, and how probable that is. It combines the ranker's
 * evidence for each element with the agreement of names, and computes one calibrated probability, so that a navigator
 * can act, ask, or report that nothing fits. It reads rankings only: it neither parses sentences nor touches the page.
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
