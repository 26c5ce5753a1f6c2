/** The state of a partial reading of a line: what has been understood so far. Adds values to it. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { fold } from '../text.js';
import type { FormField, FormModel, Setting } from './form-model.js';
import { BONUS, type LineWords } from './line-words.js';
import type { TokenLine } from './tokens.js';
import { CONNECTING, ENTRY_PRONOUNS, FIELD_NOUNS } from './word-sets.js';

export interface AssignedValue {
  uid: string;
  /** The name of the control or of the chosen option. */
  label: string;
  value: string;
  /** Whether the value is the entry's name. */
  isTitle: boolean;
  /** Whether the line names the field or one of its options, or the field is empty. */
  isCertain: boolean;
}

/** Where the line mentions rows of the page: maps the start of each mention to its possible ends. */
export type Mentions = ReadonlyMap<number, readonly number[]>;

export interface ReadingState {
  assignedValues: readonly AssignedValue[];
  usedFields: ReadonlySet<number>;
  finish: Candidate | 'any' | null;
  createsEntry: boolean;
  /** Whether the name of an entry may come next: "enter Sun cream". */
  expectsName: boolean;
  row: readonly [start: number, end: number] | null;
  /** The state for the checkbox that is named next. */
  tickValue: boolean | null;
  /** Whether the last words introduce the value of the main field: "called", "rename … to". */
  namesMainField: boolean;
  /** Whether a value contains a comma. With several values, the comma must be a separator. */
  hasComma: boolean;
  /** The range of tokens that belongs to no field. */
  unplaced: readonly [start: number, end: number] | null;
  score: number;
}

/** The line, and the form whose fields it may set. */
export interface Reader {
  line: TokenLine;
  words: LineWords;
  form: FormModel;
  mentions: Mentions;
  /** Whether a part of the line may belong to no field. */
  allowsUnplacedText: boolean;
}

/** A possible next step of reading: the position after the words that were read, and the state there. */
export type Transition = [end: number, state: ReadingState];

export const START: ReadingState = {
  assignedValues: [],
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
};

/** Maximum number of words that a part without the name of a field may have. */
export const MAX_UNLABELLED_TOKENS = 8;
/** Maximum length in characters of a value that a field does not accept. */
const MAX_REFUSED_LENGTH = 40;

/** "Sort them", "in the Size list" and "red and make it …" give no value. */
const isPossibleValue = (text: string): boolean => {
  const [firstWord = ''] = fold(text).split(' ');
  return firstWord !== 'and' && !ENTRY_PRONOUNS.has(firstWord) && !FIELD_NOUNS.has(fold(text));
};

/**
 * Gives a field its value; null if the field has one or does not accept it.
 *
 * @param isNamed whether the line names the field, so that a refused value is reported
 */
export function assignValue(
  reader: Reader,
  state: ReadingState,
  field: FormField,
  value: string,
  bonus: number,
  change: Partial<ReadingState> = {},
  isNamed = false,
): ReadingState | null {
  const { line } = reader;
  const isQuoted = line.masked.quotes.includes(value);
  const isAssignable =
    ![field.index, ...(field.parts ?? [])].some((index) => state.usedFields.has(index)) &&
    value !== '' &&
    // A single capital is a value, even "A": "move it from A to B".
    (isQuoted || field.kind === 'tick' || /^\p{Lu}$/u.test(value) || !CONNECTING.has(fold(value)));
  const accepted = isAssignable ? field.toSettings(value) : null;
  // If a named field does not accept the value, setting the field reports why.
  const settings =
    accepted ??
    (isAssignable && isNamed && value.length <= MAX_REFUSED_LENGTH && isPossibleValue(value)
      ? field.toRefusedSettings(value)
      : null);
  if (!settings) return null;
  const isCertain =
    accepted !== null &&
    (isNamed ||
      field.kind === 'tick' ||
      field.hasOption(value) ||
      field.hasOptionContaining(value) ||
      field.isEmpty);
  return addSettings(
    {
      ...state,
      namesMainField: false,
      hasComma: state.hasComma || (/[,;]/u.test(value) && !isQuoted && !field.hasOption(value)),
      ...change,
    },
    field,
    settings,
    accepted ? bonus : BONUS.refusedValue + bonus - BONUS.label,
    isCertain,
  );
}

/** Adds settings of a field to the reading. */
export function addSettings(
  state: ReadingState,
  field: FormField,
  settings: readonly Setting[],
  bonus: number,
  isCertain = true,
): ReadingState {
  return {
    ...state,
    assignedValues: [
      ...state.assignedValues,
      ...settings.map((setting) => ({ ...setting, isTitle: field.isMain, isCertain })),
    ],
    usedFields: new Set([...state.usedFields, field.index, ...(field.parts ?? [])]),
    score: state.score + bonus,
  };
}
