/** The configuration of a command. */
import { readConfiguration } from '../assembly/index.js';
import type { Configuration } from '../config/index.js';

export const DEFAULT_RESULTS = 'results';

/** Reads the configuration, and says on standard error if a file is not read because of its owner. */
export function readCommandConfiguration(): Configuration {
  const configuration = readConfiguration();
  if (configuration.ignored !== null)
    process.stderr.write(
      `Note: ${configuration.ignored} is ignored, because it belongs to another user. PARLEY_CONFIG=${configuration.ignored} uses it.\n`,
    );
  return configuration;
}
