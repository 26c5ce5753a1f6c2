/** Lists the suites and finds them by name. */
import { ParleyError } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { airline } from './airline/index.js';
import { miniwob } from './miniwob/index.js';
import type { Suite } from './suite.js';
import { checkSuiteFlags, declareFlags, type FlagValues } from './flags.js';
import { webvoyager } from './webvoyager/index.js';

const SUITES: readonly Suite[] = [webvoyager, miniwob, airline];

export const SUITE_NAMES = SUITES.map(({ name }) => name);

export const SUITE_FLAGS = declareFlags(SUITES);

/** @throws ParleyError `usage` for a flag of another suite */
export const assertOwnFlags = (suite: Suite, flags: FlagValues): void =>
  checkSuiteFlags(suite, SUITES, flags);

/** @throws ParleyError `usage` */
export function findSuite(name: string): Suite {
  const suite = SUITES.find((suite) => suite.name === name);
  if (suite) return suite;
  throw new ParleyError(
    'usage',
    `There is no suite “${name}”.${formatSuggestion(name, SUITE_NAMES)}`,
    `These suites exist: ${SUITE_NAMES.join(', ')}.`,
  );
}
