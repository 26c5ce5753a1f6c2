/**
 * Finds a control's choices: options of a native select, items of a list, or items of a popup that the control opened.
 * It finds choices by role and reference (`aria-controls`, `aria-owns`, `aria-activedescendant`). As a last resort,
 * elements that appeared after the action on the control count as choices.
 */
import { walkDeepElements, isShown, findReferencedElements } from './composed-tree.js';
import { unclobberedParentOf } from './dom.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapseWhitespace, truncate, readRenderedText } from './text.js';
import { findElementByUid, getUid } from './uids.js';

export interface WireChoice {
  uid: string;
  role: string;
  label: string;
  value: string;
  /** Label of the group that contains the choice; '' if there is none. */
  group: string;
  selected: boolean;
  disabled: boolean;
}

export interface WireChoices {
  /** Uid of the element that contains the choices: a list, a popup or the control itself. */
  listUid: string | null;
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
const LIST_SELECTOR = '[role="listbox"], [role="menu"], [role="tree"], [role="grid"], [role="radiogroup"]';
const MAX_ITEMS = 2_000;

let rememberedElements = new WeakSet<Element>();

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
    ? collapseWhitespace(option.label || option.text)
    : nameOf(element, role) || readRenderedText(element, 200);
  return {
    uid: getUid(element),
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
function findItemsIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of walkDeepElements(root)) {
    if (items.length >= MAX_ITEMS) break;
    if (!ITEM_ROLES.has(roleOf(element))) continue;
    if (isShown(element) || (element.localName === 'input' && element.closest('label'))) items.push(element);
  }
  return items;
}

/** Items inside `root` that have no role: list items and visible leaf elements with text. */
function findItemsWithoutRoleIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of walkDeepElements(root)) {
    if (items.length >= MAX_ITEMS) break;
    if (!isShown(element) || !readRenderedText(element, 80)) continue;
    const isLeaf = !Array.from(element.children).some(
      (child) => isShown(child) && readRenderedText(child, 40),
    );
    const isItem = element.localName === 'li' || (isLeaf && element.matches('div, a, span, button, td'));
    if (isItem && !items.some((outer) => outer.contains(element))) items.push(element);
  }
  return items;
}

/** Remembers the visible elements, so that elements shown later can be recognised. */
export function rememberVisibleElements(): boolean {
  rememberedElements = new WeakSet();
  for (const element of walkDeepElements(document)) if (isShown(element)) rememberedElements.add(element);
  return true;
}

/** The outermost elements that were not visible when `rememberVisibleElements` was last called. */
function findNewlyVisibleElements(): Element[] {
  const outermostElements: Element[] = [];
  for (const element of walkDeepElements(document)) {
    if (rememberedElements.has(element) || !isShown(element)) continue;
    if (!outermostElements.some((outer) => outer.contains(element))) outermostElements.push(element);
  }
  return outermostElements;
}

/** The list that a control references, or that contains its active option. */
function findReferencedList(control: Element): Element | null {
  const combobox = control.closest('[role="combobox"]') ?? control;
  const innerReference = control.querySelector('[aria-controls], [aria-owns], [aria-activedescendant]');
  for (const element of new Set([control, combobox, ...(innerReference ? [innerReference] : [])])) {
    for (const attribute of ['aria-controls', 'aria-owns'])
      for (const list of findReferencedElements(element, attribute))
        if (isShown(list) && findItemsIn(list).length) return list;
    for (const activeOption of findReferencedElements(element, 'aria-activedescendant')) {
      const list = activeOption.closest(LIST_SELECTOR);
      if (list && isShown(list)) return list;
    }
  }
  return null;
}

function findOpenedLists(): Element[] {
  const newElements = findNewlyVisibleElements();
  const lists = newElements.flatMap((element) => {
    if (element.matches(LIST_SELECTOR)) return [element];
    const innerLists = Array.from(walkDeepElements(element)).filter(
      (descendant) => descendant.matches(LIST_SELECTOR) && isShown(descendant),
    );
    if (innerLists.length) return innerLists;
    const outerList = element.closest(LIST_SELECTOR);
    return outerList ? [outerList] : [];
  });
  return lists.length ? lists : newElements;
}

function toChoices(control: Element, list: Element | null, items: Element[], multiple: boolean): WireChoices {
  const combobox = control.closest('[role="combobox"]') ?? control;
  const expanded = control.getAttribute('aria-expanded') ?? combobox.getAttribute('aria-expanded');
  return {
    listUid: list ? getUid(list) : null,
    choices: items.map(toChoice).filter((item) => item.label || item.value),
    expanded: expanded === null ? null : expanded === 'true',
    multiple,
    busy: list?.getAttribute('aria-busy') === 'true',
  };
}

/** Options of a native select or data list, or items inside any other element. */
export function readChoicesIn(id: string): WireChoices | null {
  const element = findElementByUid(id);
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
  const ownedElements = findReferencedElements(element, 'aria-owns').flatMap((list) => [
    list,
    ...findItemsIn(list),
  ]);
  const items = [...findItemsIn(element), ...ownedElements.filter((item) => ITEM_ROLES.has(roleOf(item)))];
  return toChoices(element, element, items, element.getAttribute('aria-multiselectable') === 'true');
}

/** A control's current choices: in its referenced list, or in elements shown since `rememberVisibleElements`. */
export function readCurrentChoices(id: string): WireChoices | null {
  const control = findElementByUid(id);
  if (!control) return null;
  const referencedListElement = findReferencedList(control);
  if (referencedListElement)
    return toChoices(
      control,
      referencedListElement,
      findItemsIn(referencedListElement),
      referencedListElement.getAttribute('aria-multiselectable') === 'true',
    );
  const lists = findOpenedLists().filter((element) => element !== control && !control.contains(element));
  for (const list of lists) {
    const items = ITEM_ROLES.has(roleOf(list)) ? [list] : findItemsIn(list);
    if (items.length)
      return toChoices(
        control,
        list.closest(LIST_SELECTOR) ?? list,
        lists.length > 1 && items.length === 1
          ? lists.flatMap((item) => (ITEM_ROLES.has(roleOf(item)) ? [item] : findItemsIn(item)))
          : items,
        list.getAttribute('aria-multiselectable') === 'true',
      );
  }
  // If there are no roles, plain items count as choices, except in forms and calendars.
  const plainLists = [findVisibleDropdown(control) ?? [], lists].flat().map((list) => ({
    list,
    items: list.querySelector('input, select, textarea, [role="grid"], table')
      ? []
      : findItemsWithoutRoleIn(list),
  }));
  // The longest list is used: a list of one item may be the chosen option, which is now shown next to the control.
  const longestList = plainLists.sort((a, b) => b.items.length - a.items.length)[0];
  return longestList?.items.length
    ? toChoices(control, longestList.list, longestList.items, false)
    : toChoices(control, null, [], false);
}

/**
 * Some libraries reference a hidden list for screen readers, while the options that users see have no role. Returns the
 * visible drop-down that contains such a hidden list.
 */
function findVisibleDropdown(control: Element): Element | null {
  for (const copy of findReferencedElements(control, 'aria-controls')) {
    if (isShown(copy) || control.getAttribute('aria-expanded') !== 'true') continue;
    const dropdown = unclobberedParentOf(copy);
    if (dropdown && dropdown !== document.body && isShown(dropdown) && !dropdown.contains(control))
      return dropdown;
  }
  return null;
}
