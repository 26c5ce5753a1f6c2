/** Finds the uid by which an action reaches an element that was not read by the scan. Pure. */
import type { Box, Candidate, Uid } from '../../contract/index.js';

const isCentreInside = (outer: Box, inner: Box): boolean => {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

/**
 * Returns a function that takes the uids of an element and its ancestors, nearest first, and the element's boxes. It
 * returns the element's own uid if it is a candidate or folded into one, else that of the nearest such ancestor if its
 * centre lies on the element, so that a click on it does the same.
 */
export function actionTargetFinder(
  candidates: readonly Candidate[],
): (uids: readonly Uid[], boxes: readonly Box[]) => Uid | null {
  const boxOf = new Map<Uid, Box>();
  for (const { uid, box, folded } of candidates) {
    for (const alias of folded) boxOf.set(alias.uid, alias.box);
    boxOf.set(uid, box);
  }
  return (uids, boxes) => {
    const nearest = uids.find((uid) => boxOf.has(uid));
    if (nearest === undefined) return null;
    const isTarget = nearest === uids[0] || boxes.some((box) => isCentreInside(box, boxOf.get(nearest)!));
    return isTarget ? nearest : null;
  };
}
