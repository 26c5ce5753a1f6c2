/** Does what a model asked to see, through the inspector, and says it in the form of the page. */
import type { Inspector } from '../../contract/index.js';
import { excerptPart, quoted, rankedExcerpt, type CountText, type Numbers } from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import type { Look } from './judge-steps.js';

/** Tokens of one answer to a look. */
const ROOM = 1_200;
const MORE = 60;
const FOUND = 40;
const READ = 80;

export interface Seen {
  lines: string[];
  shown: number[];
  /** For the record: `find "delivery"`. */
  what: string;
  /** How much was found by looking for words. */
  found?: number;
}

export class LookAround {
  /** How far each place was read in this decision. */
  readonly #read = new Map<string, number>();

  constructor(
    private readonly look: Inspector,
    private readonly numbers: Numbers,
    private readonly count: CountText,
    private readonly redactor: Redactor,
  ) {}

  async see(look: Look): Promise<Seen> {
    switch (look.do) {
      case 'more':
        return this.#more();
      case 'find':
        return this.#find(look.words);
      case 'read':
        return this.#readOn(look);
    }
  }

  async #more(): Promise<Seen> {
    const ranked = this.redactor.json(await this.look.more(MORE));
    const what = 'more';
    if (!ranked.length) return { lines: ['(there are no further elements)'], shown: [], what };
    const part = excerptPart(rankedExcerpt(ranked), this.numbers, ROOM, this.count);
    return { lines: part.lines, shown: part.shown, what };
  }

  async #find(words: string): Promise<Seen> {
    const what = `find ${quoted(words, 80)}`;
    const found = this.redactor.json(await this.look.find(words, FOUND));
    if (found.total === 0)
      return { lines: [`(nothing on this page holds ${quoted(words, 80)})`], shown: [], what, found: 0 };
    const { lines, shown, taken } = excerptPart(found, this.numbers, ROOM, this.count, words);
    const rest = found.total - taken;
    const some = found.partial ? ['(nothing holds all of these words; these hold some of them)'] : [];
    const more = rest > 0 ? [`(${rest} more ${found.partial ? 'hold some' : 'hold it'})`] : [];
    return { lines: [...some, ...lines, ...more], shown, what, found: found.partial ? 0 : found.total };
  }

  async #readOn(look: Extract<Look, { do: 'read' }>): Promise<Seen> {
    const around = 'around' in look ? this.numbers.candidate(look.around) : undefined;
    const place = around ? { around: around.uid } : { heading: 'heading' in look ? look.heading : null };
    const what =
      'around' in look
        ? `read around [${look.around}]`
        : look.heading === null
          ? 'read the page'
          : `read ${quoted(look.heading, 80)}`;
    const from = this.#read.get(what) ?? 0;
    const part = this.redactor.json(await this.look.read(place, from, READ));
    if (!part)
      return {
        lines: [
          `(there is no heading ${'heading' in look ? quoted(look.heading ?? '', 80) : ''} on this page)`,
        ],
        shown: [],
        what,
      };
    const { lines, shown, taken } = excerptPart(part, this.numbers, ROOM, this.count);
    const end = from + taken;
    this.#read.set(what, end);
    const rest = part.total - end;
    return {
      lines: [
        `(${quoted(part.title, 120)}${from ? ', further on' : ''})`,
        ...lines,
        rest > 0 ? `(${rest} more lines; the same read goes on)` : '(its end)',
      ],
      shown,
      what,
    };
  }
}
