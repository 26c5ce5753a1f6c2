/**
 * Choices of a control, wherever they are drawn: options of a native select, items of a list, and what a
 * control opened. Found by role and by reference (`aria-controls`, `aria-owns`, `aria-activedescendant`); as a
 * last resort by having appeared since the control was touched.
 */
import { deepElements, isShown, referred } from './deep.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapse, cut, renderedText } from './text.js';
import { elementByUid, uid } from './uids.js';

export interface WireChoice {
  uid: string;
  role: string;
  label: string;
  value: string;
  /** Label of the group that it is in. */
  group: string;
  selected: boolean;
  disabled: boolean;
}

export interface WireChoices {
  /** Id of the list, the popup or the control itself. */
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
const MOST = 2_000;

let before = new WeakSet<Element>();

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

function choice(element: Element): WireChoice {
  const role = roleOf(element);
  const native = element.localName === 'option';
  const option = element as HTMLOptionElement;
  const label = native
    ? collapse(option.label || option.text)
    : nameOf(element, role) || renderedText(element, 200);
  return {
    uid: uid(element),
    role,
    label: cut(label, 200),
    value: native
      ? option.value
      : (element.getAttribute('data-value') ?? element.getAttribute('value') ?? ''),
    group: cut(groupOf(element), 100),
    selected: selectedOf(element),
    disabled: isDisabled(element) || (native && option.parentElement?.matches('optgroup[disabled]') === true),
  };
}

/** Items below `root`; in a tree of lists those of the innermost kind that is there. */
function itemsIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of deepElements(root)) {
    if (items.length >= MOST) break;
    if (!ITEM_ROLES.has(roleOf(element))) continue;
    if (isShown(element) || (element.localName === 'input' && element.closest('label'))) items.push(element);
  }
  return items;
}

/** Things a person would pick from, though no role says so. */
function plainItemsIn(root: Element): Element[] {
  const items: Element[] = [];
  for (const element of deepElements(root)) {
    if (items.length >= MOST) break;
    if (!isShown(element) || !renderedText(element, 80)) continue;
    const leaf = !Array.from(element.children).some((child) => isShown(child) && renderedText(child, 40));
    const item = element.localName === 'li' || (leaf && element.matches('div, a, span, button, td'));
    if (item && !items.some((outer) => outer.contains(element))) items.push(element);
  }
  return items;
}

/** Notes what is on the page, so that what a control opens can be told from it. */
export function noteShown(): boolean {
  before = new WeakSet();
  for (const element of deepElements(document)) if (isShown(element)) before.add(element);
  return true;
}

/** What was not shown before: the topmost elements of it. */
function appeared(): Element[] {
  const out: Element[] = [];
  for (const element of deepElements(document)) {
    if (before.has(element) || !isShown(element)) continue;
    if (!out.some((outer) => outer.contains(element))) out.push(element);
  }
  return out;
}

/** The list that a control names, or that its active option lies in. */
function namedList(control: Element): Element | null {
  const around = control.closest('[role="combobox"]') ?? control;
  const inner = control.querySelector('[aria-controls], [aria-owns], [aria-activedescendant]');
  for (const element of new Set([control, around, ...(inner ? [inner] : [])])) {
    for (const attribute of ['aria-controls', 'aria-owns'])
      for (const list of referred(element, attribute)) if (isShown(list) && itemsIn(list).length) return list;
    for (const active of referred(element, 'aria-activedescendant')) {
      const list = active.closest(LIST_ROLES);
      if (list && isShown(list)) return list;
    }
  }
  return null;
}

function opened(): Element[] {
  const fresh = appeared();
  const lists = fresh.flatMap((element) => {
    if (element.matches(LIST_ROLES)) return [element];
    const inner = Array.from(deepElements(element)).filter((at) => at.matches(LIST_ROLES) && isShown(at));
    if (inner.length) return inner;
    const around = element.closest(LIST_ROLES);
    return around ? [around] : [];
  });
  return lists.length ? lists : fresh;
}

function answer(control: Element, list: Element | null, items: Element[], multiple: boolean): WireChoices {
  const around = control.closest('[role="combobox"]') ?? control;
  const expanded = control.getAttribute('aria-expanded') ?? around.getAttribute('aria-expanded');
  return {
    list: list ? uid(list) : null,
    choices: items.map(choice).filter((item) => item.label || item.value),
    expanded: expanded === null ? null : expanded === 'true',
    multiple,
    busy: list?.getAttribute('aria-busy') === 'true',
  };
}

/** Options of a native select, or items that lie inside the element. */
export function choicesIn(id: string): WireChoices | null {
  const element = elementByUid(id);
  if (!element) return null;
  if (element.localName === 'select') {
    const select = element as HTMLSelectElement;
    return answer(select, select, Array.from(select.options), select.multiple);
  }
  if (element.localName === 'input') {
    const list = (element as HTMLInputElement).list;
    if (list) return answer(element, list, Array.from(list.options), false);
  }
  const owned = referred(element, 'aria-owns').flatMap((at) => [at, ...itemsIn(at)]);
  const items = [...itemsIn(element), ...owned.filter((at) => ITEM_ROLES.has(roleOf(at)))];
  return answer(element, element, items, element.getAttribute('aria-multiselectable') === 'true');
}

/** What a control offers now, in the list that it names or in what appeared since `noteShown`. */
export function choicesOf(id: string): WireChoices | null {
  const control = elementByUid(id);
  if (!control) return null;
  const named = namedList(control);
  if (named)
    return answer(control, named, itemsIn(named), named.getAttribute('aria-multiselectable') === 'true');
  const lists = opened().filter((element) => element !== control && !control.contains(element));
  for (const list of lists) {
    const items = ITEM_ROLES.has(roleOf(list)) ? [list] : itemsIn(list);
    if (items.length)
      return answer(
        control,
        list.closest(LIST_ROLES) ?? list,
        lists.length > 1 && items.length === 1
          ? lists.flatMap((at) => (ITEM_ROLES.has(roleOf(at)) ? [at] : itemsIn(at)))
          : items,
        list.getAttribute('aria-multiselectable') === 'true',
      );
  }
  // Roles come first; a list without any is read as people read it, but not a calendar or a form.
  for (const list of lists) {
    if (list.querySelector('input, select, textarea, [role="grid"], table')) continue;
    const items = plainItemsIn(list);
    if (items.length) return answer(control, list, items, false);
  }
  return answer(control, null, [], false);
}
