/**
 * Reads a line as values for the fields of one form. This needs no sentence grammar: the form's own labels and options
 * show where a value begins and ends. A reading must account for every word of the line: as the name of a field, as a
 * value, as a request to finish, or as one of a few connecting words. The best reading wins; without one, the line is
 * left to the grammar. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { tokenizeContent, fold } from '../text.js';
import { getName } from '../ground/names.js';
import { matchVerb } from '../language/line-text.js';
import type { FormField, FormModel, Setting } from './form-model.js';
import { COST, LineWords, DETERMINERS, WORTH } from './line-words.js';
import { sliceText, type Token, type TokenLine } from './tokens.js';
import {
  CONNECTING,
  CREATING,
  ENTERING,
  FIELD_NOUNS,
  FINISHING,
  LINKS,
  NAMING,
  NEW_ENTRY_STARTS,
  PEOPLE,
  POLITE,
  PRESSING,
  TICKING,
  UNTICKING,
  VALUE_LINKS,
} from './word-sets.js';

export interface AssignedValue {
  uid: string;
  /** The name of the control or of the chosen option. */
  label: string;
  value: string;
  /** Whether the value is the entry's name. */
  isTitle: boolean;
  /** Whether the line names the field, or an option of it, or an empty field is the only one for such a value. */
  isCertain: boolean;
}

export interface LineReading {
  form: FormModel;
  assigned: readonly AssignedValue[];
  /** The button that the line names; `any` if the line asks to finish without naming one, null if it does not ask. */
  finish: Candidate | 'any' | null;
  /** Whether the line asks for a new entry. */
  createsEntry: boolean;
  /** The range of tokens that mentions the row to edit. */
  row: readonly [start: number, end: number] | null;
  /** Words that belong to no field. */
  unplaced: string;
  score: number;
}

/** Positions where the line mentions a row of the page: the ends of mentions by their start. */
export type Mentions = ReadonlyMap<number, readonly number[]>;

interface ReadingState {
  assigned: readonly AssignedValue[];
  usedFields: ReadonlySet<number>;
  finish: Candidate | 'any' | null;
  createsEntry: boolean;
  /** Whether the name of an entry may come next: "enter Sun cream". */
  expectsName: boolean;
  row: readonly [start: number, end: number] | null;
  /** The state for the check box that is named next. */
  tickValue: boolean | null;
  /** Whether the last words name the main field: "called", "rename … to". */
  namesMainField: boolean;
  /** Whether a value contains a comma. With several values, the comma must be a separator. */
  hasComma: boolean;
  /** The range of tokens that belongs to no field. */
  unplaced: readonly [start: number, end: number] | null;
  score: number;
}

const MAX_TOKENS = 90;
const MAX_STATES = 60;
const MAX_UNLABELLED_TOKENS = 8;
/** Maximum length in characters of a value that a field does not accept. */
const MAX_REFUSED_LENGTH = 40;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const MONEY =
  /^(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|euros?|dollars?|pounds?|francs?|kroner|eur|usd|gbp|chf|nok))$/iu;
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)?$/u;
const AMOUNT_NOUN = /\b(?:amount|price|cost|much|total|sum|fee|value)\b/u;

class LineReader {
  readonly #tokenCount: number;
  private readonly words: LineWords;

  constructor(
    private readonly line: TokenLine,
    private readonly form: FormModel,
    private readonly mentions: Mentions,
    private readonly skipsUnplaced: boolean,
  ) {
    this.#tokenCount = line.tokens.length;
    this.words = new LineWords(line, form);
  }

  findBestState(needsRow: boolean): ReadingState | null {
    const states: ReadingState[][] = Array.from({ length: this.#tokenCount + 1 }, () => []);
    states[0] = [
      {
        assigned: [],
        usedFields: new Set(),
        finish: null,
        createsEntry: false,
        expectsName: false,
        row: null,
        tickValue: null,
        namesMainField: false,
        hasComma: false,
        unplaced: null,
        score: 0,
      },
    ];
    for (let at = 0; at < this.#tokenCount; at++) {
      const bestStates = states[at]!.sort((a, b) => b.score - a.score).slice(0, MAX_STATES);
      for (const state of bestStates)
        for (const [end, next] of this.#listSteps(state, at)) states[end]!.push(next);
    }
    // A new entry has no row yet and needs a form. With several values, a comma must separate them.
    const completeStates = states[this.#tokenCount]!.filter(
      (s) =>
        s.assigned.length > 0 &&
        (s.row !== null || !needsRow) &&
        !(s.createsEntry && (s.row !== null || this.form.form === null)) &&
        !(s.hasComma && s.assigned.length > 1) &&
        // Without these words, the others must be certain.
        !(
          s.unplaced &&
          (s.usedFields.size < 2 || s.createsEntry || s.row || s.assigned.some(({ isCertain }) => !isCertain))
        ),
    ).sort((a, b) => b.score - a.score);
    return completeStates[0] ?? null;
  }

  #listSteps(state: ReadingState, at: number): [number, ReadingState][] {
    const token = this.words.getToken(at)!;
    if (token.text === '?') return [];
    const steps = this.#skipConnectingWord(state, token, at);
    if (state.finish !== null) return steps;
    const mentionEnds = state.row ? [] : (this.mentions.get(at) ?? []);
    for (const end of mentionEnds)
      steps.push([end, { ...state, row: [at, end], score: state.score + WORTH.row + 0.1 * (end - at) }]);
    return [
      ...steps,
      ...this.#skipUnplaced(state, at),
      ...this.#readEmptied(state, at),
      ...this.#readLabelled(state, at),
      ...this.#readValueFirst(state, at),
      ...this.#readUnlabelled(state, at),
      ...this.#readFinishRequest(state, at),
    ];
  }

  /** Skips a word that carries no value. */
  #skipConnectingWord(state: ReadingState, { kind, text }: Token, at: number): [number, ReadingState][] {
    if (kind === 'quotation') return [];
    const advance = (change: Partial<ReadingState>, cost: number): [number, ReadingState][] => [
      [at + 1, { ...state, ...change, score: state.score - cost }],
    ];
    if (kind === 'separator') return advance({ namesMainField: state.namesMainField && text !== '.' }, 0);
    const isAfterFinish = state.finish !== null;
    if (POLITE.has(text)) return advance({}, 0.01);
    if (isAfterFinish) return CONNECTING.has(text) ? advance({}, COST.connecting) : [];
    // "Turn on the report and turn the emails off"
    if (TURNING.has(text) && this.form.fields.some(({ kind }) => kind === 'tick')) {
      const next = this.words.getToken(at + 1)?.text ?? '';
      const tickValue = next === 'on' ? true : next === 'off' ? false : null;
      const end = tickValue === null ? at + 1 : at + 2;
      return [[end, { ...state, tickValue, score: state.score - COST.connecting }]];
    }
    if (TICKING.has(text)) return advance({ tickValue: true, namesMainField: false }, COST.connecting);
    if (UNTICKING.has(text)) return advance({ tickValue: false, namesMainField: false }, COST.connecting);
    if (NAMING.has(text)) return advance({ namesMainField: true }, COST.connecting);
    // "Make Northgate my branch" changes a value; "make a booking" creates something.
    const isChange = text === 'make' && !NEW_ENTRY_STARTS.has(this.words.getToken(at + 1)?.text ?? '');
    if (CREATING.has(text) && !isChange)
      return advance({ createsEntry: true, expectsName: true, tickValue: null }, COST.connecting);
    if (ENTERING.has(text)) return advance({ expectsName: true, tickValue: null }, COST.connecting);
    if (CONNECTING.has(text)) return advance({}, COST.connecting);
    if (this.words.isTopicWord(at)) return advance({}, COST.topicWord);
    if (!PEOPLE.has(text) || state.assigned.length === 0) return [];
    // "He was born on …" gives a value.
    return [...advance({}, COST.topicWord), ...this.#skipRemark(state, at)];
  }

  /** Skips a part of the line that belongs to no field. A part with a verb or a negation is another request. */
  #skipUnplaced(state: ReadingState, at: number): [number, ReadingState][] {
    const end = this.words.findPartEnd(at);
    if (end === null) return [];
    const text = sliceText(this.line, at, end);
    if (CONSENTING_REMARK.test(text)) return [[end, { ...state, score: state.score - COST.remark }]];
    if (!this.skipsUnplaced || state.unplaced || end > at + MAX_UNLABELLED_TOKENS) return [];
    const words = text.replace(/^(?:and|then) /iu, '');
    if (matchVerb(words) || OTHER_REQUEST.test(words)) return [];
    return [[end, { ...state, unplaced: [at, end], score: state.score - COST.unplaced }]];
  }

  /** Reads "no title": the field is to be empty. */
  #readEmptied(state: ReadingState, at: number): [number, ReadingState][] {
    if (this.words.getToken(at)!.text !== 'no' || !this.words.isBoundary(at)) return [];
    return this.words.findLabels(at + 1).flatMap(({ end, field, worth }): [number, ReadingState][] => {
      const settings =
        this.words.canEndValue(end) && !state.usedFields.has(field.index) ? field.toEmpty() : null;
      return settings ? [[end, this.#addSettings(state, field, settings, worth)]] : [];
    });
  }

  /** Skips a remark with its own subject, up to the end of the sentence: "…, they don't drink it". */
  #skipRemark(state: ReadingState, at: number): [number, ReadingState][] {
    if (this.words.getToken(at - 1)?.kind !== 'separator') return [];
    let end = at;
    while (end < this.#tokenCount && !['.', ';', '!'].includes(this.words.getToken(end)!.text)) end++;
    return [[end, { ...state, score: state.score - COST.remark }]];
  }

  #assign(
    state: ReadingState,
    field: FormField,
    value: string,
    worth: number,
    change: Partial<ReadingState> = {},
    isNamed = false,
  ): ReadingState | null {
    const isQuoted = this.line.masked.quotes.includes(value);
    const isAssignable =
      ![field.index, ...(field.parts ?? [])].some((index) => state.usedFields.has(index)) &&
      value !== '' &&
      (isQuoted || field.kind === 'tick' || !CONNECTING.has(fold(value)));
    const accepted = isAssignable ? field.toAcceptedValue(value) : null;
    // If a named field does not accept the value, setting the field reports why.
    const settings =
      accepted ??
      (isAssignable && isNamed && value.length <= MAX_REFUSED_LENGTH ? field.toRefusedValue(value) : null);
    if (!settings) return null;
    const isCertain =
      accepted !== null &&
      (isNamed ||
        field.kind === 'tick' ||
        field.hasOption(value) ||
        field.hasOptionWith(value) ||
        field.isEmpty);
    return this.#addSettings(
      {
        ...state,
        namesMainField: false,
        hasComma: state.hasComma || (/[,;]/u.test(value) && !isQuoted && !field.hasOption(value)),
        ...change,
      },
      field,
      settings,
      accepted ? worth : WORTH.refusedValue + worth - WORTH.label,
      isCertain,
    );
  }

  #addSettings(
    state: ReadingState,
    field: FormField,
    settings: readonly Setting[],
    worth: number,
    isCertain = true,
  ): ReadingState {
    return {
      ...state,
      assigned: [
        ...state.assigned,
        ...settings.map((setting) => ({ ...setting, isTitle: field.isMain, isCertain })),
      ],
      usedFields: new Set([...state.usedFields, field.index, ...(field.parts ?? [])]),
      score: state.score + worth,
    };
  }

  /** Reads a name and its value: "price 24.90", "status: Paid", "the country is Chile". A check box needs only its name. */
  #readLabelled(state: ReadingState, at: number): [number, ReadingState][] {
    const steps: [number, ReadingState][] = [];
    const labels = this.words.findLabels(at).filter(({ field }) => !state.usedFields.has(field.index));
    if (state.namesMainField) {
      const mainField = this.form.fields.find((f) => f.isMain);
      if (mainField && !state.usedFields.has(mainField.index))
        labels.push({ end: at, field: mainField, worth: WORTH.label });
    }
    for (const { end, field, worth } of labels) {
      if (field.kind === 'tick') {
        const isVerb =
          CREATING.has(this.words.getToken(at)!.text) || FINISHING.has(this.words.getToken(at)!.text);
        // "A token with write access" ticks the box “Allow write access”.
        const followsWith = this.words.getToken(at - 1)?.text === 'with';
        const isTicked = state.tickValue ?? (followsWith || (field.isRadio && !isVerb) ? true : null);
        // "Accept the ticket" both chooses an option and asks to submit it; "a return, please" only chooses.
        const isCommand = at === 0 && this.words.hasTopicWordAfter(end);
        const impliedChange =
          state.tickValue === null && field.isRadio && isCommand ? { createsEntry: true } : {};
        const next =
          isTicked === null
            ? null
            : this.#assign(state, field, isTicked ? 'yes' : 'no', worth, impliedChange);
        const following = this.words.getToken(end)?.text ?? '';
        if (next && !LINKS.has(following) && (this.words.canEndValue(end) || CONNECTING.has(following)))
          steps.push([end, next]);
      }
      for (const { start, bonus, row } of this.#listValueStarts(state, end))
        for (const [valueEnd, cost] of this.words.listValueEnds(start)) {
          if (start === end && this.words.hasComma(start, valueEnd)) continue;
          if (cost >= COST.impossible) continue;
          const value = sliceText(this.line, start, valueEnd);
          const next = this.#assign(state, field, value, worth + bonus - cost, { row }, true);
          if (next) steps.push([valueEnd, next]);
        }
    }
    return steps;
  }

  /** Lists where a named field's value may begin. A row may come between: "the price of the Kettle to 31.50". */
  #listValueStarts(
    state: ReadingState,
    end: number,
  ): { start: number; bonus: number; row: ReadingState['row'] }[] {
    const labelEnd = this.words.skipHint(
      FIELD_NOUNS.has(this.words.getToken(end)?.text ?? '') ? end + 1 : end,
    );
    const starts = this.words
      .listLinkEnds(labelEnd)
      .map(([start, bonus]) => ({ start, bonus, row: state.row }));
    if (state.row) return starts;
    const startsAfterRow = this.words.listRowStarts(labelEnd).flatMap((at) =>
      (this.mentions.get(at) ?? []).flatMap((rowEnd) =>
        this.words.listLinkEnds(this.words.skipOwnedNoun(rowEnd)).map(([start, bonus]) => ({
          start,
          bonus: bonus + WORTH.row + 0.1 * (rowEnd - at),
          row: [at, rowEnd] as const,
        })),
      ),
    );
    return [...starts, ...startsAfterRow];
  }

  /** Reads a value before its name: "“Echo Park” in the name field", "2001 in founded", "Dario paid". */
  #readValueFirst(state: ReadingState, at: number): [number, ReadingState][] {
    const steps: [number, ReadingState][] = [];
    if (this.words.getToken(at)!.kind === 'separator') return steps;
    for (
      let valueEnd = at + 1;
      valueEnd <= Math.min(this.#tokenCount - 1, at + MAX_UNLABELLED_TOKENS);
      valueEnd++
    ) {
      if (this.words.getToken(valueEnd - 1)!.kind === 'separator') break;
      const value = sliceText(this.line, at, valueEnd);
      const isLinked = VALUE_LINKS.has(this.words.getToken(valueEnd)!.text);
      let labelStart = isLinked ? valueEnd + 1 : valueEnd;
      if (isLinked) while (DETERMINERS.has(this.words.getToken(labelStart)?.text ?? '')) labelStart++;
      if (labelStart >= this.#tokenCount) continue;
      for (const { end, field, worth } of this.words.findLabels(labelStart)) {
        if (field.kind === 'tick' || (!isLinked && !field.hasOption(value) && !isCountFor(field, value)))
          continue;
        let fieldEnd = end;
        if (FIELD_NOUNS.has(this.words.getToken(fieldEnd)?.text ?? '')) fieldEnd++;
        if (
          isLinked &&
          !this.words.canEndValue(fieldEnd) &&
          !CONNECTING.has(this.words.getToken(fieldEnd)!.text)
        )
          continue;
        const cost = this.words.getValueCost(at, valueEnd);
        const isPlain = !this.line.tokens
          .slice(at + 1, valueEnd)
          .some((t) => t.text === 'and' || VALUE_LINKS.has(t.text));
        if (cost >= COST.impossible || !isPlain) continue;
        const next = this.#assign(state, field, value, worth - 0.05 - cost);
        if (next) steps.push([fieldEnd, next]);
      }
    }
    return steps;
  }

  /** Reads a value without a name if only one field fits: by its options, by its kind, or as the entry's name. */
  #readUnlabelled(state: ReadingState, at: number): [number, ReadingState][] {
    const steps: [number, ReadingState][] = [];
    if (this.words.getToken(at)!.kind === 'separator') return steps;
    const unusedFields = this.form.fields.filter((f) => !state.usedFields.has(f.index));
    const findOnly = (matches: (f: FormField) => boolean): FormField | null => {
      const hits = unusedFields.filter(matches);
      return hits.length === 1 ? hits[0]! : null;
    };
    const isAmount = (f: FormField): boolean =>
      (f.kind === 'number' || f.kind === 'text') && f.names.some((name) => AMOUNT_NOUN.test(name.join(' ')));
    for (const [valueEnd, cost] of this.words.listValueEnds(at)) {
      if (valueEnd > at + MAX_UNLABELLED_TOKENS) break;
      if (cost >= COST.impossible) continue;
      const value = sliceText(this.line, at, valueEnd);
      const optionField = findOnly((f) => f.hasOption(value));
      const isPart =
        this.words.findPartEnd(at) === valueEnd || POLITE.has(this.words.getToken(valueEnd)?.text ?? '');
      const partialField = !optionField && isPart ? findOnly((f) => f.hasOptionWith(value)) : null;
      const fieldOfKind = EMAIL.test(value)
        ? findOnly((f) => f.kind === 'email' || f.names.some((name) => name.includes('email')))
        : MONEY.test(value) || PLAIN_NUMBER.test(value)
          ? (findOnly(isAmount) ?? findOnly((f) => f.kind === 'number'))
          : findOnly((f) => f.kind === 'date' && f.toAcceptedValue(value) !== null);
      if (optionField)
        pushStep(steps, valueEnd, this.#assign(state, optionField, value, WORTH.option - cost));
      else if (partialField)
        pushStep(steps, valueEnd, this.#assign(state, partialField, value, WORTH.partialOption - cost));
      else if (fieldOfKind)
        pushStep(
          steps,
          valueEnd,
          this.#assign(
            state,
            fieldOfKind,
            MONEY.test(value) ? value.replace(MONEY_UNIT, '') : value,
            WORTH.valueKind - cost,
          ),
        );
      const mainField = unusedFields.find((f) => f.isMain);
      const isQuoted = this.words.getToken(at)!.kind === 'quotation' && valueEnd === at + 1;
      const isAfterFor = this.words.getToken(at - 1)?.text === 'for';
      const isFirst = state.assigned.length === 0 || isAfterFor;
      if (
        mainField &&
        mainField.isEmpty &&
        (state.expectsName || isQuoted || isAfterFor) &&
        (isQuoted || isFirst) &&
        isName(value, isQuoted)
      )
        pushStep(steps, valueEnd, this.#assign(state, mainField, value, WORTH.mainField - cost));
    }
    return steps;
  }

  /** Reads a request to finish: "save it", "submit changes", "press the Insert button", "save and continue editing". */
  #readFinishRequest(state: ReadingState, at: number): [number, ReadingState][] {
    const steps: [number, ReadingState][] = [];
    const addFinish = (end: number, button: Candidate | 'any', worth = WORTH.finish): void => {
      steps.push([end, { ...state, finish: button, score: state.score + worth }]);
    };
    let start = at;
    if (PRESSING.has(this.words.getToken(at)!.text)) {
      start++;
      while (['on', 'the'].includes(this.words.getToken(start)?.text ?? '')) start++;
    }
    const namedButtons = this.form.buttons.flatMap((button) => {
      const end = this.words.findNameEnd(start, getName(button));
      return end === null ? [] : [{ button, end }];
    });
    const longestEnd = Math.max(0, ...namedButtons.map(({ end }) => end));
    const hits = namedButtons.filter(({ end }) => end === longestEnd);
    // Buttons with the same name at both ends of a form have the same effect.
    if (hits[0]) {
      const end = ['button', 'link'].includes(this.words.getToken(longestEnd)?.text ?? '')
        ? longestEnd + 1
        : longestEnd;
      addFinish(end, hits[0].button, WORTH.finish + 0.05 * (longestEnd - start));
    }
    const verb = this.words.getToken(start)?.text;
    if (verb === undefined) return steps;
    if (start > at && !FINISHING.has(verb)) return steps;
    if (!FINISHING.has(verb) && !this.form.buttons.some((b) => tokenizeContent(getName(b))[0] === verb))
      return steps;
    let end = start + 1;
    addFinish(end, 'any');
    while (end < this.#tokenCount && this.words.continuesFinishRequest(this.words.getToken(end)!))
      addFinish(++end, 'any');
    return steps;
  }
}

const TURNING: ReadonlySet<string> = new Set(['turn', 'switch', 'flip']);
/** "Email is fine": agrees to something, without a value. */
const CONSENTING_REMARK = /^\p{L}+(?: \p{L}+)? (?:is|'s) (?:fine|ok|okay|good|best|great)$/iu;
const OTHER_REQUEST = /\b(?:no|not|never|except|without|unless|if|when|only|all|every|don't|instead)\b/iu;
const MONEY_UNIT = /\s?(?:[$€£¥]|\p{L}+)$/u;
const pushStep = (steps: [number, ReadingState][], end: number, state: ReadingState | null): void =>
  void (state && steps.push([end, state]));

/** Whether the value is a count for a number field: "3 nights". */
const isCountFor = (field: FormField, value: string): boolean =>
  field.kind === 'number' && PLAIN_NUMBER.test(value);

/** Whether the value may be the name of a new entry. */
const isName = (value: string, isQuoted: boolean): boolean =>
  isQuoted || (/^\p{Lu}/u.test(value) && value.split(' ').length <= 6 && !JOINING_WORD.test(value));
const JOINING_WORD = /[,;:]|\s(?:from|by|for|in|on|at|with|of|to|and)\s/u;

/**
 * Returns the best reading of the line for one of the forms; null if no reading accounts for all its words, or if two
 * forms fit about equally well.
 *
 * @param needsRow whether the line must mention a row
 * @param skipsUnplaced whether a part of the line may belong to no field
 */
export function readLine(
  line: TokenLine,
  forms: readonly FormModel[],
  mentions: Mentions = new Map(),
  needsRow = false,
  skipsUnplaced = false,
): LineReading | null {
  if ((line.tokens.length < 2 && !line.masked.text.includes('@')) || line.tokens.length > MAX_TOKENS)
    return null;
  const readings = forms
    .map((form) => ({
      form,
      state: new LineReader(line, form, mentions, skipsUnplaced).findBestState(needsRow),
    }))
    .filter((r): r is { form: FormModel; state: ReadingState } => r.state !== null)
    .sort((a, b) => b.state.score - a.state.score);
  const [first, second] = readings;
  if (!first || (second && second.state.score > first.state.score - 0.1)) return null;
  const { assigned, finish, createsEntry, row, unplaced, score } = first.state;
  return {
    form: first.form,
    assigned,
    finish,
    createsEntry,
    row,
    unplaced: unplaced ? sliceText(line, ...unplaced) : '',
    score,
  };
}
