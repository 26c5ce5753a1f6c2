/** States and values of an element as the platform and ARIA give them. */
import type { WireOption } from './wire.js';
import { collapse, cut } from './text.js';

const VALUE_LIMIT = 500;

export type WireStates = Record<string, boolean | 'mixed'>;

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

/** Takes typed text (or, for date and time inputs, a set value). */
export function isEditable(element: Element): boolean {
  if (element.localName === 'textarea') return !(element as HTMLTextAreaElement).readOnly;
  if (element.localName === 'input') {
    const input = element as HTMLInputElement;
    return !UNTYPABLE.has(input.type) && !input.readOnly;
  }
  return (element as HTMLElement).isContentEditable === true;
}

function ariaBoolean(element: Element, name: string): boolean | 'mixed' | undefined {
  const value = element.getAttribute(name)?.toLowerCase();
  if (value === 'true') return true;
  if (value === 'false') return false;
  return value === 'mixed' ? 'mixed' : undefined;
}

/** @param active whether it can be acted on at all; what cannot be is neither enabled nor disabled */
export function statesOf(element: Element, role: string, active = true): WireStates {
  const states: WireStates = {};
  const set = (key: string, value: boolean | 'mixed' | undefined): void => {
    if (value !== undefined) states[key] = value;
  };
  const tag = element.localName;
  const input = element as HTMLInputElement;
  if (tag === 'input' && (input.type === 'checkbox' || input.type === 'radio'))
    states.checked = input.indeterminate ? 'mixed' : input.checked;
  else set('checked', ariaBoolean(element, 'aria-checked'));
  if (tag === 'option') states.selected = (element as HTMLOptionElement).selected;
  else set('selected', ariaBoolean(element, 'aria-selected'));
  if (tag === 'summary')
    states.expanded = (element.parentElement as HTMLDetailsElement | null)?.open ?? false;
  else set('expanded', ariaBoolean(element, 'aria-expanded'));
  set('pressed', ariaBoolean(element, 'aria-pressed'));
  if (active && isDisabled(element)) states.disabled = true;
  if (input.readOnly === true || ariaBoolean(element, 'aria-readonly') === true) states.readonly = true;
  if (input.required === true || ariaBoolean(element, 'aria-required') === true) states.required = true;
  const invalid = element.getAttribute('aria-invalid');
  if (invalid && invalid !== 'false') states.invalid = true;
  const current = element.getAttribute('aria-current');
  if (current && current !== 'false') states.current = true;
  if ((element.getRootNode() as Document | ShadowRoot).activeElement === element && role !== 'generic')
    states.focused = true;
  if (isEditable(element)) states.editable = true;
  return states;
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

export function isPassword(element: Element): boolean {
  return element.localName === 'input' && (element as HTMLInputElement).type === 'password';
}

/** The value as it stands; undefined for elements without one, '' for a password whatever it holds. */
export function valueOf(element: Element): string | undefined {
  if (isPassword(element)) return '';
  const tag = element.localName;
  if (tag === 'input') {
    const input = element as HTMLInputElement;
    if (input.type === 'checkbox' || input.type === 'radio') return undefined;
    if (input.type === 'file') return Array.from(input.files ?? [], (file) => file.name).join(', ');
    return cut(input.value, VALUE_LIMIT);
  }
  if (tag === 'textarea') return cut((element as HTMLTextAreaElement).value, VALUE_LIMIT);
  if (tag === 'select')
    return Array.from((element as HTMLSelectElement).selectedOptions, (option) => collapse(option.text)).join(
      ', ',
    );
  if ((element as HTMLElement).isContentEditable && !(element.parentElement?.isContentEditable ?? false))
    return cut(collapse((element as HTMLElement).innerText), VALUE_LIMIT);
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
}

/** Options of a select or of an input's data list, the first 200. */
export function optionsOf(element: Element): WireOption[] | undefined {
  const list =
    element.localName === 'select'
      ? (element as HTMLSelectElement).options
      : (element as HTMLInputElement).list?.options;
  if (!list) return undefined;
  return Array.from(list)
    .slice(0, 200)
    .map((option) => ({
      value: cut(option.value, 200),
      label: cut(collapse(option.label || option.text), 200),
      selected: option.selected,
      disabled: option.disabled,
    }));
}

/** Attributes, each value cut, a password's value left out. */
export function attributesOf(element: Element): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { name, value } of Array.from(element.attributes))
    if (!(name === 'value' && isPassword(element))) out[name] = cut(value, VALUE_LIMIT);
  return out;
}
