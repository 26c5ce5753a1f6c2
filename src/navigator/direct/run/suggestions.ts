/**
 * Fields that complete what is typed: where the page offers entries for it, the one that is meant is chosen, for many
 * such fields take nothing else. Of several that hold the words none is guessed, unless one says just them.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { fold } from '../text.js';
import { aim, type Context, type StepRun } from './types.js';

const COMPLETING = /auto-?complete|type-?ahead|tt-input|awesomplete/iu;

/** By its markup it offers entries for what is typed; a box to search in takes the words as they are. */
export const completes = (c: Candidate): boolean =>
  isField(c) &&
  !isSearchField(c) &&
  (/^(?:list|both)$/u.test(c.attributes['aria-autocomplete'] ?? '') ||
    c.attributes['aria-haspopup'] === 'listbox' ||
    COMPLETING.test(c.attributes.class ?? ''));

const ENTRY = new Set(['option', 'listitem', 'menuitem', 'treeitem']);
/** An entry begins under its field, or over it where there is no room; CSS px. */
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
  return list.filter((c) => !list.some((o) => view.ancestors(o).includes(c)));
}

/** Null where nothing is offered, or more than one could be meant. */
export function suggestionFor(field: Candidate, value: string, view: View): Candidate | null {
  const said = fold(value);
  const fits = offered(field, view).filter((c) => fold(c.text).includes(said));
  const same = fits.filter((c) => fold(c.text) === said);
  const own = new RegExp(
    `(?<![\\p{L}\\p{N}])${said.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const words = fits.filter((c) => own.test(fold(c.text)));
  return [same, words, fits].find((list) => list.length === 1)?.[0] ?? null;
}

const TAKEN = 'taken:';
export const isTaken = (run: StepRun, uid: string): boolean => run.given.has(`${TAKEN}${uid}`);

/** The entry to be chosen for the field that was just typed into; told once, and what the field then shows is right. */
export function takeSuggestion(field: Candidate, value: string, ctx: Context): Candidate | null {
  const { run } = ctx;
  if (value === '' || isTaken(run, field.uid) || !completes(field)) return null;
  const hit = suggestionFor(field, value, ctx.view);
  if (!hit) return null;
  run.given.set(`${TAKEN}${field.uid}`, hit.text);
  run.wanted.set(field.uid, { value: '', said: describe(field) });
  aim(ctx, field, describe(field), nameOf(field));
  return hit;
}
