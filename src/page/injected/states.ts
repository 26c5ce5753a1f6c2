/** States of an element as the platform and ARIA give them. */
import type { WireStates } from './wire.js';
import { drawnParent, thisPass } from './pass.js';
import { isFocusable, isSummary } from './roles.js';
import { complaintOf, FIELDS, isInvalid } from './validity.js';

export { attributesOf, isPassword, optionsOf, valueOf } from './values.js';

const UNTYPABLE = new Set([
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
const TICKABLE = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
/** Roles that may be ticked, and are neither ticked nor not where nothing is said. */
const PERHAPS_TICKABLE = new Set(['option', 'treeitem']);
const HALF_TICKABLE = new Set(['checkbox', 'menuitemcheckbox', 'option', 'treeitem']);
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
const READABLE_ONLY = new Set([
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

/** Takes typed text (or, for date and time inputs, a set value). */
export function isEditable(element: Element): boolean {
  const tag = element.localName;
  if (tag === 'textarea') return !(element as HTMLTextAreaElement).readOnly;
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    return !input.readOnly && !UNTYPABLE.has(input.type);
  }
  return (element as HTMLElement).isContentEditable === true;
}

/** True, false or `mixed`; undefined where the attribute is missing or says nothing. */
function tristate(element: Element, name: string): boolean | 'mixed' | undefined {
  const value = element.getAttribute(name)?.toLowerCase();
  if (!value || value === 'undefined') return undefined;
  return value === 'mixed' ? 'mixed' : value !== 'false';
}

const isTrue = (element: Element, name: string): boolean =>
  element.getAttribute(name)?.toLowerCase() === 'true';

function checkedOf(element: Element, role: string, attributes: boolean): boolean | 'mixed' | undefined {
  const perhaps = PERHAPS_TICKABLE.has(role);
  if (!perhaps && !TICKABLE.has(role)) return undefined;
  const input = element as HTMLInputElement;
  if (element.localName === 'input' && (input.type === 'checkbox' || input.type === 'radio'))
    return input.indeterminate ? 'mixed' : input.checked;
  const given = attributes ? tristate(element, 'aria-checked') : undefined;
  if (given === 'mixed' && !HALF_TICKABLE.has(role)) return false;
  return given ?? (perhaps ? undefined : false);
}

function selectedOf(element: Element, role: string, attributes: boolean): boolean | undefined {
  if (element.localName === 'option') return (element as HTMLOptionElement).selected;
  if (!SELECTABLE.has(role)) return undefined;
  const given = attributes ? tristate(element, 'aria-selected') : undefined;
  if (given !== undefined) return given !== false;
  // In a focused list the active item is the chosen one, unless the page says otherwise.
  const { focused } = thisPass();
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
  const typed = tag === 'textarea' || (tag === 'input' && !UNTYPABLE.has(input.type));
  if (typed && input.readOnly) return true;
  return READABLE_ONLY.has(role) && isTrue(element, 'aria-readonly') && (typed || !isEditable(element));
}

function popupOf(element: Element, role: string): string | undefined {
  const given = element.getAttribute('aria-haspopup')?.toLowerCase();
  if (given === 'true') return 'menu';
  if (given && POPUPS.has(given)) return given;
  // A select shows its options anyway: nothing has to be opened first.
  return role === 'combobox' && element.localName !== 'select' ? 'listbox' : undefined;
}

/** @param active whether it can be acted on at all; what cannot be is neither enabled nor disabled */
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
    const complaint = complaintOf(element, tag);
    if (complaint) states.complaint = complaint;
    const current = element.getAttribute('aria-current')?.toLowerCase();
    if (current && current !== 'false') states.current = true;
    const popup = popupOf(element, role);
    if (popup !== undefined) states.haspopup = popup;
  }
  if (thisPass().focused === element) states.focused = true;
  if (isEditable(element)) states.editable = true;
  return states;
}

/** What its surroundings and itself bar an element from; of `aria-disabled` the nearest counts. */
function barsOf(element: Element): { disabled: boolean; inert: boolean } {
  const { barred } = thisPass();
  const chain: Element[] = [];
  let at: Element | null = element;
  while (at && !barred.has(at)) {
    chain.push(at);
    at = drawnParent(at);
  }
  let bars = (at && barred.get(at)) ?? { disabled: false, inert: false };
  for (const link of chain.reverse()) {
    if (link.hasAttributes()) {
      const given = link.getAttribute('aria-disabled')?.toLowerCase();
      const disabled = given === 'true' || (given !== 'false' && bars.disabled);
      const inert = bars.inert || link.hasAttribute('inert');
      if (disabled !== bars.disabled || inert !== bars.inert) bars = { disabled, inert };
    }
    barred.set(link, bars);
  }
  return bars;
}

export function isDisabled(element: Element): boolean {
  if (DISABLEABLE.has(element.localName) && element.matches(':disabled')) return true;
  const bars = barsOf(element);
  // `aria-disabled` bars what stands in it only where the keyboard would get to it.
  return bars.inert || (bars.disabled && (isFocusable(element) || isTrue(element, 'aria-disabled')));
}
