/** Fields for dates that are no native ones: what they say of themselves, and what may open their calendar. */
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

/** Buttons that may open the calendar of a field: those beside it, the likeliest first. */
export function openersOf(id: string): string[] {
  const field = elementByUid(id);
  if (!field) return [];
  let box: Element | null = field.parentElement;
  for (let up = 0; box && up < 3; up++, box = box.parentElement) {
    if (box === document.body || box.localName === 'form') return [];
    const buttons = Array.from(deepElements(box)).filter(
      (element) =>
        element !== field && roleOf(element) === 'button' && isShown(element) && !isDisabled(element),
    );
    if (buttons.length)
      return buttons
        .map((element) => ({
          element,
          likely: element.hasAttribute('aria-haspopup') || element.hasAttribute('aria-expanded') ? 1 : 0,
        }))
        .sort((a, b) => b.likely - a.likely)
        .filter(
          ({ element }) =>
            (element as HTMLButtonElement).type !== 'submit' ||
            element.closest('form') === null ||
            element.hasAttribute('aria-haspopup'),
        )
        .slice(0, 2)
        .map(({ element }) => uid(element));
  }
  return [];
}
