/**
 * Parses lines that give values to fields: “number A-2000, customer Lea Brandt, quantity 3. Save it.”, “change the
 * price of the Kettle to 31.50”. The page's labels, options and rows decide what each word means, not a grammar.
 * Returns a step that `run/` performs.
 */
import type { View } from '../ground/view.js';
import type { FieldValue, SpokenStep, StepOf } from '../language/steps.js';
import { getName } from '../ground/names.js';
import { fold, scoreAgreement } from '../text.js';
import { matchVerb } from '../language/line-text.js';
import { normalizeValue } from '../language/normalize-values.js';
import { createTarget } from '../language/target.js';
import { findClosedEditor } from '../ground/collapsed.js';
import { findForms } from './form-fields.js';
import {
  createTableForm,
  findRowMentions,
  removePossessive,
  findNamedRows,
  findTables,
  type EditableRow,
} from './table-rows.js';
import { sliceText, tokenizeLine, type TokenLine } from './tokens.js';
import { readLine, type LineReading } from './read-line.js';
import type { Mentions } from './reading-state.js';

/** Questions and conditions, which do not give values. */
const QUESTION_OR_CONDITION =
  /\?\s*$|^\s*(?:if|when|unless|until|once|while|what|who|which|how|where|why|is|are|does|do|did)\b/iu;

function createFieldValues({ assignedValues }: LineReading, line: TokenLine, today: Date): FieldValue[] {
  return assignedValues.map(({ uid, label, value, isTitle }) => ({
    field: createTarget(label),
    uid,
    ...(isTitle ? { isTitle: true as const } : {}),
    ...normalizeValue(value, line.masked.quotes, today, label),
  }));
}

/**
 * Returns the step that fills in a visible form; null if the line is something else.
 *
 * @param rows the names that the line uses for the table row that the form edits
 * @param allowsUnplacedText whether a part of the line may belong to no field
 */
export function readValuesForForm(
  text: string,
  view: View,
  today: Date,
  rows: readonly string[] = [],
  allowsUnplacedText = false,
): StepOf<'fill'> | null {
  const line = tokenizeLine(text);
  const reading = readLine(line, findForms(view, today), locateRows(line, rows), false, allowsUnplacedText);
  if (!reading) return null;
  return {
    do: 'fill',
    kind: reading.finish || reading.createsEntry || rows.length ? 'save' : 'fill',
    item: null,
    fields: createFieldValues(reading, line, today),
    ...(reading.finish && reading.finish !== 'any' ? { button: reading.finish.uid } : {}),
    ...(reading.unplaced ? { unplaced: reading.unplaced } : {}),
    ...(reading.assignedValues.every(({ isCertain }) => isCertain) ? { isCertain: true as const } : {}),
  };
}

/** Finds the positions of the given row names in the line. */
function locateRows(line: TokenLine, rows: readonly string[]): Mentions {
  const mentions = new Map<number, number[]>();
  for (let start = 0; start < line.tokens.length; start++)
    for (let end = start + 1; end <= line.tokens.length; end++)
      if (rows.includes(removePossessive(sliceText(line, start, end))))
        mentions.set(start, [...(mentions.get(start) ?? []), end]);
  return mentions;
}

/** Returns the step that gives a table row new values; null if the line is something else. */
export function readValuesForRow(text: string, view: View): StepOf<'edit'> | null {
  const line = tokenizeLine(text);
  const readings = findTables(view).flatMap((table) => {
    const reading = readLine(line, [createTableForm(table, view)], findRowMentions(line, table, view), true);
    return reading?.row ? [{ read: reading, row: removePossessive(sliceText(line, ...reading.row)) }] : [];
  });
  const bestReading = readings.sort((a, b) => b.read.score - a.read.score)[0];
  const values = bestReading?.read.assignedValues.map(({ label, value }) => ({ column: label, value }));
  return bestReading
    ? { do: 'edit', row: bestReading.row, line: text, values: values!, fallbackSteps: [] }
    : null;
}

/**
 * Finds the rows that the words name in the page's tables. A position such as "row 3" refers to the longest table.
 *
 * @param acceptsAnyNoun whether "the third album" means the third row, even if the page does not call its rows albums
 */
export function findRows(words: string, view: View, acceptsAnyNoun = false): readonly EditableRow[] {
  const rowsByTable = findTables(view)
    .sort((a, b) => b.rows.length - a.rows.length)
    .map((table) => findNamedRows(words, table, view, acceptsAnyNoun));
  const isPosition =
    /^(?:\p{Ll}+|\d+\p{Ll}{2}) \p{Ll}+$|^row \d/u.test(words) &&
    rowsByTable.every((rows) => rows.length <= 1);
  return isPosition ? (rowsByTable.find((rows) => rows.length > 0) ?? []) : rowsByTable.flat();
}

/** Whether the words of a parsed step may instead be values for fields. */
const canBeValues = ({ step }: SpokenStep): boolean =>
  ['set', 'fill', 'choose', 'tick', 'unknown', 'reply'].includes(step.do) ||
  (step.do === 'click' && step.kind === 'bare');

/** For "log in as maria with password …", also submits the form, although the line does not ask for it. */
function markAsEntering(fill: StepOf<'fill'> | null, [first]: readonly SpokenStep[]): StepOf<'fill'> | null {
  const verb = first && matchVerb(first.clause.text)?.verb;
  if (!fill || verb?.kind !== 'enter') return fill;
  const parsedFill = first!.step.do === 'fill' ? first!.step : null;
  return { ...parsedFill, ...fill, kind: 'enter', item: parsedFill?.item ?? createTarget(verb.form) };
}

/**
 * Whether the line is only a value, with or without the name of its field: "first name John", "the registration is KX19
 * ABC", "brother or sister".
 */
function isSingleValue(
  text: string,
  { fields: [field], isCertain }: StepOf<'fill'>,
  parsedSteps: readonly SpokenStep[],
  view: View,
): boolean {
  if (!field || field.value === null) return false;
  // "No title, please" empties the field.
  if (field.value === '') return true;
  // "Set the month to June" gives the value 6 to a field for the number of the month.
  if (/^\d+$/u.test(field.value) && !text.includes(field.value) && parsedSteps[0]?.step.do === 'set')
    return true;
  const isPlain = parsedSteps.every(
    ({ step }) =>
      step.do === 'unknown' || (step.do === 'click' && (step.kind === 'bare' || step.kind === 'command')),
  );
  if (!isPlain) return false;
  const label = fold(field.field.text).replace(/[:*\s]+$/u, '');
  if (fold(text).startsWith(`${label}: `)) return true;
  const isNamed = view.candidates.some(
    (c) =>
      c.visible &&
      c.interactive &&
      // "Weekly report on" is more than the name of the switch.
      (c.uid !== field.uid || fold(text) === fold(getName(c))) &&
      scoreAgreement(text, getName(c)).score >= MIN_NAME_SCORE,
  );
  const isCommand = parsedSteps.some(({ step }) => step.do === 'click' && step.kind === 'command');
  const namesField = fold(text).startsWith(`${label} `);
  // "From York to Leeds" gives two values.
  return (
    (namesField || (isCertain === true && !isCommand)) && !isNamed && !PREPOSITION_INSIDE.test(field.value)
  );
}

const isInRow = (uid: string | undefined, view: View): boolean => {
  const control = uid === undefined ? undefined : view.byUid.get(uid);
  return control !== undefined && view.getAncestors(control).some(({ tag }) => tag === 'tr');
};

const MIN_NAME_SCORE = 0.9;
const PREPOSITION_INSIDE = / (?:to|from|at|on|for|by|until|via) /iu;

/**
 * Returns the steps of a line that gives values to several fields, or gives values and asks to finish; null for other
 * lines.
 *
 * @param parsedSteps the steps that the grammar parses from the line
 */
export function readValues(
  text: string,
  parsedSteps: readonly SpokenStep[],
  view: View,
  today: Date,
): SpokenStep[] | null {
  if (QUESTION_OR_CONDITION.test(text)) return null;
  const fill = markAsEntering(readValuesForForm(text, view, today, [], true), parsedSteps);
  const clause = { text, raw: text, joint: '' };
  const isFill =
    fill !== null &&
    (fill.fields.length > 1 || fill.kind === 'save' || isSingleValue(text, fill, parsedSteps, view));
  // If a field is a list in a table row and the values are not certain, tries to read the line as an edit of a row
  // first.
  if (isFill && (fill.isCertain || !fill.fields.some(({ uid }) => isInRow(uid, view))))
    return [{ step: fill, clause }];
  // In "open Rate limits", "open" is not a value.
  const isOpening = parsedSteps.every(({ step }) => step.do === 'click' && step.kind === 'open');
  const rowEdit = isOpening ? null : readValuesForRow(text, view);
  const step = rowEdit ?? (isFill ? fill : null);
  if (step) return [{ step, clause }];
  return parsedSteps.some(canBeValues) && findClosedEditor(view)
    ? [{ step: { do: 'edit', row: null, line: text, fallbackSteps: parsedSteps }, clause }]
    : null;
}
