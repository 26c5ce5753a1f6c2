/** For any element of the page, finds the uid of the candidate to act on. No side effects. */
import type { Box, Candidate, Uid } from '../../contract/index.js';

/** Whether the centre of `inner` is inside `outer`. */
const containsCentreOf = (outer: Box, inner: Box): boolean => {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

/**
 * The returned function takes an element's boxes and the uids of the element and its ancestors, nearest first. It
 * returns the element's uid if the element is a candidate or is folded into one. Otherwise it returns the uid of the
 * nearest ancestor for which this holds, if that ancestor's centre lies on the element: a click there reaches both.
 */
export function createActionTargetFinder(
  candidates: readonly Candidate[],
): (uids: readonly Uid[], boxes: readonly Box[]) => Uid | null {
  const boxesByUid = new Map<Uid, Box>();
  for (const { uid, box, folded } of candidates) {
    for (const alias of folded) boxesByUid.set(alias.uid, alias.box);
    boxesByUid.set(uid, box);
  }
  return (uids, boxes) => {
    const nearestUid = uids.find((uid) => boxesByUid.has(uid));
    if (nearestUid === undefined) return null;
    const isTarget =
      nearestUid === uids[0] || boxes.some((box) => containsCentreOf(box, boxesByUid.get(nearestUid)!));
    return isTarget ? nearestUid : null;
  };
}
