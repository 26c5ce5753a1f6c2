/** Computes the overlap of two boxes. */

export interface ScoredBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Intersection over union, 0 to 1; 0 if both boxes are empty, where Python would divide by zero. */
export function computeIou(a: ScoredBox, b: ScoredBox): number {
  const width = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
  const height = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const union = computeArea(a) + computeArea(b) - width * height;
  return union === 0 ? 0 : (width * height) / union;
}

function computeArea({ left, top, right, bottom }: ScoredBox): number {
  return (right - left) * (bottom - top);
}
