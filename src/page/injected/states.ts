/** Computes an element's states from HTML properties and ARIA attributes. */
import type { WireStates } from './wire.js';
import { flatTreeParentOf, getQueryCache } from './query-cache.js';
import { isFocusable, isSummary } from './roles.js';
import { validationMessageOf, FIELD_TAGS, isInvalid } from './validity.js';

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
const DISABLEABLE_TAGS = new Set(['button', 'input', 'select', 'textarea', 'option']);
const CHECKABLE_ROLES = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
/** Roles that have a checked state only if `aria-checked` is set. */
const OPTIONALLY_CHECKABLE_ROLES = new Set(['option', 'treeitem']);
const MIXED_CHECKABLE_ROLES = new Set(['checkbox', 'menuitemcheckbox', 'option', 'treeitem']);
const SELECTABLE_ROLES = new Set([
  'option',
  'tab',
  'treeitem',
  'row',
  'gridcell',
  'columnheader',
  'rowheader',
]);
const EXPANDABLE_ROLES = new Set([
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
const REQUIRABLE_ROLES = new Set([
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
const POPUP_TYPES = new Set(['menu', 'listbox', 'tree', 'grid', 'dialog']);

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
function readTristate(element: Element, name: string): boolean | 'mixed' | undefined {
  const value = element.getAttribute(name)?.toLowerCase();
  if (!value || value === 'undefined') return undefined;
  return value === 'mixed' ? 'mixed' : value !== 'false';
}

const isTrue = (element: Element, name: string): boolean =>
  element.getAttribute(name)?.toLowerCase() === 'true';

function checkedOf(element: Element, role: string, hasAttributes: boolean): boolean | 'mixed' | undefined {
  const isOptional = OPTIONALLY_CHECKABLE_ROLES.has(role);
  if (!isOptional && !CHECKABLE_ROLES.has(role)) return undefined;
  const input = element as HTMLInputElement;
  if (element.localName === 'input' && (input.type === 'checkbox' || input.type === 'radio'))
    return input.indeterminate ? 'mixed' : input.checked;
  const ariaChecked = hasAttributes ? readTristate(element, 'aria-checked') : undefined;
  if (ariaChecked === 'mixed' && !MIXED_CHECKABLE_ROLES.has(role)) return false;
  return ariaChecked ?? (isOptional ? undefined : false);
}

function selectedOf(element: Element, role: string, hasAttributes: boolean): boolean | undefined {
  if (element.localName === 'option') return (element as HTMLOptionElement).selected;
  if (!SELECTABLE_ROLES.has(role)) return undefined;
  const ariaSelected = hasAttributes ? readTristate(element, 'aria-selected') : undefined;
  if (ariaSelected !== undefined) return ariaSelected !== false;
  // In a focused list, the active descendant counts as selected unless `aria-selected` is set.
  const { focusedElement } = getQueryCache();
  return focusedElement?.hasAttribute('aria-activedescendant') &&
    focusedElement.ariaActiveDescendantElement === element
    ? true
    : undefined;
}

function pressedOf(element: Element, role: string): boolean | 'mixed' | undefined {
  if (role !== 'button') return undefined;
  const input = element as HTMLInputElement;
  if (element.localName === 'input' && input.type === 'checkbox') return input.checked;
  return readTristate(element, 'aria-pressed');
}

function expandedOf(element: Element, role: string, hasAttributes: boolean): boolean | undefined {
  const tag = element.localName;
  if (tag === 'summary' && isSummary(element)) return (element.parentElement as HTMLDetailsElement).open;
  if (!hasAttributes || !EXPANDABLE_ROLES.has(role)) return undefined;
  const ariaExpanded = readTristate(element, 'aria-expanded');
  if (ariaExpanded !== undefined) return ariaExpanded !== false;
  const button = element as HTMLButtonElement;
  if (tag !== 'button' && tag !== 'input') return undefined;
  const popover =
    button.popoverTargetElement ?? (/-popover$/.test(button.command ?? '') ? button.commandForElement : null);
  return popover?.hasAttribute('popover') ? popover.matches(':popover-open') : undefined;
}

function isReadOnly(element: Element, tag: string, role: string): boolean {
  const input = element as HTMLInputElement;
  const acceptsText = tag === 'textarea' || (tag === 'input' && !NON_TEXT_INPUT_TYPES.has(input.type));
  if (acceptsText && input.readOnly) return true;
  return (
    READONLY_ROLES.has(role) && isTrue(element, 'aria-readonly') && (acceptsText || !isEditable(element))
  );
}

function popupOf(element: Element, role: string): string | undefined {
  const ariaHasPopup = element.getAttribute('aria-haspopup')?.toLowerCase();
  if (ariaHasPopup === 'true') return 'menu';
  if (ariaHasPopup && POPUP_TYPES.has(ariaHasPopup)) return ariaHasPopup;
  // A select's options are known without opening it.
  return role === 'combobox' && element.localName !== 'select' ? 'listbox' : undefined;
}

/** @param isInteractive whether the element is interactive; other elements get no disabled state */
export function statesOf(element: Element, role: string, isInteractive = true): WireStates {
  const states: WireStates = {};
  const hasAttributes = element.hasAttributes();
  if (role !== 'generic') {
    const checked = checkedOf(element, role, hasAttributes);
    if (checked !== undefined) states.checked = checked;
    const selected = selectedOf(element, role, hasAttributes);
    if (selected !== undefined) states.selected = selected;
    const expanded = expandedOf(element, role, hasAttributes);
    if (expanded !== undefined) states.expanded = expanded;
    const pressed = hasAttributes ? pressedOf(element, role) : undefined;
    if (pressed !== undefined) states.pressed = pressed;
  }
  if (isInteractive && isDisabled(element)) states.disabled = true;
  if (hasAttributes) {
    const tag = element.localName;
    if (isReadOnly(element, tag, role)) states.readonly = true;
    if (FIELD_TAGS.has(tag) ? (element as HTMLInputElement).required : false) states.required = true;
    else if (REQUIRABLE_ROLES.has(role) && isTrue(element, 'aria-required')) states.required = true;
    if (isInvalid(element, tag)) states.invalid = true;
    const message = validationMessageOf(element, tag);
    if (message) states.validationMessage = message;
    const current = element.getAttribute('aria-current')?.toLowerCase();
    if (current && current !== 'false') states.current = true;
    const popup = popupOf(element, role);
    if (popup !== undefined) states.haspopup = popup;
  }
  if (getQueryCache().focusedElement === element) states.focused = true;
  if (isEditable(element)) states.editable = true;
  return states;
}

/**
 * Determines whether an element is disabled or inert, itself or through an ancestor. The nearest `aria-disabled` counts.
 */
function restrictionsOf(element: Element): { disabled: boolean; inert: boolean } {
  const { restrictions: cache } = getQueryCache();
  const uncached: Element[] = [];
  let current: Element | null = element;
  while (current && !cache.has(current)) {
    uncached.push(current);
    current = flatTreeParentOf(current);
  }
  let result = (current && cache.get(current)) ?? { disabled: false, inert: false };
  for (const descendant of uncached.reverse()) {
    if (descendant.hasAttributes()) {
      const ariaDisabled = descendant.getAttribute('aria-disabled')?.toLowerCase();
      const disabled = ariaDisabled === 'true' || (ariaDisabled !== 'false' && result.disabled);
      const inert = result.inert || descendant.hasAttribute('inert');
      if (disabled !== result.disabled || inert !== result.inert) result = { disabled, inert };
    }
    cache.set(descendant, result);
  }
  return result;
}

export function isDisabled(element: Element): boolean {
  if (DISABLEABLE_TAGS.has(element.localName) && element.matches(':disabled')) return true;
  const result = restrictionsOf(element);
  // An ancestor's `aria-disabled` affects only focusable elements.
  return result.inert || (result.disabled && (isFocusable(element) || isTrue(element, 'aria-disabled')));
}
