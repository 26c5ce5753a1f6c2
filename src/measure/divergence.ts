/** Where runs of the same scenario first part ways. */

export interface Divergence {
  /** Turn at which not all runs did the same, counted from 0. */
  turn: number;
  /** What was done there, most common first; null where a run was over before. Runs are counted from 1. */
  variants: { step: string | null; runs: number[] }[];
}

/** @param runs of each run its turns as short lines @returns null where all did the same to the end */
export function firstDivergence(runs: readonly (readonly string[])[]): Divergence | null {
  const longest = Math.max(0, ...runs.map((steps) => steps.length));
  for (let turn = 0; turn < longest; turn++) {
    const variants = new Map<string | null, number[]>();
    for (const [i, steps] of runs.entries()) {
      const step = steps[turn] ?? null;
      variants.set(step, [...(variants.get(step) ?? []), i + 1]);
    }
    if (variants.size > 1) {
      const found = [...variants].map(([step, which]) => ({ step, runs: which }));
      return { turn, variants: found.toSorted((a, b) => b.runs.length - a.runs.length) };
    }
  }
  return null;
}
