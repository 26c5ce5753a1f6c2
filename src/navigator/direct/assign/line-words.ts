/**
 * What the words of a line may be for one form: the name of a field, the end of a value, a word that only connects.
 * `understand.ts` searches for the best reading of the whole line. Pure.
 */
import { similarity, contentTokens, fold, stem } from '../text.js';
import { matchVerb } from '../language/clauses.js';
import type { FormField, FormModel } from './form-fields.js';
import { textBetween, type Token, type TokenLine } from './tokens.js';
import { CONNECTING, CREATING, ENTERING, LINKS, NAMING, POLITE, VALUE_LINKS } from './words.js';

const MAX_LABEL_TOKENS = 5;

/** Costs of words and values in a reading. */
export const COST = { connecting: 0.03, thing: 0.06, people: 0.3, inner: 0.35, sentence: 0.7, impossible: 2 };
/** What the parts of a reading are worth. */
export const WORTH = {
  label: 1,
  partLabel: 0.75,
  anyLabel: 0.4,
  refused: 0.3,
  option: 0.7,
  kind: 0.6,
  main: 0.5,
  finish: 0.4,
  link: 0.02,
  row: 0.5,
};

/** A field that is named at a position of the line. */
export interface Label {
  /** The first token behind the name. */
  end: number;
  field: FormField;
  worth: number;
}

export class LineWords {
  readonly #n: number;
  readonly #labels = new Map<number, Label[]>();

  constructor(
    private readonly line: TokenLine,
    private readonly form: FormModel,
  ) {
    this.#n = line.tokens.length;
  }

  token(at: number): Token | undefined {
    return this.line.tokens[at];
  }

  /** The fields that are named at this position. Of several, only the best-named count, and only if they are one. */
  labelsAt(at: number): Label[] {
    const known = this.#labels.get(at);
    if (known) return known;
    const out: Label[] = [];
    for (let end = at + 1; end <= Math.min(this.#n, at + MAX_LABEL_TOKENS); end++) {
      if (this.token(end - 1)!.kind !== 'word') break;
      if (end === at + 1 && LINKS.has(this.token(at)!.text) && !this.isBoundary(at)) continue;
      const words = contentTokens(textBetween(this.line, at, end));
      const scored = this.form.fields
        .map((field) => ({ field, fit: Math.max(0, ...field.names.map((name) => nameFit(words, name))) }))
        .filter(({ fit }) => fit >= minimumFit(words));
      const best = Math.max(0, ...scored.map(({ fit }) => fit));
      const hits = scored.filter(({ fit }) => fit === best);
      if (hits.length === 1)
        out.push({
          end,
          field: hits[0]!.field,
          worth: best >= WHOLE_NAME ? WORTH.label * best : WORTH.partLabel,
        });
      else if (scored.length === 0 && this.isNameless(at, end))
        for (const field of this.form.fields.filter((f) => f.isAny))
          out.push({ end, field, worth: WORTH.anyLabel });
    }
    this.#labels.set(at, out);
    return out;
  }

  /** "To" is the name of a field only where a name is expected. */
  isBoundary(at: number): boolean {
    const before = this.token(at - 1);
    return (
      !before ||
      before.kind === 'separator' ||
      before.text === 'and' ||
      OWNERS.has(before.text) ||
      VALUE_LINKS.has(before.text)
    );
  }

  /** Whether the words may name a field that is not shown yet: "the founding year". */
  isNameless(start: number, end: number): boolean {
    const before = this.token(start - 1)?.text ?? '';
    if (end > start + 3 || !(OWNERS.has(before) || /['’]s$/u.test(before))) return false;
    return this.line.tokens
      .slice(start, end)
      .every(({ kind }, i) => kind === 'word' && !this.carriesNothing(start + i));
  }

  /** A hint in brackets belongs to the name before it: "Return (YYYY-MM-DD)". */
  afterHint(at: number): number {
    if (!this.token(at)?.text.startsWith('(')) return at;
    const close = this.line.tokens.findIndex(({ text }, i) => i >= at && text === ')');
    return close < 0 ? at : close + 1;
  }

  /** Positions after words such as "of the bill". */
  afterWords(from: number): number[] {
    if (!['of', 'for', 'in'].includes(this.token(from)?.text ?? '')) return [];
    const out = [from + 1];
    for (let at = from + 1; at < Math.min(this.#n, from + 4) && this.isPlain(at); at++) out.push(at + 1);
    return out;
  }

  /** "The bill" before a row's name: a word without a capital. */
  isPlain(at: number): boolean {
    return this.token(at)!.kind === 'word' && /^\p{Ll}/u.test(textBetween(this.line, at, at + 1));
  }

  afterLinks(end: number): [start: number, bonus: number][] {
    const out: [number, number][] = [];
    for (let at = end, links = 0; links <= 3; links++, at++) {
      if (at < this.#n && this.token(at)!.kind !== 'separator') out.push([at, links * WORTH.link]);
      if (!LINKS.has(this.token(at)?.text ?? '')) break;
    }
    return out;
  }

  /** Where a value that begins here may end, each with its cost. */
  valueEnds(start: number): [number, number][] {
    const out: [number, number][] = [];
    for (let end = start + 1; end <= this.#n; end++)
      if (this.token(end - 1)!.kind !== 'separator' && this.isEnd(end))
        out.push([end, this.valueCost(start, end)]);
    return out;
  }

  /**
   * How unlikely a value is: commas and "and" inside, a word at its start that only connects, or words around a quotation.
   */
  valueCost(start: number, end: number): number {
    let cost = this.carriesNothing(start) ? COST.inner : 0;
    for (let at = start; at < end; at++) {
      const { kind, text } = this.token(at)!;
      if (kind === 'quotation' && end > start + 1) cost += COST.impossible;
      if (at === start) continue;
      if (this.beginsMoment(at)) cost += COST.impossible;
      else if (text === '.' || text === ':') cost += COST.sentence;
      else if (kind === 'separator' || text === 'and' || text === 'then' || POLITE.has(text)) {
        // The name of a field begins another value.
        const isNext = at + 1 < end && this.labelsAt(at + 1).some(({ worth }) => worth >= WORTH.label);
        cost += isNext ? COST.impossible : COST.inner;
      }
    }
    return cost;
  }

  /** "On 24 November", "from 16:00": a date or time of its own, which no text contains by accident. */
  beginsMoment(at: number): boolean {
    return (
      MOMENT_LINKS.has(this.token(at)!.text) &&
      MOMENT.test(textBetween(this.line, at + 1, Math.min(this.#n, at + 3)))
    );
  }

  hasComma(start: number, end: number): boolean {
    return this.line.tokens.slice(start, end).some(({ text }) => text === ',' || text === ';');
  }

  /** Whether it is a word for what the form is about; with a capital it is a name. */
  isThing(at: number): boolean {
    const isName = at > 0 && /^\p{Lu}/u.test(textBetween(this.line, at, at + 1));
    return !isName && this.form.things.has(stem(this.token(at)!.text));
  }

  carriesNothing(at: number): boolean {
    const { kind, text } = this.token(at)!;
    return (
      kind === 'word' &&
      (CONNECTING.has(text) ||
        LINKS.has(text) ||
        NAMING.has(text) ||
        CREATING.has(text) ||
        ENTERING.has(text) ||
        this.isThing(at))
    );
  }

  /** Whether a value may end before this token. */
  isEnd(at: number): boolean {
    const next = this.token(at);
    if (
      !next ||
      next.kind === 'separator' ||
      ['and', 'then', 'with', 'but'].includes(next.text) ||
      POLITE.has(next.text)
    )
      return true;
    return this.labelsAt(at).some(({ worth }) => worth >= 0.95) || VALUE_STARTS.has(next.text);
  }

  endsFinish({ kind, text }: Token): boolean {
    return (
      kind === 'word' &&
      (['it', 'this', 'that', 'them', 'the', 'my', 'all', 'everything', 'changes', 'button', 'form'].includes(
        text,
      ) ||
        this.form.things.has(stem(text)))
    );
  }

  /** The end of the name at this position; null if it is not there. */
  namedUntil(start: number, name: string): number | null {
    const wanted = fold(name);
    if (wanted === '') return null;
    for (let end = start + 1; end <= Math.min(this.#n, start + 6); end++)
      if (fold(textBetween(this.line, start, end)) === wanted) return end;
    return null;
  }
}

/** Words before the name of a field. */
export const OWNERS: ReadonlySet<string> = new Set(['the', 'its', 'his', 'her', 'their', 'my', 'our']);
const MOMENT_LINKS: ReadonlySet<string> = new Set([
  'on',
  'at',
  'from',
  'until',
  'till',
  'by',
  'between',
  'to',
]);
const MOMENT =
  /^(?:the )?(?:\d|today\b|tomorrow\b|tonight\b|noon\b|midnight\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:next|this) (?:week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/iu;
const VALUE_STARTS: ReadonlySet<string> = new Set([
  'for',
  'on',
  'at',
  'from',
  'by',
  'in',
  'as',
  'to',
  'paid',
  'available',
]);

/** "Create a new …" is no part of the name "Create a new collection". */
const minimumFit = (words: readonly string[]): number =>
  isOtherVerb(words) ? 1 : CREATING.has(words[0] ?? '') ? WHOLE_NAME : 0.1;
/** How well words have to fit a name if they are all of it. */
const WHOLE_NAME = 0.8;

/** "Search" names a search field if it has this name, but not one for keywords. */
const isOtherVerb = (words: readonly string[]): boolean =>
  words.length === 1 && OTHER_VERBS.has(matchVerb(words[0]!)?.verb.kind ?? 'set');
const OTHER_VERBS: ReadonlySet<string> = new Set([
  'search',
  'find',
  'open',
  'click',
  'question',
  'sort',
  'filter',
]);

/** How well words name a field: 1 for the same words, 0.85 for synonyms, 0.7 for a part of a longer name, or 0. */
function nameFit(words: readonly string[], name: readonly string[]): number {
  const ownWords = contentTokens(name.join(' '));
  if (words.length > ownWords.length) return 0;
  const fits = words.map((w) => Math.max(...ownWords.map((o) => similarity(w, o, true))));
  const least = Math.min(...fits);
  if (words.length === ownWords.length) return least >= 0.96 ? 1 : least >= 0.85 ? 0.85 : 0;
  return least >= 0.96 && words.length * 2 >= ownWords.length ? 0.7 : 0;
}
