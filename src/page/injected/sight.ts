/**
 * What people can see: edges that cut content off, and text that is in the page but that nobody reads.
 * Lengths are CSS px in the frame's viewport.
 */
import type { WireHidden } from './wire.js';
import { parentOf } from './dom.js';
import type { Look } from './text.js';

export type HiddenText = WireHidden;
export type HiddenWhy = WireHidden['why'];

/** As much of a seen element as judging its text takes. */
interface Seen {
  element: Element;
  box: DOMRect;
  parent: number;
  style: Look;
  why: HiddenWhy | null;
}

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A box narrower or flatter than this shows nothing that could be read or hit. */
const SPECK = 2;
/** Smaller letters than this are not for reading. */
const READABLE = 4;
/** Up to this size, letters in the colour of their ground are taken as hidden; larger ones may stand on a picture. */
const SMALL = 13;

/** `edges` narrowed to a box, on the axes that it cuts. */
export function cutTo(edges: Edges | null, box: DOMRect, onX: boolean, onY: boolean): Edges {
  const { left, top, right, bottom } = edges ?? {
    left: -Infinity,
    top: -Infinity,
    right: Infinity,
    bottom: Infinity,
  };
  return {
    left: onX ? Math.max(left, box.left) : left,
    right: onX ? Math.min(right, box.right) : right,
    top: onY ? Math.max(top, box.top) : top,
    bottom: onY ? Math.min(bottom, box.bottom) : bottom,
  };
}

/** `edges` without those on the axes where something scrolls. */
export function opened(edges: Edges | null, onX: boolean, onY: boolean): Edges | null {
  if (!edges || (onX && onY)) return null;
  if (onX) return { ...edges, left: -Infinity, right: Infinity };
  return onY ? { ...edges, top: -Infinity, bottom: Infinity } : edges;
}

/** Whether less than a speck of the box is left inside the edges. */
export function cutOff(box: DOMRect, edges: Edges | null): boolean {
  if (!edges) return false;
  const width = Math.min(box.right, edges.right) - Math.max(box.left, edges.left);
  const height = Math.min(box.bottom, edges.bottom) - Math.max(box.top, edges.top);
  return width < Math.min(SPECK, box.width) || height < Math.min(SPECK, box.height);
}

/** How far scrolling the page leads. */
export function reach(): Edges {
  const { documentElement } = document as { documentElement: Element | null };
  if (!documentElement) return { left: 0, top: 0, right: 0, bottom: 0 };
  const root = document.scrollingElement ?? documentElement;
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = root;
  const { innerWidth, innerHeight } = window;
  const style = getComputedStyle(documentElement);
  const overflow =
    style.overflowX === 'visible' && document.body
      ? getComputedStyle(document.body).overflowX
      : style.overflowX;
  const fixed = overflow === 'hidden' || overflow === 'clip';
  const width = fixed ? innerWidth : Math.max(scrollWidth, innerWidth);
  const left = style.direction === 'rtl' ? innerWidth - width - scrollLeft : -scrollLeft;
  return {
    left,
    right: left + width,
    top: -scrollTop,
    bottom: Math.max(scrollHeight, innerHeight) - scrollTop,
  };
}

/** The colour that an element's letters stand on; '' where that cannot be known (a picture, a blend). */
function groundOf(seen: readonly Seen[], at: Seen): string {
  for (let up: Seen | undefined = at; up; up = seen[up.parent]) {
    const { background } = up.style;
    if (background === null) return '';
    if (background !== 'none') return background;
  }
  return darkCanvas() ? '' : 'rgb(255, 255, 255)';
}

/** Pages that take the browser's dark scheme stand on a dark ground that no style of theirs names. */
function darkCanvas(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme === 'dark') return true;
  if (!matchMedia('(prefers-color-scheme: dark)').matches) return false;
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content') ?? '';
  return /dark/.test(colorScheme) || /dark/.test(meta);
}

const CHANNELS = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;
/** Colours that differ by less on every channel look the same. */
const ALIKE = 8;

function alike(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [CHANNELS.exec(a), CHANNELS.exec(b)];
  if (!one || !other) return false;
  return [1, 2, 3].every((i) => Math.abs(Number(one[i]) - Number(other[i])) <= ALIKE);
}

/** Something that is no ancestor, or an ancestor's generated box, may give the letters another ground. */
function hasOtherGround({ element, box }: Seen): boolean {
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  for (const under of document.elementsFromPoint(x, y)) {
    if (under.contains(element)) continue;
    if (/^(img|video|canvas|svg|picture|iframe)$/.test(under.localName)) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(under);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') return true;
  }
  for (let at: Element | null = element; at; at = parentOf(at))
    for (const part of ['::before', '::after']) {
      const { content, backgroundColor, backgroundImage } = getComputedStyle(at, part);
      if (content === 'none' || content === 'normal') continue;
      if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') return true;
    }
  return false;
}

/** Drawn so small, or so edge-on, by a transform. */
function isFlattened({ element, box }: Seen): boolean {
  if (box.width >= 1.5 && box.height >= 1.5) return false;
  const { offsetWidth, offsetHeight } = element as HTMLElement;
  return (box.width < 1.5 && offsetWidth > 4) || (box.height < 1.5 && offsetHeight > 4);
}

/** Why nobody reads text that stands directly in this element; null when people can. */
export function judgeText(seen: readonly Seen[], at: Seen): HiddenWhy | null {
  if (at.why) return at.why;
  const { size, color } = at.style;
  if (size < READABLE) return 'tiny';
  if (at.style.indent < -300) return 'off-screen';
  if (Number(CHANNELS.exec(color)?.[4] ?? 1) < 0.05) return 'transparent';
  if (isFlattened(at)) return 'tiny';
  return size <= SMALL && alike(color, groundOf(seen, at)) && !hasOtherGround(at) ? 'same-colour' : null;
}
