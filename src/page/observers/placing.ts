/** From a frame's own coordinates to those of the top-level viewport. */
import type { Box } from '../../contract/index.js';

export interface Placing {
  /** Where the frame's content stands in the top-level viewport. */
  offset: { x: number; y: number };
  /** How much larger it is drawn than it is laid out: frames can be zoomed and transformed. */
  scale: { x: number; y: number };
}

export const UNMOVED: Placing = { offset: { x: 0, y: 0 }, scale: { x: 1, y: 1 } };

export function placeOf(box: Box, { offset, scale }: Placing): Box {
  if (offset.x === 0 && offset.y === 0 && scale.x === 1 && scale.y === 1) return box;
  return {
    x: box.x * scale.x + offset.x,
    y: box.y * scale.y + offset.y,
    width: box.width * scale.x,
    height: box.height * scale.y,
  };
}
