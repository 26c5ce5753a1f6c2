/** Formats the result of a lookup for the prompt, in the same form as the page part. */
import type { Candidate, Excerpt, RankedCandidate, TextBlock } from '../../contract/index.js';
import { formatElementLine } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import { formatTextLine, type CountTokens } from './page-part.js';

/** Lookups show longer texts than the page part. */
const MAX_TEXT_CHARS = 1_500;

export interface ExcerptPart {
  lines: string[];
  shown: number[];
  /** Number of candidates and blocks that fit the token budget. */
  included: number;
}

/**
 * @param budget maximum tokens
 * @param words the words that the lookup searched for
 */
export function buildExcerptPart(
  { candidates, blocks }: Pick<Excerpt, 'candidates' | 'blocks'>,
  numbers: ElementNumbers,
  budget: number,
  count: CountTokens,
  words?: string,
): ExcerptPart {
  const items: { key: number; candidate?: Candidate; block?: TextBlock }[] = [
    ...blocks.map((block) => ({ key: block.order, block })),
    ...candidates.map((candidate) => ({ key: candidate.order + 0.5, candidate })),
  ].toSorted((a, b) => a.key - b.key);
  const lines: string[] = [];
  const shown: number[] = [];
  let remaining = budget;
  let included = 0;
  for (const { candidate, block } of items) {
    const number = candidate && numbers.numberOf(candidate.uid);
    const line = candidate
      ? number === undefined
        ? null
        : formatElementLine(candidate, { number, words })
      : formatTextLine(block!, [], MAX_TEXT_CHARS);
    if (line !== null) {
      const cost = count(line) + 1;
      if (cost > remaining && included > 0) break;
      remaining -= cost;
      lines.push(line);
      if (number !== undefined) shown.push(number);
    }
    included += 1;
  }
  return { lines, shown, included };
}

export const toExcerpt = (ranked: readonly RankedCandidate[]): Pick<Excerpt, 'candidates' | 'blocks'> => ({
  candidates: ranked.map(({ candidate }) => candidate),
  blocks: [],
});
