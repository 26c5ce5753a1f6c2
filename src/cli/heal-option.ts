/** The `--heal` flag: what happens to lines of a recording that no longer fit the page. */
import type { Argv } from 'yargs';

import { HEAL_POLICIES, type HealPolicy } from '../assembly/index.js';

export interface HealFlag {
  heal?: HealPolicy | undefined;
}

export function healOption<T>(yargs: Argv<T>): Argv<T & HealFlag> {
  return yargs.option('heal', {
    choices: HEAL_POLICIES,
    describe:
      'For replays, what to do if a line no longer fits the page: allow (default) lets the navigator carry it out, deny fails',
  });
}
