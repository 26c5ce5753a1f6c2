/** Runs a model's lookups (`more`, `find`, `read`) and formats the results like the page part of the prompt. */
import type { Inspector } from '../../contract/index.js';
import {
  buildExcerptPart,
  quote,
  toExcerpt,
  type CountTokens,
  type ElementNumbers,
} from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import type { PageLookup } from './interpret-steps.js';

/** Maximum tokens of the result of one lookup. */
const MAX_RESULT_TOKENS = 1_200;
const MORE_COUNT = 60;
const FIND_COUNT = 40;
const READ_COUNT = 80;

export interface LookupResult {
  lines: string[];
  shownNumbers: number[];
  /** For the record: `find "delivery"`. */
  label: string;
  /** Number of matches of `find`. */
  matchCount?: number;
}

export class PageLookups {
  /** How far each section was read in this decision, by lookup. */
  readonly #readUntil = new Map<string, number>();

  constructor(
    private readonly inspector: Inspector,
    private readonly numbers: ElementNumbers,
    private readonly countTokens: CountTokens,
    private readonly redactor: Redactor,
  ) {}

  async run(lookup: PageLookup): Promise<LookupResult> {
    switch (lookup.do) {
      case 'more':
        return this.#more();
      case 'find':
        return this.#find(lookup.words);
      case 'read':
        return this.#readSection(lookup);
    }
  }

  async #more(): Promise<LookupResult> {
    const ranked = this.redactor.json(await this.inspector.rankMore(MORE_COUNT));
    const label = 'more';
    if (!ranked.length) return { lines: ['(there are no further elements)'], shownNumbers: [], label };
    const part = buildExcerptPart(toExcerpt(ranked), this.numbers, MAX_RESULT_TOKENS, this.countTokens);
    return { lines: part.lines, shownNumbers: part.shown, label };
  }

  async #find(words: string): Promise<LookupResult> {
    const label = `find ${quote(words, 80)}`;
    const found = this.redactor.json(await this.inspector.find(words, FIND_COUNT));
    if (found.total === 0)
      return {
        lines: [`(nothing on this page contains ${quote(words, 80)})`],
        shownNumbers: [],
        label,
        matchCount: 0,
      };
    const { lines, shown, included } = buildExcerptPart(
      found,
      this.numbers,
      MAX_RESULT_TOKENS,
      this.countTokens,
      words,
    );
    const rest = found.total - included;
    const partialNote = found.partial
      ? ['(nothing contains all of these words; these contain some of them)']
      : [];
    const moreNote = rest > 0 ? [`(${rest} more ${found.partial ? 'contain some' : 'contain it'})`] : [];
    return {
      lines: [...partialNote, ...lines, ...moreNote],
      shownNumbers: shown,
      label,
      matchCount: found.partial ? 0 : found.total,
    };
  }

  async #readSection(lookup: Extract<PageLookup, { do: 'read' }>): Promise<LookupResult> {
    const around = 'around' in lookup ? this.numbers.candidateOf(lookup.around) : undefined;
    const target = around ? { around: around.uid } : { heading: 'heading' in lookup ? lookup.heading : null };
    const label =
      'around' in lookup
        ? `read around [${lookup.around}]`
        : lookup.heading === null
          ? 'read the page'
          : `read ${quote(lookup.heading, 80)}`;
    const from = this.#readUntil.get(label) ?? 0;
    const part = this.redactor.json(await this.inspector.read(target, from, READ_COUNT));
    if (!part)
      return {
        lines: [
          `(there is no heading ${'heading' in lookup ? quote(lookup.heading ?? '', 80) : ''} on this page)`,
        ],
        shownNumbers: [],
        label,
      };
    const { lines, shown, included } = buildExcerptPart(
      part,
      this.numbers,
      MAX_RESULT_TOKENS,
      this.countTokens,
    );
    const end = from + included;
    this.#readUntil.set(label, end);
    const rest = part.total - end;
    return {
      lines: [
        `(${quote(part.title, 120)}${from ? ', continued' : ''})`,
        ...lines,
        rest > 0 ? `(${rest} more lines; repeat read to continue)` : '(end)',
      ],
      shownNumbers: shown,
      label,
    };
  }
}
