/**
 * Reads date pickers by role and layout: grids of day numbers, the month headings above them and the buttons next to
 * the headings. Node interprets the texts.
 */
import { composedPath, deepElements, isShown, referencedElements } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapse, renderedText } from './text.js';
import { uid } from './uids.js';

export interface WireDay {
  uid: string;
  day: number;
  /** Accessible name and machine-readable attributes: `Thursday, 5 March 2026`, `2026-03-05`. */
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
  /** On the same line as a month heading. */
  inHeadingRow: boolean;
}

export interface WireMonth {
  /** Possible month headings, nearest first. */
  headings: { text: string; x: number; y: number }[];
  days: WireDay[];
}

export interface WireCalendar {
  lang: string;
  rtl: boolean;
  months: WireMonth[];
  buttons: WireCalendarButton[];
  /** Selects for month and year. */
  selects: { uid: string; options: { value: string; label: string; selected: boolean }[] }[];
}

/** Every month has at least this many days. */
const MIN_MONTH_DAYS = 28;
/** Six weeks of seven days with week numbers, with some slack. */
const MAX_CELLS = 60;
const MAX_LEVELS = 6;

const textOf = (element: Element): string =>
  collapse((element as HTMLElement).innerText ?? element.textContent ?? '');

/** The day number that a cell shows, or 0. */
function dayNumber(element: Element): number {
  // Rules out most elements before `innerText` forces a layout.
  const raw = element.textContent ?? '';
  if (raw.length > 80 || !/\d/.test(raw)) return 0;
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(textOf(element))?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : 0;
}

/** Whether the cells contain every day of a month and little else. */
function isMonth(cells: readonly Element[]): boolean {
  const days = new Set(cells.map(dayNumber));
  for (let day = 1; day <= MIN_MONTH_DAYS; day++) if (!days.has(day)) return false;
  return cells.length <= MAX_CELLS;
}

/** The first clickable element inside a cell, or the cell. */
function clickTargetOf(cell: Element): Element {
  for (const inner of deepElements(cell))
    if (inner.matches('button, a, [role="button"], [tabindex]') && isShown(inner)) return inner;
  return cell;
}

const isCell = (element: Element): boolean =>
  element.localName === 'td' || element.getAttribute('role') === 'gridcell';

const isDayButton = (element: Element): boolean => /^(button|option)$/.test(roleOf(element));

function cellsOf(grid: Element): Element[] {
  const numbered = Array.from(deepElements(grid)).filter((element) => dayNumber(element) > 0);
  for (const kind of [isCell, isDayButton]) {
    const cells = numbered.filter((element) => kind(element) && isShown(element));
    if (isMonth(cells)) return cells;
  }
  return [];
}

function dayLabels(...elements: Element[]): string {
  const out: string[] = [];
  for (const element of elements) {
    const role = roleOf(element);
    out.push(nameOf(element, role));
    for (const attribute of ['data-date', 'data-day', 'datetime', 'data-value', 'title'])
      out.push(element.getAttribute(attribute) ?? '');
    out.push(element.querySelector('time[datetime]')?.getAttribute('datetime') ?? '');
  }
  return collapse([...new Set(out)].join(' '));
}

function daysOf(grid: Element): WireDay[] {
  return cellsOf(grid).flatMap((cell) => {
    const day = dayNumber(cell);
    if (!day) return [];
    const target = clickTargetOf(cell);
    return [
      {
        uid: uid(target),
        day,
        name: dayLabels(cell, target),
        disabled: isDisabled(cell) || isDisabled(target),
        selected: [cell, target].some(
          (at) => at.getAttribute('aria-selected') === 'true' || at.getAttribute('aria-pressed') === 'true',
        ),
      },
    ];
  });
}

/** Visible day grids, without nested ones. */
function findGrids(): Element[] {
  const found: Element[] = [];
  const counts = new Map<Element, number>();
  const loose: Element[] = [];
  for (const element of deepElements(document)) {
    if (found.some((grid) => grid.contains(element))) continue;
    const role = roleOf(element);
    if (
      (role === 'grid' || role === 'table' || role === 'listbox') &&
      isShown(element) &&
      cellsOf(element).length
    )
      found.push(element);
    else if (isDayButton(element) && dayNumber(element) && isShown(element)) loose.push(element);
  }
  if (found.length || loose.length < MIN_MONTH_DAYS) return found;
  // Without a grid element: the smallest container with a month of buttons.
  for (const day of loose)
    for (const node of composedPath(day)) counts.set(node, (counts.get(node) ?? 0) + 1);
  for (const day of loose)
    for (const node of composedPath(day)) {
      if ((counts.get(node) ?? 0) < MIN_MONTH_DAYS) continue;
      if (cellsOf(node).length && !found.includes(node)) found.push(node);
      break;
    }
  return found;
}

const MONTH_LIKE = /\d{4}|\p{L}{3,}/u;

/** Texts that may name the month: first the name of the grid, then short texts above and around it. */
function headingsOf(grid: Element, popup: Element): WireMonth['headings'] {
  const box = grid.getBoundingClientRect();
  const out: WireMonth['headings'] = [];
  const add = (text: string, element: Element): void => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (text && text.length < 60) out.push({ text, x: x + width / 2, y: y + height / 2 });
  };
  for (const label of referencedElements(grid, 'aria-labelledby')) add(textOf(label), label);
  add(grid.getAttribute('aria-label') ?? '', grid);
  const caption = grid.querySelector('caption');
  if (caption) add(textOf(caption), caption);
  const near: { element: Element; away: number }[] = [];
  for (const element of deepElements(popup)) {
    if (isInCell(element) || !isShown(element)) continue;
    const text = renderedText(element, 60);
    if (!text || text.length > 40 || !MONTH_LIKE.test(text)) continue;
    const at = element.getBoundingClientRect();
    // Two months may be side by side: each heading lies within the width of its month.
    const middle = at.x + at.width / 2;
    const across = Math.max(0, box.x - middle, middle - box.right);
    const above = Math.abs(box.top - at.bottom);
    near.push({ element, away: across * 3 + above });
  }
  near.sort((a, b) => a.away - b.away);
  for (const { element } of near.slice(0, 12)) add(renderedText(element, 60), element);
  return out;
}

function isInCell(element: Element): boolean {
  return element.closest('td, th, [role="gridcell"], [role="columnheader"], select, option') !== null;
}

/** The smallest container of all grids that also contains at least two buttons or selects beside the days. */
function popupOf(all: readonly Element[]): Element {
  const around = all[0]!.closest('dialog, [role="dialog"], [role="application"]');
  if (around && all.every((grid) => around.contains(grid))) return around;
  let box: Element = all[0]!;
  let level = 0;
  for (const node of composedPath(all[0]!)) {
    box = node;
    const enough =
      all.every((grid) => node.contains(grid)) &&
      outerButtons(node, all).length + node.querySelectorAll('select').length >= 2;
    if (enough || level++ > MAX_LEVELS || node.parentElement === document.body) break;
  }
  return box;
}

function outerButtons(box: Element, all: readonly Element[]): Element[] {
  const days = new Set(all.flatMap((grid) => cellsOf(grid).flatMap((cell) => [cell, clickTargetOf(cell)])));
  return Array.from(deepElements(box)).filter(
    (element) =>
      (roleOf(element) === 'button' || element.localName === 'a' || element.hasAttribute('tabindex')) &&
      isShown(element) &&
      !days.has(element) &&
      !all.some((grid) => element.contains(grid)),
  );
}

export function readCalendar(): WireCalendar | null {
  const all = findGrids().slice(0, 4);
  if (!all.length) return null;
  const popup = popupOf(all);
  const months = all.map((grid) => ({ headings: headingsOf(grid, popup), days: daysOf(grid) }));
  const rows = months.flatMap((month) => month.headings.map((heading) => heading.y));
  return {
    lang: document.documentElement.lang || navigator.language,
    rtl: getComputedStyle(popup).direction === 'rtl',
    months,
    buttons: outerButtons(popup, all).map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const role = roleOf(element);
      return {
        uid: uid(element),
        name: nameOf(element, role) || textOf(element),
        disabled: isDisabled(element),
        x: x + width / 2,
        y: y + height / 2,
        inHeadingRow: rows.some((row) => Math.abs(row - (y + height / 2)) < Math.max(14, height * 0.7)),
      };
    }),
    selects: Array.from(deepElements(popup))
      .filter((element) => element.localName === 'select' && isShown(element))
      .map((element) => ({
        uid: uid(element),
        options: Array.from((element as HTMLSelectElement).options, (option) => ({
          value: option.value,
          label: collapse(option.text),
          selected: option.selected,
        })),
      })),
  };
}
