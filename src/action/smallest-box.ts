/** Finds the element at a point as the WebLINX paper's evaluation does. */

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/**
 * Finds the smallest box around a point. Box edges are rounded outwards to whole px. Of equally small boxes, the first
 * is returned.
 *
 * @returns the key of the box, or null if no box contains the point
 */
export function findSmallestBoxAt<K>(boxes: Iterable<readonly [K, Box]>, x: number, y: number): K | null {
  let smallestKey: K | null = null;
  let smallestSize = Infinity;
  for (const [key, { left, top, right, bottom, width, height }] of boxes) {
    const containsPoint =
      Math.floor(left) <= x && x <= Math.ceil(right) && Math.floor(top) <= y && y <= Math.ceil(bottom);
    const size = width * height;
    // The paper's Python code would prefer a negative size here, but sizes are never negative.
    if (!containsPoint || size === 0 || size >= smallestSize) continue;
    smallestSize = size;
    smallestKey = key;
  }
  return smallestKey;
}
