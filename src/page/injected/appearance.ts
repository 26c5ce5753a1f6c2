/** What is shown, where no change of the document tells of it. */
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
