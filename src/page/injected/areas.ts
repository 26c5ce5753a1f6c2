/** Areas of image maps: they have no boxes of their own, people see and press them on the picture that uses the map. */

/** The picture that shows an area; the first, where several use one map. */
export function pictureOf(area: Element): HTMLImageElement | null {
  const map = area.closest('map');
  const name = map?.getAttribute('name');
  if (!name) return null;
  const root = area.getRootNode() as Document | ShadowRoot;
  for (const image of root.querySelectorAll<HTMLImageElement>('img[usemap]'))
    if (image.getAttribute('usemap') === `#${name}` && image.getClientRects().length > 0) return image;
  return null;
}

/** What an area takes of a picture of this size, px: left, top, right, bottom. */
function extent(area: Element, width: number, height: number): [number, number, number, number] {
  const shape = (area.getAttribute('shape') ?? 'rect').toLowerCase();
  const at = (area.getAttribute('coords') ?? '').split(/[\s,;]+/).map(Number);
  if (shape === 'default') return [0, 0, width, height];
  if (at.some(Number.isNaN)) return [0, 0, 0, 0];
  if (shape.startsWith('circ')) {
    const [x = 0, y = 0, r = 0] = at;
    return [x - r, y - r, x + r, y + r];
  }
  const xs = at.filter((_, i) => i % 2 === 0);
  const ys = at.filter((_, i) => i % 2 === 1);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The box of an area on its picture, CSS px of the viewport. */
export function areaBox(area: Element): DOMRect {
  const image = pictureOf(area);
  if (!image) return new DOMRect();
  const box = image.getBoundingClientRect();
  const style = getComputedStyle(image);
  const side = (name: 'Left' | 'Top' | 'Right' | 'Bottom'): number =>
    parseFloat(style[`padding${name}`]) || 0;
  // Coordinates are those of the picture as it is laid out, whatever its own size.
  const scaleX = box.width / (image.offsetWidth || box.width);
  const scaleY = box.height / (image.offsetHeight || box.height);
  const width = image.clientWidth - side('Left') - side('Right');
  const height = image.clientHeight - side('Top') - side('Bottom');
  const [left, top, right, bottom] = extent(area, width, height);
  const x = Math.max(left, 0);
  const y = Math.max(top, 0);
  return new DOMRect(
    box.x + (image.clientLeft + side('Left') + x) * scaleX,
    box.y + (image.clientTop + side('Top') + y) * scaleY,
    Math.max(0, Math.min(right, width) - x) * scaleX,
    Math.max(0, Math.min(bottom, height) - y) * scaleY,
  );
}

/** Where an element is seen: an area on its picture, all others where they are. */
export function placeOf(element: Element): DOMRect {
  return element.localName === 'area' ? areaBox(element) : element.getBoundingClientRect();
}
