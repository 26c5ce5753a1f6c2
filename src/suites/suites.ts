/** The suites, by name. */
import { ParleyError } from '../contract/index.js';
import { didYouMean } from '../yaml/index.js';
import type { Suite } from './suite.js';
import { webvoyager } from './webvoyager/index.js';

const SUITES: readonly Suite[] = [webvoyager];

export const SUITE_NAMES = SUITES.map(({ name }) => name);

/** @throws ParleyError `usage` */
export function findSuite(name: string): Suite {
  const suite = SUITES.find((one) => one.name === name);
  if (suite) return suite;
  throw new ParleyError(
    'usage',
    `There is no suite “${name}”.${didYouMean(name, SUITE_NAMES)}`,
    `These suites exist: ${SUITE_NAMES.join(', ')}.`,
  );
}
