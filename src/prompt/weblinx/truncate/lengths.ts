/** Who gives up how much: the longest first, until all fit (spec 4.6.1). */

/**
 * @param lengths ascending
 * @returns lengths whose sum is `max` where it was more
 */
export function reduceLengths(lengths: readonly number[], max: number): number[] {
  if (sum(lengths) <= max) return [...lengths];
  if (max <= 0) return lengths.map(() => 0);

  // The first that cannot keep its length if all after it are to be as long.
  let total = 0;
  let first = 0;
  for (; first < lengths.length; first += 1) {
    total += (lengths[first]! - (lengths[first - 1] ?? 0)) * (lengths.length - first);
    if (total > max) break;
  }
  const level = lengths[first]! - Math.ceil((total - max) / (lengths.length - first));
  const reduced = lengths.map((length, i) => (i < first ? length : level));
  // What rounding took too much of goes back to the last ones.
  const spare = max - sum(reduced);
  return reduced.map((length, i) => (i >= reduced.length - spare ? length + 1 : length));
}

/** A piece of a prompt that may be cut. */
export interface Piece {
  text: string;
  length: number;
}

/**
 * Shortens pieces until they have `excess` tokens less.
 *
 * @param cut called for each piece that has to become shorter
 */
export function shareOut<P extends Piece>(
  pieces: readonly P[],
  excess: number,
  cut: (piece: P, length: number) => void,
): void {
  // The sort is stable, so of equally long pieces the later one gets what is spare.
  const sorted = pieces.toSorted((a, b) => a.length - b.length);
  const lengths = sorted.map(({ length }) => length);
  const reduced = reduceLengths(lengths, sum(lengths) - excess);
  sorted.forEach((piece, i) => {
    if (reduced[i]! < piece.length) cut(piece, reduced[i]!);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
