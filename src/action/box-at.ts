/** Finds the element at a point like the paper's evaluation (spec 6.1). */

interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/**
 * Finds the smallest box around the point, with edges widened to whole px; the first if several are equally small.
 *
 * @returns the key, or null if there is no element
 */
export function findSmallestBoxAt<K>(boxes: Iterable<readonly [K, Sides]>, x: number, y: number): K | null {
  let best: K | null = null;
  let smallest = Infinity;
  for (const [key, { left, top, right, bottom, width, height }] of boxes) {
    const contains =
      Math.floor(left) <= x && x <= Math.ceil(right) && Math.floor(top) <= y && y <= Math.ceil(bottom);
    const size = width * height;
    // Python would prefer a negative size here; none occurs.
    if (!contains || size === 0 || size >= smallest) continue;
    smallest = size;
    best = key;
  }
  return best;
}
