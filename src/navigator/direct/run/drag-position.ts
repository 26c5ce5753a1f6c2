/**
 * Resolves where to drag an element in its list or grid: "to the 3rd position", "to the top", "up by one", "to the
 * bottom right". The position is counted among the element's siblings. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { readNumber } from '../language/numbers.js';
import type { Target } from '../language/steps.js';
import { fold } from '../text.js';

export type DragDestination =
  /** The current position of another element, the `occupant`. `index` counts from 0 in reading order. */
  | { kind: 'slot'; occupant: Candidate; index: number; itemCount: number }
  /** The element is already at that position. */
  | { kind: 'already-there' }
  /** Moves the element by a distance in CSS px. */
  | { kind: 'offset'; dx: number; dy: number };

const RELATIVE_MOVE =
  /^(up|down|left|right)(?:wards?)?(?: by)?(?: (\S+?))?(?: (?:position|place|row|slot|spot|step|item)s?)?$/u;
const FIRST_POSITION =
  /^(?:very )?(?:top|beginning|start|front|first)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const LAST_POSITION =
  /^(?:very )?(?:bottom|end|back|last)(?: (?:position|place|slot|spot|row|item))?(?: of (?:the )?list)?$/u;
const NTH_POSITION =
  /^(?:position|place|slot|spot|number)? ?#?(\d+)(?:st|nd|rd|th)?(?: (?:position|place|slot|spot|row|item))?$/u;
const GRID_POSITION =
  /^(?:(top|upper|bottom|lower|middle|centre|center)[ -]?)?(left|right|middle|centre|center)?(?: corner| cell| position| slot| side)?$/u;
/** The distance in CSS px if the line gives none. */
const DEFAULT_DISTANCE = 40;

const getSiblingPath = (c: Candidate): string => c.xpath.replace(/\[\d+\]$/u, '');

/**
 * Returns the draggable item, which may be an ancestor of the element, and all siblings including the item, in reading
 * order.
 */
export function findSiblings(c: Candidate, view: View): { item: Candidate; siblings: Candidate[] } {
  for (const item of [c, ...view.getAncestors(c).slice(0, 2)]) {
    const siblings = view.candidates.filter(
      (o) => o.visible && o.parent === item.parent && getSiblingPath(o) === getSiblingPath(item),
    );
    if (siblings.length > 1) return { item, siblings };
  }
  return { item: c, siblings: [c] };
}

/** Returns the centres of the rows or columns. Elements with nearly the same centre share one. */
function findBandCentres(siblings: readonly Candidate[], getCentre: (c: Candidate) => number): number[] {
  const centres: number[] = [];
  for (const position of siblings.map(getCentre).sort((a, b) => a - b))
    if (!centres.length || position - centres.at(-1)! > 8) centres.push(position);
  return centres;
}

const getCentreX = (c: Candidate): number => c.box.x + c.box.width / 2;
const getCentreY = (c: Candidate): number => c.box.y + c.box.height / 2;
const findNearestIndex = (centres: readonly number[], position: number): number =>
  centres.reduce(
    (best, n, i) => (Math.abs(n - position) < Math.abs(centres[best]! - position) ? i : best),
    0,
  );
const getMiddleIndex = (centres: readonly number[]): number => Math.floor((centres.length - 1) / 2);

const POSITION_BY_WORD: Readonly<Record<string, 'first' | 'middle' | 'last'>> = {
  top: 'first',
  upper: 'first',
  left: 'first',
  bottom: 'last',
  lower: 'last',
  right: 'last',
};
const resolveBandIndex = (centres: readonly number[], word: string | undefined): number => {
  const position = word ? (POSITION_BY_WORD[word] ?? 'middle') : 'middle';
  return position === 'first' ? 0 : position === 'last' ? centres.length - 1 : getMiddleIndex(centres);
};

/** Resolves the destination. Returns null if the phrase does not give a position among the siblings. */
export function findDragDestination(
  destination: Target,
  element: Candidate,
  view: View,
): DragDestination | null {
  const words = fold(destination.text).replace(/^(?:to )?(?:the )?/u, '');
  const { item, siblings } = findSiblings(element, view);
  const currentIndex = siblings.indexOf(item);
  const [columnCentres, rowCentres] = [
    findBandCentres(siblings, getCentreX),
    findBandCentres(siblings, getCentreY),
  ];
  const createDestination = (index: number): DragDestination | null => {
    const occupant = siblings[index];
    if (!occupant) return null;
    return occupant === item
      ? { kind: 'already-there' }
      : { kind: 'slot', occupant, index, itemCount: siblings.length };
  };
  const relativeMove = RELATIVE_MOVE.exec(words);
  if (relativeMove) {
    const [, direction, countWord] = relativeMove;
    const stepCount = countWord ? readNumber(countWord) : null;
    const isForward = direction === 'down' || direction === 'right';
    if (stepCount === null || siblings.length < 2)
      return /^(?:left|right)$/u.test(direction!)
        ? { kind: 'offset', dx: isForward ? DEFAULT_DISTANCE : -DEFAULT_DISTANCE, dy: 0 }
        : { kind: 'offset', dx: 0, dy: isForward ? DEFAULT_DISTANCE : -DEFAULT_DISTANCE };
    const itemsPerStep =
      columnCentres.length > 1 && /^(?:up|down)$/u.test(direction!) ? columnCentres.length : 1;
    return createDestination(
      currentIndex + (isForward ? stepCount * itemsPerStep : -stepCount * itemsPerStep),
    );
  }
  if (siblings.length < 2) return null;
  const nth =
    NTH_POSITION.exec(words)?.[1] ??
    (FIRST_POSITION.test(words) && rowCentres.length === siblings.length ? '1' : null);
  if (nth) return createDestination(Number(nth) - 1);
  const interpretation = destination.interpretations[0];
  if (interpretation.nth !== null && /^(?:position|place|slot|spot|row|)$/u.test(fold(interpretation.phrase)))
    return createDestination(
      interpretation.nth > 0 ? interpretation.nth - 1 : siblings.length + interpretation.nth,
    );
  if (LAST_POSITION.test(words) && rowCentres.length === siblings.length)
    return createDestination(siblings.length - 1);
  const gridPosition = words ? GRID_POSITION.exec(words) : null;
  if (!gridPosition || columnCentres.length < 2 || rowCentres.length < 2) return null;
  const [rowIndex, columnIndex] = [
    resolveBandIndex(rowCentres, gridPosition[1]),
    resolveBandIndex(columnCentres, gridPosition[2]),
  ];
  return createDestination(
    siblings.findIndex(
      (o) =>
        findNearestIndex(rowCentres, getCentreY(o)) === rowIndex &&
        findNearestIndex(columnCentres, getCentreX(o)) === columnIndex,
    ),
  );
}
