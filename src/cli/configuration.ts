/** Reads the configuration for a command. */
import { readConfiguration } from '../assembly/index.js';
import type { Configuration } from '../config/index.js';

export const DEFAULT_RESULTS = 'results';

/** Reads the configuration. If a file is ignored because it belongs to another user, says so on standard error. */
export function readCommandConfiguration(): Configuration {
  const configuration = readConfiguration();
  if (configuration.ignoredFile !== null)
    process.stderr.write(
      `Note: ${configuration.ignoredFile} is ignored, because it belongs to another user. Set PARLEY_CONFIG=${configuration.ignoredFile} to use it.\n`,
    );
  return configuration;
}
