/** Merges the candidates and text blocks of an observation into one list in reading order. */
import type { Candidate, Excerpt, Observation, TextBlock } from '../../contract/index.js';

/** A candidate or a text block, and its frame. */
export type ReadableItem = { frame: string } & (
  | { type: 'candidate'; candidate: Candidate }
  | { type: 'block'; block: TextBlock }
);

export type PageContent = Pick<Observation, 'candidates' | 'text'>;

const getFrameKey = ({ frame }: Candidate): string => frame.join(' ');

/** A block between candidates of two frames belongs to the second one's frame if both texts start alike. */
function getBlockFrameKey(
  { text }: TextBlock,
  previousCandidate?: Candidate,
  nextCandidate?: Candidate,
): string {
  if (!nextCandidate) return previousCandidate ? getFrameKey(previousCandidate) : '';
  if (!previousCandidate || getFrameKey(previousCandidate) === getFrameKey(nextCandidate))
    return getFrameKey(nextCandidate);
  const isInNext =
    nextCandidate.text !== '' &&
    (nextCandidate.text.startsWith(text.slice(0, 40)) || text.startsWith(nextCandidate.text));
  return getFrameKey(isInNext ? nextCandidate : previousCandidate);
}

/** A block comes just before the candidate that has the same `order`. Candidates behind a modal dialog are omitted. */
export function toReadingOrder(
  { candidates, text: blocks }: PageContent,
  shouldKeep: (candidate: Candidate) => boolean = () => true,
): ReadableItem[] {
  const items: ReadableItem[] = [];
  let nextBlock = 0;
  const addBlocksBefore = (index: number): void => {
    const order = candidates[index]?.order ?? Infinity;
    for (; nextBlock < blocks.length && blocks[nextBlock]!.order <= order; nextBlock++) {
      const block = blocks[nextBlock]!;
      items.push({
        type: 'block',
        block,
        frame: getBlockFrameKey(block, candidates[index - 1], candidates[index]),
      });
    }
  };
  candidates.forEach((candidate, index) => {
    addBlocksBefore(index);
    if (!candidate.behindModal && shouldKeep(candidate))
      items.push({ type: 'candidate', candidate, frame: getFrameKey(candidate) });
  });
  addBlocksBefore(candidates.length);
  return items;
}

/** @param items in reading order @param matchCount number of matches on the page, including those not in `items` */
export function toExcerpt(items: readonly ReadableItem[], matchCount: number): Excerpt {
  const candidates: Candidate[] = [];
  const blocks: TextBlock[] = [];
  for (const item of items)
    if (item.type === 'candidate') candidates.push(item.candidate);
    else blocks.push(item.block);
  return { candidates, blocks, total: matchCount };
}
