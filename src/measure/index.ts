/**
 * `measure/` holds statistics over many runs of the same scenarios: how often all of k runs pass, at which turn runs
 * part ways, how sure a rate or a median is, and whether a suite has become worse than its baseline. Numbers in,
 * numbers out: it reads and writes no file, holds no session and knows no test runner.
 */
export { compare, type Comparison, type Standing } from './compare.js';
export { firstDivergence, type Divergence } from './divergence.js';
export { bootstrapInterval, differenceInterval, median, type Interval, wilson } from './intervals.js';
export { passHat, passTable } from './pass-hat.js';
export type { RunFigures, ScenarioFigures } from './figures.js';
