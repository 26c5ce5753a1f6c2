/** Computes a frame element's content box, which excludes border and padding. */
import type { WireFrameBox } from './wire.js';

const parsePixels = (length: string): number => Number.parseFloat(length) || 0;

/** Layout size including fractions of a pixel, which `offsetWidth` rounds. */
function computeLayoutSize(
  style: CSSStyleDeclaration,
  roundedSize: number,
  axis: 'width' | 'height',
): number {
  const size = Number.parseFloat(style[axis]);
  const [start, end] = axis === 'width' ? (['Left', 'Right'] as const) : (['Top', 'Bottom'] as const);
  const padding =
    style.boxSizing === 'border-box'
      ? 0
      : parsePixels(style[`padding${start}`]) +
        parsePixels(style[`padding${end}`]) +
        parsePixels(style[`border${start}Width`]) +
        parsePixels(style[`border${end}Width`]);
  // The computed size may be a keyword or refer to another box.
  return Math.abs(size + padding - roundedSize) < 1 ? size + padding : roundedSize;
}

/** Transforms scale the bounding box but not borders, padding and client size. */
export function computeContentBox(element: Element, box = element.getBoundingClientRect()): WireFrameBox {
  const { clientLeft, clientTop, clientWidth, clientHeight, offsetWidth, offsetHeight } =
    element as HTMLElement;
  const style = getComputedStyle(element);
  const left = parsePixels(style.paddingLeft);
  const top = parsePixels(style.paddingTop);
  const computeScale = (renderedLength: number, layoutLength: number): number =>
    layoutLength <= 0 || Math.abs(renderedLength - layoutLength) < 0.01 ? 1 : renderedLength / layoutLength;
  const scaleX = computeScale(box.width, computeLayoutSize(style, offsetWidth, 'width'));
  const scaleY = computeScale(box.height, computeLayoutSize(style, offsetHeight, 'height'));
  return {
    x: box.x + (clientLeft + left) * scaleX,
    y: box.y + (clientTop + top) * scaleY,
    width: (clientWidth - left - parsePixels(style.paddingRight)) * scaleX,
    height: (clientHeight - top - parsePixels(style.paddingBottom)) * scaleY,
    scaleX,
    scaleY,
  };
}
