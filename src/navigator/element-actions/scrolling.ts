/** Scrolls the page or a scroll container by a share of its height. Pure. */
import type { Candidate, Observation, Viewport } from '../../contract/index.js';
import { fail, succeed, type ConversionResult } from './conversion.js';

type Direction = 'up' | 'down';

/** @param options `share`: of the viewport's height; `refusesAtEnd`: scrolling past the end of the page is a fault */
export function scrollPage(
  direction: Direction,
  { scrollX, scrollY, scrollHeight, height }: Viewport,
  { share, refusesAtEnd }: { share: number; refusesAtEnd: boolean },
): ConversionResult {
  const y = computeOffset(scrollY, direction, Math.floor(share * height), Math.max(0, scrollHeight - height));
  if (y === scrollY && refusesAtEnd) return fail(describeEnd('page', direction));
  return succeed({ intent: 'scroll', x: scrollX, y });
}

/** @param area a candidate with `scroll` */
export function scrollArea(area: Candidate, direction: Direction, share: number): ConversionResult {
  const { x, y, maxY } = area.scroll!;
  const newY = computeOffset(y, direction, Math.floor(share * area.box.height), maxY);
  if (newY === Math.round(y)) return fail(describeEnd('area', direction));
  return succeed({ intent: 'scroll', uid: area.uid, x, y: newY });
}

/** Finds the nearest element, from this one upwards, that scrolls vertically. */
export function findScrollContainer(
  start: Candidate | undefined,
  { candidates }: Observation,
): Candidate | undefined {
  const byUid = new Map(candidates.map((candidate) => [candidate.uid, candidate]));
  for (
    let ancestor = start;
    ancestor;
    ancestor = ancestor.parent === null ? undefined : byUid.get(ancestor.parent)
  )
    if (ancestor.scroll && ancestor.scroll.maxY > 0) return ancestor;
  return undefined;
}

/** Finds the largest vertical scroll container in view, for pages that do not scroll themselves. */
export const findLargestScrollArea = ({ candidates }: Observation): Candidate | undefined =>
  candidates
    .filter(({ scroll, inViewport, behindModal }) => scroll && scroll.maxY > 0 && inViewport && !behindModal)
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0];

const computeOffset = (from: number, direction: Direction, distance: number, max: number): number =>
  Math.round(Math.min(max, Math.max(0, from + (direction === 'down' ? distance : -distance))));

const describeEnd = (subject: 'page' | 'area', direction: Direction): string =>
  `The ${subject} is already scrolled to the ${direction === 'down' ? 'bottom' : 'top'}.`;
