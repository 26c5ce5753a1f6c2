/** Computes the boxes of image map areas. Users see and click an area on the image that uses the map. */

/** The first rendered image that uses the area's map. */
export function imageOf(area: Element): HTMLImageElement | null {
  const map = area.closest('map');
  const name = map?.getAttribute('name');
  if (!name) return null;
  const root = area.getRootNode() as Document | ShadowRoot;
  for (const image of root.querySelectorAll<HTMLImageElement>('img[usemap]'))
    if (image.getAttribute('usemap') === `#${name}` && image.getClientRects().length > 0) return image;
  return null;
}

/** An area's bounds on an image of this size, in CSS px: left, top, right, bottom. */
function computeShapeBounds(area: Element, width: number, height: number): [number, number, number, number] {
  const shape = (area.getAttribute('shape') ?? 'rect').toLowerCase();
  const coordinates = (area.getAttribute('coords') ?? '').split(/[\s,;]+/).map(Number);
  if (shape === 'default') return [0, 0, width, height];
  if (coordinates.some(Number.isNaN)) return [0, 0, 0, 0];
  if (shape.startsWith('circ')) {
    const [x = 0, y = 0, r = 0] = coordinates;
    return [x - r, y - r, x + r, y + r];
  }
  const xs = coordinates.filter((_, i) => i % 2 === 0);
  const ys = coordinates.filter((_, i) => i % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** An area's box on its image, in CSS px in the viewport. */
export function areaBoxOf(area: Element): DOMRect {
  const image = imageOf(area);
  if (!image) return new DOMRect();
  const box = image.getBoundingClientRect();
  const style = getComputedStyle(image);
  const readPadding = (name: 'Left' | 'Top' | 'Right' | 'Bottom'): number =>
    parseFloat(style[`padding${name}`]) || 0;
  // Coordinates refer to the image's layout size, not its natural size.
  const scaleX = box.width / (image.offsetWidth || box.width);
  const scaleY = box.height / (image.offsetHeight || box.height);
  const width = image.clientWidth - readPadding('Left') - readPadding('Right');
  const height = image.clientHeight - readPadding('Top') - readPadding('Bottom');
  const [left, top, right, bottom] = computeShapeBounds(area, width, height);
  const x = Math.max(left, 0);
  const y = Math.max(top, 0);
  return new DOMRect(
    box.x + (image.clientLeft + readPadding('Left') + x) * scaleX,
    box.y + (image.clientTop + readPadding('Top') + y) * scaleY,
    Math.max(0, Math.min(right, width) - x) * scaleX,
    Math.max(0, Math.min(bottom, height) - y) * scaleY,
  );
}

/** An element's bounding box; for an area, its box on the image. */
export function boxOf(element: Element): DOMRect {
  return element.localName === 'area' ? areaBoxOf(element) : element.getBoundingClientRect();
}
