/** Scrolls visible option lists, and checks whether a chosen option is shown near its control. */
import { unclobberedParentOf } from './dom.js';
import { isShown, walkDeepElements } from './composed-tree.js';
import { scrollerOf } from './scroller.js';
import { collapseWhitespace } from './text.js';
import { findElementByUid } from './uids.js';

/** Scrolls a list to its start or forward by 80 % of its height. @returns false if it did not move */
export function scrollList(id: string, direction: 'start' | 'forward'): boolean {
  const list = findElementByUid(id);
  if (!list) return false;
  const isScrollable = list.scrollHeight > list.clientHeight + 1;
  let scroller = isScrollable ? list : null;
  if (!scroller)
    for (const inner of walkDeepElements(list))
      if (inner.scrollHeight > inner.clientHeight + 1 && inner.clientHeight > 20) {
        const { overflowY } = getComputedStyle(inner);
        if (overflowY === 'auto' || overflowY === 'scroll') {
          scroller = inner;
          break;
        }
      }
  scroller ??= scrollerOf(list);
  if (scroller === document.scrollingElement) return false;
  const topBefore = scroller.scrollTop;
  scroller.scrollTo({
    top: direction === 'start' ? 0 : topBefore + Math.max(20, scroller.clientHeight * 0.8),
    behavior: 'instant',
  });
  return scroller.scrollTop !== topBefore;
}

const FIELD_SELECTOR = 'input, select, textarea, [role="combobox"]';

/** Whether the text is shown in or near a control, for example in a chip or tag for the chosen option. */
export function showsTextNearby(id: string, text: string): boolean {
  const control = findElementByUid(id);
  if (!control) return false;
  const expected = collapseWhitespace(text).toLowerCase();
  let container: Element | null = control;
  for (let level = 0; container && level < 4; level++, container = unclobberedParentOf(container)) {
    if (container === document.body || container.localName === 'form') return false;
    if (
      Array.from(container.querySelectorAll(FIELD_SELECTOR)).some(
        (field) => field !== control && isShown(field),
      )
    )
      return false;
    if (
      collapseWhitespace((container as HTMLElement).innerText ?? '')
        .toLowerCase()
        .includes(expected)
    )
      return true;
  }
  return false;
}
