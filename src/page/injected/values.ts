/** What an element holds: value, options, attributes. Never a password. */
import type { WireOption } from './wire.js';
import { isEditingHost } from './roles.js';
import { collapse, cut } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
const VALUE_LIMIT = 500;

export function isPassword(element: Element): boolean {
  return element.localName === 'input' && (element as HTMLInputElement).type === 'password';
}

/** The value as it stands; undefined for elements without one, '' for a password whatever it holds. */
export function valueOf(element: Element): string | undefined {
  switch (element.localName) {
    case 'input': {
      const input = element as HTMLInputElement;
      if (input.type === 'password') return '';
      if (input.type === 'checkbox' || input.type === 'radio') return undefined;
      if (input.type === 'file') return Array.from(input.files ?? [], (file) => file.name).join(', ');
      return cut(input.value, VALUE_LIMIT);
    }
    case 'textarea':
      return cut((element as HTMLTextAreaElement).value, VALUE_LIMIT);
    case 'select':
      return Array.from((element as HTMLSelectElement).selectedOptions, (option) =>
        collapse(option.text),
      ).join(', ');
    case 'progress':
    case 'meter':
      return element.getAttribute('value') ?? undefined;
  }
  if (!element.hasAttributes()) return undefined;
  if (isEditingHost(element)) return cut(collapse((element as HTMLElement).innerText), VALUE_LIMIT);
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
}

/** Options of a select or of an input's data list, the first 200. */
export function optionsOf(element: Element): WireOption[] | undefined {
  const tag = element.localName;
  const list =
    tag === 'select'
      ? (element as HTMLSelectElement).options
      : tag === 'input' && element.hasAttribute('list')
        ? (element as HTMLInputElement).list?.options
        : undefined;
  if (!list) return undefined;
  return Array.from(list)
    .slice(0, 200)
    .map((option) => ({
      value: cut(option.value, 200),
      label: cut(collapse(option.label || option.text), 200),
      selected: option.selected,
      disabled: option.disabled || option.parentElement?.matches('optgroup[disabled]') === true,
    }));
}

/** Attributes, each value cut, a password's value left out; of a drawing also the symbol or picture that it shows. */
export function attributesOf(element: Element): Record<string, string> {
  const out: Record<string, string> = {};
  if (element.namespaceURI === SVG) {
    const symbol = element.querySelector(element.localName === 'svg' ? ':scope > use' : 'use, image');
    const use = symbol?.getAttribute('href') ?? symbol?.getAttribute('xlink:href');
    if (use) out.use = cut(use, VALUE_LIMIT);
  }
  if (!element.hasAttributes()) return out;
  for (const name of element.getAttributeNames())
    if (!(name === 'value' && isPassword(element)))
      out[name] = cut(element.getAttribute(name) ?? '', VALUE_LIMIT);
  return out;
}
