/**
 * Resolves where to drag an element in its list or grid: "to the 3rd position", "to the top", "up by one", "to the
 * bottom right". The position is counted among the element's siblings. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { readNumber } from '../language/numbers.js';
import type { Target } from '../language/steps.js';
import { fold } from '../text.js';

export type DropPosition =
  /** Onto the current place of another element; `index` counts from 0 in reading order. */
  | { kind: 'slot'; on: Candidate; index: number; size: number }
  /** The element is already there. */
  | { kind: 'there' }
  | { kind: 'by'; dx: number; dy: number };

const RELATIVE_MOVE =
  /^(up|down|left|right)(?:wards?)?(?: by)?(?: (\S+?))?(?: (?:position|place|row|slot|spot|step|item)s?)?$/u;
const FIRST =
  /^(?:very )?(?:top|beginning|start|front|first)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const LAST =
  /^(?:very )?(?:bottom|end|back|last)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const NTH =
  /^(?:position|place|slot|spot|number)? ?#?(\d+)(?:st|nd|rd|th)?(?: (?:position|place|slot|spot|row|item))?$/u;
const CORNER =
  /^(?:(top|upper|bottom|lower|middle|centre|center)[ -]?)?(left|right|middle|centre|center)?(?: corner| cell| position| slot| side)?$/u;
/** CSS px; used if no distance is given. */
const DEFAULT_DISTANCE = 40;

const removeLastIndex = (c: Candidate): string => c.xpath.replace(/\[\d+\]$/u, '');

/**
 * Returns the list item that contains the candidate, and the item's siblings including itself, in reading order.
 */
export function findSiblings(c: Candidate, view: View): { item: Candidate; siblings: Candidate[] } {
  for (const item of [c, ...view.getAncestors(c).slice(0, 2)]) {
    const siblings = view.candidates.filter(
      (o) => o.visible && o.parent === item.parent && removeLastIndex(o) === removeLastIndex(item),
    );
    if (siblings.length > 1) return { item, siblings };
  }
  return { item: c, siblings: [c] };
}

/** Returns the centres of the rows or columns. Centres at most 8 px apart count as one. */
function listBandCentres(elements: readonly Candidate[], getCentre: (c: Candidate) => number): number[] {
  const bandCentres: number[] = [];
  for (const position of elements.map(getCentre).sort((a, b) => a - b))
    if (!bandCentres.length || position - bandCentres.at(-1)! > 8) bandCentres.push(position);
  return bandCentres;
}

const getCentreX = (c: Candidate): number => c.box.x + c.box.width / 2;
const getCentreY = (c: Candidate): number => c.box.y + c.box.height / 2;
const findNearestIndex = (list: readonly number[], position: number): number =>
  list.reduce((best, n, i) => (Math.abs(n - position) < Math.abs(list[best]! - position) ? i : best), 0);
const getMiddleIndex = (list: readonly number[]): number => Math.floor((list.length - 1) / 2);

const BAND_POSITIONS: Readonly<Record<string, 'first' | 'middle' | 'last'>> = {
  top: 'first',
  upper: 'first',
  left: 'first',
  bottom: 'last',
  lower: 'last',
  right: 'last',
};
const findBandIndex = (list: readonly number[], word: string | undefined): number => {
  const position = word ? (BAND_POSITIONS[word] ?? 'middle') : 'middle';
  return position === 'first' ? 0 : position === 'last' ? list.length - 1 : getMiddleIndex(list);
};

/** Returns null if the phrase is not a position among siblings. */
export function findDropPosition(to: Target, c: Candidate, view: View): DropPosition | null {
  const words = fold(to.text).replace(/^(?:to )?(?:the )?/u, '');
  const { item, siblings } = findSiblings(c, view);
  const itemIndex = siblings.indexOf(item);
  const [columns, rows] = [listBandCentres(siblings, getCentreX), listBandCentres(siblings, getCentreY)];
  const dropOnto = (index: number): DropPosition | null => {
    const sibling = siblings[index];
    if (!sibling) return null;
    return sibling === item ? { kind: 'there' } : { kind: 'slot', on: sibling, index, size: siblings.length };
  };
  const relativeMove = RELATIVE_MOVE.exec(words);
  if (relativeMove) {
    const [, direction, distanceWord] = relativeMove;
    const distance = distanceWord ? readNumber(distanceWord) : null;
    const isForward = direction === 'down' || direction === 'right';
    if (distance === null || siblings.length < 2)
      return /^(?:left|right)$/u.test(direction!)
        ? { kind: 'by', dx: isForward ? DEFAULT_DISTANCE : -DEFAULT_DISTANCE, dy: 0 }
        : { kind: 'by', dx: 0, dy: isForward ? DEFAULT_DISTANCE : -DEFAULT_DISTANCE };
    const itemsPerStep = columns.length > 1 && /^(?:up|down)$/u.test(direction!) ? columns.length : 1;
    return dropOnto(itemIndex + (isForward ? distance * itemsPerStep : -distance * itemsPerStep));
  }
  if (siblings.length < 2) return null;
  const nth = NTH.exec(words)?.[1] ?? (FIRST.test(words) && rows.length === siblings.length ? '1' : null);
  if (nth) return dropOnto(Number(nth) - 1);
  const reading = to.readings[0];
  if (reading.nth !== null && /^(?:position|place|slot|spot|row|)$/u.test(fold(reading.phrase)))
    return dropOnto(reading.nth > 0 ? reading.nth - 1 : siblings.length + reading.nth);
  if (LAST.test(words) && rows.length === siblings.length) return dropOnto(siblings.length - 1);
  const corner = words ? CORNER.exec(words) : null;
  if (!corner || columns.length < 2 || rows.length < 2) return null;
  const [row, column] = [findBandIndex(rows, corner[1]), findBandIndex(columns, corner[2])];
  return dropOnto(
    siblings.findIndex(
      (o) =>
        findNearestIndex(rows, getCentreY(o)) === row && findNearestIndex(columns, getCentreX(o)) === column,
    ),
  );
}
