/** Where a frame's content is drawn, within its border and padding: one way for boxes and for the pointer. */
import type { WirePlace } from './wire.js';

const px = (length: string): number => Number.parseFloat(length) || 0;

/** How large an element is laid out, as parts of a px: what `offsetWidth` says is rounded. */
function laidOut(style: CSSStyleDeclaration, whole: number, axis: 'width' | 'height'): number {
  const size = Number.parseFloat(style[axis]);
  const [start, end] = axis === 'width' ? (['Left', 'Right'] as const) : (['Top', 'Bottom'] as const);
  const around =
    style.boxSizing === 'border-box'
      ? 0
      : px(style[`padding${start}`]) +
        px(style[`padding${end}`]) +
        px(style[`border${start}Width`]) +
        px(style[`border${end}Width`]);
  // Boxes that are not laid out by themselves have no size in px.
  return Math.abs(size + around - whole) < 1 ? size + around : whole;
}

/** A box may be scaled, what it is laid out by is not. */
export function contentBox(element: Element, box = element.getBoundingClientRect()): WirePlace {
  const { clientLeft, clientTop, clientWidth, clientHeight, offsetWidth, offsetHeight } =
    element as HTMLElement;
  const style = getComputedStyle(element);
  const left = px(style.paddingLeft);
  const top = px(style.paddingTop);
  const ratio = (drawn: number, laid: number): number =>
    laid <= 0 || Math.abs(drawn - laid) < 0.01 ? 1 : drawn / laid;
  const scaleX = ratio(box.width, laidOut(style, offsetWidth, 'width'));
  const scaleY = ratio(box.height, laidOut(style, offsetHeight, 'height'));
  return {
    x: box.x + (clientLeft + left) * scaleX,
    y: box.y + (clientTop + top) * scaleY,
    width: (clientWidth - left - px(style.paddingRight)) * scaleX,
    height: (clientHeight - top - px(style.paddingBottom)) * scaleY,
    scaleX,
    scaleY,
  };
}
