/** Computes a frame element's content box, which excludes border and padding. */
import type { WireFrameBox } from './wire.js';

const px = (length: string): number => Number.parseFloat(length) || 0;

/** Layout size including fractions of a pixel, which `offsetWidth` rounds. */
function layoutSize(style: CSSStyleDeclaration, rounded: number, axis: 'width' | 'height'): number {
  const size = Number.parseFloat(style[axis]);
  const [start, end] = axis === 'width' ? (['Left', 'Right'] as const) : (['Top', 'Bottom'] as const);
  const padding =
    style.boxSizing === 'border-box'
      ? 0
      : px(style[`padding${start}`]) +
        px(style[`padding${end}`]) +
        px(style[`border${start}Width`]) +
        px(style[`border${end}Width`]);
  // The computed size may be a keyword or refer to another box.
  return Math.abs(size + padding - rounded) < 1 ? size + padding : rounded;
}

/** Transforms scale the bounding box but not borders, padding and client size. */
export function contentBox(element: Element, box = element.getBoundingClientRect()): WireFrameBox {
  const { clientLeft, clientTop, clientWidth, clientHeight, offsetWidth, offsetHeight } =
    element as HTMLElement;
  const style = getComputedStyle(element);
  const left = px(style.paddingLeft);
  const top = px(style.paddingTop);
  const ratio = (renderedLength: number, layoutLength: number): number =>
    layoutLength <= 0 || Math.abs(renderedLength - layoutLength) < 0.01 ? 1 : renderedLength / layoutLength;
  const scaleX = ratio(box.width, layoutSize(style, offsetWidth, 'width'));
  const scaleY = ratio(box.height, layoutSize(style, offsetHeight, 'height'));
  return {
    x: box.x + (clientLeft + left) * scaleX,
    y: box.y + (clientTop + top) * scaleY,
    width: (clientWidth - left - px(style.paddingRight)) * scaleX,
    height: (clientHeight - top - px(style.paddingBottom)) * scaleY,
    scaleX,
    scaleY,
  };
}
