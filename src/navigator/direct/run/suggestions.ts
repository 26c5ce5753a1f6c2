/**
 * Chooses from the entries that a page suggests for typed text, because many fields accept nothing else. If several
 * entries contain the text, chooses the only one that matches exactly, or else the only one that matches in whole
 * words.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';
import { StepVariable } from './step-variable.js';
import { rememberTarget, type Context, type StepRun } from './types.js';

const AUTOCOMPLETE_CLASSES = /auto-?complete|type-?ahead|tt-input|awesomplete/iu;

/** Whether the field's markup says that it suggests entries. Excludes search fields, because they accept any text. */
export const hasSuggestions = (c: Candidate): boolean =>
  isField(c) &&
  !isSearchField(c) &&
  (c.role === 'combobox' ||
    /^(?:list|both)$/u.test(c.attributes['aria-autocomplete'] ?? '') ||
    c.attributes['aria-haspopup'] === 'listbox' ||
    AUTOCOMPLETE_CLASSES.test(c.attributes.class ?? ''));

const ENTRY_ROLES = new Set(['option', 'listitem', 'menuitem', 'treeitem']);
/** Maximum vertical distance between a field and its suggestions, CSS px. */
const MAX_DISTANCE_PX = 320;

function listSuggestions(field: Candidate, view: View): Candidate[] {
  const entries = view.candidates.filter(
    (c) =>
      c.visible &&
      (ENTRY_ROLES.has(c.role) || c.tag === 'li') &&
      c.text !== '' &&
      c.text.length <= 120 &&
      c.box.x < field.box.x + field.box.width &&
      c.box.x + c.box.width > field.box.x &&
      Math.abs(c.box.y - field.box.y) <= MAX_DISTANCE_PX,
  );
  return entries.filter((c) => !entries.some((o) => view.getAncestors(o).includes(c)));
}

/** Returns the matching suggestion; null if there is none, or if more than one could be meant. */
export function findSuggestion(field: Candidate, value: string, view: View): Candidate | null {
  const phrase = fold(value);
  const matches = listSuggestions(field, view).filter((c) => fold(c.text).includes(phrase));
  const exactMatches = matches.filter((c) => fold(c.text) === phrase);
  const wholeWordPattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${phrase.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const wholeWordMatches = matches.filter((c) => wholeWordPattern.test(fold(c.text)));
  return [exactMatches, wholeWordMatches, matches].find((list) => list.length === 1)?.[0] ?? null;
}

/** The uids of fields for which a suggestion was chosen. */
const pickedSuggestionsVariable = new StepVariable<ReadonlySet<string>>();
export const hasPickedSuggestion = (run: StepRun, uid: string): boolean =>
  pickedSuggestionsVariable.get(run)?.has(uid) ?? false;

/**
 * Returns the suggestion to choose for the field that was just typed into, only once for each field. Afterwards, any
 * value in the field counts as correct.
 */
export function pickSuggestion(field: Candidate, value: string, ctx: Context): Candidate | null {
  const { run } = ctx;
  if (value === '' || hasPickedSuggestion(run, field.uid) || !hasSuggestions(field)) return null;
  // The action `change` has already chosen from the list.
  if (ctx.recentActions.at(-1)?.action.intent === 'change') return null;
  const suggestion = findSuggestion(field, value, ctx.view);
  if (!suggestion) return null;
  pickedSuggestionsVariable.set(run, new Set([...(pickedSuggestionsVariable.get(run) ?? []), field.uid]));
  run.expectedValues.set(field.uid, { value: '', description: describe(field) });
  rememberTarget(ctx, field, describe(field), getName(field));
  return suggestion;
}
