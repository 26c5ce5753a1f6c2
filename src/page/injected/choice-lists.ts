/** Lists of choices as things on the screen: scrolled through, and read beside their control. */
import { parentOf } from './dom.js';
import { deepElements } from './deep.js';
import { scrollerOf } from './scroller.js';
import { collapse } from './text.js';
import { elementByUid } from './uids.js';

/** Scrolls a list on by most of what it shows, or back to its beginning; false when it is at its end. */
export function scrollList(id: string, where: 'start' | 'on'): boolean {
  const list = elementByUid(id);
  if (!list) return false;
  const own = list.scrollHeight > list.clientHeight + 1;
  let scroller = own ? list : null;
  if (!scroller)
    for (const inner of deepElements(list))
      if (inner.scrollHeight > inner.clientHeight + 1 && inner.clientHeight > 20) {
        const { overflowY } = getComputedStyle(inner);
        if (overflowY === 'auto' || overflowY === 'scroll') {
          scroller = inner;
          break;
        }
      }
  scroller ??= scrollerOf(list);
  if (scroller === document.scrollingElement) return false;
  const from = scroller.scrollTop;
  scroller.scrollTo({
    top: where === 'start' ? 0 : from + Math.max(20, scroller.clientHeight * 0.8),
    behavior: 'instant',
  });
  return scroller.scrollTop !== from;
}

/** Whether people can read this text in or just around a control: a chip, a tag, a label of what was chosen. */
export function saysNearby(id: string, text: string): boolean {
  const control = elementByUid(id);
  if (!control) return false;
  const wanted = collapse(text).toLowerCase();
  let box: Element | null = control;
  for (let up = 0; box && up < 4; up++, box = parentOf(box)) {
    if (box === document.body || box.localName === 'form') return false;
    if (
      collapse((box as HTMLElement).innerText ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      return true;
  }
  return false;
}
