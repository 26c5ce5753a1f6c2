/**
 * Decides whether text differs visibly from its background. Treating readable text as hidden would be worse than
 * treating illegible text as readable. Therefore text counts as illegible only if its background is known:
 *
 * - The background is composed of the ancestors' backgrounds at the text's position, down to the first opaque
 *   colour. An ancestor whose box does not contain that position is ignored unless it clips or scrolls.
 * - The background is unknown if an ancestor has a background image, a gradient with several colours, blending, a
 *   colour filter, an inset shadow or a generated box. Text with a shadow or outline in another colour is readable.
 * - It is also unknown if any other element paints another colour at that position, because an image or a coloured box
 *   may be behind the text. The stacking order is not checked.
 * - The page background is white unless the page uses a dark colour scheme. It is unknown in a frame whose document has
 *   no background, and behind elements in the top layer.
 */
import {
  lookAlike,
  parseColours,
  MIN_VISIBLE_ALPHA,
  composite,
  WHITE,
  type Colour,
  type Paint,
} from './colours.js';
import { walkDeepElements } from './composed-tree.js';
import { findOncePerQuery } from './query-cache.js';
import { styleOf, type ElementStyle } from './computed-style.js';

/** The properties of an element that determine its background. */
export interface PaintedElement {
  element: Element;
  /** Parent in the flat tree. */
  parent: PaintedElement | null;
  style: ElementStyle;
  box: DOMRect;
  /** Product of the opacities of the element and its ancestors, 0 to 1. */
  opacity: number;
  /** Whether the element is in the top layer, where ancestors neither clip it nor change its opacity. */
  isInTopLayer: boolean;
}

interface Point {
  x: number;
  y: number;
}

interface TextBackground {
  colour: Colour;
  /** The element with the opaque background; null for the page canvas. */
  paintingElement: PaintedElement | null;
  /** The examined points: the centre of the text and the centres of its scroll containers. */
  points: Point[];
}

const centreOf = ({ left, right, top, bottom }: DOMRect): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});
const containsPoint = (box: DOMRect, { x, y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Whether the browser's dark colour scheme gives the page a dark canvas. */
function usesDarkScheme(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme === 'dark') return true;
  if (!matchMedia('(prefers-color-scheme: dark)').matches) return false;
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content') ?? '';
  return /dark/.test(colorScheme) || /dark/.test(meta);
}

/** Background of the page canvas; null if unknown. */
function computeCanvasPaint(): Paint {
  const { background } = styleOf(document.documentElement);
  if (background === null || background.a === 1) return background;
  if (window.parent !== window || usesDarkScheme()) return null;
  return composite(background, WHITE);
}

function doesPaintAt(paintedElement: PaintedElement, point: Point): boolean {
  const { element, style, box } = paintedElement;
  if (element === document.body) return true;
  if (style.display === 'contents' || box.width < 1 || box.height < 1) return false;
  return style.clipX !== '' || style.clipY !== '' || containsPoint(box, point);
}

function textBackgroundOf(paintedElement: PaintedElement): TextBackground | null {
  const layers: Colour[] = [];
  const compositeLayers = (colour: Colour): Colour =>
    layers.reduceRight((colourBelow, layer) => composite(layer, colourBelow), colour);
  let position = centreOf(paintedElement.box);
  const points = [position];
  for (let ancestor: PaintedElement | null = paintedElement; ancestor; ancestor = ancestor.parent) {
    if (ancestor !== paintedElement && (ancestor.style.clipX || ancestor.style.clipY))
      points.push((position = centreOf(ancestor.box)));
    const { background } = ancestor.style;
    if (background === null) return null;
    if (background.a > 0 && doesPaintAt(ancestor, position)) {
      if (background.a === 1)
        return { colour: compositeLayers(background), paintingElement: ancestor, points };
      layers.push(background);
    }
    if (ancestor.isInTopLayer) return null;
  }
  const canvas = findOncePerQuery(computeCanvasPaint);
  return canvas && { colour: compositeLayers(canvas), paintingElement: null, points };
}

const COLOUR_FILTERS = /invert|brightness|contrast|hue-rotate|drop-shadow|url/;

/** Visible colours of text shadows and text strokes. */
function listOutlineColours({ computed: style }: ElementStyle): Paint[] {
  const { textShadow, webkitTextStrokeWidth, webkitTextStrokeColor } = style;
  const colours = textShadow === 'none' ? [] : parseColours(textShadow);
  if (parseFloat(webkitTextStrokeWidth) > 0) colours.push(...parseColours(webkitTextStrokeColor));
  return colours.filter((colour) => !colour || colour.a >= MIN_VISIBLE_ALPHA);
}

/** Whether a shadow or stroke in another colour makes the text readable. */
function hasContrastingOutline(style: ElementStyle, background: Colour): boolean {
  return listOutlineColours(style).some(
    (colour) => !colour || !lookAlike(composite(colour, background), background),
  );
}

const isDifferentPaint = (paint: Paint, textColour: Colour): boolean =>
  paint === null || (paint.a >= MIN_VISIBLE_ALPHA && !lookAlike(paint, textColour));

/** Whether `::before` or `::after` may paint a background. */
function mayGenerateBackground(element: Element, textColour: Colour): boolean {
  return ['::before', '::after'].some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (style.content === 'none' || style.content === 'normal') return false;
    if (style.content.includes('url(') || style.boxShadow !== 'none') return true;
    return (
      style.backgroundImage !== 'none' ||
      parseColours(style.backgroundColor).some((colour) => isDifferentPaint(colour, textColour))
    );
  });
}

/** Whether effects on ancestors, up to the ancestor with the opaque background, may change the contrast. */
function hasColourEffects(
  paintedElement: PaintedElement,
  paintingElement: PaintedElement | null,
  textColour: Colour,
): boolean {
  for (let ancestor: PaintedElement | null = paintedElement; ancestor; ancestor = ancestor.parent) {
    const { computed: style } = ancestor.style;
    if (style.boxShadow.includes('inset') || mayGenerateBackground(ancestor.element, textColour)) return true;
    if (ancestor === paintingElement) return false;
    if (style.mixBlendMode !== 'normal' || COLOUR_FILTERS.test(style.filter)) return true;
    if (style.backdropFilter !== 'none') return true;
  }
  return mayGenerateBackground(document.documentElement, textColour);
}

const GRAPHIC_TAGS = new Set([
  'img',
  'video',
  'canvas',
  'svg',
  'iframe',
  'object',
  'embed',
  'frame',
  'fencedframe',
]);
/** Boxes are indexed by horizontal strips of this height, in CSS px. */
const STRIP_HEIGHT = 200;
const MAX_STRIPS = 12;

interface BoxIndex {
  strips: Map<number, { element: Element; box: DOMRect }[]>;
  tallBoxes: { element: Element; box: DOMRect }[];
}

/** Indexes all boxes of the document. Few pages need this: only those with text in its background's colour. */
function indexBoxes(): BoxIndex {
  const index: BoxIndex = { strips: new Map(), tallBoxes: [] };
  for (const element of walkDeepElements(document)) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const [first, last] = [Math.floor(box.top / STRIP_HEIGHT), Math.floor(box.bottom / STRIP_HEIGHT)];
    if (last - first >= MAX_STRIPS) index.tallBoxes.push({ element, box });
    else
      for (let strip = first; strip <= last; strip++) {
        const stripBoxes = index.strips.get(strip);
        if (stripBoxes) stripBoxes.push({ element, box });
        else index.strips.set(strip, [{ element, box }]);
      }
  }
  return index;
}

function* findElementsAt(point: Point): Generator<Element> {
  const { strips, tallBoxes } = findOncePerQuery(indexBoxes);
  for (const { element, box } of [...(strips.get(Math.floor(point.y / STRIP_HEIGHT)) ?? []), ...tallBoxes])
    if (containsPoint(box, point)) yield element;
}

/** Whether the element may stay in place while the page scrolls. */
function isFixed(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (/fixed|sticky/.test(styleOf(ancestor).position)) return true;
  return false;
}

/** Whether an element that is not an ancestor may paint behind the text. */
function hasOtherBackground(
  paintedElement: PaintedElement,
  { points }: TextBackground,
  textColour: Colour,
): boolean {
  const ancestors = new Set<Element>([document.documentElement]);
  for (let ancestor: PaintedElement | null = paintedElement; ancestor; ancestor = ancestor.parent)
    ancestors.add(ancestor.element);
  const mayPaintBehind = (element: Element): boolean => {
    if (ancestors.has(element)) return false;
    const style = styleOf(element);
    if (!style.visible || style.opacity < MIN_VISIBLE_ALPHA || !element.checkVisibility()) return false;
    return (
      GRAPHIC_TAGS.has(element.localName) ||
      isDifferentPaint(style.background, textColour) ||
      mayGenerateBackground(element, textColour)
    );
  };
  for (const point of points) {
    for (const element of findElementsAt(point)) if (mayPaintBehind(element)) return true;
    const pointInView = {
      x: Math.min(Math.max(point.x, 0), window.innerWidth - 1),
      y: Math.min(Math.max(point.y, 0), window.innerHeight - 1),
    };
    if (pointInView.x === point.x && pointInView.y === point.y) continue;
    for (const element of findElementsAt(pointInView))
      if (isFixed(element) && mayPaintBehind(element)) return true;
  }
  return false;
}

/** The paint of the text: its fill colour, or a background clipped to the text. */
function textPaintOf(paintedElement: PaintedElement): Paint {
  const fill = paintedElement.style.textFill;
  if (!fill || fill.a * paintedElement.opacity >= MIN_VISIBLE_ALPHA) return fill;
  for (
    let ancestor: PaintedElement | null = paintedElement;
    ancestor && !ancestor.isInTopLayer;
    ancestor = ancestor.parent
  ) {
    const { backgroundTextPaint: textPaint } = ancestor.style;
    if (!textPaint || textPaint.a >= MIN_VISIBLE_ALPHA) return textPaint;
  }
  const [outlineColour] = listOutlineColours(paintedElement.style);
  return outlineColour === undefined ? fill : outlineColour;
}

/** Why the text is illegible; null if it is readable or its background is unknown. */
export function findIllegibleReason(paintedElement: PaintedElement): 'transparent' | 'same-colour' | null {
  const textPaint = textPaintOf(paintedElement);
  if (!textPaint) return null;
  if (textPaint.a * paintedElement.opacity < MIN_VISIBLE_ALPHA) return 'transparent';
  const background = textBackgroundOf(paintedElement);
  if (!background) return null;
  const textColour = composite(textPaint, background.colour);
  if (
    !lookAlike(textColour, background.colour) ||
    hasContrastingOutline(paintedElement.style, background.colour)
  )
    return null;
  if (
    hasColourEffects(paintedElement, background.paintingElement, textColour) ||
    hasOtherBackground(paintedElement, background, textColour)
  )
    return null;
  return 'same-colour';
}
