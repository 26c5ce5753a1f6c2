/** Reads custom date fields: format hints, calendar buttons and segments. */
import { unclobberedParentOf } from './dom.js';
import { walkDeepElements, isShown, findReferencedElements } from './composed-tree.js';
import { nameOf, roleOf } from './names.js';
import { isDisabled } from './states.js';
import { collapseWhitespace } from './text.js';
import { findElementByUid, getUid } from './uids.js';

const textOf = (element: Element): string =>
  collapseWhitespace((element as HTMLElement).innerText ?? element.textContent ?? '');

/** Hints about a field's date format, and the page's language. */
export interface WireDateField {
  lang: string;
  /** Placeholder, description, title, pattern. */
  hints: string[];
  /** Text that the field currently shows. */
  displayedValue: string;
}

function readDisplayedValue(element: Element): string {
  if (element.localName === 'input') return (element as HTMLInputElement).value;
  // The date may appear only in the accessible name: `Change date, 5 March 2026`.
  const [text, name] = [textOf(element), nameOf(element, roleOf(element))];
  return text.includes(name) ? text : collapseWhitespace(`${text} ${name}`);
}

export function readDateField(id: string): WireDateField | null {
  const element = findElementByUid(id) as HTMLInputElement | null;
  if (!element) return null;
  const descriptions = findReferencedElements(element, 'aria-describedby').map(textOf);
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
    hints: [...attributes.map((name) => element.getAttribute(name) ?? ''), ...descriptions, ...labels].filter(
      Boolean,
    ),
    displayedValue: readDisplayedValue(element),
  };
}

const CALENDAR_WORDS =
  /calend|kalend|date|datum|dato|fecha|data\b|päiv|takvim|日付|日期|날짜|календар|дат|ημερ|📅|🗓/i;

/** Whether a button declares a popup, or its name or text mentions dates. */
function mayOpenCalendar(button: Element): boolean {
  const popup = button.getAttribute('aria-haspopup');
  if (popup && popup !== 'false' && popup !== 'menu') return true;
  return CALENDAR_WORDS.test(`${nameOf(button, 'button')} ${textOf(button)}`);
}

/**
 * At most two buttons near a field that may open its calendar.
 *
 * @param allowUnnamed for known date fields: whether unnamed buttons qualify if no button mentions a calendar
 */
export function findCalendarOpeners(id: string, allowUnnamed: boolean): string[] {
  const field = findElementByUid(id);
  let container = field ? unclobberedParentOf(field) : null;
  for (let level = 0; container && level < 3; level++, container = unclobberedParentOf(container)) {
    if (container === document.body || container.localName === 'form') break;
    const buttons = Array.from(walkDeepElements(container)).filter(
      (element) =>
        element !== field && roleOf(element) === 'button' && isShown(element) && !isDisabled(element),
    );
    if (!buttons.length) continue;
    const isSubmitButton = (element: Element): boolean =>
      (element as HTMLButtonElement).type === 'submit' && element.closest('form') !== null;
    const likelyOpeners = buttons.filter(mayOpenCalendar);
    const unnamedButtons = buttons.filter(
      (element) => !nameOf(element, 'button') && !isSubmitButton(element),
    );
    return (likelyOpeners.length ? likelyOpeners : allowUnnamed ? unnamedButtons : [])
      .slice(0, 2)
      .map(getUid);
  }
  return [];
}

/** One segment of a date or time field: day, month or hour. */
export interface WireSegment {
  uid: string;
  max: number;
  value: number;
  text: string;
}

export function readSegments(id: string): WireSegment[] {
  const field = findElementByUid(id);
  if (!field) return [];
  return Array.from(walkDeepElements(field))
    .filter(
      (element) => roleOf(element) === 'spinbutton' && element.localName !== 'input' && isShown(element),
    )
    .map((element) => ({
      uid: getUid(element),
      max: Number.parseFloat(element.getAttribute('aria-valuemax') ?? ''),
      value: Number.parseFloat(element.getAttribute('aria-valuenow') ?? ''),
      text: element.getAttribute('aria-valuetext') ?? textOf(element),
    }));
}

/** A date or time picker: an element with a library's class name for pickers, around one or two text fields. */
export interface WirePicker {
  /** Whether another field follows, as after the first field of a range. */
  hasNextField: boolean;
}

const PICKER_CLASS = /(?:^|[\s_-])(?:date|time)?-?picker(?:$|\s|--?(?:range|input|outlined))/i;

export function readPicker(id: string): WirePicker | null {
  const field = findElementByUid(id);
  let wrapper = field && unclobberedParentOf(field);
  const isPicker = (element: Element | null): boolean =>
    PICKER_CLASS.test(element?.getAttribute('class') ?? '');
  for (let level = 0; wrapper && level < 3; level++, wrapper = unclobberedParentOf(wrapper)) {
    if (!isPicker(wrapper) || isPicker(unclobberedParentOf(wrapper))) continue;
    const fields = Array.from(wrapper.querySelectorAll('input')).filter(isShown);
    return fields.length > 2
      ? null
      : { hasNextField: fields.indexOf(field as HTMLInputElement) < fields.length - 1 };
  }
  return null;
}

/** Prevents the next Enter in a field from submitting its form. In a picker, Enter should only confirm the value. */
export function preventNextSubmission(id: string): boolean {
  const form = (findElementByUid(id) as HTMLInputElement | null)?.form;
  if (!form) return false;
  const preventSubmit = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('submit', preventSubmit, { capture: true });
  window.addEventListener(
    'keyup',
    () => window.removeEventListener('submit', preventSubmit, { capture: true }),
    {
      capture: true,
      once: true,
    },
  );
  return true;
}
