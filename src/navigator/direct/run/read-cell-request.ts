/**
 * Reads which cell of a grid a line asks for: "the Saturday morning slot", "row C seat 4". A line that follows a choice
 * keeps the column or row that it does not name: "no, Thursday", "earlier". Pure.
 */
import { findGrids, formatCellPlace, isFree, type Grid, type GridCell } from '../ground/grid.js';
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

type Side = 'column' | 'row';

interface Dimension {
  side: Side;
  axis: Axis;
  /** The headers that the line names or keeps; null if it does neither. */
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
/** Days are read before times, and words last, but “Room 2” as a whole is no time. */
const rankAxis = ({ kind, headers }: Axis, text: string): number =>
  kind === 'text' && headers.some((header) => /\p{L}{2}/u.test(header) && fold(text).includes(fold(header)))
    ? -1
    : ['day', 'time', 'text'].indexOf(kind);
const SEAT_CODE = /\b(\p{L})(\d{1,2})\b/gu;

/** Returns what follows the words of one of the patterns; null if none matches. */
function takePattern<T>(
  patterns: readonly (readonly [RegExp, T])[],
  text: string,
): { value: T; rest: string } | null {
  const hit = patterns.find(([pattern]) => pattern.test(text));
  return hit ? { value: hit[1], rest: text.replace(hit[0], ' ') } : null;
}

/** Whether all words only choose a cell or name what the page is about. */
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
  const priced = cells.flatMap((cell) => {
    const price = readMeasure(cell.text, 'price');
    return price === null ? [] : [{ cell, price }];
  });
  const prices = priced.map(({ price }) => price);
  const best = extreme === 'cheapest' ? Math.min(...prices) : Math.max(...prices);
  return priced.filter(({ price }) => price === best).map(({ cell }) => cell);
}

/** Says what is in the way of a cell: “Full”, a disabled button, or nothing to press. */
const explainUnavailable = (cell: GridCell): string =>
  `${formatCellPlace(cell)} ${cell.control ? 'is disabled' : cell.text ? `says “${clip(cell.text, 40)}”` : 'is empty'}`;

/** The column and row that the last line chose or asked about, unless another element was used since. */
const getLastPlace = ({
  lastCell,
  lastTarget,
}: Memory): { column: string | null; row: string | null } | null =>
  lastCell && lastCell.targetUid === lastTarget?.uid ? lastCell : null;

function readInGrid(text: string, grid: Grid, view: View, memory: Memory, today: Date): CellRequest | null {
  const last = getLastPlace(memory);
  let rest = text;
  const amount = AMOUNT.exec(rest)?.[0];
  if (amount !== undefined) rest = rest.replace(AMOUNT, ' ');
  const dayStep = last && takePattern(NEIGHBOUR_DAYS, rest);
  rest = dayStep?.rest ?? rest;
  const timeStep = last && takePattern(NEIGHBOUR_TIMES, rest);
  rest = timeStep?.rest ?? rest;
  const extreme = takePattern(EXTREMES, rest);
  rest = extreme?.rest ?? rest;
  const dimensions = (['column', 'row'] as const)
    .map((side): Dimension => ({
      side,
      axis: classifyAxis(side === 'column' ? grid.columns : grid.rows, today),
      headers: null,
      isNamed: false,
    }))
    .sort((a, b) => rankAxis(a.axis, text) - rankAxis(b.axis, text));
  for (const dimension of dimensions) {
    const found = findHeaders(dimension.axis, rest, today);
    if (!found) continue;
    Object.assign(dimension, { headers: found.value, isNamed: true });
    rest = found.rest;
  }
  if (!isExplained(rest, grid, view)) return null;
  const isMove = dayStep !== null || timeStep !== null;
  const isNamed = dimensions.some((d) => d.isNamed);
  if (!isNamed && !(last && (isMove || extreme || amount !== undefined))) return null;
  const missing = dimensions.filter(({ headers }) => headers?.length === 0);
  if (missing.length > 0)
    return dimensions.every((d) => d.isNamed)
      ? {
          kind: 'none',
          reason: `I can't find “${clip(text, 60)}” in the table: it has ${missing.map(({ axis }) => formatRange(axis)).join(' and ')}`,
        }
      : null;
  for (const dimension of dimensions.filter((d) => !d.isNamed)) {
    const kept = last?.[dimension.side] ?? null;
    // "The cheapest on Friday" compares all times.
    const comparesAll = extreme !== null && dimension.axis.kind !== 'day';
    const used = dimension.axis.headers.filter((header) =>
      grid.cells.some((cell) => cell[dimension.side] === header && cell.control),
    );
    if (kept !== null && !comparesAll && dimension.axis.headers.includes(kept)) dimension.headers = [kept];
    else if (used.length === 1) dimension.headers = used;
  }
  // A word that names a column, such as “Status”, need not be about a cell.
  const isTimed = dimensions.some((d) => d.isNamed && d.axis.kind !== 'text');
  if (!isTimed && !isMove && dimensions.some(({ headers }) => headers === null)) return null;
  return chooseCell(grid, dimensions, {
    amount,
    extreme: extreme?.value,
    dayStep: dayStep?.value,
    timeStep: timeStep?.value,
  });
}

const formatRange = ({ headers }: Axis): string => `“${headers[0]!}” to “${headers.at(-1)!}”`;

interface Limits {
  amount: string | undefined;
  extreme: 'cheapest' | 'dearest' | 'first' | 'last' | undefined;
  dayStep: -1 | 1 | undefined;
  timeStep: -1 | 1 | undefined;
}

function chooseCell(
  grid: Grid,
  dimensions: readonly Dimension[],
  { amount, extreme, dayStep, timeStep }: Limits,
): CellRequest | null {
  const stepped = dimensions.find(({ axis }) =>
    timeStep === undefined ? dayStep !== undefined && axis.kind === 'day' : axis.kind === 'time',
  );
  const offset = timeStep ?? dayStep;
  if (offset !== undefined && stepped?.headers?.length !== 1) return null;
  const from = offset === undefined ? -1 : stepped!.axis.headers.indexOf(stepped!.headers![0]!);
  const nextHeaders =
    offset === undefined
      ? []
      : offset > 0
        ? stepped!.axis.headers.slice(from + 1)
        : stepped!.axis.headers.slice(0, from).reverse();
  const isMeant = (cell: GridCell): boolean =>
    dimensions.every(({ side, headers }) =>
      offset !== undefined && side === stepped!.side
        ? (timeStep === undefined ? nextHeaders.slice(0, 1) : nextHeaders).includes(cell[side])
        : headers === null || headers.includes(cell[side]),
    );
  const meant = grid.cells.filter(
    (cell) => isMeant(cell) && (amount === undefined || hasAmount(cell, amount)),
  );
  let free: readonly GridCell[] = meant.filter(isFree);
  if (offset !== undefined) {
    const nearest = nextHeaders.find((header) => free.some((cell) => cell[stepped!.side] === header));
    free = free.filter((cell) => cell[stepped!.side] === nearest);
  }
  if (extreme !== undefined) free = keepExtreme(free, extreme);
  const [first] = free;
  if (first && free.length === 1) return { kind: 'one', cell: first };
  if (first) {
    const only = (side: Side): string | null =>
      free.every((cell) => cell[side] === first[side]) ? first[side] : null;
    return { kind: 'several', cells: free, place: { column: only('column'), row: only('row') } };
  }
  const reason =
    meant.length > 0
      ? `${formatList(meant.slice(0, 3).map(explainUnavailable))}, so I can't choose ${meant.length > 1 ? 'them' : 'it'}`
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
