/** Makes choices by seed. The same seed and path give the same choice, independent of all other choices. */
import { createHash } from 'node:crypto';

export const DEFAULT_SEED = 1;

/** @param path the path of the variable or line that needs the choice */
export function chooseBySeed<T>(options: readonly T[], seed: number, path: string): T | undefined {
  const hash = createHash('sha256').update(`${seed}\0${path}`).digest();
  return options[hash.readUIntBE(0, 6) % options.length];
}
