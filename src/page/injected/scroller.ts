/**
 * Where “the page” scrolls: the document, or, on pages whose document is as high as the window, the
 * scroll container in the middle of the screen.
 */
function scroller(): Element {
  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollHeight > window.innerHeight + 1) return root;
  let at = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  for (; at && at !== root; at = at.parentElement) {
    const overflow = getComputedStyle(at).overflowY;
    if ((overflow === 'auto' || overflow === 'scroll') && at.scrollHeight > at.clientHeight + 1) return at;
  }
  return root;
}

export function scrollOffset(): {
  scrollX: number;
  scrollY: number;
  scrollWidth: number;
  scrollHeight: number;
} {
  const element = scroller();
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = element;
  return { scrollX: Math.round(scrollLeft), scrollY: Math.round(scrollTop), scrollWidth, scrollHeight };
}

export function scrollTo(x: number, y: number): boolean {
  scroller().scrollTo({ left: x, top: y, behavior: 'instant' });
  return true;
}
