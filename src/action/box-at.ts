/** Which element lies at a point, as the paper's evaluation finds it (spec 6.1). */

interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/**
 * The smallest box around the point, edges widened to whole px; of equally small ones the first.
 *
 * @returns the key, or null where nothing lies there
 */
export function smallestBoxAt<K>(boxes: Iterable<readonly [K, Sides]>, x: number, y: number): K | null {
  let found: K | null = null;
  let smallest = Infinity;
  for (const [key, { left, top, right, bottom, width, height }] of boxes) {
    const around =
      Math.floor(left) <= x && x <= Math.ceil(right) && Math.floor(top) <= y && y <= Math.ceil(bottom);
    const size = width * height;
    // Python compares with no size at first, so that a negative one would win; there are none.
    if (!around || size === 0 || size >= smallest) continue;
    smallest = size;
    found = key;
  }
  return found;
}
