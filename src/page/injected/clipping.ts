/**
 * Clipping: edges that cut content off, handed down the tree, and shapes that leave nothing. Lengths are CSS px in
 * the frame's viewport.
 */
import type { Look } from './style.js';

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What ancestors cut off: for good (`clip`), or until somebody scrolls there (`view`). */
export interface Cuts {
  clip: Edges | null;
  view: Edges | null;
}

export const NO_CUTS: Cuts = { clip: null, view: null };
const NOWHERE_CUT: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** A box narrower or flatter than this shows nothing that could be read or hit. */
export const SPECK = 2;

export function meet(a: Edges, b: Edges): Edges {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** `box` on the axes that it cuts, open to the others. */
function cutting(box: Edges, onX: boolean, onY: boolean): Edges {
  return {
    left: onX ? box.left : -Infinity,
    right: onX ? box.right : Infinity,
    top: onY ? box.top : -Infinity,
    bottom: onY ? box.bottom : Infinity,
  };
}

/** `edges` narrowed to a box, on the axes that it cuts. */
function cutTo(edges: Edges | null, box: Edges, onX: boolean, onY: boolean): Edges {
  return meet(edges ?? NOWHERE_CUT, cutting(box, onX, onY));
}

/** `edges` without those on the axes where something scrolls. */
function opened(edges: Edges | null, onX: boolean, onY: boolean): Edges | null {
  if (!edges || (onX && onY)) return null;
  if (onX) return { ...edges, left: -Infinity, right: Infinity };
  return onY ? { ...edges, top: -Infinity, bottom: Infinity } : edges;
}

/** Whether less than a speck of the box is left inside the edges. */
export function cutOff(box: DOMRect, edges: Edges | null): boolean {
  if (!edges) return false;
  const { left, right, top, bottom } = meet(box, edges);
  return right - left < Math.min(SPECK, box.width) || bottom - top < Math.min(SPECK, box.height);
}

/** A box of a pixel or so that hides what does not fit: text for screen readers. */
export function isSpeck(style: Look, box: DOMRect): boolean {
  return (
    (box.width <= SPECK || box.height <= SPECK) &&
    style.cutX === 'hides' &&
    style.cutY === 'hides' &&
    style.display !== 'inline'
  );
}

/** An element, as what is in it is cut by it and by what is around it. */
export interface Cutting {
  around: Cutting | null;
  style: Look;
  /** What cuts its content. */
  inside: Cuts;
}

/** What cuts an element in this one: where nothing cuts anything, how it is placed need not be asked. */
export function cutsOf(style: Look, around: Cutting): Cuts {
  if (around.inside === NO_CUTS || style.position === 'fixed') return NO_CUTS;
  if (style.position !== 'absolute') return around.inside;
  let holder: Cutting | null = around;
  while (holder && !holdsPlaced(holder.style)) holder = holder.around;
  return holder?.inside ?? NO_CUTS;
}

/** What the boxes of body and root do with their overflow the window does. */
const isPage = (element: Element): boolean =>
  element === document.body || element === document.documentElement;

/**
 * What cuts whatever is in this element.
 *
 * @param kept nothing hides it by itself
 */
export function insideCuts(element: Element, style: Look, box: DOMRect, cuts: Cuts, kept: boolean): Cuts {
  const { cutX, cutY } = style;
  if (!cutX && !cutY) return cuts;
  if (isPage(element) || style.display === 'inline') return cuts;
  const view = cutTo(cuts.view, box, cutX !== '', cutY !== '');
  // What scrolls brings everything in it to where it stands itself, so that nothing further out cuts that off.
  const scrolls = (cutX === 'scrolls' || cutY === 'scrolls') && kept;
  const outer = scrolls ? opened(cuts.clip, cutX === 'scrolls', cutY === 'scrolls') : cuts.clip;
  const hides = cutX === 'hides' || cutY === 'hides';
  return { clip: hides ? cutTo(outer, box, cutX === 'hides', cutY === 'hides') : outer, view };
}

/** Whether content of this element that is placed in the nearest positioned one leaves its cuts. */
export function holdsPlaced(style: Look): boolean {
  return style.position !== 'static' || style.style.transform !== 'none';
}

/** The padding box of an element that cuts, open to the sides that do not; null where it cuts nothing. */
export function paddingEdges(element: Element, { cutX, cutY }: Look): Edges | null {
  if ((!cutX && !cutY) || isPage(element)) return null;
  const box = element.getBoundingClientRect();
  const left = box.left + element.clientLeft;
  const top = box.top + element.clientTop;
  const inner = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
  return cutting(inner, cutX !== '', cutY !== '');
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

/** `25%` or `12px`, of a side of this length. */
function length(text: string | undefined, of: number): number {
  const value = parseFloat(text ?? '');
  if (Number.isNaN(value)) return NaN;
  return text!.trim().endsWith('%') ? (value / 100) * of : value;
}

const isNone = (...sizes: number[]): boolean => sizes.some((size) => size < 1);

const SHAPES: Record<string, (given: string, box: DOMRect) => boolean> = {
  inset: (given, { width, height }) => {
    const sides = given.split(' round ')[0]!.split(' ');
    const [top = '0', right = top, bottom = top, left = right] = sides;
    return isNone(
      height - length(top, height) - length(bottom, height),
      width - length(left, width) - length(right, width),
    );
  },
  circle: (given, { width, height }) => isNone(length(given.split(' at ')[0], Math.min(width, height))),
  ellipse: (given, { width, height }) => {
    const [x, y] = given.split(' at ')[0]!.split(' ');
    return isNone(length(x, width), length(y, height));
  },
  polygon: (given, { width, height }) => {
    const points = given
      .replace(/^(?:evenodd|nonzero), /, '')
      .split(', ')
      .map((point) => point.split(' '))
      .map(([x, y]) => [length(x, width), length(y, height)] as const);
    let area = 0;
    points.forEach(([x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!;
      area += x * nextY - nextX * y;
    });
    return isNone(Math.abs(area) / 2);
  },
  // Moves alone draw nothing.
  path: (given) => /"[\sMmZz\d.,-]*"/.test(given),
};

/** Whether a clip path leaves nothing of this box. What cannot be told leaves it. */
function leavesNothing(clipPath: string, box: DOMRect): boolean {
  const [, shape = '', given = ''] = /^(\w+)\((.*?)\)(?: [\w-]+)?$/.exec(clipPath) ?? [];
  return !/calc|min|max/.test(given) && (SHAPES[shape]?.(given, box) ?? false);
}

/** Clipped to nothing by its own style. */
export function isCutAway(look: Look, box: DOMRect): boolean {
  const { clipPath, clip } = look.style;
  if (clipPath !== 'none' && leavesNothing(clipPath, box)) return true;
  if (clip === 'auto' || (look.position !== 'absolute' && look.position !== 'fixed')) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+/g) ?? []).map(Number);
  return right - left <= 1 || bottom - top <= 1;
}
