/**
 * Set-of-mark: selects and numbers the candidates to mark. `draw-marks.ts` draws the numbers on the screenshot, so the
 * page is never changed.
 */
import type { Box, Candidate, Mark, Uid, Viewport } from '../../contract/index.js';
import { toTopLevelBox, type FrameTransform } from './frame-transform.js';

/** Selects the candidates that a person can see and use now. */
export function selectMarkable(
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

/** Larger elements get no mark: a frame around most of the viewport points at nothing. */
const MAX_VIEWPORT_SHARE = 0.6;

function coversViewport(
  { box, states }: Candidate,
  { width, height }: Pick<Viewport, 'width' | 'height'>,
): boolean {
  return !states.editable && box.width * box.height > MAX_VIEWPORT_SHARE * width * height;
}

/** The intersection of two boxes. Without one, its width or height is not positive. */
export function clip(box: Box, to: Box): Box {
  const x = Math.max(box.x, to.x);
  const y = Math.max(box.y, to.y);
  return {
    x,
    y,
    width: Math.min(box.x + box.width, to.x + to.width) - x,
    height: Math.min(box.y + box.height, to.y + to.height) - y,
  };
}

/** Transforms boxes of a frame to top-level coordinates, clipped to the visible part of the frame. */
export function toTopLevelBoxes(
  boxes: Readonly<Record<Uid, readonly Box[]>>,
  placing: FrameTransform,
  view: Box,
): Record<Uid, Box[]> {
  const out: Record<Uid, Box[]> = {};
  for (const [uid, given] of Object.entries(boxes)) {
    const placed = given
      .map((box) => clip(toTopLevelBox(box, placing), view))
      .filter(({ width, height }) => width >= 2 && height >= 2);
    if (placed.length) out[uid] = placed;
  }
  return out;
}

/** Numbers candidates from 1 in reading order; candidates without a box get no mark. */
export function numberMarks(
  candidates: readonly Candidate[],
  boxes: Readonly<Record<Uid, readonly Box[]>>,
): Mark[] {
  const marks: Mark[] = [];
  for (const { uid } of candidates) {
    const own = boxes[uid];
    if (own?.length) marks.push({ uid, label: marks.length + 1, boxes: [...own] });
  }
  return marks;
}
