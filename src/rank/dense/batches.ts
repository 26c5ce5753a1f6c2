/** Groups token rows of similar length into batches, which keeps padding small. */

/** Padded tokens per batch on a CPU. Larger batches exceed its cache and are slower (measured, docs/benchmarks.md). */
export const CPU_BATCH_TOKENS = 512;

/**
 * Returns batches of indices into `lengths`, short rows first. The length of a batch's longest row times its number of
 * rows is at most `maxBatchTokens`; a row longer than that is a separate batch.
 */
export function createBatches(lengths: readonly number[], maxBatchTokens: number): number[][] {
  const sortedIndexes = lengths.map((_, i) => i).sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const i of sortedIndexes) {
    if (batch.length > 0 && (batch.length + 1) * lengths[i]! > maxBatchTokens) {
      batches.push(batch);
      batch = [];
    }
    batch.push(i);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Pads the rows with zeros to equal width; `ids` is row-major [rows, width]. */
export function padRows(rows: readonly Int32Array[]): {
  ids: Int32Array;
  lengths: Int32Array;
  width: number;
} {
  const width = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  const ids = new Int32Array(rows.length * width);
  rows.forEach((row, i) => ids.set(row, i * width));
  return { ids, lengths: Int32Array.from(rows, (row) => row.length), width };
}
