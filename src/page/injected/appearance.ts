/** Readings that no document tells of by itself: what is shown, and what values mean to the browser. */
import { deepElements } from './deep.js';

/** How many elements are shown: a menu that a style sheet unfolds on hover changes nothing else. */
export function shownCount(): number {
  let count = 0;
  for (const element of deepElements(document))
    if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) count++;
  return count;
}

/** A colour in any spelling that style sheets know, as `#rrggbb`; '' when it is none. */
export function colourOf(text: string): string {
  if (!CSS.supports('color', text)) return '';
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '';
  context.fillStyle = text;
  const { fillStyle } = context;
  return typeof fillStyle === 'string' && /^#[0-9a-f]{6}$/i.test(fillStyle) ? fillStyle : '';
}

/** What a field of this type makes of a value: '' for one that it does not take, 31 February for example. */
export function sanitised(type: string, value: string): string {
  const input = document.createElement('input');
  input.type = type;
  input.value = value;
  return input.value;
}
