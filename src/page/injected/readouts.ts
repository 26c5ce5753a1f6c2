/** Numbers shown around a control: a slider that says nothing of itself often has its value written beside it. */
import { parentOf } from './dom.js';
import { deepElements } from './deep.js';
import { elementByUid } from './uids.js';

const LEVELS = 4;
const MOST = 200;
const NUMBER = /^[^\d-]{0,12}(-?\d+(?:\.\d+)?)[^\d]{0,12}$/;

function shownBy(element: Element): number | null {
  if (element.localName === 'input' || element.localName === 'output') {
    const { value } = element as HTMLInputElement;
    const typed = NUMBER.exec(value.trim());
    return typed ? Number(typed[1]) : null;
  }
  if (element.childElementCount > 0) return null;
  const text = NUMBER.exec((element.textContent ?? '').trim());
  return text ? Number(text[1]) : null;
}

/** By how near they are: those around the control itself first; null where an element shows none. */
export function readouts(id: string): (number | null)[] {
  const control = elementByUid(id);
  const out: (number | null)[] = [];
  let box = control ? parentOf(control) : null;
  let inner: Element | null = control;
  for (let up = 0; box && up < LEVELS; up++, inner = box, box = parentOf(box))
    for (const element of deepElements(box)) {
      if (inner?.contains(element)) continue;
      if (out.push(shownBy(element)) >= MOST) return out;
    }
  return out;
}
