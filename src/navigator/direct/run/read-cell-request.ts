/**
 * Reads which cell of a grid a line asks for: "the Saturday morning slot", "row C seat 4". After a choice, a line such
 * as "no, Thursday" or "earlier" keeps the row or column that it does not name. Pure.
 */
import { findGrids, formatCellPlace, isFreeCell, type Grid, type GridCell } from '../ground/grid.js';
import { readMeasure } from '../ground/element-values.js';
import { findTopicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { NEIGHBOUR_DAYS, NEIGHBOUR_TIMES, SLOT_WORDS } from '../lexicon/slots.js';
import { clip, fold, stem, tokenize } from '../text.js';
import { findHeaders, classifyAxis, type Axis } from './grid-axis.js';
import { formatList } from './messages.js';
import type { Memory } from './types.js';

export type CellRequest =
  | { kind: 'one'; cell: GridCell }
  | { kind: 'several'; cells: readonly GridCell[]; place: { column: string | null; row: string | null } }
  | { kind: 'none'; reason: string };

type Orientation = 'column' | 'row';

/** The columns or the rows of a grid, and which of them the line means. */
interface Dimension {
  orientation: Orientation;
  axis: Axis;
  /** The headers that the line names, or keeps from the last choice; null if it does neither. */
  headers: readonly string[] | null;
  isNamed: boolean;
}

const AMOUNT = /[£$€] ?\d+(?:[.,]\d\d)?/u;
const EXTREMES: readonly (readonly [RegExp, 'cheapest' | 'dearest' | 'first' | 'last'])[] = [
  [/\b(?:cheapest|least expensive|lowest[- ]priced)\b/iu, 'cheapest'],
  [/\b(?:most expensive|dearest|priciest)\b/iu, 'dearest'],
  [/\b(?:earliest|soonest|first)\b/iu, 'first'],
  [/\b(?:latest|last)\b/iu, 'last'],
];
/**
 * Sort key: days are read first, then times, then other headers. If the line contains one of these (“Room 2”), they are
 * read first.
 */
const rankAxis = ({ kind, headers }: Axis, text: string): number =>
  kind === 'text' && headers.some((header) => /\p{L}{2}/u.test(header) && fold(text).includes(fold(header)))
    ? -1
    : ['day', 'time', 'text'].indexOf(kind);
const SEAT_CODE = /\b(\p{L})(\d{1,2})\b/gu;

/** Returns the value of the first pattern that matches, and the text without the match; null if none matches. */
function matchFirstPattern<T>(
  patterns: readonly (readonly [RegExp, T])[],
  text: string,
): { value: T; rest: string } | null {
  const hit = patterns.find(([pattern]) => pattern.test(text));
  return hit ? { value: hit[1], rest: text.replace(hit[0], ' ') } : null;
}

/** Whether the remaining words only choose a cell or name the page's topic. */
function isExplained(rest: string, grid: Grid, view: View): boolean {
  const topic = findTopicWords(view);
  const headerWords = new Set([...grid.columns, ...grid.rows].flatMap(tokenize));
  return fold(rest)
    .split(/[\s,.!?;:"“”()–-]+/u)
    .filter(Boolean)
    .every(
      (word) =>
        STOP_WORDS.has(word) || SLOT_WORDS.has(word) || topic.has(stem(word)) || headerWords.has(word),
    );
}

/** Returns the cells with the lowest or highest price, or the first or last cell. */
function keepExtreme(
  cells: readonly GridCell[],
  extreme: 'cheapest' | 'dearest' | 'first' | 'last',
): readonly GridCell[] {
  if (extreme === 'first') return cells.slice(0, 1);
  if (extreme === 'last') return cells.slice(-1);
  const pricedCells = cells.flatMap((cell) => {
    const price = readMeasure(cell.text, 'price');
    return price === null ? [] : [{ cell, price }];
  });
  const prices = pricedCells.map(({ price }) => price);
  const bestPrice = extreme === 'cheapest' ? Math.min(...prices) : Math.max(...prices);
  return pricedCells.filter(({ price }) => price === bestPrice).map(({ cell }) => cell);
}

/** Explains why a cell cannot be chosen: it says “Full”, is disabled, or is empty. */
const explainUnavailable = (cell: GridCell): string =>
  `${formatCellPlace(cell)} ${cell.control ? 'is disabled' : cell.text ? `says “${clip(cell.text, 40)}”` : 'is empty'}`;

/** The column and row that the last line chose or asked about, unless another element was used since. */
const getLastPlace = ({
  lastCell,
  lastTarget,
}: Memory): { column: string | null; row: string | null } | null =>
  lastCell && lastCell.targetUid === lastTarget?.uid ? lastCell : null;

/** Reads the request for one grid; null if the line does not ask for a cell of this grid. */
function readInGrid(text: string, grid: Grid, view: View, memory: Memory, today: Date): CellRequest | null {
  const lastPlace = getLastPlace(memory);
  let rest = text;
  const amount = AMOUNT.exec(rest)?.[0];
  if (amount !== undefined) rest = rest.replace(AMOUNT, ' ');
  const dayStep = lastPlace && matchFirstPattern(NEIGHBOUR_DAYS, rest);
  rest = dayStep?.rest ?? rest;
  const timeStep = lastPlace && matchFirstPattern(NEIGHBOUR_TIMES, rest);
  rest = timeStep?.rest ?? rest;
  const extreme = matchFirstPattern(EXTREMES, rest);
  rest = extreme?.rest ?? rest;
  const dimensions = (['column', 'row'] as const)
    .map((orientation): Dimension => ({
      orientation,
      axis: classifyAxis(orientation === 'column' ? grid.columns : grid.rows, today),
      headers: null,
      isNamed: false,
    }))
    .sort((a, b) => rankAxis(a.axis, text) - rankAxis(b.axis, text));
  for (const dimension of dimensions) {
    const headerMatch = findHeaders(dimension.axis, rest, today);
    if (!headerMatch) continue;
    Object.assign(dimension, { headers: headerMatch.value, isNamed: true });
    rest = headerMatch.rest;
  }
  if (!isExplained(rest, grid, view)) return null;
  const isRelative = dayStep !== null || timeStep !== null;
  const isNamed = dimensions.some((d) => d.isNamed);
  if (!isNamed && !(lastPlace && (isRelative || extreme || amount !== undefined))) return null;
  const unmatchedDimensions = dimensions.filter(({ headers }) => headers?.length === 0);
  if (unmatchedDimensions.length > 0)
    return dimensions.every((d) => d.isNamed)
      ? {
          kind: 'none',
          reason: `I can't find “${clip(text, 60)}” in the table: it has ${unmatchedDimensions.map(({ axis }) => formatRange(axis)).join(' and ')}`,
        }
      : null;
  for (const dimension of dimensions.filter((d) => !d.isNamed)) {
    const lastHeader = lastPlace?.[dimension.orientation] ?? null;
    // "The cheapest on Friday" compares all times instead of keeping the last one.
    const comparesAll = extreme !== null && dimension.axis.kind !== 'day';
    const usableHeaders = dimension.axis.headers.filter((header) =>
      grid.cells.some((cell) => cell[dimension.orientation] === header && cell.control),
    );
    if (lastHeader !== null && !comparesAll && dimension.axis.headers.includes(lastHeader))
      dimension.headers = [lastHeader];
    else if (usableHeaders.length === 1) dimension.headers = usableHeaders;
  }
  // A word that equals a text header, such as “Status”, need not be about a cell.
  const namesDayOrTime = dimensions.some((d) => d.isNamed && d.axis.kind !== 'text');
  if (!namesDayOrTime && !isRelative && dimensions.some(({ headers }) => headers === null)) return null;
  return chooseCell(grid, dimensions, {
    amount,
    extreme: extreme?.value,
    dayStep: dayStep?.value,
    timeStep: timeStep?.value,
  });
}

const formatRange = ({ headers }: Axis): string => `“${headers[0]!}” to “${headers.at(-1)!}”`;

/** What the line says besides naming headers. A step of 1 means the next free day or time, -1 the one before. */
interface CellCriteria {
  amount: string | undefined;
  extreme: 'cheapest' | 'dearest' | 'first' | 'last' | undefined;
  dayStep: -1 | 1 | undefined;
  timeStep: -1 | 1 | undefined;
}

function chooseCell(
  grid: Grid,
  dimensions: readonly Dimension[],
  { amount, extreme, dayStep, timeStep }: CellCriteria,
): CellRequest | null {
  const steppedDimension = dimensions.find(({ axis }) =>
    timeStep === undefined ? dayStep !== undefined && axis.kind === 'day' : axis.kind === 'time',
  );
  const offset = timeStep ?? dayStep;
  if (offset !== undefined && steppedDimension?.headers?.length !== 1) return null;
  const startIndex =
    offset === undefined ? -1 : steppedDimension!.axis.headers.indexOf(steppedDimension!.headers![0]!);
  const nextHeaders =
    offset === undefined
      ? []
      : offset > 0
        ? steppedDimension!.axis.headers.slice(startIndex + 1)
        : steppedDimension!.axis.headers.slice(0, startIndex).reverse();
  const matches = (cell: GridCell): boolean =>
    dimensions.every(({ orientation, headers }) =>
      offset !== undefined && orientation === steppedDimension!.orientation
        ? (timeStep === undefined ? nextHeaders.slice(0, 1) : nextHeaders).includes(cell[orientation])
        : headers === null || headers.includes(cell[orientation]),
    );
  const matchingCells = grid.cells.filter(
    (cell) => matches(cell) && (amount === undefined || hasAmount(cell, amount)),
  );
  let freeCells: readonly GridCell[] = matchingCells.filter(isFreeCell);
  if (offset !== undefined) {
    const nearest = nextHeaders.find((header) =>
      freeCells.some((cell) => cell[steppedDimension!.orientation] === header),
    );
    freeCells = freeCells.filter((cell) => cell[steppedDimension!.orientation] === nearest);
  }
  if (extreme !== undefined) freeCells = keepExtreme(freeCells, extreme);
  const [first] = freeCells;
  if (first && freeCells.length === 1) return { kind: 'one', cell: first };
  if (first) {
    const findCommonHeader = (orientation: Orientation): string | null =>
      freeCells.every((cell) => cell[orientation] === first[orientation]) ? first[orientation] : null;
    return {
      kind: 'several',
      cells: freeCells,
      place: { column: findCommonHeader('column'), row: findCommonHeader('row') },
    };
  }
  const reason =
    matchingCells.length > 0
      ? `${formatList(matchingCells.slice(0, 3).map(explainUnavailable))}, so I can't choose ${matchingCells.length > 1 ? 'them' : 'it'}`
      : amount === undefined
        ? 'there is no such free cell in the table'
        : `no such cell in the table says ${amount}`;
  return { kind: 'none', reason };
}

const hasAmount = ({ text }: GridCell, amount: string): boolean =>
  readMeasure(text, 'price') === readMeasure(amount, 'price');

/** Returns the requested cell or cells; null if the text does not ask for a cell of a grid. */
export function readCellRequest(text: string, view: View, memory: Memory, today: Date): CellRequest | null {
  for (const grid of findGrids(view)) {
    const request =
      readInGrid(text, grid, view, memory, today) ??
      readInGrid(text.replace(SEAT_CODE, '$1 $2'), grid, view, memory, today);
    if (request) return request;
  }
  return null;
}
