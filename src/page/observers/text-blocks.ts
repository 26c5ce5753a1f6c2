/**
 * Gives each text block of a frame its position among the candidates. The frame reports positions among its rows,
 * of which only some are candidates.
 */
import type { Candidate, TextBlock } from '../../contract/index.js';
import type { WireSnapshot } from '../injected/wire.js';

/**
 * @param candidates candidates of this frame in row order
 * @param first number of candidates in the frames before
 */
export function toTextBlocks(
  { rows, blocks }: Pick<WireSnapshot, 'rows' | 'blocks'>,
  candidates: readonly Pick<Candidate, 'uid'>[],
  first: number,
): TextBlock[] {
  const rowOf: number[] = [];
  rows.uid.forEach((uid, row) => {
    if (uid === candidates[rowOf.length]?.uid) rowOf.push(row);
  });
  /** Whether a row before the block contains its first word, as the first word of the row. */
  const opensWith = (row: number, start: number): boolean => {
    const from = rows.range[2 * row]!;
    return (
      rows.range[2 * row + 1]! > start && (from === start || (from + 1 === start && rows.text[from] === ' '))
    );
  };
  let passed = 0;
  return blocks.map(({ row, start, ...block }) => {
    while (passed < rowOf.length && rowOf[passed]! < row) passed++;
    let before = passed;
    while (before > 0 && opensWith(rowOf[before - 1]!, start)) before--;
    return { ...block, order: first + before };
  });
}
