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

/** Maximum tokens of the result of one lookup. */
const MAX_RESULT_TOKENS = 1_200;
/** Tokens of a line in addition to its text: indentation, numbers and states. */
const LINE_OVERHEAD_TOKENS = 12;
const FIND_COUNT = 40;
const READ_COUNT = 80;

const MAX_READ_CHARS = 4_000;

/** How a model asks for omitted rows, which the outline names in the same way: `row 28`, `rows 28–32`. */
const ROWS = /^\s*rows?\s+(\d+)(?:\s*[-–]\s*(\d+))?\s*$/i;

export interface LookupResult {
  lines: string[];
  shownNumbers: number[];
  /** For the record: `find "delivery"`. */
  label: string;
  /** Number of matches of `find`. */
  matchCount?: number;
}

export class PageLookups {
  /** Per lookup: how far the section was read in this decision. */
  readonly #readUntil = new Map<string, number>();
  #outline: readonly OutlineLine[] = [];
  /** Lines that the model has not seen, most relevant first. */
  #unseen: readonly OutlineLine[] = [];

  constructor(
    private readonly inspector: Inspector,
    private readonly numbers: ElementNumbers,
    private readonly countTokens: CountTokens,
    private readonly redactor: Redactor,
  ) {}

  /** Sets the page section that the prompt contains. */
  setPage({ outline, omitted }: Pick<PageSection, 'outline' | 'omitted'>): void {
    this.#outline = outline;
    this.#unseen = omitted;
  }

  get #view(): ExcerptView {
    return { outline: this.#outline, numbers: this.numbers, countTokens: this.countTokens };
  }

  /** Characters of a field that neither the page section nor a lookup has shown. */
  countUnseenChars(candidate: Candidate): number {
    const { uid, value, inputType, tag } = candidate;
    if (inputType === 'password') return 0;
    const number = this.numbers.getNumber(uid);
    const shown = Math.max(MAX_VALUE_CHARS, this.#readUntil.get(`read around [${number}]`) ?? 0);
    if (value !== undefined && /^(?:input|textarea)$/.test(tag)) return Math.max(0, value.length - shown);
    return this.#unseen
      .filter((line) => listParents(line).some((parent) => listNumbers(parent).includes(number ?? -1)))
      .reduce((sum, line) => sum + getPlainText(line).length, 0);
  }

  async run(lookup: Exclude<PageLookup, { do: 'see' }>): Promise<LookupResult> {
    switch (lookup.do) {
      case 'more':
        return this.#more();
      case 'find':
        return this.#find(lookup.words);
      case 'read':
        return this.#readSection(lookup);
    }
  }

  #more(): LookupResult {
    const label = 'more';
    if (!this.#unseen.length)
      return { lines: ['(there is nothing further on this page)'], shownNumbers: [], label };
    const chosen = this.#mostRelevantUnseen();
    const { lines, shownNumbers, writtenLines } = buildLinesSection(chosen, this.#view, MAX_RESULT_TOKENS);
    this.#unseen = this.#unseen.filter((line) => !writtenLines.has(line));
    const rest = this.#unseen.length;
    return { lines: [...lines, rest > 0 ? `(${rest} more lines)` : '(end)'], shownNumbers, label };
  }

  /** Returns the most relevant unseen lines: those that fit, and a few more in case their titles were shown before. */
  #mostRelevantUnseen(): OutlineLine[] {
    let tokens = 0;
    const end = this.#unseen.findIndex((line) => {
      tokens += this.countTokens(getPlainText(line)) + LINE_OVERHEAD_TOKENS;
      return tokens > MAX_RESULT_TOKENS;
    });
    return this.#unseen.slice(0, end < 0 ? undefined : Math.max(1, end));
  }

  async #find(words: string): Promise<LookupResult> {
    const label = `find ${quote(words, 80)}`;
    const found = this.redactor.json(await this.inspector.find(words, FIND_COUNT));
    const lines = findLines(this.#outline, words);
    // Values, options and adjacent elements are only in the outline lines.
    if ((found.total === 0 || found.partial) && lines.length > 0) return this.#showLines(lines, label, words);
    if (found.total === 0)
      return {
        lines: [`(nothing on this page contains ${quote(words, 80)})`],
        shownNumbers: [],
        label,
        matchCount: 0,
      };
    const part = buildExcerptSection(found, this.#view, MAX_RESULT_TOKENS, words);
    const { shownNumbers, includedCount } = part;
    const rest = found.total - includedCount;
    const partialNote = found.partial
      ? ['(nothing contains all of these words; these contain some of them)']
      : [];
    const moreNote = rest > 0 ? [`(${rest} more ${found.partial ? 'contain some' : 'contain it'})`] : [];
    return {
      lines: [...partialNote, ...part.lines, ...moreNote],
      shownNumbers,
      label,
      matchCount: found.partial ? 0 : found.total,
    };
  }

  /** Returns as many of the outline lines as fit. */
  #showLines(found: readonly OutlineLine[], label: string, words?: string): LookupResult {
    const { lines, shownNumbers, includedCount } = buildLinesSection(
      found,
      this.#view,
      MAX_RESULT_TOKENS,
      words,
    );
    const rest = found.length - includedCount;
    return {
      lines: [...lines, ...(rest > 0 ? [`(${rest} more lines)`] : [])],
      shownNumbers,
      label,
      matchCount: found.length,
    };
  }

  /** Returns the table rows in a range: `rows 28-32`. */
  #readRows(first: number, last: number, label: string): LookupResult {
    const from = this.#readUntil.get(label) ?? first;
    const rows = findRows(this.#outline, from, last);
    if (!rows.length) return { lines: [`(there are no rows ${from} to ${last})`], shownNumbers: [], label };
    const { lines, shownNumbers, writtenLines } = buildLinesSection(rows, this.#view, MAX_RESULT_TOKENS);
    const end = Math.max(...[...writtenLines].map(({ row }) => row));
    this.#readUntil.set(label, end + 1);
    return {
      lines: [
        ...lines,
        end < last && writtenLines.size < rows.length ? '(repeat read to continue)' : '(end)',
      ],
      shownNumbers,
      label,
    };
  }

  async #readSection(lookup: Extract<PageLookup, { do: 'read' }>): Promise<LookupResult> {
    const around = 'around' in lookup ? this.numbers.getCandidate(lookup.around) : undefined;
    const target = around ? { around: around.uid } : { heading: 'heading' in lookup ? lookup.heading : null };
    const label =
      'around' in lookup
        ? `read around [${lookup.around}]`
        : lookup.heading === null
          ? 'read the page'
          : `read ${quote(lookup.heading, 80)}`;
    const [, first, last = first] = ROWS.exec('heading' in lookup ? (lookup.heading ?? '') : '') ?? [];
    if (first !== undefined) return this.#readRows(Number(first), Number(last), label);
    const from = this.#readUntil.get(label) ?? 0;
    const value = around?.inputType === 'password' ? undefined : around?.value;
    if (value !== undefined && value.length > MAX_VALUE_CHARS) return this.#readValue(value, from, label);
    const part = this.redactor.json(await this.inspector.read(target, from, READ_COUNT));
    if (!part)
      return {
        lines: [
          `(there is no heading ${'heading' in lookup ? quote(lookup.heading ?? '', 80) : ''} on this page)`,
        ],
        shownNumbers: [],
        label,
      };
    const { lines, shownNumbers, includedCount } = buildExcerptSection(part, this.#view, MAX_RESULT_TOKENS);
    const end = from + includedCount;
    this.#readUntil.set(label, end);
    const rest = part.total - end;
    return {
      lines: [
        `(${quote(part.title, 120)}${from ? ', continued' : ''})`,
        ...lines,
        rest > 0 ? `(${rest} more lines; repeat read to continue)` : '(end)',
      ],
      shownNumbers,
      label,
    };
  }

  /** Returns part of a long field value, with its line breaks. */
  #readValue(value: string, from: number, label: string): LookupResult {
    let end = Math.min(value.length, from + MAX_READ_CHARS);
    // Do not end in the middle of a line or word.
    if (end < value.length)
      end = Math.max(value.lastIndexOf('\n', end), value.lastIndexOf(' ', end), from + MAX_READ_CHARS / 2);
    this.#readUntil.set(label, end);
    const lines = value
      .slice(from, end)
      .split('\n')
      .map((line) => quote(line, MAX_READ_CHARS));
    const title = `(value of the field, characters ${from + 1} to ${end} of ${value.length})`;
    return {
      lines: [title, ...lines, end < value.length ? '(repeat read to continue)' : '(end)'],
      shownNumbers: [],
      label,
    };
  }
}
