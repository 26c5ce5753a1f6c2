/** Computes the states of an element from HTML properties and ARIA attributes. */
import type { WireStates } from './wire.js';
import { flatTreeParent, queryCache } from './query-cache.js';
import { isFocusable, isSummary } from './roles.js';
import { validationMessageOf, FIELDS, isInvalid } from './validity.js';

export { attributesOf, isPassword, optionsOf, valueOf } from './values.js';

const NON_TEXT_INPUT_TYPES = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
]);
const DISABLEABLE = new Set(['button', 'input', 'select', 'textarea', 'option']);
const CHECKABLE = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
/** Roles that have a checked state only if `aria-checked` is set. */
const OPTIONALLY_CHECKABLE = new Set(['option', 'treeitem']);
const MIXED_CHECKABLE = new Set(['checkbox', 'menuitemcheckbox', 'option', 'treeitem']);
const SELECTABLE = new Set(['option', 'tab', 'treeitem', 'row', 'gridcell', 'columnheader', 'rowheader']);
const EXPANDABLE = new Set([
  'application',
  'button',
  'checkbox',
  'columnheader',
  'combobox',
  'gridcell',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'row',
  'rowheader',
  'switch',
  'tab',
  'treeitem',
]);
const REQUIRABLE = new Set([
  'checkbox',
  'combobox',
  'gridcell',
  'listbox',
  'radio',
  'radiogroup',
  'searchbox',
  'spinbutton',
  'switch',
  'textbox',
  'tree',
  'treegrid',
]);
const READONLY_ROLES = new Set([
  'checkbox',
  'combobox',
  'grid',
  'gridcell',
  'listbox',
  'menuitemcheckbox',
  'menuitemradio',
  'radiogroup',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
  'treegrid',
]);
const POPUPS = new Set(['menu', 'listbox', 'tree', 'grid', 'dialog']);

/** Whether the element accepts typed text or, for date and time inputs, a value. */
export function isEditable(element: Element): boolean {
  const tag = element.localName;
  if (tag === 'textarea') return !(element as HTMLTextAreaElement).readOnly;
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    return !input.readOnly && !NON_TEXT_INPUT_TYPES.has(input.type);
  }
  return (element as HTMLElement).isContentEditable === true;
}

/** True, false or `mixed`; undefined if the attribute is missing or empty. */
function tristate(element: Element, name: string): boolean | 'mixed' | undefined {
  const value = element.getAttribute(name)?.toLowerCase();
  if (!value || value === 'undefined') return undefined;
  return value === 'mixed' ? 'mixed' : value !== 'false';
}

const isTrue = (element: Element, name: string): boolean =>
  element.getAttribute(name)?.toLowerCase() === 'true';

function checkedOf(element: Element, role: string, attributes: boolean): boolean | 'mixed' | undefined {
  const perhaps = OPTIONALLY_CHECKABLE.has(role);
  if (!perhaps && !CHECKABLE.has(role)) return undefined;
  const input = element as HTMLInputElement;
  if (element.localName === 'input' && (input.type === 'checkbox' || input.type === 'radio'))
    return input.indeterminate ? 'mixed' : input.checked;
  const given = attributes ? tristate(element, 'aria-checked') : undefined;
  if (given === 'mixed' && !MIXED_CHECKABLE.has(role)) return false;
  return given ?? (perhaps ? undefined : false);
}

function selectedOf(element: Element, role: string, attributes: boolean): boolean | undefined {
  if (element.localName === 'option') return (element as HTMLOptionElement).selected;
  if (!SELECTABLE.has(role)) return undefined;
  const given = attributes ? tristate(element, 'aria-selected') : undefined;
  if (given !== undefined) return given !== false;
  // In a focused list, the active descendant counts as selected unless `aria-selected` is set.
  const { focused } = queryCache();
  return focused?.hasAttribute('aria-activedescendant') && focused.ariaActiveDescendantElement === element
    ? true
    : undefined;
}

function pressedOf(element: Element, role: string): boolean | 'mixed' | undefined {
  if (role !== 'button') return undefined;
  const input = element as HTMLInputElement;
  if (element.localName === 'input' && input.type === 'checkbox') return input.checked;
  return tristate(element, 'aria-pressed');
}

function expandedOf(element: Element, role: string, attributes: boolean): boolean | undefined {
  const tag = element.localName;
  if (tag === 'summary' && isSummary(element)) return (element.parentElement as HTMLDetailsElement).open;
  if (!attributes || !EXPANDABLE.has(role)) return undefined;
  const given = tristate(element, 'aria-expanded');
  if (given !== undefined) return given !== false;
  const opener = element as HTMLButtonElement;
  if (tag !== 'button' && tag !== 'input') return undefined;
  const opened =
    opener.popoverTargetElement ?? (/-popover$/.test(opener.command ?? '') ? opener.commandForElement : null);
  return opened?.hasAttribute('popover') ? opened.matches(':popover-open') : undefined;
}

function isReadOnly(element: Element, tag: string, role: string): boolean {
  const input = element as HTMLInputElement;
  const typed = tag === 'textarea' || (tag === 'input' && !NON_TEXT_INPUT_TYPES.has(input.type));
  if (typed && input.readOnly) return true;
  return READONLY_ROLES.has(role) && isTrue(element, 'aria-readonly') && (typed || !isEditable(element));
}

function popupOf(element: Element, role: string): string | undefined {
  const given = element.getAttribute('aria-haspopup')?.toLowerCase();
  if (given === 'true') return 'menu';
  if (given && POPUPS.has(given)) return given;
  // The options of a select are known without opening it.
  return role === 'combobox' && element.localName !== 'select' ? 'listbox' : undefined;
}

/** @param active whether the element is interactive; other elements have no disabled state */
export function statesOf(element: Element, role: string, active = true): WireStates {
  const states: WireStates = {};
  const attributes = element.hasAttributes();
  if (role !== 'generic') {
    const checked = checkedOf(element, role, attributes);
    if (checked !== undefined) states.checked = checked;
    const selected = selectedOf(element, role, attributes);
    if (selected !== undefined) states.selected = selected;
    const expanded = expandedOf(element, role, attributes);
    if (expanded !== undefined) states.expanded = expanded;
    const pressed = attributes ? pressedOf(element, role) : undefined;
    if (pressed !== undefined) states.pressed = pressed;
  }
  if (active && isDisabled(element)) states.disabled = true;
  if (attributes) {
    const tag = element.localName;
    if (isReadOnly(element, tag, role)) states.readonly = true;
    if (FIELDS.has(tag) ? (element as HTMLInputElement).required : false) states.required = true;
    else if (REQUIRABLE.has(role) && isTrue(element, 'aria-required')) states.required = true;
    if (isInvalid(element, tag)) states.invalid = true;
    const message = validationMessageOf(element, tag);
    if (message) states.validationMessage = message;
    const current = element.getAttribute('aria-current')?.toLowerCase();
    if (current && current !== 'false') states.current = true;
    const popup = popupOf(element, role);
    if (popup !== undefined) states.haspopup = popup;
  }
  if (queryCache().focused === element) states.focused = true;
  if (isEditable(element)) states.editable = true;
  return states;
}

/** Whether the element or an ancestor makes it disabled or inert. The nearest `aria-disabled` counts. */
function restrictionsOf(element: Element): { disabled: boolean; inert: boolean } {
  const { restrictions: cache } = queryCache();
  const chain: Element[] = [];
  let at: Element | null = element;
  while (at && !cache.has(at)) {
    chain.push(at);
    at = flatTreeParent(at);
  }
  let result = (at && cache.get(at)) ?? { disabled: false, inert: false };
  for (const link of chain.reverse()) {
    if (link.hasAttributes()) {
      const given = link.getAttribute('aria-disabled')?.toLowerCase();
      const disabled = given === 'true' || (given !== 'false' && result.disabled);
      const inert = result.inert || link.hasAttribute('inert');
      if (disabled !== result.disabled || inert !== result.inert) result = { disabled, inert };
    }
    cache.set(link, result);
  }
  return result;
}

export function isDisabled(element: Element): boolean {
  if (DISABLEABLE.has(element.localName) && element.matches(':disabled')) return true;
  const result = restrictionsOf(element);
  // An ancestor's `aria-disabled` only affects focusable elements.
  return result.inert || (result.disabled && (isFocusable(element) || isTrue(element, 'aria-disabled')));
}
