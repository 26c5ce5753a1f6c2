/**
 * Searches with a form instead of a search field: "search for crime films directed by Curry from the year 1995". Each
 * field gets the words after its name. If one field remains, it gets the remaining word.
 */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findTextBeside } from '../ground/score.js';
import type { FieldValue, Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { View } from '../ground/view.js';
import { tokenizeContent, fold, stem, tokenize } from '../text.js';
import { findOption } from '../ground/options.js';
import type { Context, Move } from './types.js';

/** Words that share this many letters count as the same: "directed" and "director". */
const COMMON_PREFIX_LENGTH = 5;
/** Words for a date field: "from the year 1995". */
const DATE_WORDS = new Set(['year', 'date', 'release', 'released', 'published', 'when']);
const areRelated = (a: string, b: string): boolean =>
  stem(a) === stem(b) ||
  (DATE_WORDS.has(a) && DATE_WORDS.has(b)) ||
  (a.length >= COMMON_PREFIX_LENGTH &&
    b.length >= COMMON_PREFIX_LENGTH &&
    a.slice(0, COMMON_PREFIX_LENGTH) === b.slice(0, COMMON_PREFIX_LENGTH));

/** The value after a word: "by Curry", "1995", `"New York"`. Allows a lower-case value only after a preposition. */
const VALUE_AFTER_WORD =
  /^(?:(?:\s*(?::|=)|\s+(?:is|of|by|from|in|to|on|at|the|as))+\s+("[^"]+"|\S+(?:\s\p{Lu}\S*)*)|\s+("[^"]+"|[\p{Lu}\p{N}]\S*(?:\s\p{Lu}\S*)*))/u;

interface ValueForField {
  field: Candidate;
  value: string;
  /** The words of the query that name the field and its value. */
  matchedText: string;
}

function findFieldValue(field: Candidate, fieldName: string, query: string): ValueForField | null {
  const nameWords = tokenizeContent(fieldName);
  for (const word of query.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!nameWords.some((name) => areRelated(name, fold(word[0])))) continue;
    const valueMatch = VALUE_AFTER_WORD.exec(query.slice(word.index + word[0].length));
    if (valueMatch)
      return {
        field,
        value: (valueMatch[1] ?? valueMatch[2]!).replaceAll('"', ''),
        matchedText: word[0] + valueMatch[0],
      };
  }
  return null;
}

const findSubmitControls = (view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && c.interactive && !isField(c) && SUBMIT_NAME.test(getName(c)));

/** Submits the form, or clicks its submit control if that is not a button in the markup. */
function createSubmitStep(view: View): Step {
  const controls = findSubmitControls(view);
  return controls.length === 1 && !isButton(controls[0]!)
    ? createClickStep(controls[0]!)
    : { do: 'submit', target: null };
}

const createClickStep = (c: Candidate): Step => ({
  do: 'click',
  kind: 'click',
  target: { ...createTarget(getName(c)), quoted: true },
});

/**
 * For "… and search", submits the form that was filled in before; null if the last element used is not a form field.
 */
export function submitFilledForm({ view, run, memory }: Context): Move | null {
  const lastElement = view.byUid.get(memory.lastTarget?.uid ?? '');
  if (
    !lastElement ||
    !(isSelect(lastElement) || isTickable(lastElement) || (isField(lastElement) && lastElement.value))
  )
    return null;
  const controls = findSubmitControls(view);
  const step: Step = controls.length === 1 ? createClickStep(controls[0]!) : { do: 'submit', target: null };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step }] };
}

const SUBMIT_NAME = /^(?:search|find|go|submit)[.!]?$/iu;

/** Fills in and submits the form; null if the words match no form on the page. */
export function fillSearchForm(query: string, { view, run }: Context): Move | null {
  const getFieldName = (c: Candidate): string => getName(c) || findTextBeside(c, view);
  const fields = view.candidates.filter(
    (c) => c.visible && (isField(c) || isSelect(c)) && !c.states.disabled && getFieldName(c) !== '',
  );
  if (fields.length < 2) return null;
  const fieldValues = fields
    .map((field) => findFieldValue(field, getFieldName(field), query))
    .filter((f): f is ValueForField => f !== null);
  if (fieldValues.length === 0) return null;
  const rest = fieldValues.reduce((text, { matchedText }) => text.replace(matchedText, ' '), query);
  const remainingFields = fields.filter((field) => !fieldValues.some((f) => f.field === field));
  const pageWords = tokenize(
    `${view.observation.title} ${view.observation.text.map((b) => b.text).join(' ')}`,
  );
  const remainingWords = tokenizeContent(rest).filter(
    (word) => !pageWords.some((shown) => areRelated(shown, word)),
  );
  const remainingField = remainingFields.length === 1 ? remainingFields[0]! : null;
  // In "crime films", the plural noun "films" is not a value.
  const isSingleValue =
    remainingWords.length === 1 || (remainingWords.length === 2 && /s$/u.test(remainingWords[1]!));
  if (
    remainingField &&
    isSingleValue &&
    (!isSelect(remainingField) || findOption(remainingField, remainingWords[0]!))
  )
    fieldValues.push({ field: remainingField, value: remainingWords[0]!, matchedText: remainingWords[0]! });
  if (fieldValues.length < 2) return null;
  const values: FieldValue[] = fieldValues.map(({ field, value }) => ({
    field: createTarget(getFieldName(field)),
    value,
  }));
  const fillStep: Step = { do: 'fill', kind: 'fill', item: null, fields: values };
  return {
    kind: 'replace',
    steps: [
      { ...run.spokenStep, step: fillStep },
      { ...run.spokenStep, step: createSubmitStep(view) },
    ],
  };
}
