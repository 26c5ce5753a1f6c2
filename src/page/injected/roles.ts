/**
 * Computes ARIA roles (WAI-ARIA, HTML-AAM, SVG-AAM). Where the specifications leave a choice, this module follows
 * Chromium.
 * Elements without a role are `generic`.
 */

import { unclobberedParentOf } from './dom.js';
import {
  EXPLICIT_ROLES,
  GLOBAL_ARIA_ATTRIBUTES,
  NESTED_SECTIONING_TAGS,
  INPUT_ROLES,
  NON_COMBOBOX_TYPES,
  SECTIONING_TAGS,
  SECTIONING_ROLES,
  ROLE_ALIASES,
  TAG_ROLES,
} from './role-tables.js';

/** Tags whose role depends on more than the tag. */
const TAG_ROLE_RULES = new Map<string, (element: Element) => string>(
  Object.entries({
    a: getLinkRole,
    area: getLinkRole,
    input: (element: Element) => getInputRole(element as HTMLInputElement),
    select: (element: Element) =>
      (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox',
    img: getImageRole,
    svg: () => 'img',
    summary: (element: Element) => (isSummary(element) ? 'button' : 'generic'),
    header: (element: Element) => (isInsideSection(element, SECTIONING_TAGS) ? 'generic' : 'banner'),
    footer: (element: Element) => (isInsideSection(element, SECTIONING_TAGS) ? 'generic' : 'contentinfo'),
    aside: (element: Element) =>
      isInsideSection(element, NESTED_SECTIONING_TAGS) && !hasLabel(element) ? 'generic' : 'complementary',
    section: (element: Element) => (hasLabel(element) ? 'region' : 'generic'),
    li: (element: Element) =>
      element.parentElement && roleOf(element.parentElement) === 'none' ? 'generic' : 'listitem',
    thead: (element: Element) => getTablePartRole(element, 'rowgroup'),
    tbody: (element: Element) => getTablePartRole(element, 'rowgroup'),
    tfoot: (element: Element) => getTablePartRole(element, 'rowgroup'),
    tr: (element: Element) => getTablePartRole(element, 'row'),
    td: (element: Element) => getTablePartRole(element, 'cell'),
    th: (element: Element) => getTablePartRole(element, 'header'),
  }),
);
export function roleOf(element: Element): string {
  const roleAttribute = element.getAttribute('role');
  return (roleAttribute && findExplicitRole(element, roleAttribute)) || getNativeRole(element);
}

/** The first role in a `role` attribute that is valid for the element; '' if there is none. */
function findExplicitRole(element: Element, roleAttribute: string): string {
  for (const token of roleAttribute.toLowerCase().trim().split(/\s+/)) {
    const role = ROLE_ALIASES.get(token) ?? token;
    if (!EXPLICIT_ROLES.has(role)) continue;
    // `none` is ignored on focusable elements and on elements with global ARIA attributes.
    if (role === 'none') return isExposed(element) ? '' : role;
    if ((role === 'form' || role === 'region') && !hasLabel(element)) continue;
    return role;
  }
  return '';
}

/** Whether the element keeps its role despite `role="none"` or an empty `alt`. */
function isExposed(element: Element): boolean {
  return isFocusable(element) || GLOBAL_ARIA_ATTRIBUTES.some((name) => element.hasAttribute(name));
}

const FOCUSABLE_TAGS = new Set(['button', 'input', 'select', 'textarea', 'summary', 'iframe']);

/** Whether the element can receive the focus by keyboard or script. */
export function isFocusable(element: Element): boolean {
  const tag = element.localName;
  if (FOCUSABLE_TAGS.has(tag)) return true;
  if (!element.hasAttributes()) return false;
  return (
    element.hasAttribute('tabindex') ||
    ((tag === 'a' || tag === 'area') && getLinkRole(element) === 'link') ||
    isEditingHost(element)
  );
}

/** Whether the element is an editing host: contenteditable with a parent that is not. */
export function isEditingHost(element: Element): boolean {
  const attribute = element.getAttribute('contenteditable');
  return (
    attribute !== null &&
    (element as HTMLElement).isContentEditable &&
    !(element.parentElement?.isContentEditable ?? false)
  );
}

function getNativeRole(element: Element): string {
  const tag = element.localName;
  const rule = TAG_ROLE_RULES.get(tag);
  if (rule) return rule(element);
  const role = TAG_ROLES.get(tag);
  if (!element.hasAttributes()) return role ?? 'generic';
  return isEditingHost(element) ? 'textbox' : (role ?? 'generic');
}

function getLinkRole(element: Element): string {
  return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : 'generic';
}

function getInputRole(input: HTMLInputElement): string {
  const type = input.type;
  if (input.hasAttribute('list') && !NON_COMBOBOX_TYPES.has(type) && input.list) return 'combobox';
  return INPUT_ROLES.get(type) ?? 'textbox';
}

function getImageRole(element: Element): string {
  const isDecorative = element.getAttribute('alt') === '' && !element.getAttribute('title');
  return isDecorative && !isExposed(element) ? 'none' : 'img';
}

/** Whether the element is the summary that opens and closes its `details`. */
export function isSummary(element: Element): boolean {
  const parent = element.parentElement;
  if (parent?.localName !== 'details') return false;
  for (let sibling = element.previousElementSibling; sibling; sibling = sibling.previousElementSibling)
    if (sibling.localName === 'summary') return false;
  return true;
}

function hasLabel(element: Element): boolean {
  if (element.getAttribute('aria-label')?.trim() || element.getAttribute('title')?.trim()) return true;
  return element.hasAttribute('aria-labelledby') && labellingElementsOf(element).length > 0;
}

/** Elements that label this one through `aria-labelledby` or `ariaLabelledByElements`. */
export function labellingElementsOf(element: Element): readonly Element[] {
  return element.ariaLabelledByElements ?? [];
}

function isInsideSection(element: Element, tags: ReadonlySet<string>): boolean {
  for (let ancestor = unclobberedParentOf(element); ancestor; ancestor = unclobberedParentOf(ancestor)) {
    const role = ancestor.getAttribute('role');
    if (role ? SECTIONING_ROLES.has(role) : tags.has(ancestor.localName)) return true;
  }
  return false;
}

/** The role of a row, cell or row group, which depends on the table's own role. */
function getTablePartRole(element: Element, part: 'rowgroup' | 'row' | 'cell' | 'header'): string {
  let table = unclobberedParentOf(element);
  while (
    table &&
    (table.localName === 'tr' ||
      table.localName === 'tbody' ||
      table.localName === 'thead' ||
      table.localName === 'tfoot')
  )
    table = unclobberedParentOf(table);
  const tableRole = table?.localName === 'table' && table.hasAttribute('role') ? roleOf(table) : 'table';
  if (tableRole === 'none') return 'generic';
  if (part === 'header') return getHeaderRole(element);
  return part === 'cell' && (tableRole === 'grid' || tableRole === 'treegrid') ? 'gridcell' : part;
}

/** A header cell without a scope is a row header if its row contains data cells; otherwise it is a column header. */
function getHeaderRole(cell: Element): string {
  const scope = cell.getAttribute('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  for (
    let cellOfRow = cell.parentElement?.firstElementChild ?? null;
    cellOfRow;
    cellOfRow = cellOfRow.nextElementSibling
  )
    if (cellOfRow.localName === 'td' && (cellOfRow.childElementCount > 0 || cellOfRow.textContent?.trim()))
      return 'rowheader';
  return 'columnheader';
}
