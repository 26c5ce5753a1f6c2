/**
 * Decides whether users can see an element and the text directly inside it. A scan derives an element's visibility from
 * its parent's. For a single element, it is computed from the root down, with the same result.
 */
import type { WireHiddenText } from './wire.js';
import { isBackfaceHidden } from './backface.js';
import {
  isClippedAway,
  getClipsForChild,
  contentClipsOf,
  isClippedToNothing,
  isVisuallyHiddenBox,
  NO_CLIPS,
  measureScrollableArea,
  type Clips,
  type ClippingElement,
} from './clipping.js';
import { MIN_VISIBLE_ALPHA, isTransparentMask } from './colours.js';
import { findIllegibleReason, type PaintedElement } from './text-contrast.js';
import { flatTreeParentOf, findOncePerQuery } from './query-cache.js';
import { styleOf, type ElementStyle } from './computed-style.js';
import { listChildNodes } from './text.js';

export type HiddenTextRecord = WireHiddenText;
export type WireHiddenReason = WireHiddenText['reason'];

/** Visibility of the text directly inside an element. */
interface TextVisibility {
  /** Why users cannot read the text, or null. */
  reason: WireHiddenReason | null;
  /** Whether `text-indent` moves the first line of the text. */
  isIndented: boolean;
  /** Whether the text may be hidden although its element is visible. */
  mayBeClipped: boolean;
}

export interface Visibility extends PaintedElement, ClippingElement {
  parent: Visibility | null;
  /** Why users cannot see the rendered element, or null. */
  hiddenReason: WireHiddenReason | null;
  clips: Clips;
  /** Why the whole subtree is invisible, wherever its elements are positioned, or null. */
  inheritedReason: WireHiddenReason | null;
  /** Cached visibility of the text directly inside the element. */
  textVisibility: TextVisibility | null;
}

/** Text with a smaller font size counts as hidden. */
const MIN_READABLE_PX = 4;

function isInTopLayer(element: Element): boolean {
  return (
    (element.localName === 'dialog' || element.hasAttribute('popover')) &&
    element.matches(':modal, :popover-open')
  );
}

/** Whether the mask is transparent or has no size. */
function isHiddenByMask({ computed: style }: ElementStyle): boolean {
  const { maskImage } = style;
  return (
    maskImage !== 'none' && (isTransparentMask(maskImage) || /^0(px|%)?( 0(px|%)?)?$/.test(style.maskSize))
  );
}

/** Why the element's whole subtree is invisible, or null. */
function findSubtreeHiddenReason(
  element: Element,
  style: ElementStyle,
  box: DOMRect,
  opacity: number,
): WireHiddenReason | null {
  if (opacity < MIN_VISIBLE_ALPHA || isHiddenByMask(style)) return 'transparent';
  if (isClippedToNothing(style, box)) return 'clipped';
  return isBackfaceHidden(element, style) ? 'transparent' : null;
}

/** @param box the visible box, if it differs from the layout box */
export function computeVisibility(
  element: Element,
  parent: Visibility | null,
  box = element.getBoundingClientRect(),
): Visibility {
  const style = styleOf(element);
  const isElementInTopLayer = isInTopLayer(element);
  const clippingParent = isElementInTopLayer ? null : parent;
  const clips = clippingParent ? getClipsForChild(style, clippingParent) : NO_CLIPS;
  const opacity = style.opacity * (clippingParent?.opacity ?? 1);
  const inheritedReason =
    clippingParent?.inheritedReason ?? findSubtreeHiddenReason(element, style, box, opacity);
  const reason = inheritedReason ?? findBoxHiddenReason(style, box, clips);
  const contentClips = contentClipsOf(element, style, box, clips, reason === null);
  return {
    element,
    parent,
    style,
    box,
    hiddenReason: reason,
    opacity,
    isInTopLayer: isElementInTopLayer,
    clips,
    inheritedReason,
    contentClips,
    textVisibility: null,
  };
}

/** Why the element's box is hidden, or null. Its descendants may be positioned elsewhere. */
function findBoxHiddenReason(style: ElementStyle, box: DOMRect, clips: Clips): WireHiddenReason | null {
  // Content of a scroll container may be scrolled into view.
  if (clips.view === null && isClippedAway(box, findOncePerQuery(measureScrollableArea))) return 'off-screen';
  return isClippedAway(box, clips.clip) || isVisuallyHiddenBox(style, box) ? 'clipped' : null;
}

/** The scale at which transforms or zoom render the element; 1 unless it is much smaller than its layout size. */
function computeRenderedScale({ element, style, box, parent }: Visibility): number {
  // Inline text has the scale of its line unless the box is lower than its font size.
  if (style.display === 'inline' && parent && box.height >= style.fontSize * 0.8)
    return computeRenderedScale(parent);
  const { offsetHeight } = element as HTMLElement;
  if (!(box.height < offsetHeight / 2 || box.width < 1.5)) return 1;
  const { offsetWidth } = element as HTMLElement;
  // The element is rotated so that only its edge is visible.
  if ((box.width < 1.5 && offsetWidth > 4) || (box.height < 1.5 && offsetHeight > 4)) return 0;
  return Math.max(box.width, box.height) / Math.max(offsetWidth, offsetHeight);
}

function isTiny(visibility: Visibility): boolean {
  const { fontSize } = visibility.style;
  if (fontSize < MIN_READABLE_PX) return true;
  const scale = computeRenderedScale(visibility);
  return scale < 0.5 && fontSize * scale < MIN_READABLE_PX;
}

/** Whether `content-visibility: hidden` keeps the element's content from being rendered. */
export function hasUnrenderedContent({ element, style }: Visibility): boolean {
  return style.computed.contentVisibility === 'hidden' && element.getAttribute('hidden') !== 'until-found';
}

function findOwnTextHiddenReason(visibility: Visibility): WireHiddenReason | null {
  if (visibility.hiddenReason) return visibility.hiddenReason;
  if (isTiny(visibility)) return 'tiny';
  return hasUnrenderedContent(visibility) ? 'clipped' : findIllegibleReason(visibility);
}

function textVisibilityOf(visibility: Visibility): TextVisibility {
  if (visibility.textVisibility) return visibility.textVisibility;
  const { style } = visibility;
  const reason = findOwnTextHiddenReason(visibility);
  const isIndented = reason === null && style.hasLargeTextIndent;
  const mayBeClipped = isIndented || style.clipX === 'hides' || style.clipY === 'hides';
  return (visibility.textVisibility = { reason, isIndented, mayBeClipped });
}

const range = new Range();

/** Why users cannot read a text node directly inside this element; null if they can. */
export function hiddenReasonOfText(visibility: Visibility, text: Text): WireHiddenReason | null {
  const { reason, isIndented, mayBeClipped } = textVisibilityOf(visibility);
  if (reason || !mayBeClipped) return reason;
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (
    isIndented &&
    visibility.contentClips.view === null &&
    isClippedAway(box, findOncePerQuery(measureScrollableArea))
  )
    return 'off-screen';
  if (!isClippedAway(box, visibility.contentClips.clip)) return null;
  return isIndented ? 'off-screen' : 'clipped';
}

const createVisibilityCache = (): WeakMap<Element, Visibility> => new WeakMap();

/** The visibility of a single element, computed from the root down and cached for the current query. */
export function visibilityOf(element: Element): Visibility {
  const cache = findOncePerQuery(createVisibilityCache);
  const uncached: Element[] = [];
  let current: Element | null = element;
  while (current && !cache.has(current)) {
    uncached.push(current);
    current = flatTreeParentOf(current);
  }
  let visibility = current ? cache.get(current)! : null;
  for (const descendant of uncached.reverse())
    cache.set(descendant, (visibility = computeVisibility(descendant, visibility)));
  return visibility!;
}

/** Whether the text directly inside this element is hidden. */
export function isTextHidden(element: Element): boolean {
  if (!styleOf(element).visible) return true;
  const visibility = visibilityOf(element);
  for (let ancestor: Visibility | null = visibility; ancestor; ancestor = ancestor.parent)
    if (ancestor.style.display === 'none' || ancestor.style.display === '') return true;
  const { reason, mayBeClipped } = textVisibilityOf(visibility);
  if (reason || !mayBeClipped) return reason !== null;
  const textNodes = listChildNodes(element).filter(
    (node) => node.nodeType === 3 && /\S/.test((node as Text).data),
  );
  return (
    textNodes.length > 0 && textNodes.every((text) => hiddenReasonOfText(visibility, text as Text) !== null)
  );
}
