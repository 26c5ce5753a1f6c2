/** Runs a model's lookups (`more`, `find`, `read`) and formats the results like the page part of the prompt. */
import type { Inspector } from '../../contract/index.js';
import { buildExcerptPart, quote, toExcerpt, type CountTokens, type Numbers } from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import type { PageLookup } from './interpret-steps.js';

/** Maximum tokens of the result of one lookup. */
const MAX_RESULT_TOKENS = 1_200;
const MORE_COUNT = 60;
const FIND_COUNT = 40;
const READ_COUNT = 80;

export interface LookupResult {
  lines: string[];
  shown: number[];
  /** For the record: `find "delivery"`. */
  what: string;
  /** Number of matches of `find`. */
  found?: number;
}

export class PageLookups {
  /** How far each section was read in this decision, by lookup. */
  readonly #read = new Map<string, number>();

  constructor(
    private readonly look: Inspector,
    private readonly numbers: Numbers,
    private readonly count: CountTokens,
    private readonly redactor: Redactor,
  ) {}

  async run(look: PageLookup): Promise<LookupResult> {
    switch (look.do) {
      case 'more':
        return this.#more();
      case 'find':
        return this.#find(look.words);
      case 'read':
        return this.#readOn(look);
    }
  }

  async #more(): Promise<LookupResult> {
    const ranked = this.redactor.json(await this.look.rankMore(MORE_COUNT));
    const what = 'more';
    if (!ranked.length) return { lines: ['(there are no further elements)'], shown: [], what };
    const part = buildExcerptPart(toExcerpt(ranked), this.numbers, MAX_RESULT_TOKENS, this.count);
    return { lines: part.lines, shown: part.shown, what };
  }

  async #find(words: string): Promise<LookupResult> {
    const what = `find ${quote(words, 80)}`;
    const found = this.redactor.json(await this.look.find(words, FIND_COUNT));
    if (found.total === 0)
      return { lines: [`(nothing on this page contains ${quote(words, 80)})`], shown: [], what, found: 0 };
    const { lines, shown, included } = buildExcerptPart(found, this.numbers, MAX_RESULT_TOKENS, this.count, words);
    const rest = found.total - included;
    const some = found.partial ? ['(nothing contains all of these words; these contain some of them)'] : [];
    const more = rest > 0 ? [`(${rest} more ${found.partial ? 'contain some' : 'contain it'})`] : [];
    return { lines: [...some, ...lines, ...more], shown, what, found: found.partial ? 0 : found.total };
  }

  async #readOn(look: Extract<PageLookup, { do: 'read' }>): Promise<LookupResult> {
    const around = 'around' in look ? this.numbers.candidate(look.around) : undefined;
    const place = around ? { around: around.uid } : { heading: 'heading' in look ? look.heading : null };
    const what =
      'around' in look
        ? `read around [${look.around}]`
        : look.heading === null
          ? 'read the page'
          : `read ${quote(look.heading, 80)}`;
    const from = this.#read.get(what) ?? 0;
    const part = this.redactor.json(await this.look.read(place, from, READ_COUNT));
    if (!part)
      return {
        lines: [
          `(there is no heading ${'heading' in look ? quote(look.heading ?? '', 80) : ''} on this page)`,
        ],
        shown: [],
        what,
      };
    const { lines, shown, included } = buildExcerptPart(part, this.numbers, MAX_RESULT_TOKENS, this.count);
    const end = from + included;
    this.#read.set(what, end);
    const rest = part.total - end;
    return {
      lines: [
        `(${quote(part.title, 120)}${from ? ', continued' : ''})`,
        ...lines,
        rest > 0 ? `(${rest} more lines; repeat read to continue)` : '(end)',
      ],
      shown,
      what,
    };
  }
}
