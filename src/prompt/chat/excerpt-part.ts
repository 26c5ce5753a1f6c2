/** Formats the result of a lookup like the page part. */
import type { Candidate, Excerpt, RankedCandidate, TextBlock } from '../../contract/index.js';
import { elementLine } from './element-line.js';
import type { Numbers } from './numbers.js';
import { textLine, type CountTokens } from './page-part.js';

/** Lookups show longer texts than the page part. */
const MAX_TEXT_CHARS = 1_500;

export interface ExcerptPart {
  lines: string[];
  shown: number[];
  /** Number of candidates and blocks included; fewer than given if they do not fit. */
  taken: number;
}

/**
 * @param room tokens
 * @param words the searched words
 */
export function excerptPart(
  { candidates, blocks }: Pick<Excerpt, 'candidates' | 'blocks'>,
  numbers: Numbers,
  room: number,
  count: CountTokens,
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
      : textLine(block!, [], MAX_TEXT_CHARS);
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
