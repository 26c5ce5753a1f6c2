/** Reads numbers near a control. A slider without ARIA values often displays its value next to it. */
import { unclobberedParentOf } from './dom.js';
import { walkDeepElements } from './composed-tree.js';
import { findElementByUid } from './uids.js';

const MAX_LEVELS = 4;
const MAX_ELEMENTS = 200;
const NUMBER = /^[^\d-]{0,12}(-?\d+(?:\.\d+)?)[^\d]{0,12}$/;

function readDisplayedNumber(element: Element): number | null {
  if (element.localName === 'input' || element.localName === 'output') {
    const { value } = element as HTMLInputElement;
    const match = NUMBER.exec(value.trim());
    return match ? Number(match[1]) : null;
  }
  if (element.childElementCount > 0) return null;
  const match = NUMBER.exec((element.textContent ?? '').trim());
  return match ? Number(match[1]) : null;
}

/** @returns one entry per element, nearest first: the number that it shows, or null */
export function readNearbyNumbers(id: string): (number | null)[] {
  const control = findElementByUid(id);
  const numbers: (number | null)[] = [];
  let container = control ? unclobberedParentOf(control) : null;
  let visitedElement: Element | null = control;
  for (
    let level = 0;
    container && level < MAX_LEVELS;
    level++, visitedElement = container, container = unclobberedParentOf(container)
  )
    for (const element of walkDeepElements(container)) {
      if (visitedElement?.contains(element)) continue;
      if (numbers.push(readDisplayedNumber(element)) >= MAX_ELEMENTS) return numbers;
    }
  return numbers;
}
