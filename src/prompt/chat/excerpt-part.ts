/** What a model asked to see, in the form of the page itself. */
import type { Candidate, Excerpt, RankedCandidate, TextBlock } from '../../contract/index.js';
import { elementLine } from './element-line.js';
import type { Numbers } from './numbers.js';
import { textLine, type CountText } from './page-part.js';

/** Whoever asks to read wants the text whole. */
const LONG_TEXT = 1_500;

export interface ExcerptPart {
  lines: string[];
  shown: number[];
  /** Candidates and blocks that are in it; fewer than were given where the room was too small. */
  taken: number;
}

/**
 * @param room tokens
 * @param words what was looked for
 */
export function excerptPart(
  { candidates, blocks }: Pick<Excerpt, 'candidates' | 'blocks'>,
  numbers: Numbers,
  room: number,
  count: CountText,
  words?: string,
): ExcerptPart {
  const items: { key: number; candidate?: Candidate; block?: TextBlock }[] = [
    ...blocks.map((block) => ({ key: block.order, block })),
    ...candidates.map((candidate) => ({ key: candidate.order + 0.5, candidate })),
  ].toSorted((a, b) => a.key - b.key);
  const lines: string[] = [];
  const shown: number[] = [];
  let left = room;
  let taken = 0;
  for (const { candidate, block } of items) {
    const number = candidate && numbers.of(candidate.uid);
    const line = candidate
      ? number === undefined
        ? null
        : elementLine(candidate, { number, words })
      : textLine(block!, [], LONG_TEXT);
    if (line !== null) {
      const cost = count(line) + 1;
      if (cost > left && taken > 0) break;
      left -= cost;
      lines.push(line);
      if (number !== undefined) shown.push(number);
    }
    taken += 1;
  }
  return { lines, shown, taken };
}

export const rankedExcerpt = (
  ranked: readonly RankedCandidate[],
): Pick<Excerpt, 'candidates' | 'blocks'> => ({
  candidates: ranked.map(({ candidate }) => candidate),
  blocks: [],
});
