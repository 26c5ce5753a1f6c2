/**
 * Converts the position of each text block in a frame to a position among the candidates. The frame reports positions
 * among its rows, only some of which are candidates.
 */
import type { Candidate, TextBlock } from '../../contract/index.js';
import type { WireSnapshot } from '../injected/wire.js';

/**
 * @param candidates candidates of this frame in row order
 * @param precedingCandidateCount number of candidates in the preceding frames
 */
export function toTextBlocks(
  { rows, blocks }: Pick<WireSnapshot, 'rows' | 'blocks'>,
  candidates: readonly Pick<Candidate, 'uid'>[],
  precedingCandidateCount: number,
): TextBlock[] {
  const candidateRows: number[] = [];
  rows.uid.forEach((uid, row) => {
    if (uid === candidates[candidateRows.length]?.uid) candidateRows.push(row);
  });
  /** Whether a row's text begins at `start`, the offset at which the block begins. */
  const startsAtOffset = (row: number, start: number): boolean => {
    const textStart = rows.textRange[2 * row]!;
    return (
      rows.textRange[2 * row + 1]! > start &&
      (textStart === start || (textStart + 1 === start && rows.text[textStart] === ' '))
    );
  };
  let precedingCount = 0;
  return blocks.map(({ precedingRowCount: row, start, ...block }) => {
    while (precedingCount < candidateRows.length && candidateRows[precedingCount]! < row) precedingCount++;
    let candidateCount = precedingCount;
    while (candidateCount > 0 && startsAtOffset(candidateRows[candidateCount - 1]!, start)) candidateCount--;
    return { ...block, order: precedingCandidateCount + candidateCount };
  });
}
