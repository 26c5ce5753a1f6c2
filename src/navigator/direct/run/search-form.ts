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
import { contentTokens, fold, stem, tokens } from '../text.js';
import { findOption } from '../ground/options.js';
import type { Context, Move } from './types.js';

/** Words that share this many letters count as the same: "directed" and "director". */
const ROOT = 5;
/** Words for a date field: "from the year 1995". */
const WHEN = new Set(['year', 'date', 'release', 'released', 'published', 'when']);
const akin = (a: string, b: string): boolean =>
  stem(a) === stem(b) ||
  (WHEN.has(a) && WHEN.has(b)) ||
  (a.length >= ROOT && b.length >= ROOT && a.slice(0, ROOT) === b.slice(0, ROOT));

/** The value after a word: "by Curry", "1995", `"New York"`. A lower-case word only after a preposition. */
const VALUE =
  /^(?:(?:\s*(?::|=)|\s+(?:is|of|by|from|in|to|on|at|the|as))+\s+("[^"]+"|\S+(?:\s\p{Lu}\S*)*)|\s+("[^"]+"|[\p{Lu}\p{N}]\S*(?:\s\p{Lu}\S*)*))/u;

interface Found {
  field: Candidate;
  value: string;
  /** The words of the query that are used up. */
  description: string;
}

function saidOf(field: Candidate, called: string, query: string): Found | null {
  const names = contentTokens(called);
  for (const word of query.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!names.some((name) => akin(name, fold(word[0])))) continue;
    const behind = VALUE.exec(query.slice(word.index + word[0].length));
    if (behind)
      return {
        field,
        value: (behind[1] ?? behind[2]!).replaceAll('"', ''),
        description: word[0] + behind[0],
      };
  }
  return null;
}

const senders = (view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && c.interactive && !isField(c) && SENDS.test(getName(c)));

/** The submit control need not be a button in its markup if its text says so. */
function sending(view: View): Step {
  const words = senders(view);
  return words.length === 1 && !isButton(words[0]!) ? pressing(words[0]!) : { do: 'submit', target: null };
}

const pressing = (c: Candidate): Step => ({
  do: 'click',
  how: 'click',
  target: { ...createTarget(getName(c)), quoted: true },
});

/** "… and search": submits the form that was filled in last; null if none was. */
export function sendFilledForm({ view, run, memory }: Context): Move | null {
  const last = view.byUid.get(memory.target?.uid ?? '');
  if (!last || !(isSelect(last) || isTickable(last) || (isField(last) && last.value))) return null;
  const words = senders(view);
  const step: Step = words.length === 1 ? pressing(words[0]!) : { do: 'submit', target: null };
  return { kind: 'replace', steps: [{ ...run.spoken, step }] };
}

const SENDS = /^(?:search|find|go|submit)[.!]?$/iu;

/** Fills in and submits the form; null if the words match no form on the page. */
export function fillSearchForm(query: string, { view, run }: Context): Move | null {
  const called = (c: Candidate): string => getName(c) || findTextBeside(c, view);
  const fields = view.candidates.filter(
    (c) => c.visible && (isField(c) || isSelect(c)) && !c.states.disabled && called(c) !== '',
  );
  if (fields.length < 2) return null;
  const found = fields
    .map((field) => saidOf(field, called(field), query))
    .filter((f): f is Found => f !== null);
  if (found.length === 0) return null;
  const rest = found.reduce((left, { description }) => left.replace(description, ' '), query);
  const open = fields.filter((field) => !found.some((f) => f.field === field));
  const page = tokens(`${view.observation.title} ${view.observation.text.map((b) => b.text).join(' ')}`);
  const left = contentTokens(rest).filter((word) => !page.some((shown) => akin(shown, word)));
  const last = open.length === 1 ? open[0]! : null;
  // "crime films": the kind of thing ("films") is not a value.
  const plain = left.length === 1 || (left.length === 2 && /s$/u.test(left[1]!));
  if (last && plain && (!isSelect(last) || findOption(last, left[0]!)))
    found.push({ field: last, value: left[0]!, description: left[0]! });
  if (found.length < 2) return null;
  const values: FieldValue[] = found.map(({ field, value }) => ({
    field: createTarget(called(field)),
    value,
  }));
  const filled: Step = { do: 'fill', how: 'fill', item: null, fields: values };
  return {
    kind: 'replace',
    steps: [
      { ...run.spoken, step: filled },
      { ...run.spoken, step: sending(view) },
    ],
  };
}
