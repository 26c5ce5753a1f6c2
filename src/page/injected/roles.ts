/**
 * Role as the platform computes it (WAI-ARIA, HTML-AAM, SVG-AAM), with Chromium's answers where the
 * specifications leave room. `generic` stands for every element that says nothing of itself.
 */

import { parentOf } from './dom.js';
import {
  EXPLICIT,
  GLOBAL,
  INNER,
  INPUT_ROLES,
  NEVER_COMBOBOX,
  OUTER,
  OUTER_ROLES,
  SYNONYMS,
  TAG_ROLES,
} from './role-tables.js';

/** Tags whose role depends on more than the tag. */
const PARTICULAR = new Map<string, (element: Element) => string>(
  Object.entries({
    a: linkRole,
    area: linkRole,
    input: (element: Element) => inputRole(element as HTMLInputElement),
    select: (element: Element) =>
      (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox',
    img: imageRole,
    svg: () => 'img',
    summary: (element: Element) => (isSummary(element) ? 'button' : 'generic'),
    header: (element: Element) => (insideSection(element, OUTER) ? 'generic' : 'banner'),
    footer: (element: Element) => (insideSection(element, OUTER) ? 'generic' : 'contentinfo'),
    aside: (element: Element) =>
      insideSection(element, INNER) && !hasLabel(element) ? 'generic' : 'complementary',
    section: (element: Element) => (hasLabel(element) ? 'region' : 'generic'),
    li: (element: Element) =>
      element.parentElement && roleOf(element.parentElement) === 'none' ? 'generic' : 'listitem',
    thead: (element: Element) => tablePart(element, 'rowgroup'),
    tbody: (element: Element) => tablePart(element, 'rowgroup'),
    tfoot: (element: Element) => tablePart(element, 'rowgroup'),
    tr: (element: Element) => tablePart(element, 'row'),
    td: (element: Element) => tablePart(element, 'cell'),
    th: (element: Element) => tablePart(element, 'header'),
  }),
);
export function roleOf(element: Element): string {
  const given = element.getAttribute('role');
  return (given && explicitRole(element, given)) || nativeRole(element);
}

/** The first role of the list that is one, if the element may have it. */
function explicitRole(element: Element, given: string): string {
  for (const token of given.toLowerCase().trim().split(/\s+/)) {
    const role = SYNONYMS.get(token) ?? token;
    if (!EXPLICIT.has(role)) continue;
    // What can be focused or is labelled cannot be argued away.
    if (role === 'none') return isNoticed(element) ? '' : role;
    if ((role === 'form' || role === 'region') && !hasLabel(element)) continue;
    return role;
  }
  return '';
}

function isNoticed(element: Element): boolean {
  return isFocusable(element) || GLOBAL.some((name) => element.hasAttribute(name));
}

const FOCUSABLE = new Set(['button', 'input', 'select', 'textarea', 'summary', 'iframe']);

/** The keyboard gets there, or a script can send it there. */
export function isFocusable(element: Element): boolean {
  const tag = element.localName;
  if (FOCUSABLE.has(tag)) return true;
  if (!element.hasAttributes()) return false;
  return (
    element.hasAttribute('tabindex') ||
    ((tag === 'a' || tag === 'area') && linkRole(element) === 'link') ||
    isEditingHost(element)
  );
}

/** Starts a region that takes rich text: its parent does not. */
export function isEditingHost(element: Element): boolean {
  const given = element.getAttribute('contenteditable');
  return (
    given !== null &&
    (element as HTMLElement).isContentEditable &&
    !(element.parentElement?.isContentEditable ?? false)
  );
}

function nativeRole(element: Element): string {
  const tag = element.localName;
  const particular = PARTICULAR.get(tag);
  if (particular) return particular(element);
  const role = TAG_ROLES.get(tag);
  if (!element.hasAttributes()) return role ?? 'generic';
  return isEditingHost(element) ? 'textbox' : (role ?? 'generic');
}

function linkRole(element: Element): string {
  return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : 'generic';
}

function inputRole(input: HTMLInputElement): string {
  const type = input.type;
  if (input.hasAttribute('list') && !NEVER_COMBOBOX.has(type) && input.list) return 'combobox';
  return INPUT_ROLES.get(type) ?? 'textbox';
}

function imageRole(element: Element): string {
  const decorative = element.getAttribute('alt') === '' && !element.getAttribute('title');
  return decorative && !isNoticed(element) ? 'none' : 'img';
}

/** The part of `details` that opens it. */
export function isSummary(element: Element): boolean {
  const parent = element.parentElement;
  if (parent?.localName !== 'details') return false;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling)
    if (at.localName === 'summary') return false;
  return true;
}

function hasLabel(element: Element): boolean {
  if (element.getAttribute('aria-label')?.trim() || element.getAttribute('title')?.trim()) return true;
  return element.hasAttribute('aria-labelledby') && referencedBy(element).length > 0;
}

/** Elements that label this one, by id or set by a script. */
export function referencedBy(element: Element): readonly Element[] {
  return element.ariaLabelledByElements ?? [];
}

function insideSection(element: Element, tags: ReadonlySet<string>): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const role = at.getAttribute('role');
    if (role ? OUTER_ROLES.has(role) : tags.has(at.localName)) return true;
  }
  return false;
}

/** Rows and cells are what their table makes of them. */
function tablePart(element: Element, part: 'rowgroup' | 'row' | 'cell' | 'header'): string {
  let table = parentOf(element);
  while (
    table &&
    (table.localName === 'tr' ||
      table.localName === 'tbody' ||
      table.localName === 'thead' ||
      table.localName === 'tfoot')
  )
    table = parentOf(table);
  const given = table?.localName === 'table' && table.hasAttribute('role') ? roleOf(table) : 'table';
  if (given === 'none') return 'generic';
  if (part === 'header') return headerRole(element);
  return part === 'cell' && (given === 'grid' || given === 'treegrid') ? 'gridcell' : part;
}

/** A header cell without a scope heads its row when there is data in that row, else its column. */
function headerRole(cell: Element): string {
  const scope = cell.getAttribute('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  for (let at = cell.parentElement?.firstElementChild ?? null; at; at = at.nextElementSibling)
    if (at.localName === 'td' && (at.childElementCount > 0 || at.textContent?.trim())) return 'rowheader';
  return 'columnheader';
}
