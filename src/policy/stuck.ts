/** Stuck: the same act on the same state, again and again (handbook: four times). */
import type { Observation, PageAct } from '../contract/index.js';

export const SAME_ACT_LIMIT = 4;

/** What tells one state of a page from another: where it is, what it shows, what its controls hold. */
export function stateKey(observation: Observation): string {
  const { url, viewport, candidates } = observation;
  const controls = candidates.map((c) => `${c.uid}${c.value ?? ''}${JSON.stringify(c.states)}`).join('|');
  return `${url}#${viewport.scrollX},${viewport.scrollY}#${candidates.length}#${controls}`;
}

/** Counts acts on states; `repeat` returns how often this pair has now been seen. */
export class RepeatCounter {
  readonly #counts = new Map<string, number>();

  repeat(act: PageAct, state: string): number {
    const key = `${JSON.stringify(act)}@${state}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  /** A new instructor line may rightly ask for the same again. */
  reset(): void {
    this.#counts.clear();
  }
}
