/**
 * Decides whether users can see an element and the text directly inside it. A scan derives an element's visibility from
 * its parent's. For a single element, it is computed from the root down, with the same result.
 */
import type { WireHiddenText } from './wire.js';
import { isBackfaceHidden } from './backface.js';
import {
  isClippedAway,
  clipsFor,
  contentClipsOf,
  isClippedToNothing,
  isVisuallyHiddenBox,
  NO_CLIPS,
  scrollableArea,
  type Clips,
  type ClippingElement,
} from './clipping.js';
import { MIN_VISIBLE_ALPHA, isTransparentMask } from './colours.js';
import { illegibleReason, type PaintedElement } from './text-contrast.js';
import { flatTreeParent, oncePerQuery } from './query-cache.js';
import { styleOf, type ElementStyle } from './computed-style.js';
import { childNodes } from './text.js';

export type HiddenTextRecord = WireHiddenText;
export type WireHiddenReason = WireHiddenText['reason'];

/** Visibility of the text directly inside an element. */
interface TextVisibility {
  /** Why users cannot read the text, or null. */
  reason: WireHiddenReason | null;
  /** Whether `text-indent` moves the first line of the text. */
  indented: boolean;
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
function isMaskedOut({ computed: style }: ElementStyle): boolean {
  const { maskImage } = style;
  return (
    maskImage !== 'none' && (isTransparentMask(maskImage) || /^0(px|%)?( 0(px|%)?)?$/.test(style.maskSize))
  );
}

/** Why the element's whole subtree is invisible, or null. */
function subtreeHiddenReason(
  element: Element,
  style: ElementStyle,
  box: DOMRect,
  opacity: number,
): WireHiddenReason | null {
  if (opacity < MIN_VISIBLE_ALPHA || isMaskedOut(style)) return 'transparent';
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
  const inTopLayer = isInTopLayer(element);
  const clippingParent = inTopLayer ? null : parent;
  const clips = clippingParent ? clipsFor(style, clippingParent) : NO_CLIPS;
  const opacity = style.opacity * (clippingParent?.opacity ?? 1);
  const inheritedReason =
    clippingParent?.inheritedReason ?? subtreeHiddenReason(element, style, box, opacity);
  const reason = inheritedReason ?? boxHiddenReason(style, box, clips);
  const contentClips = contentClipsOf(element, style, box, clips, reason === null);
  return {
    element,
    parent,
    style,
    box,
    hiddenReason: reason,
    opacity,
    inTopLayer,
    clips,
    inheritedReason,
    contentClips,
    textVisibility: null,
  };
}

/** Why the element's box is hidden, or null. Its descendants may be positioned elsewhere. */
function boxHiddenReason(style: ElementStyle, box: DOMRect, clips: Clips): WireHiddenReason | null {
  // Content of a scroll container may be scrolled into view.
  if (clips.view === null && isClippedAway(box, oncePerQuery(scrollableArea))) return 'off-screen';
  return isClippedAway(box, clips.clip) || isVisuallyHiddenBox(style, box) ? 'clipped' : null;
}

/** The scale at which transforms or zoom render the element; 1 unless it is much smaller than its layout size. */
function renderedScale({ element, style, box, parent }: Visibility): number {
  // Inline text has the scale of its line unless the box is lower than its font size.
  if (style.display === 'inline' && parent && box.height >= style.fontSize * 0.8)
    return renderedScale(parent);
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
  const scale = renderedScale(visibility);
  return scale < 0.5 && fontSize * scale < MIN_READABLE_PX;
}

/** Whether `content-visibility: hidden` skips the element's content. */
export function skipsContent({ element, style }: Visibility): boolean {
  return style.computed.contentVisibility === 'hidden' && element.getAttribute('hidden') !== 'until-found';
}

function ownTextHiddenReason(visibility: Visibility): WireHiddenReason | null {
  if (visibility.hiddenReason) return visibility.hiddenReason;
  if (isTiny(visibility)) return 'tiny';
  return skipsContent(visibility) ? 'clipped' : illegibleReason(visibility);
}

function textVisibilityOf(visibility: Visibility): TextVisibility {
  if (visibility.textVisibility) return visibility.textVisibility;
  const { style } = visibility;
  const reason = ownTextHiddenReason(visibility);
  const indented = reason === null && style.hasLargeTextIndent;
  const mayBeClipped = indented || style.clipX === 'hides' || style.clipY === 'hides';
  return (visibility.textVisibility = { reason, indented, mayBeClipped });
}

const range = new Range();

/** Why users cannot read a text node directly inside this element; null if they can. */
export function hiddenReasonOfText(visibility: Visibility, text: Text): WireHiddenReason | null {
  const { reason, indented, mayBeClipped } = textVisibilityOf(visibility);
  if (reason || !mayBeClipped) return reason;
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (indented && visibility.contentClips.view === null && isClippedAway(box, oncePerQuery(scrollableArea)))
    return 'off-screen';
  if (!isClippedAway(box, visibility.contentClips.clip)) return null;
  return indented ? 'off-screen' : 'clipped';
}

const newVisibilityCache = (): WeakMap<Element, Visibility> => new WeakMap();

/** The visibility of a single element, computed from the root down and cached for the current query. */
export function visibilityOf(element: Element): Visibility {
  const cache = oncePerQuery(newVisibilityCache);
  const uncached: Element[] = [];
  let current: Element | null = element;
  while (current && !cache.has(current)) {
    uncached.push(current);
    current = flatTreeParent(current);
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
  const texts = childNodes(element).filter((node) => node.nodeType === 3 && /\S/.test((node as Text).data));
  return texts.length > 0 && texts.every((text) => hiddenReasonOfText(visibility, text as Text) !== null);
}
