/**
 * Classifies a line's words for one form, as the name of a field, the end of a value, or a word that only connects.
 * `read-line.ts` uses this to find the best reading (interpretation) of the whole line. Pure.
 */
import { scoreSimilarity, tokenize, tokenizeContent, fold, stem } from '../text.js';
import { matchVerb } from '../language/line-text.js';
import { FIELD_WORDS } from '../lexicon/forms.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import type { FormField, FormModel } from './form-model.js';
import { sliceText, type Token, type TokenLine } from './tokens.js';
import {
  CONNECTING,
  CREATING,
  ENTERING,
  ENTRY_PRONOUNS,
  LINKS,
  MARKING,
  NAMING,
  POLITE,
  VALUE_LINKS,
} from './word-sets.js';

const MAX_LABEL_TOKENS = 5;

/** Costs of unlikely words and values, which are subtracted from a reading's score. */
export const COST = {
  connecting: 0.03,
  topicWord: 0.06,
  remark: 0.3,
  unplaced: 3,
  innerWord: 0.35,
  sentenceEnd: 0.7,
  impossible: 2,
};
/** Bonuses for the recognised parts of a line, which are added to a reading's score. */
export const BONUS = {
  label: 1,
  /** Added for each further word of a whole name, so that “Make and model” wins over “Make”. */
  longerLabel: 0.02,
  partialLabel: 0.75,
  placeholderLabel: 0.4,
  refusedValue: 0.3,
  option: 0.7,
  partialOption: 0.45,
  valueKind: 0.6,
  mainField: 0.5,
  finish: 0.4,
  link: 0.02,
  row: 0.5,
};

/** A field whose name begins at a position of the line. */
export interface LabelMatch {
  /** Index of the first token after the name. */
  end: number;
  field: FormField;
  bonus: number;
}

export class LineWords {
  readonly #tokenCount: number;
  readonly #labels = new Map<number, LabelMatch[]>();

  constructor(
    private readonly line: TokenLine,
    private readonly form: FormModel,
  ) {
    this.#tokenCount = line.tokens.length;
  }

  getToken(tokenIndex: number): Token | undefined {
    return this.line.tokens[tokenIndex];
  }

  /** Finds the fields that are named at this position. If two fields fit a name equally well, neither counts. */
  findLabels(tokenIndex: number): LabelMatch[] {
    const cached = this.#labels.get(tokenIndex);
    if (cached) return cached;
    const matches: LabelMatch[] = [];
    for (let end = tokenIndex + 1; end <= Math.min(this.#tokenCount, tokenIndex + MAX_LABEL_TOKENS); end++) {
      if (this.getToken(end - 1)!.kind !== 'word') break;
      if (
        end === tokenIndex + 1 &&
        LINKS.has(this.getToken(tokenIndex)!.text) &&
        !this.isBoundary(tokenIndex)
      )
        continue;
      const words = tokenizeContent(sliceText(this.line, tokenIndex, end));
      // "Make and" is not a name, although "and" is a word of “Make and model”.
      const lastWord = this.getToken(end - 1)!.text;
      const wordsBefore =
        end > tokenIndex + 1 ? tokenizeContent(sliceText(this.line, tokenIndex, end - 1)) : [];
      // "No title" empties the field “Title”; it does not introduce a value.
      const isNegated = end > tokenIndex + 1 && this.getToken(tokenIndex)!.text === 'no';
      const endsInside = STOP_WORDS.has(lastWord) && wordsBefore.join(' ') === words.join(' ');
      const scored = this.form.fields
        .map((field) => ({
          field,
          fit: Math.max(
            0,
            ...field.names
              .filter((name) => (!endsInside || name.at(-1) === lastWord) && (!isNegated || name[0] === 'no'))
              .map((name) => scoreName(removeKindWord(words, name, field), name)),
          ),
        }))
        .filter(({ fit }) => fit >= getMinNameFit(words));
      const bestFit = Math.max(0, ...scored.map(({ fit }) => fit));
      const hits = scored.filter(({ fit }) => fit === bestFit);
      if (hits.length === 1)
        matches.push({
          end,
          field: hits[0]!.field,
          bonus:
            bestFit >= MIN_WHOLE_NAME_FIT
              ? BONUS.label * bestFit + BONUS.longerLabel * (end - tokenIndex - 1)
              : BONUS.partialLabel,
        });
      else if (scored.length === 0 && this.canNameHiddenField(tokenIndex, end))
        for (const field of this.form.fields.filter((f) => f.isPlaceholder))
          matches.push({ end, field, bonus: BONUS.placeholderLabel });
    }
    this.#labels.set(tokenIndex, matches);
    return matches;
  }

  /** Whether a name is expected at this position. Only here can "to" be the name of a field. */
  isBoundary(tokenIndex: number): boolean {
    const previous = this.getToken(tokenIndex - 1);
    return (
      !previous ||
      previous.kind === 'separator' ||
      previous.text === 'and' ||
      DETERMINERS.has(previous.text) ||
      VALUE_LINKS.has(previous.text)
    );
  }

  /** Whether the words may name a field that is not visible yet: "the founding year". */
  canNameHiddenField(start: number, end: number): boolean {
    const previous = this.getToken(start - 1)?.text ?? '';
    if (end > start + 3 || !(DETERMINERS.has(previous) || /['’]s$/u.test(previous))) return false;
    return this.line.tokens
      .slice(start, end)
      .every(({ kind }, i) => kind === 'word' && !this.isFillerWord(start + i));
  }

  /** Skips a hint in brackets, which belongs to the name before it: "Return (YYYY-MM-DD)". */
  skipHint(tokenIndex: number): number {
    if (!this.getToken(tokenIndex)?.text.startsWith('(')) return tokenIndex;
    const closingIndex = this.line.tokens.findIndex(({ text }, i) => i >= tokenIndex && text === ')');
    return closingIndex < 0 ? tokenIndex : closingIndex + 1;
  }

  /** Lists the positions where a row's name may begin: after "of", or after "of the bill". */
  listRowStarts(from: number): number[] {
    if (!['of', 'for', 'in'].includes(this.getToken(from)?.text ?? '')) return [];
    const starts = [from + 1];
    for (
      let tokenIndex = from + 1;
      tokenIndex < Math.min(this.#tokenCount, from + 4) && this.isLowerCaseWord(tokenIndex);
      tokenIndex++
    )
      starts.push(tokenIndex + 1);
    return starts;
  }

  /** Skips the noun after a row's possessive name: "tom's order". */
  skipOwnedNoun(rowEnd: number): number {
    return this.followsPossessive(rowEnd) && this.isTopicWord(rowEnd) ? rowEnd + 1 : rowEnd;
  }

  /** Whether the word before this position is a possessive, such as "tom's", that belongs to the next word. */
  followsPossessive(tokenIndex: number): boolean {
    const next = this.getToken(tokenIndex);
    return (
      /['’]s$/u.test(this.getToken(tokenIndex - 1)?.text ?? '') &&
      next?.kind === 'word' &&
      !CONNECTING.has(next.text)
    );
  }

  /** Whether the token is a lower-case word, such as "the" and "bill" before a row's name. */
  isLowerCaseWord(tokenIndex: number): boolean {
    return (
      this.getToken(tokenIndex)!.kind === 'word' &&
      /^\p{Ll}/u.test(sliceText(this.line, tokenIndex, tokenIndex + 1))
    );
  }

  /** Lists where a value may begin after the name of its field: there may be up to three words such as "is" between. */
  listLinkEnds(end: number): [start: number, linkBonus: number][] {
    const ends: [number, number][] = [];
    for (let tokenIndex = end, linkCount = 0; linkCount <= 3; linkCount++, tokenIndex++) {
      if (tokenIndex < this.#tokenCount && this.getToken(tokenIndex)!.kind !== 'separator')
        ends.push([tokenIndex, linkCount * BONUS.link]);
      if (!LINKS.has(this.getToken(tokenIndex)?.text ?? '')) break;
    }
    return ends;
  }

  /** Lists the possible ends of a value that begins here, each with its cost. */
  listValueEnds(start: number): [number, number][] {
    const ends: [number, number][] = [];
    for (let end = start + 1; end <= this.#tokenCount; end++)
      if (
        this.getToken(end - 1)!.kind !== 'separator' &&
        this.canEndValue(end) &&
        !this.followsPossessive(end)
      )
        ends.push([end, this.getValueCost(start, end)]);
    return ends;
  }

  /**
   * Returns how unlikely a value is: with commas or "and" inside, a connecting word at its start, or words around a
   * quotation.
   */
  getValueCost(start: number, end: number): number {
    // In "the name on the card", "on the" is not a value.
    const isFiller = (_token: Token, i: number): boolean => STOP_WORDS.has(this.getToken(start + i)!.text);
    if (end > start + 1 && this.line.tokens.slice(start, end).every(isFiller)) return COST.impossible;
    let cost = this.isFillerWord(start) ? COST.innerWord : 0;
    for (let tokenIndex = start; tokenIndex < end; tokenIndex++) {
      const { kind, text } = this.getToken(tokenIndex)!;
      if (kind === 'quotation' && end > start + 1) cost += COST.impossible;
      if (tokenIndex === start) continue;
      if (this.beginsMoment(tokenIndex) || this.startsUnknownField(tokenIndex)) cost += COST.impossible;
      else if (text === '.' || text === ':') cost += COST.sentenceEnd;
      else if (kind === 'separator' || text === 'and' || text === 'then' || POLITE.has(text)) {
        // If the name of a field follows, another value begins.
        const startsNextValue =
          tokenIndex + 1 < end &&
          (this.startsMarking(tokenIndex + 1) ||
            this.findLabels(tokenIndex + 1).some(({ bonus }) => bonus >= BONUS.label));
        cost += startsNextValue ? COST.impossible : COST.innerWord;
      }
    }
    return cost;
  }

  /** Whether the entry is given a state here: "make it featured". */
  startsMarking(tokenIndex: number): boolean {
    return (
      MARKING.has(this.getToken(tokenIndex)?.text ?? '') &&
      ENTRY_PRONOUNS.has(this.getToken(tokenIndex + 1)?.text ?? '')
    );
  }

  /** Whether a field that the form does not have gets a value here: "with phone 123". */
  startsUnknownField(tokenIndex: number): boolean {
    if (!PART_STARTS.has(this.getToken(tokenIndex - 1)?.text ?? '') || this.findLabels(tokenIndex).length)
      return false;
    return [tokenIndex + 1, tokenIndex + 2].some(
      (end) =>
        end < this.#tokenCount &&
        FIELD_NAMES.has(sliceText(this.line, tokenIndex, end).toLowerCase()) &&
        (/[\p{Lu}\d@]/u.test(sliceText(this.line, end, end + 1)) || this.getToken(end)!.kind === 'quotation'),
    );
  }

  /** Whether a part begins here that no field takes. */
  startsUnplaced(tokenIndex: number): boolean {
    return this.startsMarking(tokenIndex) || this.startsUnknownField(tokenIndex);
  }

  /**
   * Whether a separate date or time begins here: "on 24 November", "from 16:00". It is not part of the value before it.
   */
  beginsMoment(tokenIndex: number): boolean {
    return (
      MOMENT_LINKS.has(this.getToken(tokenIndex)!.text) &&
      MOMENT_START.test(sliceText(this.line, tokenIndex + 1, Math.min(this.#tokenCount, tokenIndex + 3)))
    );
  }

  /** Returns the end of the part between separators that begins here; null if none begins here. */
  findPartEnd(start: number): number | null {
    if (start > 0 && this.getToken(start - 1)!.kind !== 'separator') return null;
    let end = start;
    while (end < this.#tokenCount && this.getToken(end)!.kind !== 'separator') end++;
    return end > start ? end : null;
  }

  hasComma(start: number, end: number): boolean {
    return this.line.tokens.slice(start, end).some(({ text }) => text === ',' || text === ';');
  }

  /** Whether the token is a word for what the form is about. A capitalised word is a name. */
  isTopicWord(tokenIndex: number): boolean {
    const isName = tokenIndex > 0 && /^\p{Lu}/u.test(sliceText(this.line, tokenIndex, tokenIndex + 1));
    return !isName && this.form.topicStems.has(stem(this.getToken(tokenIndex)!.text));
  }

  /** Whether a word for what the form is about follows in the sentence: "ticket" in "accept the ticket". */
  hasTopicWordAfter(tokenIndex: number): boolean {
    let next = tokenIndex;
    while (next < this.#tokenCount && this.getToken(next)!.kind === 'word') {
      if (this.isTopicWord(next)) return true;
      next++;
    }
    return false;
  }

  isFillerWord(tokenIndex: number): boolean {
    const { kind, text } = this.getToken(tokenIndex)!;
    return (
      kind === 'word' &&
      (CONNECTING.has(text) ||
        LINKS.has(text) ||
        NAMING.has(text) ||
        CREATING.has(text) ||
        ENTERING.has(text) ||
        this.isTopicWord(tokenIndex))
    );
  }

  /** Whether a value may end before this token. */
  canEndValue(tokenIndex: number): boolean {
    const next = this.getToken(tokenIndex);
    if (
      !next ||
      next.kind === 'separator' ||
      ['and', 'then', 'with', 'but'].includes(next.text) ||
      POLITE.has(next.text)
    )
      return true;
    return this.findLabels(tokenIndex).some(({ bonus }) => bonus >= 0.95) || VALUE_STARTS.has(next.text);
  }

  continuesFinishRequest({ kind, text }: Token): boolean {
    return (
      kind === 'word' &&
      (['it', 'this', 'that', 'them', 'the', 'my', 'all', 'everything', 'changes', 'button', 'form'].includes(
        text,
      ) ||
        this.form.topicStems.has(stem(text)))
    );
  }

  /** Returns the end of the name at this position; null if the name is not there. */
  findNameEnd(start: number, name: string): number | null {
    const foldedName = fold(name);
    if (foldedName === '') return null;
    for (let end = start + 1; end <= Math.min(this.#tokenCount, start + 6); end++)
      if (fold(sliceText(this.line, start, end)) === foldedName) return end;
    return null;
  }
}

const FIELD_NAMES: ReadonlySet<string> = new Set(FIELD_WORDS);
/** Words before a further field. */
const PART_STARTS: ReadonlySet<string> = new Set(['with', 'and', ',']);
/** Articles and pronouns before the name of a field. */
export const DETERMINERS: ReadonlySet<string> = new Set(['the', 'its', 'his', 'her', 'their', 'my', 'our']);
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
const MOMENT_START =
  /^(?:the )?(?:\d|today\b|tomorrow\b|tonight\b|noon\b|midnight\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:next|this) (?:week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/iu;
/** Words before which a value may end, because they may introduce the next value. */
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

/**
 * Words that begin with "create" must match the whole name: "create a new …" does not name the field “Create a new
 * collection”. "Make" alone is excepted, because it is also a noun.
 */
const getMinNameFit = (words: readonly string[]): number =>
  isUnrelatedVerb(words)
    ? 1
    : CREATING.has(words[0] ?? '') && words.join(' ') !== 'make'
      ? MIN_WHOLE_NAME_FIT
      : 0.1;
/** Minimum fit for words that are the whole name. */
const MIN_WHOLE_NAME_FIT = 0.8;

/** Whether the word is a verb that asks for something else. "Search" names a field only if that is exactly its name. */
const isUnrelatedVerb = (words: readonly string[]): boolean =>
  words.length === 1 && UNRELATED_VERBS.has(matchVerb(words[0]!)?.verb.kind ?? 'set');
const UNRELATED_VERBS: ReadonlySet<string> = new Set([
  'search',
  'find',
  'open',
  'click',
  'question',
  'sort',
  'filter',
]);

/** Removes the word for the field's kind: "opening time" for “Opens at”. */
const removeKindWord = (
  words: readonly string[],
  name: readonly string[],
  { kind }: FormField,
): readonly string[] =>
  (kind === 'time' || kind === 'date') && words.length > 1 && words.at(-1) === kind && !name.includes(kind)
    ? words.slice(0, -1)
    : words;

/** Abbreviations that are too short to be recognised by similarity. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  reg: 'registration',
  tel: 'telephone',
  ref: 'reference',
  addr: 'address',
  dept: 'department',
  org: 'organisation',
};

/** Scores how well words name a field: 1 for the same words, 0.85 for synonyms, 0.7 for part of a longer name, or 0. */
function scoreName(words: readonly string[], name: readonly string[]): number {
  const nameWords = tokenizeContent(name.join(' '));
  if (words.length > nameWords.length) return 0;
  const fits = words
    .flatMap((word) => tokenize(ABBREVIATIONS[word] ?? word))
    .map((w) => Math.max(...nameWords.map((o) => scoreSimilarity(w, o, true))));
  const minFit = Math.min(...fits);
  if (words.length === nameWords.length) return minFit >= 0.96 ? 1 : minFit >= 0.85 ? 0.85 : 0;
  return minFit >= 0.96 && words.length * 2 >= nameWords.length ? 0.7 : 0;
}
