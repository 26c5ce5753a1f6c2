/**
 * Understands a line as values for the fields of one form. No grammar of sentences is needed: the form's own labels and
 * options show where a value begins and ends. A reading must account for every word of the line: as the name of a field,
 * as a value, as a request to finish, or as one of few words that only connect. The best such reading counts; without
 * one, the line is not understood here. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { contentTokens, fold } from '../text.js';
import { nameOf } from '../ground/names.js';
import type { FormField, FormModel } from './form-fields.js';
import { COST, LineWords, OWNERS, WORTH } from './line-words.js';
import { textBetween, type Token, type TokenLine } from './tokens.js';
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
const MAX_LOOSE_TOKENS = 8;
/** Maximum characters of a value that a field does not accept. */
const MAX_REFUSED = 40;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const MONEY =
  /^(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|euros?|dollars?|pounds?|francs?|kroner|eur|usd|gbp|chf|nok))$/iu;
const FIGURE = /^\d+(?:[.,]\d+)?$/u;
const AMOUNTS = /\b(?:amount|price|cost|much|total|sum|fee|value)\b/u;

class Reader {
  readonly #n: number;
  private readonly words: LineWords;

  constructor(
    private readonly line: TokenLine,
    private readonly form: FormModel,
    private readonly mentions: Mentions,
  ) {
    this.#n = line.tokens.length;
    this.words = new LineWords(line, form);
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

  #steps(state: State, at: number): [number, State][] {
    const token = this.words.token(at)!;
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
    if (this.words.isThing(at)) return next({}, COST.thing);
    return PEOPLE.has(text) && state.assigned.length > 0 ? this.#remark(state, at) : [];
  }

  /** "…, they don't drink it": a remark with a subject of its own, up to the end of its sentence. */
  #remark(state: State, at: number): [number, State][] {
    if (this.words.token(at - 1)?.kind !== 'separator') return [];
    let end = at;
    while (end < this.#n && !['.', ';', '!'].includes(this.words.token(end)!.text)) end++;
    return [[end, { ...state, score: state.score - COST.people }]];
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
    const named = this.words.labelsAt(at).filter(({ field }) => !state.used.has(field.index));
    if (state.naming) {
      const main = this.form.fields.find((f) => f.isMain);
      if (main && !state.used.has(main.index)) named.push({ end: at, field: main, worth: WORTH.label });
    }
    for (const { end, field, worth } of named) {
      if (field.kind === 'tick') {
        const isVerb = CREATING.has(this.words.token(at)!.text) || FINISHING.has(this.words.token(at)!.text);
        const on = state.tick ?? (field.isRadio && !isVerb ? true : null);
        // "Accept the ticket" is a choice and the wish to carry it out.
        const implied = state.tick === null && field.isRadio ? { creates: true } : {};
        const next = on === null ? null : this.#assign(state, field, on ? 'yes' : 'no', worth, implied);
        const after = this.words.token(end)?.text ?? '';
        if (next && !LINKS.has(after) && (this.words.isEnd(end) || CONNECTING.has(after)))
          out.push([end, next]);
      }
      for (const { start, bonus, row } of this.#valueStarts(state, end))
        for (const [stop, cost] of this.words.valueEnds(start)) {
          if (start === end && this.words.hasComma(start, stop)) continue;
          if (cost >= COST.impossible) continue;
          const value = textBetween(this.line, start, stop);
          const next = this.#assign(state, field, value, worth + bonus - cost, { row }, true);
          if (next) out.push([stop, next]);
        }
    }
    return out;
  }

  /** Where the value of a named field may begin; a row may be named before: "the price of the Kettle to 31.50". */
  #valueStarts(state: State, end: number): { start: number; bonus: number; row: State['row'] }[] {
    const noun = this.words.afterHint(FIELD_NOUNS.has(this.words.token(end)?.text ?? '') ? end + 1 : end);
    const plain = this.words.afterLinks(noun).map(([start, bonus]) => ({ start, bonus, row: state.row }));
    if (state.row) return plain;
    const behind = this.words.afterWords(noun).flatMap((at) =>
      (this.mentions.get(at) ?? []).flatMap((stop) =>
        this.words.afterLinks(stop).map(([start, bonus]) => ({
          start,
          bonus: bonus + WORTH.row + 0.1 * (stop - at),
          row: [at, stop] as const,
        })),
      ),
    );
    return [...plain, ...behind];
  }

  /** "Echo Park" in the name field, 2001 in founded; "Dario paid". */
  #valueFirst(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    if (this.words.token(at)!.kind === 'separator') return out;
    for (let stop = at + 1; stop <= Math.min(this.#n - 1, at + MAX_LOOSE_TOKENS); stop++) {
      if (this.words.token(stop - 1)!.kind === 'separator') break;
      const value = textBetween(this.line, at, stop);
      const isLinked = VALUE_LINKS.has(this.words.token(stop)!.text);
      let label = isLinked ? stop + 1 : stop;
      if (isLinked) while (OWNERS.has(this.words.token(label)?.text ?? '')) label++;
      if (label >= this.#n) continue;
      for (const { end, field, worth } of this.words.labelsAt(label)) {
        if (field.kind === 'tick' || (!isLinked && !field.hasOption(value) && !isCount(field, value)))
          continue;
        let after = end;
        if (FIELD_NOUNS.has(this.words.token(after)?.text ?? '')) after++;
        if (isLinked && !this.words.isEnd(after) && !CONNECTING.has(this.words.token(after)!.text)) continue;
        const cost = this.words.valueCost(at, stop);
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
    if (this.words.token(at)!.kind === 'separator') return out;
    const open = this.form.fields.filter((f) => !state.used.has(f.index));
    const only = (suits: (f: FormField) => boolean): FormField | null => {
      const hits = open.filter(suits);
      return hits.length === 1 ? hits[0]! : null;
    };
    const isAmount = (f: FormField): boolean =>
      (f.kind === 'number' || f.kind === 'text') && f.names.some((name) => AMOUNTS.test(name.join(' ')));
    for (const [stop, cost] of this.words.valueEnds(at)) {
      if (stop > at + MAX_LOOSE_TOKENS) break;
      if (cost >= COST.impossible) continue;
      const value = textBetween(this.line, at, stop);
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
      const isQuoted = this.words.token(at)!.kind === 'quotation' && stop === at + 1;
      const isAfterFor = this.words.token(at - 1)?.text === 'for';
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

  /** "save it", "submit changes", "press the Insert button", "save and continue editing". */
  #finishing(state: State, at: number): [number, State][] {
    const out: [number, State][] = [];
    const finish = (end: number, button: Candidate | 'any', worth = WORTH.finish): void => {
      out.push([end, { ...state, finish: button, score: state.score + worth }]);
    };
    let start = at;
    if (PRESSING.has(this.words.token(at)!.text)) {
      start++;
      while (['on', 'the'].includes(this.words.token(start)?.text ?? '')) start++;
    }
    const named = this.form.buttons.flatMap((button) => {
      const end = this.words.namedUntil(start, nameOf(button));
      return end === null ? [] : [{ button, end }];
    });
    const longest = Math.max(0, ...named.map(({ end }) => end));
    const hits = named.filter(({ end }) => end === longest);
    // Two buttons of the same name at both ends of a form do the same.
    if (hits[0]) {
      const end = ['button', 'link'].includes(this.words.token(longest)?.text ?? '') ? longest + 1 : longest;
      finish(end, hits[0].button, WORTH.finish + 0.05 * (longest - start));
    }
    const verb = this.words.token(start)!.text;
    if (start > at && !FINISHING.has(verb)) return out;
    if (!FINISHING.has(verb) && !this.form.buttons.some((b) => contentTokens(nameOf(b))[0] === verb))
      return out;
    let end = start + 1;
    finish(end, 'any');
    while (end < this.#n && this.words.endsFinish(this.words.token(end)!)) finish(++end, 'any');
    return out;
  }
}

const MONEY_UNIT = /\s?(?:[$€£¥]|\p{L}+)$/u;
const push = (out: [number, State][], end: number, state: State | null): void =>
  void (state && out.push([end, state]));

/** "3 nights" */
const isCount = (field: FormField, value: string): boolean => field.kind === 'number' && FIGURE.test(value);

/** Whether the text may be the name of a new thing. */
const isName = (value: string, isQuoted: boolean): boolean =>
  isQuoted || (/^\p{Lu}/u.test(value) && value.split(' ').length <= 6 && !JOINS.test(value));
const JOINS = /[,;:]|\s(?:from|by|for|in|on|at|with|of|to|and)\s/u;

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
