/**
 * Selects and numbers the candidates to mark ("set-of-mark" prompting). `draw-marks.ts` draws the numbers on the
 * screenshot, so the page is never changed.
 */
import type { Box, Candidate, Mark, Uid, Viewport } from '../../contract/index.js';
import { toTopLevelBox, type FrameTransform } from './frame-transform.js';

/** Selects the candidates that a user can currently see and use. */
export function selectMarkableCandidates(
  candidates: readonly Candidate[],
  viewport: Pick<Viewport, 'width' | 'height'>,
): Candidate[] {
  return candidates.filter(
    (candidate) =>
      candidate.interactive &&
      candidate.visible &&
      candidate.inViewport &&
      !candidate.behindModal &&
      !coversViewport(candidate, viewport),
  );
}

/** Larger elements get no mark, because a rectangle around most of the viewport would not point at anything. */
const MAX_VIEWPORT_SHARE = 0.6;

function coversViewport(
  { box, states }: Candidate,
  { width, height }: Pick<Viewport, 'width' | 'height'>,
): boolean {
  return !states.editable && box.width * box.height > MAX_VIEWPORT_SHARE * width * height;
}

/** The intersection of two boxes. If they do not intersect, the width or height is zero or negative. */
export function clipBox(box: Box, bounds: Box): Box {
  const x = Math.max(box.x, bounds.x);
  const y = Math.max(box.y, bounds.y);
  return {
    x,
    y,
    width: Math.min(box.x + box.width, bounds.x + bounds.width) - x,
    height: Math.min(box.y + box.height, bounds.y + bounds.height) - y,
  };
}

/** Transforms boxes of a frame to top-level coordinates and clips them to the frame's visible part. */
export function toTopLevelBoxes(
  boxes: Readonly<Record<Uid, readonly Box[]>>,
  transform: FrameTransform,
  visibleBox: Box,
): Record<Uid, Box[]> {
  const boxesByUid: Record<Uid, Box[]> = {};
  for (const [uid, frameBoxes] of Object.entries(boxes)) {
    const visibleBoxes = frameBoxes
      .map((box) => clipBox(toTopLevelBox(box, transform), visibleBox))
      .filter(({ width, height }) => width >= 2 && height >= 2);
    if (visibleBoxes.length) boxesByUid[uid] = visibleBoxes;
  }
  return boxesByUid;
}

/**
 * Numbers candidates from 1 in reading order, or uses the numbers in `givenNumbers` if it is not null. Candidates
 * without a box, or without a number in `givenNumbers`, get no mark.
 */
export function numberMarks(
  candidates: readonly Candidate[],
  boxes: Readonly<Record<Uid, readonly Box[]>>,
  givenNumbers: ReadonlyMap<Uid, number> | null = null,
): Mark[] {
  const marks: Mark[] = [];
  for (const { uid } of candidates) {
    const candidateBoxes = boxes[uid];
    const label = givenNumbers ? givenNumbers.get(uid) : marks.length + 1;
    if (candidateBoxes?.length && label !== undefined) marks.push({ uid, label, boxes: [...candidateBoxes] });
  }
  return marks;
}
