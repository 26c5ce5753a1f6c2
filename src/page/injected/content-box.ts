/** Computes a frame element's content box, which excludes border and padding. */
import type { WireFrameBox } from './wire.js';

const parsePixels = (length: string): number => Number.parseFloat(length) || 0;

/** Computes the layout size of the border box. Unlike `offsetWidth`, it is not rounded to whole pixels. */
function computeLayoutSize(
  style: CSSStyleDeclaration,
  roundedSize: number,
  axis: 'width' | 'height',
): number {
  const size = Number.parseFloat(style[axis]);
  const [start, end] = axis === 'width' ? (['Left', 'Right'] as const) : (['Top', 'Bottom'] as const);
  const paddingAndBorder =
    style.boxSizing === 'border-box'
      ? 0
      : parsePixels(style[`padding${start}`]) +
        parsePixels(style[`padding${end}`]) +
        parsePixels(style[`border${start}Width`]) +
        parsePixels(style[`border${end}Width`]);
  // If the computed size is a keyword such as `auto`, or belongs to a different box, the rounded size is used.
  return Math.abs(size + paddingAndBorder - roundedSize) < 1 ? size + paddingAndBorder : roundedSize;
}

/**
 * Computes the content box in viewport coordinates. CSS transforms scale the bounding box, but not the borders, the
 * padding or the client size.
 */
export function computeContentBox(element: Element, box = element.getBoundingClientRect()): WireFrameBox {
  const { clientLeft, clientTop, clientWidth, clientHeight, offsetWidth, offsetHeight } =
    element as HTMLElement;
  const style = getComputedStyle(element);
  const paddingLeft = parsePixels(style.paddingLeft);
  const paddingTop = parsePixels(style.paddingTop);
  const computeScale = (renderedLength: number, layoutLength: number): number =>
    layoutLength <= 0 || Math.abs(renderedLength - layoutLength) < 0.01 ? 1 : renderedLength / layoutLength;
  const scaleX = computeScale(box.width, computeLayoutSize(style, offsetWidth, 'width'));
  const scaleY = computeScale(box.height, computeLayoutSize(style, offsetHeight, 'height'));
  return {
    x: box.x + (clientLeft + paddingLeft) * scaleX,
    y: box.y + (clientTop + paddingTop) * scaleY,
    width: (clientWidth - paddingLeft - parsePixels(style.paddingRight)) * scaleX,
    height: (clientHeight - paddingTop - parsePixels(style.paddingBottom)) * scaleY,
    scaleX,
    scaleY,
  };
}
