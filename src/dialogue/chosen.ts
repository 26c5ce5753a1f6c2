/** Describes the values of a run that were chosen by the seed, the date, the environment or the command line. */
import type { Literal } from './variables.js';

export interface Chosen {
  /** The name of a variable, or the place of a line with several wordings: `dialogue[0].say`. */
  readonly what: string;
  readonly by: 'pick' | 'date' | 'env' | '--var' | 'any_of';
  readonly value: Literal;
}

/** For the record of a run; null where nothing was chosen. */
export function choicesText({ seed, chosen }: { seed: number; chosen: readonly Chosen[] }): string | null {
  if (chosen.length === 0) return null;
  const shown = chosen.map(({ what, value }) => `${what} = ${JSON.stringify(value)}`);
  return `Values of this run, with seed ${seed}: ${shown.join(', ')}.`;
}
