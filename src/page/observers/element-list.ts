/** Lists a page's elements, one per line, in MiniWoB++'s style or in a style for any page (`salient`). */
import type { Candidate, ElementList, ElementListStyle } from '../../contract/index.js';
import { worldOf } from '../isolated-world.js';
import type { FrameObservation } from './frames.js';
import { toMiniwobList } from './miniwob-list.js';
import { toOutline } from './outline.js';
import { toSalientList } from './salient-list.js';
import { createStableNumbers } from './stable-numbers.js';

const getStableNumbers = createStableNumbers();

/** @returns an empty list if the main frame's document is gone */
export function readElementList(
  frames: readonly [FrameObservation, ...FrameObservation[]],
  candidates: readonly Candidate[],
  style: ElementListStyle,
): ElementList {
  const [main] = frames;
  if (style === 'miniwob') return toMiniwobList(main.snapshot.listedNodes ?? [], candidates);
  const world = worldOf(main.frame);
  return world
    ? toSalientList(toOutline(frames), candidates, getStableNumbers(world))
    : { text: '', lines: [] };
}
