/** Numbers shown near a control. A slider without ARIA values often displays its value next to it. */
import { parentOf } from './dom.js';
import { deepElements } from './composed-tree.js';
import { elementByUid } from './uids.js';

const MAX_LEVELS = 4;
const MAX_ELEMENTS = 200;
const NUMBER = /^[^\d-]{0,12}(-?\d+(?:\.\d+)?)[^\d]{0,12}$/;

function shownNumber(element: Element): number | null {
  if (element.localName === 'input' || element.localName === 'output') {
    const { value } = element as HTMLInputElement;
    const typed = NUMBER.exec(value.trim());
    return typed ? Number(typed[1]) : null;
  }
  if (element.childElementCount > 0) return null;
  const text = NUMBER.exec((element.textContent ?? '').trim());
  return text ? Number(text[1]) : null;
}

/** @returns one entry per element, nearest first: the number that it shows, or null */
export function nearbyNumbers(id: string): (number | null)[] {
  const control = elementByUid(id);
  const out: (number | null)[] = [];
  let box = control ? parentOf(control) : null;
  let inner: Element | null = control;
  for (let up = 0; box && up < MAX_LEVELS; up++, inner = box, box = parentOf(box))
    for (const element of deepElements(box)) {
      if (inner?.contains(element)) continue;
      if (out.push(shownNumber(element)) >= MAX_ELEMENTS) return out;
    }
  return out;
}
