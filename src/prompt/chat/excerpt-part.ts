/** Formats the result of a lookup for the prompt: lines of the outline, in the same form as the page part. */
import type { Candidate, Excerpt, TextBlock } from '../../contract/index.js';
import { formatElement } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import {
  controlsOf,
  formatLine,
  numbersOf,
  parentsOf,
  plainTextOf,
  writeExcerpt,
  type CountTokens,
  type LineFormat,
  type OutlineLine,
} from './outline/index.js';
import { quote } from './page-text.js';

/** Lookups show longer texts and values than the page part. */
const MAX_CHARS = 1_500;

export interface ExcerptPart {
  lines: string[];
  shown: number[];
  /** Number of candidates and blocks, or of lines, that fit the token budget. */
  included: number;
  /** The outline lines that are in the part. */
  written: ReadonlySet<OutlineLine>;
}

export interface ExcerptView {
  outline: readonly OutlineLine[];
  numbers: ElementNumbers;
  count: CountTokens;
}

const lineFormat = (words?: string): LineFormat => ({
  isNew: () => false,
  coveredBy: () => undefined,
  words,
  maxValue: MAX_CHARS,
});

/**
 * @param budget maximum tokens
 * @param words the words that the lookup searched for
 */
export function buildExcerptPart(
  { candidates, blocks }: Pick<Excerpt, 'candidates' | 'blocks'>,
  { outline, numbers, count }: ExcerptView,
  budget: number,
  words?: string,
): ExcerptPart {
  const items: { key: number; candidate?: Candidate; block?: TextBlock }[] = [
    ...blocks.map((block) => ({ key: block.order, block })),
    ...candidates.map((candidate) => ({ key: candidate.order + 0.5, candidate })),
  ].toSorted((a, b) => a.key - b.key);
  const format = lineFormat(words);
  const lineOf = createLineLookup(outline);
  const lines: string[] = [];
  const shown: number[] = [];
  const written = new Set<OutlineLine>();
  let remaining = budget;
  let included = 0;
  for (const { candidate, block } of items) {
    const line = candidate ? lineOf.candidate(candidate) : lineOf.block(block!);
    const number = candidate && numbers.numberOf(candidate.uid);
    const added = line ? [...parentsOf(line), line].filter((each) => !written.has(each)) : [];
    const texts = added.map((each) => '  '.repeat(parentsOf(each).length) + formatLine(each, format));
    // An element that is not a control has a number only here.
    if (
      candidate &&
      number !== undefined &&
      !(line && controlsOf(line).includes(candidate)) &&
      !candidate.interactive &&
      texts.length === 0
    )
      texts.push(formatElement(candidate, { number, words }));
    else if (block && !line) texts.push(quote(block.text, MAX_CHARS));
    const cost = texts.reduce((sum, text) => sum + count(text) + 1, 0);
    if (cost > remaining && included > 0) break;
    remaining -= cost;
    lines.push(...texts);
    for (const each of added) {
      written.add(each);
      shown.push(...numbersOf(each));
    }
    if (number !== undefined && texts.length) shown.push(number);
    included += 1;
  }
  return { lines, shown, included, written };
}

/** Finds the line that shows an element or a text. */
function createLineLookup(outline: readonly OutlineLine[]) {
  const byElement = new Map<Candidate['uid'], OutlineLine>();
  for (const line of outline)
    for (const { uid } of [...line.elements, ...controlsOf(line)]) byElement.set(uid, line);
  const texts = new Map<string, OutlineLine>();
  for (const line of outline) {
    const text = plainTextOf(line);
    if (text && !texts.has(text)) texts.set(text, line);
  }
  return {
    candidate: ({ uid }: Candidate) => byElement.get(uid),
    block: ({ text, order }: TextBlock) =>
      texts.get(text) ?? outline.find((line) => line.order >= order && line.kind !== 'title'),
  };
}

/** Returns the next lines of a list that fit the budget. */
export function buildLinesPart(
  chosen: readonly OutlineLine[],
  { outline, count }: ExcerptView,
  budget: number,
  words?: string,
): ExcerptPart {
  const { lines, shown, written } = writeExcerpt(outline, new Set(chosen), budget, count, lineFormat(words));
  return { lines, shown, included: chosen.filter((line) => written.has(line)).length, written };
}

/** Returns the lines whose text, values or options contain all words, in outline order. */
export function findLines(outline: readonly OutlineLine[], words: string): OutlineLine[] {
  const searched = toWords(words);
  if (!searched.length) return [];
  return outline.filter((line) => {
    const fields = controlsOf(line).flatMap(({ value = '', inputType, options = [], attributes }) => [
      inputType === 'password' ? '' : value,
      attributes['placeholder'] ?? '',
      ...options.map(({ label }) => label),
    ]);
    const text = ` ${toWords([plainTextOf(line), ...fields].join(' ')).join(' ')}`;
    return searched.every((word) => text.includes(` ${word}`));
  });
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the table rows whose numbers are in the range, with their titles. */
export const findRows = (outline: readonly OutlineLine[], first: number, last: number): OutlineLine[] =>
  outline.filter((line) => {
    const row = line.row || (parentsOf(line).findLast((parent) => parent.row > 0)?.row ?? 0);
    return row >= first && row <= last;
  });
