/** Fields for dates that are no native ones: what they say of themselves, and what may open their calendar. */
import { parentOf } from './dom.js';
import { deepElements, isShown, referred } from './deep.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapse } from './text.js';
import { elementByUid, uid } from './uids.js';

const textOf = (element: Element): string =>
  collapse((element as HTMLElement).innerText ?? element.textContent ?? '');

/** What a field says of the form in which it takes a date, and the page's language. */
export interface WireDateField {
  lang: string;
  /** Placeholder, description, title, pattern. */
  hints: string[];
  /** What it shows now. */
  shows: string;
}

function shownBy(element: Element): string {
  if (element.localName === 'input') return (element as HTMLInputElement).value;
  // Buttons may say it in their name alone: `Change date, 5 March 2026`.
  const [text, name] = [textOf(element), nameOf(element, roleOf(element))];
  return text.includes(name) ? text : collapse(`${text} ${name}`);
}

export function dateField(id: string): WireDateField | null {
  const element = elementByUid(id) as HTMLInputElement | null;
  if (!element) return null;
  const described = referred(element, 'aria-describedby').map(textOf);
  const attributes = [
    'placeholder',
    'aria-placeholder',
    'data-format',
    'data-date-format',
    'title',
    'pattern',
  ];
  const labels = element.labels ? Array.from(element.labels, textOf) : [];
  return {
    lang: document.documentElement.lang || navigator.language,
    hints: [...attributes.map((name) => element.getAttribute(name) ?? ''), ...described, ...labels].filter(
      Boolean,
    ),
    shows: shownBy(element),
  };
}

const CALENDAR =
  /calend|kalend|date|datum|dato|fecha|data\b|päiv|takvim|日付|日期|날짜|календар|дат|ημερ|📅|🗓/i;

/** Opens something, or says that it has to do with dates. */
function saysSo(button: Element): boolean {
  const popup = button.getAttribute('aria-haspopup');
  if (popup && popup !== 'false' && popup !== 'menu') return true;
  return CALENDAR.test(`${nameOf(button, 'button')} ${textOf(button)}`);
}

/**
 * Buttons that may open the calendar of a field: those beside it that say so, the likeliest first; with `any`, for a
 * field that is known to take dates, also one that says nothing.
 */
export function openersOf(id: string, any: boolean): string[] {
  const field = elementByUid(id);
  let box = field ? parentOf(field) : null;
  for (let up = 0; box && up < 3; up++, box = parentOf(box)) {
    if (box === document.body || box.localName === 'form') break;
    const buttons = Array.from(deepElements(box)).filter(
      (element) =>
        element !== field && roleOf(element) === 'button' && isShown(element) && !isDisabled(element),
    );
    if (!buttons.length) continue;
    const sends = (element: Element): boolean =>
      (element as HTMLButtonElement).type === 'submit' && element.closest('form') !== null;
    const sure = buttons.filter(saysSo);
    const silent = buttons.filter((element) => !nameOf(element, 'button') && !sends(element));
    return (sure.length ? sure : any ? silent : []).slice(0, 2).map(uid);
  }
  return [];
}

/** One part of a field that is made of several: its day, its month, its hour. */
export interface WireSegment {
  uid: string;
  max: number;
  now: number;
  text: string;
}

export function segmentsOf(id: string): WireSegment[] {
  const field = elementByUid(id);
  if (!field) return [];
  return Array.from(deepElements(field))
    .filter(
      (element) => roleOf(element) === 'spinbutton' && element.localName !== 'input' && isShown(element),
    )
    .map((element) => ({
      uid: uid(element),
      max: Number.parseFloat(element.getAttribute('aria-valuemax') ?? ''),
      now: Number.parseFloat(element.getAttribute('aria-valuenow') ?? ''),
      text: element.getAttribute('aria-valuetext') ?? textOf(element),
    }));
}
