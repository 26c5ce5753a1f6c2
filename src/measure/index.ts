/**
 * `measure/` computes statistics over many runs of the same scenarios: how often all of k runs pass, at which turn runs
 * diverge, the interval of a rate or a median, whether a suite is worse than its baseline, and how far people and a
 * judge agree. All functions are pure; they use no files, sessions or test runners.
 */
export { computeCohenKappa, computeFleissKappa, type Kappa } from './agreement.js';
export { compareSuites, type Comparison, type SuiteRate } from './compare.js';
export { findFirstDivergence, type Divergence } from './divergence.js';
export {
  computeBootstrapInterval,
  computeDifferenceInterval,
  computeMedian,
  type Interval,
  computeWilsonInterval,
} from './intervals.js';
export { computePassHat, computePassTable } from './pass-hat.js';
export type { RunFigures, ScenarioFigures } from './figures.js';
