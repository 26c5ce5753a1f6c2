/** Finds the search field and its button. */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findForm } from '../ground/form.js';
import type { Context } from './types.js';

/** Whether the field only filters navigation entries and does not search. */
const filtersNavigationOnly = (c: Candidate): boolean =>
  c.landmark === 'nav' &&
  /\bfilter\b/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`) &&
  !/\bsearch\b/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`);

/** Returns the field to search with. Prefers a search field to a filter, and a field in the viewport to others. */
export function findSearchField(ctx: Context): Candidate | null {
  const scoreField = (c: Candidate): number =>
    (c.role === 'searchbox' || c.inputType === 'search' ? 3 : 0) +
    (/search/iu.test(`${c.name} ${c.attributes.placeholder ?? ''} ${c.attributes.name ?? ''}`) ? 3 : 0) +
    (c.inViewport ? 1 : 0) +
    (/filter|table/iu.test(`${c.name} ${c.attributes.placeholder ?? ''}`) ? -2 : 0) +
    (ctx.view.isDialogOpen && ctx.view.isInDialog(c) ? 5 : 0) +
    (c.landmark === 'footer' ? -2 : 0);
  const fields = ctx.view.candidates.filter(
    (c) =>
      c.visible && isSearchField(c) && !c.states.disabled && !c.states.readonly && !filtersNavigationOnly(c),
  );
  return fields.sort((a, b) => scoreField(b) - scoreField(a) || a.order - b.order)[0] ?? null;
}

const SEARCH_WORD = /search|find|go|submit/iu;
/** Names and classes of buttons that empty the field, such as “reset” or `searchbar-clear-button`. */
const CLEARS_FIELD = /\b(?:clear|reset|cancel|close|remove|delete)\b|^[x×✕✖]$/iu;

const isClearButton = (c: Candidate): boolean =>
  c.attributes.type === 'reset' ||
  CLEARS_FIELD.test(getName(c)) ||
  (!SEARCH_WORD.test(getName(c)) && CLEARS_FIELD.test((c.attributes.class ?? '').replaceAll(/[-_]/gu, ' ')));

export function findSearchButton(field: Candidate, ctx: Context): Candidate | null {
  const form = findForm(field, ctx.view);
  const buttons = ctx.view.candidates.filter(
    (c) =>
      c.visible &&
      isButton(c) &&
      !isClearButton(c) &&
      SEARCH_WORD.test(`${getName(c)} ${c.attributes.class ?? ''} ${c.attributes.type ?? ''}`) &&
      (form
        ? ctx.view.getAncestors(c).some((a) => a.uid === form.uid)
        : Math.abs(c.order - field.order) < 12 && Math.abs(c.box.y - field.box.y) < 60),
  );
  return buttons[0] ?? null;
}
