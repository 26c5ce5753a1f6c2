/**
 * Describes the values that may differ between runs because the seed, date, environment or command line chooses them.
 */
import type { Literal } from './variables.js';

export interface RunChoice {
  /** The name of a variable, or the path of a line with several wordings: `dialogue[0].say`. */
  readonly what: string;
  readonly by: 'pick' | 'date' | 'env' | '--var' | 'any_of';
  readonly value: Literal;
}

/** Returns a sentence to record; null if nothing was chosen. */
export function formatChoices({
  seed,
  chosen,
}: {
  seed: number;
  chosen: readonly RunChoice[];
}): string | null {
  if (chosen.length === 0) return null;
  const assignments = chosen.map(({ what, value }) => `${what} = ${JSON.stringify(value)}`);
  return `Values chosen for this run with seed ${seed}: ${assignments.join(', ')}.`;
}
