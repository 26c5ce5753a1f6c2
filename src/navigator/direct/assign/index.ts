/**
 * Lines that give values to fields: “number A-2000, customer Lea Brandt, quantity 3. Save it.”, “change the price of the
 * Kettle to 31.50”. They are understood with the page, not by a grammar: its labels, options and rows decide what a word
 * is. What is read here is a step for `run/`; nothing here acts.
 */
import type { View } from '../ground/view.js';
import type { FieldValue, SpokenStep, StepOf } from '../language/steps.js';
import { stem, tokens } from '../text.js';
import { readValue } from '../language/meant-values.js';
import { createTarget } from '../language/target.js';
import { findClosedEditor } from '../ground/collapsed.js';
import { findForms } from './form-fields.js';
import {
  toForm,
  findMentions,
  withoutPossessive,
  findNamedRows,
  findTables,
  type EditableRow,
} from './table-rows.js';
import { textBetween, tokenizeLine, type TokenLine } from './tokens.js';
import { understand, type Mentions, type Understood } from './understand.js';

/** A line that asks or sets a condition gives no values. */
const NOT_VALUES =
  /\?\s*$|^\s*(?:if|when|unless|until|once|while|what|who|which|how|where|why|is|are|does|do|did)\b/iu;

function fieldsOf({ assigned }: Understood, line: TokenLine, today: Date): FieldValue[] {
  return assigned.map(({ uid, label, value, isTitle }) => ({
    field: createTarget(label),
    uid,
    ...(isTitle ? { isTitle: true as const } : {}),
    ...readValue(value, line.masked.quotes, today, label),
  }));
}

/**
 * The step for values of a form that the page shows; null if the line is something else.
 *
 * @param rows words of the line that name the row whose form it is
 * @param things other words for what the form is about
 */
export function readValuesForForm(
  text: string,
  view: View,
  today: Date,
  rows: readonly string[] = [],
  things: readonly string[] = [],
): StepOf<'fill'> | null {
  const line = tokenizeLine(text);
  const forms = findForms(view, today).map((form) => ({
    ...form,
    things: new Set([...form.things, ...things.flatMap((thing) => tokens(thing).map(stem))]),
  }));
  const read = understand(line, forms, mentionedAs(line, rows));
  if (!read) return null;
  return {
    do: 'fill',
    how: read.finish || read.creates || rows.length ? 'save' : 'fill',
    thing: null,
    fields: fieldsOf(read, line, today),
    ...(read.finish && read.finish !== 'any' ? { button: read.finish.uid } : {}),
  };
}

/** Where the line has words that were found to name a row. */
function mentionedAs(line: TokenLine, rows: readonly string[]): Mentions {
  const out = new Map<number, number[]>();
  for (let start = 0; start < line.tokens.length; start++)
    for (let end = start + 1; end <= line.tokens.length; end++)
      if (rows.includes(withoutPossessive(textBetween(line, start, end))))
        out.set(start, [...(out.get(start) ?? []), end]);
  return out;
}

/** The step for new values of a table's row; null if the line is something else. */
export function readValuesForRow(text: string, view: View): StepOf<'edit'> | null {
  const line = tokenizeLine(text);
  const found = findTables(view).flatMap((table) => {
    const read = understand(line, [toForm(table, view)], findMentions(line, table, view), true);
    return read?.row ? [{ read, row: withoutPossessive(textBetween(line, ...read.row)) }] : [];
  });
  const best = found.sort((a, b) => b.read.score - a.read.score)[0];
  return best ? { do: 'edit', row: best.row, line: text, instead: [] } : null;
}

/**
 * The rows of the page's tables that words name. A position counts in the longest table.
 *
 * @param anyNoun whether “the third album” is the third row whatever the page calls its rows
 */
export function findRows(words: string, view: View, anyNoun = false): readonly EditableRow[] {
  const found = findTables(view)
    .sort((a, b) => b.rows.length - a.rows.length)
    .map((table) => findNamedRows(words, table, view, anyNoun));
  const isPosition =
    /^(?:\p{Ll}+|\d+\p{Ll}{2}) \p{Ll}+$|^row \d/u.test(words) && found.every((rows) => rows.length <= 1);
  return isPosition ? (found.find((rows) => rows.length > 0) ?? []) : found.flat();
}

/** Steps that may be values in disguise, as far as a grammar can tell. */
const mayBeValues = ({ step }: SpokenStep): boolean =>
  ['set', 'fill', 'choose', 'tick', 'unknown', 'reply'].includes(step.do) ||
  (step.do === 'click' && step.how === 'bare');

/** "Log in as maria with password …" submits the form, though no word says so. */
function asEntering(
  own: StepOf<'fill'> | null,
  [first, ...others]: readonly SpokenStep[],
): StepOf<'fill'> | null {
  const asked = others.length === 0 && first?.step.do === 'fill' ? first.step : null;
  return own && asked?.how === 'enter' ? { ...asked, ...own, how: 'enter', thing: asked.thing } : own;
}

/**
 * The steps of a line that gives values to several fields, or gives values and asks to finish; null for other lines.
 *
 * @param spoken the steps that a grammar finds in the line
 */
export function readValues(
  text: string,
  spoken: readonly SpokenStep[],
  view: View,
  today: Date,
): SpokenStep[] | null {
  if (NOT_VALUES.test(text)) return null;
  const own = asEntering(readValuesForForm(text, view, today), spoken);
  const clause = { text, raw: text, joint: '' };
  if (own && (own.fields.length > 1 || own.how === 'save')) return [{ step: own, clause }];
  const ofRow = readValuesForRow(text, view);
  if (ofRow) return [{ step: ofRow, clause }];
  return spoken.some(mayBeValues) && findClosedEditor(view)
    ? [{ step: { do: 'edit', row: null, line: text, instead: spoken }, clause }]
    : null;
}
