/** Formats a lookup's result for the prompt: lines of the outline, in the same format as the page section. */
import type { Candidate, Excerpt, TextBlock } from '../../contract/index.js';
import { formatElement } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import {
  listControls,
  formatLine,
  listNumbers,
  listParents,
  getPlainText,
  writeExcerpt,
  type CountTokens,
  type LineFormat,
  type OutlineLine,
} from './outline/index.js';
import { quote } from './page-text.js';

/** Lookups show longer text and values than the page section. */
const MAX_CHARS = 1_500;

export interface ExcerptSection {
  lines: string[];
  shownNumbers: number[];
  /** Number of candidates and blocks, or of lines, that fit into the token budget. */
  includedCount: number;
  /** The outline lines in the section. */
  includedLines: ReadonlySet<OutlineLine>;
}

export interface ExcerptView {
  outline: readonly OutlineLine[];
  numbers: ElementNumbers;
  countTokens: CountTokens;
}

const createLineFormat = (searchWords?: string): LineFormat => ({
  isNew: () => false,
  coveredBy: () => undefined,
  searchWords,
  maxValueChars: MAX_CHARS,
});

/**
 * @param budget maximum tokens
 * @param searchWords the words that the lookup searched for
 */
export function buildExcerptSection(
  { candidates, blocks }: Pick<Excerpt, 'candidates' | 'blocks'>,
  { outline, numbers, countTokens }: ExcerptView,
  budget: number,
  searchWords?: string,
): ExcerptSection {
  const items: { key: number; candidate?: Candidate; block?: TextBlock }[] = [
    ...blocks.map((block) => ({ key: block.order, block })),
    ...candidates.map((candidate) => ({ key: candidate.order + 0.5, candidate })),
  ].toSorted((a, b) => a.key - b.key);
  const format = createLineFormat(searchWords);
  const findLine = createLineLookup(outline);
  const lines: string[] = [];
  const shownNumbers: number[] = [];
  const includedLines = new Set<OutlineLine>();
  let remainingTokens = budget;
  let includedCount = 0;
  for (const { candidate, block } of items) {
    const line = candidate ? findLine.candidate(candidate) : findLine.block(block!);
    const number = candidate && numbers.getNumber(candidate.uid);
    const addedLines = line ? [...listParents(line), line].filter((each) => !includedLines.has(each)) : [];
    const addedTexts = addedLines.map(
      (each) => '  '.repeat(listParents(each).length) + formatLine(each, format),
    );
    // An element that is not a control has no number in the outline, so it is written with its number here.
    if (
      candidate &&
      number !== undefined &&
      !(line && listControls(line).includes(candidate)) &&
      !candidate.interactive &&
      addedTexts.length === 0
    )
      addedTexts.push(formatElement(candidate, { number, searchWords }));
    else if (block && !line) addedTexts.push(quote(block.text, MAX_CHARS));
    const cost = addedTexts.reduce((sum, text) => sum + countTokens(text) + 1, 0);
    if (cost > remainingTokens && includedCount > 0) break;
    remainingTokens -= cost;
    lines.push(...addedTexts);
    for (const each of addedLines) {
      includedLines.add(each);
      shownNumbers.push(...listNumbers(each));
    }
    if (number !== undefined && addedTexts.length) shownNumbers.push(number);
    includedCount += 1;
  }
  return { lines, shownNumbers, includedCount, includedLines };
}

/** Creates functions that find the line that shows a candidate or a text block. */
function createLineLookup(outline: readonly OutlineLine[]) {
  const linesByElement = new Map<Candidate['uid'], OutlineLine>();
  for (const line of outline)
    for (const { uid } of [...line.elements, ...listControls(line)]) linesByElement.set(uid, line);
  const linesByText = new Map<string, OutlineLine>();
  for (const line of outline) {
    const text = getPlainText(line);
    if (text && !linesByText.has(text)) linesByText.set(text, line);
  }
  return {
    candidate: ({ uid }: Candidate) => linesByElement.get(uid),
    block: ({ text, order }: TextBlock) =>
      linesByText.get(text) ?? outline.find((line) => line.order >= order && line.kind !== 'title'),
  };
}

/** Writes the lines of a list that fit into the budget. */
export function buildLinesSection(
  selectedLines: readonly OutlineLine[],
  { outline, countTokens }: ExcerptView,
  budget: number,
  searchWords?: string,
): ExcerptSection {
  const { lines, shownNumbers, includedLines } = writeExcerpt(
    outline,
    new Set(selectedLines),
    budget,
    countTokens,
    createLineFormat(searchWords),
  );
  return {
    lines,
    shownNumbers,
    includedCount: selectedLines.filter((line) => includedLines.has(line)).length,
    includedLines,
  };
}

/** Returns the lines whose text, values or options contain all words, in outline order. */
export function findLines(outline: readonly OutlineLine[], searchWords: string): OutlineLine[] {
  const words = toWords(searchWords);
  if (!words.length) return [];
  return outline.filter((line) => {
    const fields = listControls(line).flatMap(({ value = '', inputType, options = [], attributes }) => [
      inputType === 'password' ? '' : value,
      attributes['placeholder'] ?? '',
      ...options.map(({ label }) => label),
    ]);
    const text = ` ${toWords([getPlainText(line), ...fields].join(' ')).join(' ')}`;
    return words.every((word) => text.includes(` ${word}`));
  });
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the table rows whose numbers are in the range, with the lines below large rows. */
export const findRows = (outline: readonly OutlineLine[], first: number, last: number): OutlineLine[] =>
  outline.filter((line) => {
    const row = line.row || (listParents(line).findLast((parent) => parent.row > 0)?.row ?? 0);
    return row >= first && row <= last;
  });
