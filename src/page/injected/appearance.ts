/** Values that only the browser can compute: the number of visible elements, normalised colours, valid input values. */
import { walkDeepElements } from './composed-tree.js';

/** Number of visible elements. A change in this number reveals a menu that CSS opens on hover, without any script. */
export function countVisibleElements(): number {
  let count = 0;
  for (const element of walkDeepElements(document))
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) count++;
  return count;
}

/** Converts a CSS colour to `#rrggbb`. @returns '' if the text is not a colour */
export function toHexColour(text: string): string {
  if (!CSS.supports('color', text)) return '';
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '';
  context.fillStyle = text;
  const { fillStyle } = context;
  return typeof fillStyle === 'string' && /^#[0-9a-f]{6}$/i.test(fillStyle) ? fillStyle : '';
}

/** Applies an input type's value sanitisation. @returns '' if the value is invalid, for example 31 February */
export function sanitiseValue(type: string, value: string): string {
  const input = document.createElement('input');
  input.type = type;
  input.value = value;
  return input.value;
}
