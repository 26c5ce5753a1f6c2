/**
 * Set-of-mark: which candidates are marked, where they show, and their numbers. The numbers are drawn on the
 * screenshot (`mark-picture.ts`), so nothing is ever added to the page.
 */
import type { Box, Candidate, Mark, Uid, Viewport } from '../../contract/index.js';
import { placeOf, type Placing } from './placing.js';

/** Candidates worth a mark: what people can see and act on now. */
export function markable(
  candidates: readonly Candidate[],
  viewport: Pick<Viewport, 'width' | 'height'>,
): Candidate[] {
  return candidates.filter(
    (candidate) =>
      candidate.interactive &&
      candidate.visible &&
      candidate.inViewport &&
      !candidate.behindModal &&
      !isGround(candidate, viewport),
  );
}

/** A frame around most of the window points at nothing in it. */
const MOST_OF_WINDOW = 0.6;

function isGround(
  { box, states }: Candidate,
  { width, height }: Pick<Viewport, 'width' | 'height'>,
): boolean {
  return !states.editable && box.width * box.height > MOST_OF_WINDOW * width * height;
}

/** The common part of two boxes; without any, its width or height is not positive. */
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

/** Boxes of one frame in top-level coordinates, cut at what shows of the frame. */
export function placeBoxes(
  boxes: Readonly<Record<Uid, readonly Box[]>>,
  placing: Placing,
  view: Box,
): Record<Uid, Box[]> {
  const out: Record<Uid, Box[]> = {};
  for (const [uid, given] of Object.entries(boxes)) {
    const placed = given
      .map((box) => clip(placeOf(box, placing), view))
      .filter(({ width, height }) => width >= 2 && height >= 2);
    if (placed.length) out[uid] = placed;
  }
  return out;
}

/** Numbers from 1 in reading order; what has no box gets none. */
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
