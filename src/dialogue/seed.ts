/** Choices that a seed makes: the same seed and the same place give the same one, whatever else is chosen. */
import { createHash } from 'node:crypto';

export const DEFAULT_SEED = 1;

/** @param place what the choice is for: the name of a variable, or the path of a line */
export function choose<T>(options: readonly T[], seed: number, place: string): T | undefined {
  const hash = createHash('sha256').update(`${seed}\0${place}`).digest();
  return options[hash.readUIntBE(0, 6) % options.length];
}
