/** The `--no-discovery` flag. */
import type { Argv } from 'yargs';

export interface DiscoveryFlag {
  discovery?: boolean | undefined;
}

export function discoveryOption<T>(yargs: Argv<T>): Argv<T & DiscoveryFlag> {
  return yargs.option('discovery', {
    type: 'boolean',
    group: 'Language model:',
    describe:
      'Look for model servers on this machine if no model is configured; --no-discovery turns this off',
  });
}
