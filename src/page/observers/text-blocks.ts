/** Text blocks of a frame with their place among its candidates, which are fewer than the rows that blocks are counted in. */
import type { Candidate, TextBlock } from '../../contract/index.js';
import type { WireLook } from '../injected/wire.js';

/**
 * @param candidates those of the frame, in the order of its rows
 * @param first candidates of the frames before it
 */
export function textBlocks(
  { rows, blocks }: Pick<WireLook, 'rows' | 'blocks'>,
  candidates: readonly Pick<Candidate, 'uid'>[],
  first: number,
): TextBlock[] {
  const rowOf: number[] = [];
  rows.uid.forEach((uid, row) => {
    if (uid === candidates[rowOf.length]?.uid) rowOf.push(row);
  });
  /** A row before the block that has its first word holds it; the word is its own first one, too. */
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
