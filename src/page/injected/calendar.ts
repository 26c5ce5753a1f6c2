/**
 * Calendars as people read them: grids of day numbers, the text over them that names the month, and the
 * buttons beside that text. By role and by layout; what the texts mean is worked out outside the page.
 */
import { composedPath, deepElements, isShown, referred } from './deep.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapse, renderedText } from './text.js';
import { uid } from './uids.js';

export interface WireDay {
  uid: string;
  day: number;
  /** Name and machine-readable marks: `Thursday, 5 March 2026`, `2026-03-05`. */
  name: string;
  disabled: boolean;
  selected: boolean;
}

export interface WireButton {
  uid: string;
  name: string;
  disabled: boolean;
  x: number;
  y: number;
  /** In the row of the month's name. */
  beside: boolean;
}

export interface WireMonth {
  /** What names the month, nearest first. */
  headings: { text: string; x: number; y: number }[];
  days: WireDay[];
}

export interface WireCalendar {
  lang: string;
  rtl: boolean;
  months: WireMonth[];
  buttons: WireButton[];
  /** Lists for month and year. */
  selects: { uid: string; options: { value: string; label: string; selected: boolean }[] }[];
}

/** Days that every month has. */
const DAYS = 28;
/** Six weeks, each with its number. */
const MOST_CELLS = 60;
const MOST_LEVELS = 6;

const textOf = (element: Element): string =>
  collapse((element as HTMLElement).innerText ?? element.textContent ?? '');

/** The day number that a cell shows; 0 when it shows none. */
function dayNumber(element: Element): number {
  // Most elements of a page are ruled out before anything is laid out.
  const raw = element.textContent ?? '';
  if (raw.length > 80 || !/\d/.test(raw)) return 0;
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?(?!\d)/.exec(textOf(element))?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : 0;
}

/** A month, not just any numbers: every day is there, and not much else. */
function isMonth(cells: readonly Element[]): boolean {
  const days = new Set(cells.map(dayNumber));
  for (let day = 1; day <= DAYS; day++) if (!days.has(day)) return false;
  return cells.length <= MOST_CELLS;
}

/** The innermost thing in a cell that takes a click. */
function clickable(cell: Element): Element {
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

function marks(...elements: Element[]): string {
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
    const target = clickable(cell);
    return [
      {
        uid: uid(target),
        day,
        name: marks(cell, target),
        disabled: isDisabled(cell) || isDisabled(target),
        selected: [cell, target].some(
          (at) => at.getAttribute('aria-selected') === 'true' || at.getAttribute('aria-pressed') === 'true',
        ),
      },
    ];
  });
}

/** Grids of days now shown, none inside another. */
function grids(): Element[] {
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
  if (found.length || loose.length < DAYS) return found;
  // Without a grid: the smallest box that holds a month of buttons.
  for (const day of loose)
    for (const node of composedPath(day)) counts.set(node, (counts.get(node) ?? 0) + 1);
  for (const day of loose)
    for (const node of composedPath(day)) {
      if ((counts.get(node) ?? 0) < DAYS) continue;
      if (cellsOf(node).length && !found.includes(node)) found.push(node);
      break;
    }
  return found;
}

const MONTH_LIKE = /\d{4}|\p{L}{3,}/u;

/** Texts that may name the month: the grid's own name first, then short texts above it and around it. */
function headingsOf(grid: Element, popup: Element): WireMonth['headings'] {
  const box = grid.getBoundingClientRect();
  const out: WireMonth['headings'] = [];
  const add = (text: string, element: Element): void => {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (text && text.length < 60) out.push({ text, x: x + width / 2, y: y + height / 2 });
  };
  for (const label of referred(grid, 'aria-labelledby')) add(textOf(label), label);
  add(grid.getAttribute('aria-label') ?? '', grid);
  const caption = grid.querySelector('caption');
  if (caption) add(textOf(caption), caption);
  const near: { element: Element; away: number }[] = [];
  for (const element of deepElements(popup)) {
    if (cellsAround(element) || !isShown(element)) continue;
    const text = renderedText(element, 60);
    if (!text || text.length > 40 || !MONTH_LIKE.test(text)) continue;
    const at = element.getBoundingClientRect();
    // Two months stand side by side: each is named within its own width.
    const middle = at.x + at.width / 2;
    const across = Math.max(0, box.x - middle, middle - box.right);
    const above = Math.abs(box.top - at.bottom);
    near.push({ element, away: across * 3 + above });
  }
  near.sort((a, b) => a.away - b.away);
  for (const { element } of near.slice(0, 12)) add(renderedText(element, 60), element);
  return out;
}

function cellsAround(element: Element): boolean {
  return element.closest('td, th, [role="gridcell"], [role="columnheader"], select, option') !== null;
}

/** The box that holds the grids and what moves them: grows until buttons or lists beside the days are in it. */
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
    if (enough || level++ > MOST_LEVELS || node.parentElement === document.body) break;
  }
  return box;
}

function outerButtons(box: Element, all: readonly Element[]): Element[] {
  const days = new Set(all.flatMap((grid) => cellsOf(grid).flatMap((cell) => [cell, clickable(cell)])));
  return Array.from(deepElements(box)).filter(
    (element) =>
      (roleOf(element) === 'button' || element.localName === 'a' || element.hasAttribute('tabindex')) &&
      isShown(element) &&
      !days.has(element) &&
      !all.some((grid) => element.contains(grid)),
  );
}

export function calendar(): WireCalendar | null {
  const all = grids().slice(0, 4);
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
        beside: rows.some((row) => Math.abs(row - (y + height / 2)) < Math.max(14, height * 0.7)),
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
