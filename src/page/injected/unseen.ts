/** Whether people can see the text of an element: screen-reader-only tricks, transparency, text out of reach. */
import { drawnParent, thisPass } from './pass.js';

const zeroInset =
  /^inset\((?:50|[6-9]\d|100)(?:\.\d+)?%|^circle\(0|^polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)+\)$/;

function clippedAway(clip: string, clipPath: string): boolean {
  if (clipPath !== 'none' && zeroInset.test(clipPath)) return true;
  if (clip === 'auto') return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+/g) ?? []).map(Number);
  return right - left <= 1 || bottom - top <= 1;
}

/** Hides itself and all that is in it. */
function hides(element: Element): boolean {
  const style = getComputedStyle(element);
  if (style.display === 'none' || Number(style.opacity) < 0.05) return true;
  const position = style.position;
  if (clippedAway(position === 'absolute' || position === 'fixed' ? style.clip : 'auto', style.clipPath))
    return true;
  if (style.display === 'inline' || style.display === 'contents') return false;
  // What these two do with their overflow the window does; their own boxes may well be flat.
  if (element === document.body || element === document.documentElement) return false;
  const clips = style.overflowX !== 'visible';
  if (!clips && position === 'static') return false;
  const box = element.getBoundingClientRect();
  return clips && (box.width <= 1 || box.height <= 1);
}

/** Placed where no scrolling leads, above or left of the page. */
function outOfReach(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (box.width === 0 && box.height === 0) return false;
  return box.right + window.scrollX <= 0 || box.bottom + window.scrollY <= 0;
}

/** It or something around it hides what is in it. */
function inHidden(element: Element): boolean {
  const { unseen } = thisPass();
  const chain: Element[] = [];
  let at: Element | null = element;
  while (at && !unseen.has(at)) {
    chain.push(at);
    at = drawnParent(at);
  }
  let hidden = at ? unseen.get(at)! : false;
  for (const link of chain.reverse()) {
    hidden ||= hides(link);
    unseen.set(link, hidden);
  }
  return hidden;
}

/** Nobody sees the text that stands directly in this element. */
export function isUnseen(element: Element): boolean {
  const { visibility, fontSize, textIndent } = getComputedStyle(element);
  return (
    visibility !== 'visible' ||
    parseFloat(fontSize) < 2 ||
    parseFloat(textIndent) < -300 ||
    outOfReach(element) ||
    inHidden(element)
  );
}
