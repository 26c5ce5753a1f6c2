/** Determines whether a run uses only local sites. */
import { isHostOnLocalNetwork, parseHostPattern } from '../policy/index.js';

/** @param allowedHosts the hosts allowed by `--allow-host` */
export const areAllHostsLocal = (allowedHosts: readonly string[]): boolean =>
  allowedHosts.every(isLocalPattern);

function isLocalPattern(text: string): boolean {
  const pattern = parseHostPattern(text);
  return pattern?.type === 'host' && isHostOnLocalNetwork(pattern.host);
}
