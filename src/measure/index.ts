/**
 * `measure/` computes statistics over many runs of the same scenarios: how often all of k runs pass, at which turn runs
 * diverge, how certain a rate or a median is, and whether a suite has become worse than its baseline. All functions are
 * pure; files, sessions and test runners belong elsewhere.
 */
export { compare, type Comparison, type SuiteRate } from './compare.js';
export { findFirstDivergence, type Divergence } from './divergence.js';
export { bootstrapInterval, differenceInterval, median, type Interval, wilsonInterval } from './intervals.js';
export { passHat, computePassTable } from './pass-hat.js';
export type { RunFigures, ScenarioFigures } from './figures.js';
