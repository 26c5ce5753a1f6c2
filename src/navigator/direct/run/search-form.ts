/**
 * Searches with a form instead of a search box: "search for crime films directed by Curry from the year 1995". Each
 * field gets the words after its name; the rest goes into the only remaining field.
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

/** The value after a word: "by Curry", "1995", `"New York"`. A lower-case word only after a preposition. */
const VALUE_AFTER_WORD =
  /^(?:(?:\s*(?::|=)|\s+(?:is|of|by|from|in|to|on|at|the|as))+\s+("[^"]+"|\S+(?:\s\p{Lu}\S*)*)|\s+("[^"]+"|[\p{Lu}\p{N}]\S*(?:\s\p{Lu}\S*)*))/u;

interface FieldMatch {
  field: Candidate;
  value: string;
  /** The words of the query that are used up. */
  matchedText: string;
}

function findFieldValue(field: Candidate, fieldName: string, query: string): FieldMatch | null {
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

/** The submit control need not be a button in its markup if its text says so. */
function createSubmitStep(view: View): Step {
  const controls = findSubmitControls(view);
  return controls.length === 1 && !isButton(controls[0]!)
    ? createClickStep(controls[0]!)
    : { do: 'submit', target: null };
}

const createClickStep = (c: Candidate): Step => ({
  do: 'click',
  how: 'click',
  target: { ...createTarget(getName(c)), quoted: true },
});

/** "… and search": submits the form that was filled in last; null if none was. */
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
  const fieldName = (c: Candidate): string => getName(c) || findTextBeside(c, view);
  const fields = view.candidates.filter(
    (c) => c.visible && (isField(c) || isSelect(c)) && !c.states.disabled && fieldName(c) !== '',
  );
  if (fields.length < 2) return null;
  const found = fields
    .map((field) => findFieldValue(field, fieldName(field), query))
    .filter((f): f is FieldMatch => f !== null);
  if (found.length === 0) return null;
  const rest = found.reduce((left, { matchedText: description }) => left.replace(description, ' '), query);
  const open = fields.filter((field) => !found.some((f) => f.field === field));
  const page = tokenize(`${view.observation.title} ${view.observation.text.map((b) => b.text).join(' ')}`);
  const left = tokenizeContent(rest).filter((word) => !page.some((shown) => areRelated(shown, word)));
  const lastElement = open.length === 1 ? open[0]! : null;
  // "crime films": the kind of thing ("films") is not a value.
  const plain = left.length === 1 || (left.length === 2 && /s$/u.test(left[1]!));
  if (lastElement && plain && (!isSelect(lastElement) || findOption(lastElement, left[0]!)))
    found.push({ field: lastElement, value: left[0]!, matchedText: left[0]! });
  if (found.length < 2) return null;
  const values: FieldValue[] = found.map(({ field, value }) => ({
    field: createTarget(fieldName(field)),
    value,
  }));
  const filled: Step = { do: 'fill', how: 'fill', item: null, fields: values };
  return {
    kind: 'replace',
    steps: [
      { ...run.spokenStep, step: filled },
      { ...run.spokenStep, step: createSubmitStep(view) },
    ],
  };
}
