/** Distributes a reduction among pieces. The longest pieces are shortened first. */

/**
 * @param lengths ascending
 * @returns lengths whose sum is at most `max`
 */
export function reduceLengths(lengths: readonly number[], max: number): number[] {
  if (sum(lengths) <= max) return [...lengths];
  if (max <= 0) return lengths.map(() => 0);

  // Find the first length that is too long as a common limit: with it, the total would exceed `max`.
  let total = 0;
  let first = 0;
  for (; first < lengths.length; first += 1) {
    total += (lengths[first]! - (lengths[first - 1] ?? 0)) * (lengths.length - first);
    if (total > max) break;
  }
  const level = lengths[first]! - Math.ceil((total - max) / (lengths.length - first));
  const reducedLengths = lengths.map((length, i) => (i < first ? length : level));
  // Give tokens lost by rounding back to the last pieces.
  const unusedTokens = max - sum(reducedLengths);
  return reducedLengths.map((length, i) => (i >= reducedLengths.length - unusedTokens ? length + 1 : length));
}

/** A piece of a prompt that may be shortened. */
export interface Piece {
  text: string;
  length: number;
}

/**
 * Shortens pieces until they have `excess` fewer tokens.
 *
 * @param cut called for each piece that must be shortened
 */
export function shortenPieces<P extends Piece>(
  pieces: readonly P[],
  excess: number,
  cut: (piece: P, length: number) => void,
): void {
  // The sort is stable: of equally long pieces, the later one gets the tokens left over by rounding.
  const sortedPieces = pieces.toSorted((a, b) => a.length - b.length);
  const lengths = sortedPieces.map(({ length }) => length);
  const reducedLengths = reduceLengths(lengths, sum(lengths) - excess);
  sortedPieces.forEach((piece, i) => {
    if (reducedLengths[i]! < piece.length) cut(piece, reducedLengths[i]!);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
