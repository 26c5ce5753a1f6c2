/** How token rows are put together: rows of like length, so that little is spent on padding. */

/** Padded tokens a batch on a CPU: larger ones fall out of its cache and get slower (measured, docs/benchmarks.md). */
export const CPU_BATCH = 512;

/**
 * Positions of `lengths` in batches whose longest row times their number stays within `budget` (a longer row
 * goes alone). Short rows first.
 */
export function batches(lengths: readonly number[], budget: number): number[][] {
  const sorted = lengths.map((_, i) => i).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  const out: number[][] = [];
  let batch: number[] = [];
  for (const i of sorted) {
    if (batch.length > 0 && (batch.length + 1) * lengths[i]! > budget) {
      out.push(batch);
      batch = [];
    }
    batch.push(i);
  }
  if (batch.length > 0) out.push(batch);
  return out;
}

/** Rows side by side, zeros behind the shorter ones; row-major [rows, width]. */
export function pad(rows: readonly Int32Array[]): { ids: Int32Array; lengths: Int32Array; width: number } {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const ids = new Int32Array(rows.length * width);
  rows.forEach((row, i) => ids.set(row, i * width));
  return { ids, lengths: Int32Array.from(rows, (row) => row.length), width };
}
