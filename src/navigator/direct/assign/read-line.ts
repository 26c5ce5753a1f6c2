/**
 * Reads a line as values for the fields of one form. This needs no sentence grammar: the form's own labels and options
 * show where a value begins and ends. A reading (an interpretation of the line) accounts for every word: as the name of
 * a field, as a value, as a request to finish, or as a connecting word. The best reading wins. Without a reading, the
 * line is left to the grammar in `language/`. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import type { FormModel } from './form-model.js';
import { LineWords, BONUS } from './line-words.js';
import { readFinishRequest } from './read-finish-request.js';
import {
  readEmptiedField,
  readFromTo,
  readLabelledValue,
  readUnlabelledValue,
  readValueBeforeLabel,
} from './read-values.js';
import {
  START,
  type AssignedValue,
  type Mentions,
  type Reader,
  type ReadingState,
  type Transition,
} from './reading-state.js';
import { skipConnectingWord, skipUnplaced } from './skip-words.js';
import { sliceText, type TokenLine } from './tokens.js';

export interface LineReading {
  form: FormModel;
  assignedValues: readonly AssignedValue[];
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

const MAX_TOKENS = 90;
const MAX_STATES = 60;

/** Reads from left to right. Only the best states of each position are continued. */
function findBestState(reader: Reader, needsRow: boolean): ReadingState | null {
  const length = reader.line.tokens.length;
  const states: ReadingState[][] = Array.from({ length: length + 1 }, () => []);
  states[0] = [START];
  for (let tokenIndex = 0; tokenIndex < length; tokenIndex++) {
    const bestStates = states[tokenIndex]!.sort((a, b) => b.score - a.score).slice(0, MAX_STATES);
    for (const state of bestStates)
      for (const [end, nextState] of listTransitions(reader, state, tokenIndex)) states[end]!.push(nextState);
  }
  return (
    states[length]!.filter((state) => isComplete(state, reader, needsRow)).sort(
      (a, b) => b.score - a.score,
    )[0] ?? null
  );
}

/** Whether a state at the end of the line is a valid reading. */
function isComplete(state: ReadingState, { form, words }: Reader, needsRow: boolean): boolean {
  const { assignedValues, usedFields, createsEntry, row, unplaced } = state;
  if (assignedValues.length === 0 || (needsRow && !row)) return false;
  // A new entry has no row yet and needs a form.
  if (createsEntry && (row || !form.form)) return false;
  // With several values, a comma separates them, so it cannot be part of a value.
  if (state.hasComma && assignedValues.length > 1) return false;
  // If some words belong to no field, all values must be certain.
  const isCertain = assignedValues.every((value) => value.isCertain);
  return (
    !unplaced ||
    (isCertain && !row && words.startsUnplaced(unplaced[0])) ||
    (usedFields.size >= 2 && !createsEntry && !row && isCertain)
  );
}

function listTransitions(reader: Reader, state: ReadingState, tokenIndex: number): Transition[] {
  const token = reader.words.getToken(tokenIndex)!;
  if (token.text === '?') return [];
  const skipTransitions = skipConnectingWord(reader, state, token, tokenIndex);
  if (state.finish !== null) return skipTransitions;
  const mentionEnds = state.row ? [] : (reader.mentions.get(tokenIndex) ?? []);
  return [
    ...skipTransitions,
    ...mentionEnds.map((end): Transition => [
      end,
      { ...state, row: [tokenIndex, end], score: state.score + BONUS.row + 0.1 * (end - tokenIndex) },
    ]),
    ...skipUnplaced(reader, state, tokenIndex),
    ...readEmptiedField(reader, state, tokenIndex),
    ...readFromTo(reader, state, tokenIndex),
    ...readLabelledValue(reader, state, tokenIndex),
    ...readValueBeforeLabel(reader, state, tokenIndex),
    ...readUnlabelledValue(reader, state, tokenIndex),
    ...readFinishRequest(reader, state, tokenIndex),
  ];
}

/**
 * Returns the best reading of the line for one of the forms; null if no reading accounts for all its words, or if two
 * forms fit about equally well.
 *
 * @param needsRow whether the line must mention a row
 * @param allowsUnplacedText whether a part of the line may belong to no field
 */
export function readLine(
  line: TokenLine,
  forms: readonly FormModel[],
  mentions: Mentions = new Map(),
  needsRow = false,
  allowsUnplacedText = false,
): LineReading | null {
  if ((line.tokens.length < 2 && !line.masked.text.includes('@')) || line.tokens.length > MAX_TOKENS)
    return null;
  const readings = forms
    .map((form) => ({
      form,
      state: findBestState(
        { line, words: new LineWords(line, form), form, mentions, allowsUnplacedText },
        needsRow,
      ),
    }))
    .filter((r): r is { form: FormModel; state: ReadingState } => r.state !== null)
    .sort((a, b) => b.state.score - a.state.score);
  const [first, second] = readings;
  if (!first || (second && second.state.score > first.state.score - 0.1)) return null;
  const { assignedValues, finish, createsEntry, row, unplaced, score } = first.state;
  return {
    form: first.form,
    assignedValues,
    finish,
    createsEntry,
    row,
    unplaced: unplaced ? sliceText(line, ...unplaced) : '',
    score,
  };
}
