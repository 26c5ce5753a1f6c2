/** Values, options and attributes of elements. Passwords are never read. */
import type { WireOption } from './wire.js';
import { isEditingHost } from './roles.js';
import { collapseWhitespace, truncate } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
const MAX_VALUE_LENGTH = 500;
/** Enough for a long article, because a navigator must be able to read the text that it replaces. */
const MAX_TEXT_AREA_LENGTH = 50_000;

export function isPassword(element: Element): boolean {
  return element.localName === 'input' && (element as HTMLInputElement).type === 'password';
}

/** The current value; undefined for elements without one; always '' for passwords. */
export function valueOf(element: Element): string | undefined {
  switch (element.localName) {
    case 'input': {
      const input = element as HTMLInputElement;
      if (input.type === 'password') return '';
      if (input.type === 'checkbox' || input.type === 'radio') return undefined;
      if (input.type === 'file') return Array.from(input.files ?? [], (file) => file.name).join(', ');
      return truncate(input.value, MAX_VALUE_LENGTH);
    }
    case 'textarea':
      return truncate((element as HTMLTextAreaElement).value, MAX_TEXT_AREA_LENGTH);
    case 'select':
      return Array.from((element as HTMLSelectElement).selectedOptions, (option) =>
        collapseWhitespace(option.text),
      ).join(', ');
    case 'progress':
    case 'meter':
      return element.getAttribute('value') ?? undefined;
  }
  if (!element.hasAttributes()) return undefined;
  if (isEditingHost(element))
    return truncate(collapseWhitespace((element as HTMLElement).innerText), MAX_VALUE_LENGTH);
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
}

/** The first 200 options of a select or an input's data list. */
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
      value: truncate(option.value, 200),
      label: truncate(collapseWhitespace(option.label || option.text), 200),
      selected: option.selected,
      disabled: option.disabled || option.parentElement?.matches('optgroup[disabled]') === true,
    }));
}

/**
 * Attributes with truncated values, without passwords. For SVG elements, `use` is the URL of the displayed symbol or
 * image.
 */
export function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  if (element.namespaceURI === SVG) {
    const symbol = element.querySelector(element.localName === 'svg' ? ':scope > use' : 'use, image');
    const use = symbol?.getAttribute('href') ?? symbol?.getAttribute('xlink:href');
    if (use) attributes.use = truncate(use, MAX_VALUE_LENGTH);
  }
  if (!element.hasAttributes()) return attributes;
  for (const name of element.getAttributeNames())
    if (!(name === 'value' && isPassword(element)))
      attributes[name] = truncate(element.getAttribute(name) ?? '', MAX_VALUE_LENGTH);
  return attributes;
}
