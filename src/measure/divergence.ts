/** Finds the turn at which runs of the same scenario first diverge. */

export interface Divergence {
  /** First turn in which the runs differ, counted from 0. */
  turn: number;
  /** The different steps, most common first; null if a run had already ended. Runs are counted from 1. */
  variants: { step: string | null; runs: number[] }[];
}

/** @param runs each run's turns as short lines @returns null if all runs are equal */
export function findFirstDivergence(runs: readonly (readonly string[])[]): Divergence | null {
  const maxTurnCount = Math.max(0, ...runs.map((steps) => steps.length));
  for (let turn = 0; turn < maxTurnCount; turn++) {
    const variants = new Map<string | null, number[]>();
    for (const [i, steps] of runs.entries()) {
      const step = steps[turn] ?? null;
      variants.set(step, [...(variants.get(step) ?? []), i + 1]);
    }
    if (variants.size > 1) {
      const variantList = [...variants].map(([step, runNumbers]) => ({ step, runs: runNumbers }));
      return { turn, variants: variantList.toSorted((a, b) => b.runs.length - a.runs.length) };
    }
  }
  return null;
}
