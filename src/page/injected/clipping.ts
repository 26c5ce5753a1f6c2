/**
 * Computes clipping by ancestors (`overflow`) and by the element's own style (`clip`, `clip-path`). Lengths are CSS
 * px in the frame's viewport.
 */
import type { ElementStyle } from './computed-style.js';

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Clip rectangles of the ancestors. `clip` hides content permanently, `view` until it is scrolled into view. */
export interface Clips {
  clip: Edges | null;
  view: Edges | null;
}

export const NO_CLIPS: Clips = { clip: null, view: null };
const UNBOUNDED: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** A smaller box, in CSS px, shows nothing readable or clickable. */
export const MIN_VISIBLE_SIZE = 2;

export function intersect(a: Edges, b: Edges): Edges {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** The edges of `box` on the clipped axes, and infinity on the others. */
function limitToAxes(box: Edges, clipsX: boolean, clipsY: boolean): Edges {
  return {
    left: clipsX ? box.left : -Infinity,
    right: clipsX ? box.right : Infinity,
    top: clipsY ? box.top : -Infinity,
    bottom: clipsY ? box.bottom : Infinity,
  };
}

/** `edges` intersected with a box on the clipped axes. */
function intersectOnAxes(edges: Edges | null, box: Edges, clipsX: boolean, clipsY: boolean): Edges {
  return intersect(edges ?? UNBOUNDED, limitToAxes(box, clipsX, clipsY));
}

/** `edges` without limits on the given axes. */
function removeLimits(edges: Edges | null, removesX: boolean, removesY: boolean): Edges | null {
  if (!edges || (removesX && removesY)) return null;
  if (removesX) return { ...edges, left: -Infinity, right: Infinity };
  return removesY ? { ...edges, top: -Infinity, bottom: Infinity } : edges;
}

/** Whether less than the minimum visible size of the box remains inside the edges. */
export function isClippedAway(box: DOMRect, edges: Edges | null): boolean {
  if (!edges) return false;
  const { left, right, top, bottom } = intersect(box, edges);
  return (
    right - left < Math.min(MIN_VISIBLE_SIZE, box.width) ||
    bottom - top < Math.min(MIN_VISIBLE_SIZE, box.height)
  );
}

/** Whether this is a tiny box with hidden overflow, the usual technique for screen-reader text. */
export function isVisuallyHiddenBox(style: ElementStyle, box: DOMRect): boolean {
  return (
    (box.width <= MIN_VISIBLE_SIZE || box.height <= MIN_VISIBLE_SIZE) &&
    style.clipX === 'hides' &&
    style.clipY === 'hides' &&
    style.display !== 'inline'
  );
}

/** An element and the clip rectangles that apply to its content. */
export interface ClippingElement {
  parent: ClippingElement | null;
  style: ElementStyle;
  /** Clip rectangles for its content. */
  contentClips: Clips;
}

/** Clip rectangles that apply to a child. The child's position is read only if its parent has clip rectangles. */
export function getClipsForChild(style: ElementStyle, parent: ClippingElement): Clips {
  if (parent.contentClips === NO_CLIPS || style.position === 'fixed') return NO_CLIPS;
  if (style.position !== 'absolute') return parent.contentClips;
  let containingBlock: ClippingElement | null = parent;
  while (containingBlock && !isContainingBlock(containingBlock.style))
    containingBlock = containingBlock.parent;
  return containingBlock?.contentClips ?? NO_CLIPS;
}

/** Whether the element's overflow applies to the viewport, as it does for the body and the root element. */
const isPage = (element: Element): boolean =>
  element === document.body || element === document.documentElement;

/**
 * Clip rectangles that apply to an element's content.
 *
 * @param isVisible whether the element itself is visible
 */
export function contentClipsOf(
  element: Element,
  style: ElementStyle,
  box: DOMRect,
  clips: Clips,
  isVisible: boolean,
): Clips {
  const { clipX, clipY } = style;
  if (!clipX && !clipY) return clips;
  if (isPage(element) || style.display === 'inline') return clips;
  const view = intersectOnAxes(clips.view, box, clipX !== '', clipY !== '');
  // A visible scroll container can bring all its content into its own box, so outer clips do not apply.
  const scrollsContent = (clipX === 'scrolls' || clipY === 'scrolls') && isVisible;
  const outerClip = scrollsContent
    ? removeLimits(clips.clip, clipX === 'scrolls', clipY === 'scrolls')
    : clips.clip;
  const hidesContent = clipX === 'hides' || clipY === 'hides';
  return {
    clip: hidesContent ? intersectOnAxes(outerClip, box, clipX === 'hides', clipY === 'hides') : outerClip,
    view,
  };
}

/** Whether the element is the containing block for absolutely positioned descendants. */
export function isContainingBlock(style: ElementStyle): boolean {
  return style.position !== 'static' || style.computed.transform !== 'none';
}

/** An element's padding box on its clipped axes; null if it clips nothing. */
export function getPaddingEdges(element: Element, { clipX, clipY }: ElementStyle): Edges | null {
  if ((!clipX && !clipY) || isPage(element)) return null;
  const box = element.getBoundingClientRect();
  const left = box.left + element.clientLeft;
  const top = box.top + element.clientTop;
  const paddingBox = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
  return limitToAxes(paddingBox, clipX !== '', clipY !== '');
}

/** The area that page scrolling can reach. */
export function measureScrollableArea(): Edges {
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
  const cannotScroll = overflow === 'hidden' || overflow === 'clip';
  const width = cannotScroll ? innerWidth : Math.max(scrollWidth, innerWidth);
  const left = style.direction === 'rtl' ? innerWidth - width - scrollLeft : -scrollLeft;
  return {
    left,
    right: left + width,
    top: -scrollTop,
    bottom: Math.max(scrollHeight, innerHeight) - scrollTop,
  };
}

/** Resolves `25%` or `12px` for a side of the given length. */
function resolveLength(text: string | undefined, sideLength: number): number {
  const value = parseFloat(text ?? '');
  if (Number.isNaN(value)) return NaN;
  return text!.trim().endsWith('%') ? (value / 100) * sideLength : value;
}

const isEmptySize = (...sizes: number[]): boolean => sizes.some((size) => size < 1);

const EMPTY_SHAPE_TESTS: Record<string, (parameters: string, box: DOMRect) => boolean> = {
  inset: (parameters, { width, height }) => {
    const sides = parameters.split(' round ')[0]!.split(' ');
    const [top = '0', right = top, bottom = top, left = right] = sides;
    return isEmptySize(
      height - resolveLength(top, height) - resolveLength(bottom, height),
      width - resolveLength(left, width) - resolveLength(right, width),
    );
  },
  circle: (parameters, { width, height }) =>
    isEmptySize(resolveLength(parameters.split(' at ')[0], Math.min(width, height))),
  ellipse: (parameters, { width, height }) => {
    const [x, y] = parameters.split(' at ')[0]!.split(' ');
    return isEmptySize(resolveLength(x, width), resolveLength(y, height));
  },
  polygon: (parameters, { width, height }) => {
    const points = parameters
      .replace(/^(?:evenodd|nonzero), /, '')
      .split(', ')
      .map((point) => point.split(' '))
      .map(([x, y]) => [resolveLength(x, width), resolveLength(y, height)] as const);
    let area = 0;
    points.forEach(([x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!;
      area += x * nextY - nextX * y;
    });
    return isEmptySize(Math.abs(area) / 2);
  },
  // A path that consists only of move commands has no area.
  path: (parameters) => /"[\sMmZz\d.,-]*"/.test(parameters),
};

/** Whether a clip path hides the whole box. Unknown shapes count as visible. */
function isEmptyClipPath(clipPath: string, box: DOMRect): boolean {
  const [, shape = '', parameters = ''] = /^(\w+)\((.*?)\)(?: [\w-]+)?$/.exec(clipPath) ?? [];
  return !/calc|min|max/.test(parameters) && (EMPTY_SHAPE_TESTS[shape]?.(parameters, box) ?? false);
}

/** Whether the element's own `clip` or `clip-path` hides it completely. */
export function isClippedToNothing(style: ElementStyle, box: DOMRect): boolean {
  const { clipPath, clip } = style.computed;
  if (clipPath !== 'none' && isEmptyClipPath(clipPath, box)) return true;
  if (clip === 'auto' || (style.position !== 'absolute' && style.position !== 'fixed')) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+/g) ?? []).map(Number);
  return right - left <= 1 || bottom - top <= 1;
}
