/** Transforms coordinates in a frame to coordinates in the top-level viewport. */
import type { Box } from '../../contract/index.js';

export interface FrameTransform {
  /** Position of the frame's content in the top-level viewport. */
  offset: { x: number; y: number };
  /** Scale of the frame's content. Frames can be zoomed and transformed. */
  scale: { x: number; y: number };
}

export const IDENTITY_TRANSFORM: FrameTransform = { offset: { x: 0, y: 0 }, scale: { x: 1, y: 1 } };

export function toTopLevelBox(box: Box, { offset, scale }: FrameTransform): Box {
  if (offset.x === 0 && offset.y === 0 && scale.x === 1 && scale.y === 1) return box;
  return {
    x: box.x * scale.x + offset.x,
    y: box.y * scale.y + offset.y,
    width: box.width * scale.x,
    height: box.height * scale.y,
  };
}
