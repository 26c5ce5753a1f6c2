/**
 * Reads date pickers by role and layout: grids of day numbers, the month headings above them and the buttons next to
 * the headings. Node interprets the text.
 */
import { walkComposedPath, walkDeepElements, isShown, findReferencedElements } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapseWhitespace, readRenderedText } from './text.js';
import { getUid } from './uids.js';

export interface WireDay {
  uid: string;
  day: number;
  /** Accessible name, followed by machine-readable attributes: `Thursday, 5 March 2026 2026-03-05`. */
  name: string;
  disabled: boolean;
  selected: boolean;
}

export interface WireCalendarButton {
  uid: string;
  name: string;
  disabled: boolean;
  x: number;
  y: number;
  /** Whether the button is on the same line as a month heading. */
  isInHeadingRow: boolean;
}

export interface WireMonth {
  /** Possible month headings, nearest first. */
  headings: { text: string; x: number; y: number }[];
  days: WireDay[];
}

export interface WireCalendar {
  lang: string;
  isRightToLeft: boolean;
  months: WireMonth[];
  buttons: WireCalendarButton[];
  /** `select` elements for month and year. */
  selects: { uid: string; options: { value: string; label: string; selected: boolean }[] }[];
}

/** All months have at least this many days. */
const MIN_MONTH_DAYS = 28;
/** Six weeks of seven days with week numbers have 48 cells. Some grids contain a few more. */
const MAX_CELLS = 60;
const MAX_LEVELS = 6;

const textOf = (element: Element): string =>
  collapseWhitespace((element as HTMLElement).innerText ?? element.textContent ?? '');

/** The day number that a cell shows, or 0. */
function readDayNumber(element: Element): number {
  // Most elements are ruled out by `textContent` first, because `innerText` forces a layout.
  const textContent = element.textContent ?? '';
  if (textContent.length > 80 || !/\d/.test(textContent)) return 0;
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(textOf(element))?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : 0;
}

/** Whether the cells contain every day of a month and little else. */
function isMonth(cells: readonly Element[]): boolean {
  const days = new Set(cells.map(readDayNumber));
  for (let day = 1; day <= MIN_MONTH_DAYS; day++) if (!days.has(day)) return false;
  return cells.length <= MAX_CELLS;
}

/** The first clickable element in a cell, or the cell itself. */
function clickTargetOf(cell: Element): Element {
  for (const inner of walkDeepElements(cell))
    if (inner.matches('button, a, [role="button"], [tabindex]') && isShown(inner)) return inner;
  return cell;
}

const isCell = (element: Element): boolean =>
  element.localName === 'td' || element.getAttribute('role') === 'gridcell';

const isDayButton = (element: Element): boolean => /^(button|option)$/.test(roleOf(element));

function cellsOf(grid: Element): Element[] {
  const numberedElements = Array.from(walkDeepElements(grid)).filter((element) => readDayNumber(element) > 0);
  for (const isDayCell of [isCell, isDayButton]) {
    const cells = numberedElements.filter((element) => isDayCell(element) && isShown(element));
    if (isMonth(cells)) return cells;
  }
  return [];
}

function readDayLabels(...elements: Element[]): string {
  const labels: string[] = [];
  for (const element of elements) {
    const role = roleOf(element);
    labels.push(nameOf(element, role));
    for (const attribute of ['data-date', 'data-day', 'datetime', 'data-value', 'title'])
      labels.push(element.getAttribute(attribute) ?? '');
    labels.push(element.querySelector('time[datetime]')?.getAttribute('datetime') ?? '');
  }
  return collapseWhitespace([...new Set(labels)].join(' '));
}

function daysOf(grid: Element): WireDay[] {
  return cellsOf(grid).flatMap((cell) => {
    const day = readDayNumber(cell);
    if (!day) return [];
    const target = clickTargetOf(cell);
    return [
      {
        uid: getUid(target),
        day,
        name: readDayLabels(cell, target),
        disabled: isDisabled(cell) || isDisabled(target),
        selected: [cell, target].some(
          (part) =>
            part.getAttribute('aria-selected') === 'true' || part.getAttribute('aria-pressed') === 'true',
        ),
      },
    ];
  });
}

/** Visible grids of days. A grid inside another grid is left out. */
function findGrids(): Element[] {
  const grids: Element[] = [];
  const dayCounts = new Map<Element, number>();
  const dayButtons: Element[] = [];
  for (const element of walkDeepElements(document)) {
    if (grids.some((outer) => outer.contains(element))) continue;
    const role = roleOf(element);
    if (
      (role === 'grid' || role === 'table' || role === 'listbox') &&
      isShown(element) &&
      cellsOf(element).length
    )
      grids.push(element);
    else if (isDayButton(element) && readDayNumber(element) && isShown(element)) dayButtons.push(element);
  }
  if (grids.length || dayButtons.length < MIN_MONTH_DAYS) return grids;
  // If there is no grid element, the smallest container with a button for every day of a month is the grid.
  for (const day of dayButtons)
    for (const node of walkComposedPath(day)) dayCounts.set(node, (dayCounts.get(node) ?? 0) + 1);
  for (const day of dayButtons)
    for (const node of walkComposedPath(day)) {
      if ((dayCounts.get(node) ?? 0) < MIN_MONTH_DAYS) continue;
      if (cellsOf(node).length && !grids.includes(node)) grids.push(node);
      break;
    }
  return grids;
}

const MONTH_TEXT = /\d{4}|\p{L}{3,}/u;

/** Text that may name the month: the grid's name first, then short text above and around the grid. */
function headingsOf(grid: Element, popup: Element): WireMonth['headings'] {
  const box = grid.getBoundingClientRect();
  const headings: WireMonth['headings'] = [];
  const addHeading = (text: string, element: Element): void => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (text && text.length < 60) headings.push({ text, x: x + width / 2, y: y + height / 2 });
  };
  for (const label of findReferencedElements(grid, 'aria-labelledby')) addHeading(textOf(label), label);
  addHeading(grid.getAttribute('aria-label') ?? '', grid);
  const caption = grid.querySelector('caption');
  if (caption) addHeading(textOf(caption), caption);
  const nearbyTexts: { element: Element; distance: number }[] = [];
  for (const element of walkDeepElements(popup)) {
    if (isInCell(element) || !isShown(element)) continue;
    const text = readRenderedText(element, 60);
    if (!text || text.length > 40 || !MONTH_TEXT.test(text)) continue;
    const textBox = element.getBoundingClientRect();
    // Two months may be side by side, so a heading should lie within its month's width.
    const middle = textBox.x + textBox.width / 2;
    const horizontalDistance = Math.max(0, box.x - middle, middle - box.right);
    const verticalDistance = Math.abs(box.top - textBox.bottom);
    nearbyTexts.push({ element, distance: horizontalDistance * 3 + verticalDistance });
  }
  nearbyTexts.sort((a, b) => a.distance - b.distance);
  for (const { element } of nearbyTexts.slice(0, 12)) addHeading(readRenderedText(element, 60), element);
  return headings;
}

function isInCell(element: Element): boolean {
  return element.closest('td, th, [role="gridcell"], [role="columnheader"], select, option') !== null;
}

/**
 * The calendar's popup: the dialog that contains all grids, or the smallest element that contains them and at least two
 * other buttons or `select` elements.
 */
function popupOf(grids: readonly Element[]): Element {
  const dialog = grids[0]!.closest('dialog, [role="dialog"], [role="application"]');
  if (dialog && grids.every((grid) => dialog.contains(grid))) return dialog;
  let container: Element = grids[0]!;
  let level = 0;
  for (const node of walkComposedPath(grids[0]!)) {
    container = node;
    const isPopup =
      grids.every((grid) => node.contains(grid)) &&
      findButtonsOutsideGrids(node, grids).length + node.querySelectorAll('select').length >= 2;
    if (isPopup || level++ > MAX_LEVELS || node.parentElement === document.body) break;
  }
  return container;
}

function findButtonsOutsideGrids(container: Element, grids: readonly Element[]): Element[] {
  const days = new Set(grids.flatMap((grid) => cellsOf(grid).flatMap((cell) => [cell, clickTargetOf(cell)])));
  return Array.from(walkDeepElements(container)).filter(
    (element) =>
      (roleOf(element) === 'button' || element.localName === 'a' || element.hasAttribute('tabindex')) &&
      isShown(element) &&
      !days.has(element) &&
      !grids.some((grid) => element.contains(grid)),
  );
}

export function readCalendar(): WireCalendar | null {
  const grids = findGrids().slice(0, 4);
  if (!grids.length) return null;
  const popup = popupOf(grids);
  const months = grids.map((grid) => ({ headings: headingsOf(grid, popup), days: daysOf(grid) }));
  const headingYs = months.flatMap((month) => month.headings.map((heading) => heading.y));
  return {
    lang: document.documentElement.lang || navigator.language,
    isRightToLeft: getComputedStyle(popup).direction === 'rtl',
    months,
    buttons: findButtonsOutsideGrids(popup, grids).map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const role = roleOf(element);
      return {
        uid: getUid(element),
        name: nameOf(element, role) || textOf(element),
        disabled: isDisabled(element),
        x: x + width / 2,
        y: y + height / 2,
        isInHeadingRow: headingYs.some(
          (headingY) => Math.abs(headingY - (y + height / 2)) < Math.max(14, height * 0.7),
        ),
      };
    }),
    selects: Array.from(walkDeepElements(popup))
      .filter((element) => element.localName === 'select' && isShown(element))
      .map((element) => ({
        uid: getUid(element),
        options: Array.from((element as HTMLSelectElement).options, (option) => ({
          value: option.value,
          label: collapseWhitespace(option.text),
          selected: option.selected,
        })),
      })),
  };
}
