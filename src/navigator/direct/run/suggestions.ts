/**
 * Fields with suggestions: if the page suggests entries for typed text, chooses the one that is meant, because many
 * such fields accept nothing else. Of several matching entries, none is guessed unless one matches exactly.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';
import { rememberTarget, type Context, type StepRun } from './types.js';

const COMPLETING = /auto-?complete|type-?ahead|tt-input|awesomplete/iu;

/** Whether its markup says that it suggests entries. A search box accepts any text. */
export const hasSuggestions = (c: Candidate): boolean =>
  isField(c) &&
  !isSearchField(c) &&
  (/^(?:list|both)$/u.test(c.attributes['aria-autocomplete'] ?? '') ||
    c.attributes['aria-haspopup'] === 'listbox' ||
    COMPLETING.test(c.attributes.class ?? ''));

const ENTRY = new Set(['option', 'listitem', 'menuitem', 'treeitem']);
/** Maximum distance from a field to its suggestions, which are below it or, without space, above it; CSS px. */
const BESIDE = 320;

function offered(field: Candidate, view: View): Candidate[] {
  const list = view.candidates.filter(
    (c) =>
      c.visible &&
      (ENTRY.has(c.role) || c.tag === 'li') &&
      c.text !== '' &&
      c.text.length <= 120 &&
      c.box.x < field.box.x + field.box.width &&
      c.box.x + c.box.width > field.box.x &&
      Math.abs(c.box.y - field.box.y) <= BESIDE,
  );
  return list.filter((c) => !list.some((o) => view.getAncestors(o).includes(c)));
}

/** Returns null if nothing is suggested, or more than one entry could be meant. */
export function findSuggestion(field: Candidate, value: string, view: View): Candidate | null {
  const phrase = fold(value);
  const fits = offered(field, view).filter((c) => fold(c.text).includes(phrase));
  const same = fits.filter((c) => fold(c.text) === phrase);
  const ownPattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${phrase.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const words = fits.filter((c) => ownPattern.test(fold(c.text)));
  return [same, words, fits].find((list) => list.length === 1)?.[0] ?? null;
}

const TAKEN = 'taken:';
export const isSuggestionTaken = (run: StepRun, uid: string): boolean =>
  run.givenValues.has(`${TAKEN}${uid}`);

/**
 * Returns the suggestion to choose for the field that was just typed into, once. Whatever the field then shows counts
 * as correct.
 */
export function takeSuggestion(field: Candidate, value: string, ctx: Context): Candidate | null {
  const { run } = ctx;
  if (value === '' || isSuggestionTaken(run, field.uid) || !hasSuggestions(field)) return null;
  const hit = findSuggestion(field, value, ctx.view);
  if (!hit) return null;
  run.givenValues.set(`${TAKEN}${field.uid}`, hit.text);
  run.expectedValues.set(field.uid, { value: '', description: describe(field) });
  rememberTarget(ctx, field, describe(field), getName(field));
  return hit;
}
