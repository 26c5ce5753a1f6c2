/**
 * Finds a control's choices: options of a native select, items of a list, or items of a popup that the control opened.
 * It finds choices by role and reference (`aria-controls`, `aria-owns`, `aria-activedescendant`). As a last resort,
 * elements that appeared after the action on the control count as choices.
 */
import { deepElements, isShown, referencedElements } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapse, truncate, renderedText } from './text.js';
import { elementByUid, uid } from './uids.js';

export interface WireChoice {
  uid: string;
  role: string;
  label: string;
  value: string;
  /** Label of its group. */
  group: string;
  selected: boolean;
  disabled: boolean;
}

export interface WireChoices {
  /** Uid of the list, the popup or the control itself. */
  list: string | null;
  choices: WireChoice[];
  expanded: boolean | null;
  multiple: boolean;
  busy: boolean;
}

const ITEM_ROLES = new Set([
  'option',
  'menuitemradio',
  'menuitemcheckbox',
  'menuitem',
  'radio',
  'treeitem',
  'tab',
  'gridcell',
]);
const LIST_ROLES = '[role="listbox"], [role="menu"], [role="tree"], [role="grid"], [role="radiogroup"]';
const MAX_ITEMS = 2_000;

let shownBefore = new WeakSet<Element>();

const selectedOf = (element: Element): boolean => {
  if (element.localName === 'option') return (element as HTMLOptionElement).selected;
  if (element.localName === 'input') return (element as HTMLInputElement).checked;
  return element.getAttribute('aria-selected') === 'true' || element.getAttribute('aria-checked') === 'true';
};

function groupOf(element: Element): string {
  if (element.parentElement?.localName === 'optgroup')
    return (element.parentElement as HTMLOptGroupElement).label;
  const group = element.closest('[role="group"]');
  return group ? nameOf(group, 'group') : '';
}

function toChoice(element: Element): WireChoice {
  const role = roleOf(element);
  const isNative = element.localName === 'option';
  const option = element as HTMLOptionElement;
  const label = isNative
    ? collapse(option.label || option.text)
    : nameOf(element, role) || renderedText(element, 200);
  return {
    uid: uid(element),
    role,
    label: truncate(label, 200),
    value: isNative
      ? option.value
      : (element.getAttribute('data-value') ?? element.getAttribute('value') ?? ''),
    group: truncate(groupOf(element), 100),
    selected: selectedOf(element),
    disabled:
      isDisabled(element) || (isNative && option.parentElement?.matches('optgroup[disabled]') === true),
  };
}

/** Items inside `root`, by role. */
function itemsIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of deepElements(root)) {
    if (items.length >= MAX_ITEMS) break;
    if (!ITEM_ROLES.has(roleOf(element))) continue;
    if (isShown(element) || (element.localName === 'input' && element.closest('label'))) items.push(element);
  }
  return items;
}

/** Items inside `root` that have no role: list items and visible leaf elements with text. */
function itemsWithoutRoleIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of deepElements(root)) {
    if (items.length >= MAX_ITEMS) break;
    if (!isShown(element) || !renderedText(element, 80)) continue;
    const isLeaf = !Array.from(element.children).some((child) => isShown(child) && renderedText(child, 40));
    const isItem = element.localName === 'li' || (isLeaf && element.matches('div, a, span, button, td'));
    if (isItem && !items.some((outer) => outer.contains(element))) items.push(element);
  }
  return items;
}

/** Remembers the visible elements, so that elements shown later can be recognised. */
export function rememberShown(): boolean {
  shownBefore = new WeakSet();
  for (const element of deepElements(document)) if (isShown(element)) shownBefore.add(element);
  return true;
}

/** The outermost elements that were not visible when `rememberShown` was last called. */
function newlyShown(): Element[] {
  const outermost: Element[] = [];
  for (const element of deepElements(document)) {
    if (shownBefore.has(element) || !isShown(element)) continue;
    if (!outermost.some((outer) => outer.contains(element))) outermost.push(element);
  }
  return outermost;
}

/** The list that a control references, or that contains its active option. */
function referencedList(control: Element): Element | null {
  const combobox = control.closest('[role="combobox"]') ?? control;
  const inner = control.querySelector('[aria-controls], [aria-owns], [aria-activedescendant]');
  for (const element of new Set([control, combobox, ...(inner ? [inner] : [])])) {
    for (const attribute of ['aria-controls', 'aria-owns'])
      for (const list of referencedElements(element, attribute))
        if (isShown(list) && itemsIn(list).length) return list;
    for (const activeOption of referencedElements(element, 'aria-activedescendant')) {
      const list = activeOption.closest(LIST_ROLES);
      if (list && isShown(list)) return list;
    }
  }
  return null;
}

function openedLists(): Element[] {
  const newElements = newlyShown();
  const lists = newElements.flatMap((element) => {
    if (element.matches(LIST_ROLES)) return [element];
    const innerLists = Array.from(deepElements(element)).filter(
      (descendant) => descendant.matches(LIST_ROLES) && isShown(descendant),
    );
    if (innerLists.length) return innerLists;
    const outerList = element.closest(LIST_ROLES);
    return outerList ? [outerList] : [];
  });
  return lists.length ? lists : newElements;
}

function toChoices(control: Element, list: Element | null, items: Element[], multiple: boolean): WireChoices {
  const combobox = control.closest('[role="combobox"]') ?? control;
  const expanded = control.getAttribute('aria-expanded') ?? combobox.getAttribute('aria-expanded');
  return {
    list: list ? uid(list) : null,
    choices: items.map(toChoice).filter((item) => item.label || item.value),
    expanded: expanded === null ? null : expanded === 'true',
    multiple,
    busy: list?.getAttribute('aria-busy') === 'true',
  };
}

/** Options of a native select or data list, or items inside any other element. */
export function choicesIn(id: string): WireChoices | null {
  const element = elementByUid(id);
  if (!element) return null;
  if (element.localName === 'select') {
    const select = element as HTMLSelectElement;
    // Playwright selects options by index, so empty options must not be left out.
    return {
      ...toChoices(select, select, [], select.multiple),
      choices: Array.from(select.options, toChoice),
    };
  }
  if (element.localName === 'input') {
    const list = (element as HTMLInputElement).list;
    if (list) return toChoices(element, list, Array.from(list.options), false);
  }
  const ownedElements = referencedElements(element, 'aria-owns').flatMap((list) => [list, ...itemsIn(list)]);
  const items = [...itemsIn(element), ...ownedElements.filter((item) => ITEM_ROLES.has(roleOf(item)))];
  return toChoices(element, element, items, element.getAttribute('aria-multiselectable') === 'true');
}

/** A control's current choices: in its referenced list, or in elements shown since `rememberShown`. */
export function currentChoicesOf(id: string): WireChoices | null {
  const control = elementByUid(id);
  if (!control) return null;
  const referenced = referencedList(control);
  if (referenced)
    return toChoices(
      control,
      referenced,
      itemsIn(referenced),
      referenced.getAttribute('aria-multiselectable') === 'true',
    );
  const lists = openedLists().filter((element) => element !== control && !control.contains(element));
  for (const list of lists) {
    const items = ITEM_ROLES.has(roleOf(list)) ? [list] : itemsIn(list);
    if (items.length)
      return toChoices(
        control,
        list.closest(LIST_ROLES) ?? list,
        lists.length > 1 && items.length === 1
          ? lists.flatMap((item) => (ITEM_ROLES.has(roleOf(item)) ? [item] : itemsIn(item)))
          : items,
        list.getAttribute('aria-multiselectable') === 'true',
      );
  }
  // If there are no roles, plain items count as choices, except in forms and calendars.
  for (const list of lists) {
    if (list.querySelector('input, select, textarea, [role="grid"], table')) continue;
    const items = itemsWithoutRoleIn(list);
    if (items.length) return toChoices(control, list, items, false);
  }
  return toChoices(control, null, [], false);
}
