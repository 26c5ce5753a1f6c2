/**
 * pass^k: the probability that k runs of a scenario all pass, estimated from n runs of which c passed (Yao et al. 2024,
 * τ-bench, section 3): C(c, k) / C(n, k), the share of all choices of k runs in which every run passed.
 */

/** @returns 0 … 1, or null if there are fewer than k runs */
export function computePassHat(k: number, runCount: number, passedCount: number): number | null {
  if (k < 1 || k > runCount) return null;
  let share = 1;
  for (let i = 0; i < k; i++) share *= Math.max(0, passedCount - i) / (runCount - i);
  return share;
}

/** Computes pass^1 … pass^n of one scenario; index 0 is pass^1. */
export function computePassTable(runCount: number, passedCount: number): number[] {
  return Array.from({ length: runCount }, (_, i) => computePassHat(i + 1, runCount, passedCount) ?? 0);
}
