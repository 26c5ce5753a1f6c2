/** Runs a model's lookups (`more`, `find`, `read`) and formats the results like the page section of the prompt. */
import type { Candidate, Inspector } from '../../contract/index.js';
import {
  buildExcerptSection,
  buildLinesSection,
  findLines,
  findRows,
  MAX_VALUE_CHARS,
  listNumbers,
  listParents,
  getPlainText,
  quote,
  type CountTokens,
  type ElementNumbers,
  type ExcerptView,
  type OutlineLine,
  type PageSection,
} from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import type { PageLookup } from './interpret-steps.js';

/** Maximum tokens of one lookup's result. */
const MAX_RESULT_TOKENS = 1_200;
/** Tokens of a line in addition to its text: indentation, numbers and states. */
const LINE_OVERHEAD_TOKENS = 12;
const MAX_FOUND_ITEMS = 40;
const MAX_READ_ITEMS = 80;

const MAX_READ_VALUE_CHARS = 4_000;

/** How a model requests omitted table rows. The outline refers to them in the same form: `row 28`, `rows 28–32`. */
const ROW_RANGE_PATTERN = /^\s*rows?\s+(\d+)(?:\s*[-–]\s*(\d+))?\s*$/i;

export interface LookupResult {
  lines: string[];
  shownNumbers: number[];
  /** For the session record: `find "delivery"`. */
  label: string;
  /** Number of matches, for `find`. */
  matchCount?: number;
}

export class PageLookups {
  /** Offset at which the next `read` with the same label continues. Valid for one decision. */
  readonly #nextOffsetByLookup = new Map<string, number>();
  #outline: readonly OutlineLine[] = [];
  /** Lines that the model has not seen, most relevant first. */
  #unseenLines: readonly OutlineLine[] = [];

  constructor(
    private readonly inspector: Inspector,
    private readonly numbers: ElementNumbers,
    private readonly countTokens: CountTokens,
    private readonly redactor: Redactor,
  ) {}

  /** Sets the page section of the current prompt. */
  setPage({ outline, omittedLines }: Pick<PageSection, 'outline' | 'omittedLines'>): void {
    this.#outline = outline;
    this.#unseenLines = omittedLines;
  }

  get #excerptView(): ExcerptView {
    return { outline: this.#outline, numbers: this.numbers, countTokens: this.countTokens };
  }

  /** Counts a field's characters that neither the page section nor a lookup has shown. */
  countUnseenChars(candidate: Candidate): number {
    const { uid, value, inputType, tag } = candidate;
    if (inputType === 'password') return 0;
    const number = this.numbers.getNumber(uid);
    const shownCharCount = Math.max(
      MAX_VALUE_CHARS,
      this.#nextOffsetByLookup.get(`read around [${number}]`) ?? 0,
    );
    if (value !== undefined && /^(?:input|textarea)$/.test(tag))
      return Math.max(0, value.length - shownCharCount);
    return this.#unseenLines
      .filter((line) => listParents(line).some((parent) => listNumbers(parent).includes(number ?? -1)))
      .reduce((sum, line) => sum + getPlainText(line).length, 0);
  }

  async run(lookup: Exclude<PageLookup, { do: 'see' }>): Promise<LookupResult> {
    switch (lookup.do) {
      case 'more':
        return this.#showMore();
      case 'find':
        return this.#find(lookup.words);
      case 'read':
        return this.#readSection(lookup);
    }
  }

  #showMore(): LookupResult {
    const label = 'more';
    if (!this.#unseenLines.length)
      return { lines: ['(there is nothing further on this page)'], shownNumbers: [], label };
    const chosenLines = this.#pickMostRelevantUnseenLines();
    const { lines, shownNumbers, includedLines } = buildLinesSection(
      chosenLines,
      this.#excerptView,
      MAX_RESULT_TOKENS,
    );
    this.#unseenLines = this.#unseenLines.filter((line) => !includedLines.has(line));
    const remainingCount = this.#unseenLines.length;
    return {
      lines: [...lines, remainingCount > 0 ? `(${remainingCount} more lines)` : '(end)'],
      shownNumbers,
      label,
    };
  }

  /** Picks the most relevant unseen lines whose estimated tokens fit, but at least one. */
  #pickMostRelevantUnseenLines(): OutlineLine[] {
    let tokens = 0;
    const end = this.#unseenLines.findIndex((line) => {
      tokens += this.countTokens(getPlainText(line)) + LINE_OVERHEAD_TOKENS;
      return tokens > MAX_RESULT_TOKENS;
    });
    return this.#unseenLines.slice(0, end < 0 ? undefined : Math.max(1, end));
  }

  async #find(words: string): Promise<LookupResult> {
    const label = `find ${quote(words, 80)}`;
    const excerpt = this.redactor.json(await this.inspector.find(words, MAX_FOUND_ITEMS));
    const matchingLines = findLines(this.#outline, words);
    // Values, options and adjacent elements are only in the outline lines.
    if ((excerpt.total === 0 || excerpt.partial) && matchingLines.length > 0)
      return this.#showLines(matchingLines, label, words);
    if (excerpt.total === 0)
      return {
        lines: [`(nothing on this page contains ${quote(words, 80)})`],
        shownNumbers: [],
        label,
        matchCount: 0,
      };
    const section = buildExcerptSection(excerpt, this.#excerptView, MAX_RESULT_TOKENS, words);
    const { shownNumbers, includedCount } = section;
    const remainingCount = excerpt.total - includedCount;
    const partialNote = excerpt.partial
      ? ['(nothing contains all of these words; these contain some of them)']
      : [];
    const moreNote =
      remainingCount > 0
        ? [`(${remainingCount} more ${excerpt.partial ? 'contain some' : 'contain it'})`]
        : [];
    return {
      lines: [...partialNote, ...section.lines, ...moreNote],
      shownNumbers,
      label,
      matchCount: excerpt.partial ? 0 : excerpt.total,
    };
  }

  /** Returns as many of the outline lines as fit. */
  #showLines(matchingLines: readonly OutlineLine[], label: string, words?: string): LookupResult {
    const { lines, shownNumbers, includedCount } = buildLinesSection(
      matchingLines,
      this.#excerptView,
      MAX_RESULT_TOKENS,
      words,
    );
    const remainingCount = matchingLines.length - includedCount;
    return {
      lines: [...lines, ...(remainingCount > 0 ? [`(${remainingCount} more lines)`] : [])],
      shownNumbers,
      label,
      matchCount: matchingLines.length,
    };
  }

  /** Returns the table rows in a range: `rows 28-32`. */
  #readRows(firstRow: number, lastRow: number, label: string): LookupResult {
    const firstUnreadRow = this.#nextOffsetByLookup.get(label) ?? firstRow;
    const rows = findRows(this.#outline, firstUnreadRow, lastRow);
    if (!rows.length)
      return { lines: [`(there are no rows ${firstUnreadRow} to ${lastRow})`], shownNumbers: [], label };
    const { lines, shownNumbers, includedLines } = buildLinesSection(
      rows,
      this.#excerptView,
      MAX_RESULT_TOKENS,
    );
    const lastWrittenRow = Math.max(...[...includedLines].map(({ row }) => row));
    this.#nextOffsetByLookup.set(label, lastWrittenRow + 1);
    return {
      lines: [
        ...lines,
        lastWrittenRow < lastRow && includedLines.size < rows.length ? '(repeat read to continue)' : '(end)',
      ],
      shownNumbers,
      label,
    };
  }

  async #readSection(lookup: Extract<PageLookup, { do: 'read' }>): Promise<LookupResult> {
    const centerCandidate = 'around' in lookup ? this.numbers.getCandidate(lookup.around) : undefined;
    const target = centerCandidate
      ? { aroundUid: centerCandidate.uid }
      : { heading: 'heading' in lookup ? lookup.heading : null };
    const label =
      'around' in lookup
        ? `read around [${lookup.around}]`
        : lookup.heading === null
          ? 'read the page'
          : `read ${quote(lookup.heading, 80)}`;
    const [, first, last = first] =
      ROW_RANGE_PATTERN.exec('heading' in lookup ? (lookup.heading ?? '') : '') ?? [];
    if (first !== undefined) return this.#readRows(Number(first), Number(last), label);
    const offset = this.#nextOffsetByLookup.get(label) ?? 0;
    const value = centerCandidate?.inputType === 'password' ? undefined : centerCandidate?.value;
    if (value !== undefined && value.length > MAX_VALUE_CHARS) return this.#readValue(value, offset, label);
    const excerpt = this.redactor.json(await this.inspector.read(target, offset, MAX_READ_ITEMS));
    if (!excerpt)
      return {
        lines: [
          `(there is no heading ${'heading' in lookup ? quote(lookup.heading ?? '', 80) : ''} on this page)`,
        ],
        shownNumbers: [],
        label,
      };
    const { lines, shownNumbers, includedCount } = buildExcerptSection(
      excerpt,
      this.#excerptView,
      MAX_RESULT_TOKENS,
    );
    const nextOffset = offset + includedCount;
    this.#nextOffsetByLookup.set(label, nextOffset);
    const remainingCount = excerpt.total - nextOffset;
    return {
      lines: [
        `(${quote(excerpt.title, 120)}${offset ? ', continued' : ''})`,
        ...lines,
        remainingCount > 0 ? `(${remainingCount} more lines; repeat read to continue)` : '(end)',
      ],
      shownNumbers,
      label,
    };
  }

  /** Returns an excerpt of a long field value, with its line breaks. */
  #readValue(value: string, offset: number, label: string): LookupResult {
    let nextOffset = Math.min(value.length, offset + MAX_READ_VALUE_CHARS);
    // Do not end in the middle of a line or word.
    if (nextOffset < value.length)
      nextOffset = Math.max(
        value.lastIndexOf('\n', nextOffset),
        value.lastIndexOf(' ', nextOffset),
        offset + MAX_READ_VALUE_CHARS / 2,
      );
    this.#nextOffsetByLookup.set(label, nextOffset);
    const lines = value
      .slice(offset, nextOffset)
      .split('\n')
      .map((line) => quote(line, MAX_READ_VALUE_CHARS));
    const title = `(value of the field, characters ${offset + 1} to ${nextOffset} of ${value.length})`;
    return {
      lines: [title, ...lines, nextOffset < value.length ? '(repeat read to continue)' : '(end)'],
      shownNumbers: [],
      label,
    };
  }
}
