/**
 * Understands a line as values for the fields of one form. No grammar of sentences is needed: the form's own labels and
 * options show where a value begins and ends. A reading must account for every word of the line: as the name of a field,
 * as a value, as a request to finish, or as one of few words that only connect. The best such reading counts; without
 * one, the line is not understood here. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { alike, contentTokens, fold, stem } from '../text.js';
import { nameOf } from '../ground/names.js';
import { matchVerb } from '../language/clauses.js';
import type { FormField, FormModel } from './form-fields.js';
import { textOf, type Token, type TokenLine } from './tokens.js';
import {
  CONNECTING,
  CREATING,
  ENTERING,
  FIELD_NOUNS,
  FINISHING,
  LINKS,
  NAMING,
  PEOPLE,
  POLITE,
  PRESSING,
  TICKING,
  UNTICKING,
  VALUE_LINKS,
} from './words.js';

export interface Assigned {
  uid: string;
  /** The control's name, or that of the chosen option. */
  label: string;
  value: string;
  /** It is the name of the thing. */
  isTitle: boolean;
}

export interface Understood {
  form: FormModel;
  assigned: readonly Assigned[];
  /** The button that the line names, `any` if it asks to finish without a name, null if it does not ask. */
  finish: Candidate | 'any' | null;
  /** Whether the line asks for a new thing. */
  creates: boolean;
  /** The tokens that mention the row that it is about. */
  row: readonly [start: number, end: number] | null;
  score: number;
}

/** Where in the line a row of the page is mentioned: the ends of mentions by their start. */
export type Mentions = ReadonlyMap<number, readonly number[]>;

interface State {
  assigned: readonly Assigned[];
  used: ReadonlySet<number>;
  finish: Candidate | 'any' | null;
  creates: boolean;
  /** Whether the name of a thing may come next: "enter Sun cream". */
  enters: boolean;
  row: readonly [start: number, end: number] | null;
  /** What a check box that is named next gets. */
  tick: boolean | null;
  /** Whether the last words name the main field: "called", "rename … to". */
  naming: boolean;
  /** A value contains a comma. Without a word such as "to" before it, or with other values, the comma separates. */
  comma: boolean;
  score: number;
}

const MAX_TOKENS = 90;
const MAX_STATES = 60;
const MAX_LABEL_TOKENS = 5;
const MAX_LOOSE_TOKENS = 8;
/** Maximum characters of a value that a field does not accept. */
const MAX_REFUSED = 40;

const COST = { connecting: 0.03, thing: 0.06, people: 0.3, inner: 0.35, sentence: 0.7, impossible: 2 };
const WORTH = {
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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const MONEY =
  /^(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|euros?|dollars?|pounds?|francs?|kroner|eur|usd|gbp|chf|nok))$/iu;
const FIGURE = /^\d+(?:[.,]\d+)?$/u;
const AMOUNTS = /\b(?:amount|price|cost|much|total|sum|fee|value)\b/u;

class Reader {
  readonly #n: number;
  readonly #labels = new Map<number, { end: number; field: FormField; worth: number }[]>();

  constructor(
    private readonly line: TokenLine,
    private readonly form: FormModel,
    private readonly mentions: Mentions,
  ) {
    this.#n = line.tokens.length;
  }

  best(needsRow: boolean): State | null {
    const states: State[][] = Array.from({ length: this.#n + 1 }, () => []);
    states[0] = [
      {
        assigned: [],
        used: new Set(),
        finish: null,
        creates: false,
        enters: false,
        row: null,
        tick: null,
        naming: false,
        comma: false,
        score: 0,
      },
    ];
    for (let at = 0; at < this.#n; at++) {
      const here = states[at]!.sort((a, b) => b.score - a.score).slice(0, MAX_STATES);
      for (const state of here) for (const [end, next] of this.#steps(state, at)) states[end]!.push(next);
    }
    // A new thing has no row yet and needs a form, and a comma between values separates them.
    const whole = states[this.#n]!.filter(
      (s) =>
        s.assigned.length > 0 &&
        (s.row !== null || !needsRow) &&
        !(s.creates && (s.row !== null || this.form.form === null)) &&
        !(s.comma && s.assigned.length > 1),
    ).sort((a, b) => b.score - a.score);
    return whole[0] ?? null;
  }

  #token(at: number): Token | undefined {
    return this.line.tokens[at];
  }

  #steps(state: State, at: number): [number, State][] {
    const token = this.#token(at)!;
    if (token.text === '?') return [];
    const out = this.#connecting(state, token, at);
    if (state.finish !== null) return out;
    const mentioned = state.row ? [] : (this.mentions.get(at) ?? []);
    for (const end of mentioned)
      out.push([end, { ...state, row: [at, end], score: state.score + WORTH.row + 0.1 * (end - at) }]);
    return [
      ...out,
      ...this.#labelled(state, at),
      ...this.#valueFirst(state, at),
      ...this.#loose(state, at),
      ...this.#finishing(state, at),
    ];
  }

  /** Words that carry no value. */
  #connecting(state: State, { kind, text }: Token, at: number): [number, State][] {
    if (kind === 'quotation') return [];
    const next = (change: Partial<State>, cost: number): [number, State][] => [
      [at + 1, { ...state, ...change, score: state.score - cost }],
    ];
    if (kind === 'separator') return next({ naming: state.naming && text !== '.' }, 0);
    const after = state.finish !== null;
    if (POLITE.has(text)) return next({}, 0.01);
    if (after) return CONNECTING.has(text) ? next({}, COST.connecting) : [];
    if (TICKING.has(text)) return next({ tick: true, naming: false }, COST.connecting);
    if (UNTICKING.has(text)) return next({ tick: false, naming: false }, COST.connecting);
    if (NAMING.has(text)) return next({ naming: true }, COST.connecting);
    if (CREATING.has(text)) return next({ creates: true, enters: true, tick: null }, COST.connecting);
    if (ENTERING.has(text)) return next({ enters: true, tick: null }, COST.connecting);
    if (CONNECTING.has(text)) return next({}, COST.connecting);
    if (this.#isThing(at)) return next({}, COST.thing);
    return PEOPLE.has(text) && state.assigned.length > 0 ? this.#remark(state, at) : [];
  }

  /** "…, they don't drink it": a remark with a subject of its own, up to the end of its sentence. */
  #remark(state: State, at: number): [number, State][] {
    if (this.#token(at - 1)?.kind !== 'separator') return [];
    let end = at;
    while (end < this.#n && !['.', ';', '!'].includes(this.#token(end)!.text)) end++;
    return [[end, { ...state, score: state.score - COST.people }]];
  }

  /** The fields that are named at this position. Of several, only the best-named count, and only if they are one. */
  #labelsAt(at: number): { end: number; field: FormField; worth: number }[] {
    const known = this.#labels.get(at);
    if (known) return known;
    const out: { end: number; field: FormField; worth: number }[] = [];
    for (let end = at + 1; end <= Math.min(this.#n, at + MAX_LABEL_TOKENS); end++) {
      if (this.#token(end - 1)!.kind !== 'word') break;
      if (end === at + 1 && LINKS.has(this.#token(at)!.text) && !this.#isBoundary(at)) continue;
      const words = contentTokens(textOf(this.line, at, end));
      const scored = this.form.fields
        .map((field) => ({ field, fit: Math.max(0, ...field.names.map((name) => nameFit(words, name))) }))
        .filter(({ fit }) => fit >= (isOtherVerb(words) ? 1 : 0.1));
      const best = Math.max(0, ...scored.map(({ fit }) => fit));
      const hits = scored.filter(({ fit }) => fit === best);
      if (hits.length === 1)
        out.push({ end, field: hits[0]!.field, worth: best >= 0.8 ? WORTH.label * best : WORTH.partLabel });
      else if (scored.length === 0 && this.#isNameless(at, end))
        for (const field of this.form.fields.filter((f) => f.isAny))
          out.push({ end, field, worth: WORTH.anyLabel });
    }
    this.#labels.set(at, out);
    return out;
  }

  /** "To" is the name of a field only where a name is expected. */
  #isBoundary(at: number): boolean {
    const before = this.#token(at - 1);
    return (
      !before ||
      before.kind === 'separator' ||
      before.text === 'and' ||
      OWNERS.has(before.text) ||
      VALUE_LINKS.has(before.text)
    );
  }

  /** Whether the words may name a field that is not shown yet: "the founding year". */
  #isNameless(start: number, end: number): boolean {
    const before = this.#token(start - 1)?.text ?? '';
    if (end > start + 3 || !(OWNERS.has(before) || /['’]s$/u.test(before))) return false;
    return this.line.tokens
      .slice(start, end)
      .every(({ kind }, i) => kind === 'word' && !this.#carriesNothing(start + i));
  }

  #assign(
    state: State,
    field: FormField,
    value: string,
    worth: number,
    change: Partial<State> = {},
    isNamed = false,
  ): State | null {
    const isQuoted = this.line.masked.quotes.includes(value);
    const isFree = !state.used.has(field.index) && value !== '' && (isQuoted || !CONNECTING.has(fold(value)));
    const accepted = isFree ? field.accepts(value) : null;
    // A value that a named field does not accept is reported by the field.
    const own = accepted ?? (isFree && isNamed && value.length <= MAX_REFUSED ? field.refused(value) : null);
    return own
      ? {
          ...state,
          naming: false,
          comma: state.comma || (/[,;]/u.test(value) && !isQuoted),
          ...change,
          assigned: [...state.assigned, { ...own, isTitle: field.isMain }],
          used: new Set([...state.used, field.index]),
          score: state.score + (accepted ? worth : WORTH.refused + worth - WORTH.label),
        }
      : null;
  }

  /** "price 24.90", "status: Paid", "the country is Chile"; a check box has a name only. */
  #labelled(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    const named = this.#labelsAt(at).filter(({ field }) => !state.used.has(field.index));
    if (state.naming) {
      const main = this.form.fields.find((f) => f.isMain);
      if (main && !state.used.has(main.index)) named.push({ end: at, field: main, worth: WORTH.label });
    }
    for (const { end, field, worth } of named) {
      if (field.kind === 'tick') {
        const isVerb = CREATING.has(this.#token(at)!.text) || FINISHING.has(this.#token(at)!.text);
        const on = state.tick ?? (field.isRadio && !isVerb ? true : null);
        // "Accept the ticket" is a choice and the wish to carry it out.
        const implied = state.tick === null && field.isRadio ? { creates: true } : {};
        const next = on === null ? null : this.#assign(state, field, on ? 'yes' : 'no', worth, implied);
        const after = this.#token(end)?.text ?? '';
        if (next && !LINKS.has(after) && (this.#isEnd(end) || CONNECTING.has(after))) out.push([end, next]);
      }
      for (const { start, bonus, row } of this.#valueStarts(state, end))
        for (const [stop, cost] of this.#valueEnds(start)) {
          if (start === end && this.#hasComma(start, stop)) continue;
          if (cost >= COST.impossible) continue;
          const value = textOf(this.line, start, stop);
          const next = this.#assign(state, field, value, worth + bonus - cost, { row }, true);
          if (next) out.push([stop, next]);
        }
    }
    return out;
  }

  /** Where the value of a named field may begin; a row may be named before: "the price of the Kettle to 31.50". */
  #valueStarts(state: State, end: number): { start: number; bonus: number; row: State['row'] }[] {
    const noun = this.#afterHint(FIELD_NOUNS.has(this.#token(end)?.text ?? '') ? end + 1 : end);
    const plain = this.#afterLinks(noun).map(([start, bonus]) => ({ start, bonus, row: state.row }));
    if (state.row) return plain;
    const behind = this.#afterWords(noun).flatMap((at) =>
      (this.mentions.get(at) ?? []).flatMap((stop) =>
        this.#afterLinks(stop).map(([start, bonus]) => ({
          start,
          bonus: bonus + WORTH.row + 0.1 * (stop - at),
          row: [at, stop] as const,
        })),
      ),
    );
    return [...plain, ...behind];
  }

  /** A hint in brackets belongs to the name before it: "Return (YYYY-MM-DD)". */
  #afterHint(at: number): number {
    if (!this.#token(at)?.text.startsWith('(')) return at;
    const close = this.line.tokens.findIndex(({ text }, i) => i >= at && text === ')');
    return close < 0 ? at : close + 1;
  }

  /** Positions after words such as "of the bill". */
  #afterWords(from: number): number[] {
    if (!['of', 'for', 'in'].includes(this.#token(from)?.text ?? '')) return [];
    const out = [from + 1];
    for (let at = from + 1; at < Math.min(this.#n, from + 4) && this.#isPlain(at); at++) out.push(at + 1);
    return out;
  }

  /** "The bill" before a row's name: a word without a capital. */
  #isPlain(at: number): boolean {
    return this.#token(at)!.kind === 'word' && /^\p{Ll}/u.test(textOf(this.line, at, at + 1));
  }

  #afterLinks(end: number): [start: number, bonus: number][] {
    const out: [number, number][] = [];
    for (let at = end, links = 0; links <= 3; links++, at++) {
      if (at < this.#n && this.#token(at)!.kind !== 'separator') out.push([at, links * WORTH.link]);
      if (!LINKS.has(this.#token(at)?.text ?? '')) break;
    }
    return out;
  }

  /** "Echo Park" in the name field, 2001 in founded; "Dario paid". */
  #valueFirst(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    if (this.#token(at)!.kind === 'separator') return out;
    for (let stop = at + 1; stop <= Math.min(this.#n - 1, at + MAX_LOOSE_TOKENS); stop++) {
      if (this.#token(stop - 1)!.kind === 'separator') break;
      const value = textOf(this.line, at, stop);
      const isLinked = VALUE_LINKS.has(this.#token(stop)!.text);
      let label = isLinked ? stop + 1 : stop;
      if (isLinked) while (OWNERS.has(this.#token(label)?.text ?? '')) label++;
      if (label >= this.#n) continue;
      for (const { end, field, worth } of this.#labelsAt(label)) {
        if (field.kind === 'tick' || (!isLinked && !field.hasOption(value) && !isCount(field, value)))
          continue;
        let after = end;
        if (FIELD_NOUNS.has(this.#token(after)?.text ?? '')) after++;
        if (isLinked && !this.#isEnd(after) && !CONNECTING.has(this.#token(after)!.text)) continue;
        const cost = this.#valueCost(at, stop);
        const isPlain = !this.line.tokens
          .slice(at + 1, stop)
          .some((t) => t.text === 'and' || VALUE_LINKS.has(t.text));
        if (cost >= COST.impossible || !isPlain) continue;
        const next = this.#assign(state, field, value, worth - 0.05 - cost);
        if (next) out.push([after, next]);
      }
    }
    return out;
  }

  /** A value without a name, if only one field can be meant: by its options, by its kind, or as the name of the thing. */
  #loose(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    if (this.#token(at)!.kind === 'separator') return out;
    const open = this.form.fields.filter((f) => !state.used.has(f.index));
    const only = (suits: (f: FormField) => boolean): FormField | null => {
      const hits = open.filter(suits);
      return hits.length === 1 ? hits[0]! : null;
    };
    const isAmount = (f: FormField): boolean =>
      (f.kind === 'number' || f.kind === 'text') && f.names.some((name) => AMOUNTS.test(name.join(' ')));
    for (const [stop, cost] of this.#valueEnds(at)) {
      if (stop > at + MAX_LOOSE_TOKENS) break;
      if (cost >= COST.impossible) continue;
      const value = textOf(this.line, at, stop);
      const field = only((f) => f.hasOption(value));
      const kind = EMAIL.test(value)
        ? only((f) => f.kind === 'email' || f.names.some((name) => name.includes('email')))
        : MONEY.test(value) || FIGURE.test(value)
          ? (only(isAmount) ?? only((f) => f.kind === 'number'))
          : only((f) => f.kind === 'date' && f.accepts(value) !== null);
      if (field) push(out, stop, this.#assign(state, field, value, WORTH.option - cost));
      else if (kind)
        push(out, stop, this.#assign(state, kind, value.replace(MONEY_UNIT, ''), WORTH.kind - cost));
      const main = open.find((f) => f.isMain);
      const isQuoted = this.#token(at)!.kind === 'quotation' && stop === at + 1;
      const isAfterFor = this.#token(at - 1)?.text === 'for';
      const isFirst = state.assigned.length === 0 || isAfterFor;
      if (
        main &&
        main.isEmpty &&
        (state.enters || isQuoted || isAfterFor) &&
        (isQuoted || isFirst) &&
        isName(value, isQuoted)
      )
        push(out, stop, this.#assign(state, main, value, WORTH.main - cost));
    }
    return out;
  }

  /** Where a value that begins here may end, each with its cost. */
  #valueEnds(start: number): [number, number][] {
    const out: [number, number][] = [];
    for (let end = start + 1; end <= this.#n; end++)
      if (this.#token(end - 1)!.kind !== 'separator' && this.#isEnd(end))
        out.push([end, this.#valueCost(start, end)]);
    return out;
  }

  /**
   * How unlikely a value is: commas and "and" inside, a word at its start that only connects, or words around a quotation.
   */
  #valueCost(start: number, end: number): number {
    let cost = this.#carriesNothing(start) ? COST.inner : 0;
    for (let at = start; at < end; at++) {
      const { kind, text } = this.#token(at)!;
      if (kind === 'quotation' && end > start + 1) cost += COST.impossible;
      if (at === start) continue;
      if (this.#beginsMoment(at)) cost += COST.impossible;
      else if (text === '.' || text === ':') cost += COST.sentence;
      else if (kind === 'separator' || text === 'and' || text === 'then' || POLITE.has(text)) {
        // The name of a field begins another value.
        const isNext = at + 1 < end && this.#labelsAt(at + 1).some(({ worth }) => worth >= WORTH.label);
        cost += isNext ? COST.impossible : COST.inner;
      }
    }
    return cost;
  }

  /** "On 24 November", "from 16:00": a date or time of its own, which no text contains by accident. */
  #beginsMoment(at: number): boolean {
    return (
      MOMENT_LINKS.has(this.#token(at)!.text) &&
      MOMENT.test(textOf(this.line, at + 1, Math.min(this.#n, at + 3)))
    );
  }

  #hasComma(start: number, end: number): boolean {
    return this.line.tokens.slice(start, end).some(({ text }) => text === ',' || text === ';');
  }

  /** Whether it is a word for what the form is about; with a capital it is a name. */
  #isThing(at: number): boolean {
    const isName = at > 0 && /^\p{Lu}/u.test(textOf(this.line, at, at + 1));
    return !isName && this.form.things.has(stem(this.#token(at)!.text));
  }

  #carriesNothing(at: number): boolean {
    const { kind, text } = this.#token(at)!;
    return (
      kind === 'word' &&
      (CONNECTING.has(text) ||
        LINKS.has(text) ||
        NAMING.has(text) ||
        CREATING.has(text) ||
        ENTERING.has(text) ||
        this.#isThing(at))
    );
  }

  /** Whether a value may end before this token. */
  #isEnd(at: number): boolean {
    const next = this.#token(at);
    if (
      !next ||
      next.kind === 'separator' ||
      ['and', 'then', 'with', 'but'].includes(next.text) ||
      POLITE.has(next.text)
    )
      return true;
    return this.#labelsAt(at).some(({ worth }) => worth >= 0.95) || VALUE_STARTS.has(next.text);
  }

  /** "save it", "submit changes", "press the Insert button", "save and continue editing". */
  #finishing(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    const finish = (end: number, button: Candidate | 'any', worth = WORTH.finish): void => {
      out.push([end, { ...state, finish: button, score: state.score + worth }]);
    };
    let start = at;
    if (PRESSING.has(this.#token(at)!.text)) {
      start++;
      while (['on', 'the'].includes(this.#token(start)?.text ?? '')) start++;
    }
    const named = this.form.buttons.flatMap((button) => {
      const end = this.#namedUntil(start, nameOf(button));
      return end === null ? [] : [{ button, end }];
    });
    const longest = Math.max(0, ...named.map(({ end }) => end));
    const hits = named.filter(({ end }) => end === longest);
    // Two buttons of the same name at both ends of a form do the same.
    if (hits[0]) {
      const end = ['button', 'link'].includes(this.#token(longest)?.text ?? '') ? longest + 1 : longest;
      finish(end, hits[0].button, WORTH.finish + 0.05 * (longest - start));
    }
    const verb = this.#token(start)!.text;
    if (start > at && !FINISHING.has(verb)) return out;
    if (!FINISHING.has(verb) && !this.form.buttons.some((b) => contentTokens(nameOf(b))[0] === verb))
      return out;
    let end = start + 1;
    finish(end, 'any');
    while (end < this.#n && this.#endsFinish(this.#token(end)!)) finish(++end, 'any');
    return out;
  }

  #endsFinish({ kind, text }: Token): boolean {
    return (
      kind === 'word' &&
      (['it', 'this', 'that', 'them', 'the', 'my', 'all', 'everything', 'changes', 'button', 'form'].includes(
        text,
      ) ||
        this.form.things.has(stem(text)))
    );
  }

  /** The end of the name at this position; null if it is not there. */
  #namedUntil(start: number, name: string): number | null {
    const wanted = fold(name);
    if (wanted === '') return null;
    for (let end = start + 1; end <= Math.min(this.#n, start + 6); end++)
      if (fold(textOf(this.line, start, end)) === wanted) return end;
    return null;
  }
}

/** Words before the name of a field. */
const OWNERS: ReadonlySet<string> = new Set(['the', 'its', 'his', 'her', 'their', 'my', 'our']);
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
const MONEY_UNIT = /\s?(?:[$€£¥]|\p{L}+)$/u;
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
const push = (out: [number, State][], end: number, state: State | null): void =>
  void (state && out.push([end, state]));

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

/** "3 nights" */
const isCount = (field: FormField, value: string): boolean => field.kind === 'number' && FIGURE.test(value);

/** Whether the text may be the name of a new thing. */
const isName = (value: string, isQuoted: boolean): boolean =>
  isQuoted || (/^\p{Lu}/u.test(value) && value.split(' ').length <= 6 && !JOINS.test(value));
const JOINS = /[,;:]|\s(?:from|by|for|in|on|at|with|of|to|and)\s/u;

/** How well words name a field: 1 for the same words, 0.85 for synonyms, 0.7 for a part of a longer name, or 0. */
function nameFit(words: readonly string[], name: readonly string[]): number {
  const own = contentTokens(name.join(' '));
  if (words.length > own.length) return 0;
  const fits = words.map((w) => Math.max(...own.map((o) => alike(w, o, true))));
  const least = Math.min(...fits);
  if (words.length === own.length) return least >= 0.96 ? 1 : least >= 0.85 ? 0.85 : 0;
  return least >= 0.96 && words.length * 2 >= own.length ? 0.7 : 0;
}

/**
 * Returns the best reading of the line for one of the forms; null if none accounts for all of its words.
 *
 * @param needsRow whether the line must mention a row
 */
export function understand(
  line: TokenLine,
  forms: readonly FormModel[],
  mentions: Mentions = new Map(),
  needsRow = false,
): Understood | null {
  if (line.tokens.length < 2 || line.tokens.length > MAX_TOKENS) return null;
  const read = forms
    .map((form) => ({ form, state: new Reader(line, form, mentions).best(needsRow) }))
    .filter((r): r is { form: FormModel; state: State } => r.state !== null)
    .sort((a, b) => b.state.score - a.state.score);
  const [first, second] = read;
  if (!first || (second && second.state.score > first.state.score - 0.1)) return null;
  const { assigned, finish, creates, row, score } = first.state;
  return { form: first.form, assigned, finish, creates, row, score };
}
