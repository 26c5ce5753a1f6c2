/**
 * Whether letters can be told from what they stand on. Taking honest words for hidden ones is the worse mistake,
 * so letters count as lost only where their ground is certain:
 *
 * - the ground is what the ancestors paint, layer by layer, down to the first opaque colour, at the place of the
 *   letters; an ancestor that does not reach that place paints no ground there, one that clips or scrolls paints
 *   it for all its content;
 * - a picture, or a gradient of several colours, on the way ends the matter, as do blending, filters that change
 *   colours, a shadow or an outline of the letters in another colour, an inner shadow, and generated boxes;
 * - so does anything else that paints at that place and is not in the colour of the letters, wherever it is in
 *   the tree: a picture or a coloured box may lie behind the letters. Whether it lies in front is not asked;
 * - the page's own ground is white unless it takes a dark scheme; what a frame without a ground of its own stands
 *   on is not known, nor what is behind something in the top layer.
 */
import { alike, coloursIn, FAINT, over, WHITE, type Colour, type Paint } from './colours.js';
import { deepElements } from './deep.js';
import { once } from './pass.js';
import { styleOf, type Look } from './style.js';

/** As much of an element as says what it is drawn on. */
export interface Drawn {
  element: Element;
  /** The element around it, as it is drawn. */
  around: Drawn | null;
  style: Look;
  box: DOMRect;
  /** What of it shows through its own opacity and that of all around it. */
  shade: number;
  /** Drawn above everything, out of reach of what is done to its ancestors. */
  top: boolean;
}

interface Point {
  x: number;
  y: number;
}

interface Ground {
  colour: Colour;
  /** The element that paints it; null for the page. */
  by: Drawn | null;
  /** Where it was asked for: in the letters, and in what they are scrolled in. */
  points: Point[];
}

const middle = ({ left, right, top, bottom }: DOMRect): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});
const holds = (box: DOMRect, { x, y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Pages that take the browser's dark scheme stand on a dark ground that no style of theirs names. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (colorScheme === 'dark') return true;
  if (!matchMedia('(prefers-color-scheme: dark)').matches) return false;
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content') ?? '';
  return /dark/.test(colorScheme) || /dark/.test(meta);
}

/** What the page itself stands on. */
function canvasPaint(): Paint {
  const { background } = styleOf(document.documentElement);
  if (background === null || background.a === 1) return background;
  if (window.parent !== window || isDark()) return null;
  return over(background, WHITE);
}

function paints(sight: Drawn, at: Point): boolean {
  const { element, style, box } = sight;
  if (element === document.body) return true;
  if (style.display === 'contents' || box.width < 1 || box.height < 1) return false;
  return style.cutX !== '' || style.cutY !== '' || holds(box, at);
}

function groundOf(sight: Drawn): Ground | null {
  const layers: Colour[] = [];
  const flat = (colour: Colour): Colour => layers.reduceRight((under, top) => over(top, under), colour);
  let at = middle(sight.box);
  const points = [at];
  for (let up: Drawn | null = sight; up; up = up.around) {
    if (up !== sight && (up.style.cutX || up.style.cutY)) points.push((at = middle(up.box)));
    const { background } = up.style;
    if (background === null) return null;
    if (background.a > 0 && paints(up, at)) {
      if (background.a === 1) return { colour: flat(background), by: up, points };
      layers.push(background);
    }
    if (up.top) return null;
  }
  const canvas = once(canvasPaint);
  return canvas && { colour: flat(canvas), by: null, points };
}

const RECOLOURS = /invert|brightness|contrast|hue-rotate|drop-shadow|url/;

/** Colours of shadows and outlines of letters. */
function linesOf({ style }: Look): Paint[] {
  const { textShadow, webkitTextStrokeWidth, webkitTextStrokeColor } = style;
  const lines = textShadow === 'none' ? [] : coloursIn(textShadow);
  if (parseFloat(webkitTextStrokeWidth) > 0) lines.push(...coloursIn(webkitTextStrokeColor));
  return lines.filter((colour) => !colour || colour.a >= FAINT);
}

/** Shadows or lines in another colour make letters readable by themselves. */
function isOutlined(look: Look, ground: Colour): boolean {
  return linesOf(look).some((colour) => !colour || !alike(over(colour, ground), ground));
}

const differs = (paint: Paint, letters: Colour): boolean =>
  paint === null || (paint.a >= FAINT && !alike(paint, letters));

/** Boxes generated before and after an element's content. */
function generatesGround(element: Element, letters: Colour): boolean {
  return ['::before', '::after'].some((part) => {
    const style = getComputedStyle(element, part);
    if (style.content === 'none' || style.content === 'normal') return false;
    if (style.content.includes('url(') || style.boxShadow !== 'none') return true;
    return (
      style.backgroundImage !== 'none' || coloursIn(style.backgroundColor).some((c) => differs(c, letters))
    );
  });
}

/** Something that an ancestor does, up to the one that paints the ground, may change how the letters stand out. */
function isChanged(sight: Drawn, by: Drawn | null, letters: Colour): boolean {
  for (let up: Drawn | null = sight; up; up = up.around) {
    const { style } = up.style;
    if (style.boxShadow.includes('inset') || generatesGround(up.element, letters)) return true;
    if (up === by) return false;
    if (style.mixBlendMode !== 'normal' || RECOLOURS.test(style.filter)) return true;
    if (style.backdropFilter !== 'none') return true;
  }
  return generatesGround(document.documentElement, letters);
}

const PICTURES = new Set([
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
/** Boxes are looked up by the strips of the page that they are in; those in more strips than this by themselves. */
const STRIP = 200;
const MOST_STRIPS = 12;

interface Boxes {
  strips: Map<number, { element: Element; box: DOMRect }[]>;
  tall: { element: Element; box: DOMRect }[];
}

/** Every box of the document. Asked for by few pages: those with letters in the colour of their ground. */
function boxesOf(): Boxes {
  const boxes: Boxes = { strips: new Map(), tall: [] };
  for (const element of deepElements(document)) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const [first, last] = [Math.floor(box.top / STRIP), Math.floor(box.bottom / STRIP)];
    if (last - first >= MOST_STRIPS) boxes.tall.push({ element, box });
    else
      for (let strip = first; strip <= last; strip++) {
        const there = boxes.strips.get(strip);
        if (there) there.push({ element, box });
        else boxes.strips.set(strip, [{ element, box }]);
      }
  }
  return boxes;
}

function* boxesAt(point: Point): Generator<Element> {
  const { strips, tall } = once(boxesOf);
  for (const { element, box } of [...(strips.get(Math.floor(point.y / STRIP)) ?? []), ...tall])
    if (holds(box, point)) yield element;
}

/** It stays where it is while the page scrolls. */
function stays(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (/fixed|sticky/.test(styleOf(at).position)) return true;
  return false;
}

/** What is no ancestor of the letters may lie behind them. */
function isBacked(sight: Drawn, { points }: Ground, letters: Colour): boolean {
  const ancestors = new Set<Element>([document.documentElement]);
  for (let up: Drawn | null = sight; up; up = up.around) ancestors.add(up.element);
  const backs = (element: Element): boolean => {
    if (ancestors.has(element)) return false;
    const look = styleOf(element);
    if (!look.visible || look.shade < FAINT || !element.checkVisibility()) return false;
    return (
      PICTURES.has(element.localName) ||
      differs(look.background, letters) ||
      generatesGround(element, letters)
    );
  };
  for (const point of points) {
    for (const element of boxesAt(point)) if (backs(element)) return true;
    const inView = {
      x: Math.min(Math.max(point.x, 0), window.innerWidth - 1),
      y: Math.min(Math.max(point.y, 0), window.innerHeight - 1),
    };
    if (inView.x === point.x && inView.y === point.y) continue;
    for (const element of boxesAt(inView)) if (stays(element) && backs(element)) return true;
  }
  return false;
}

/** What letters are painted with: their own colour, or the background that is clipped to them. */
function inkOf(sight: Drawn): Paint {
  const fill = sight.style.fill;
  if (!fill || fill.a * sight.shade >= FAINT) return fill;
  for (let up: Drawn | null = sight; up && !up.top; up = up.around) {
    const { ink } = up.style;
    if (!ink || ink.a >= FAINT) return ink;
  }
  const [line] = linesOf(sight.style);
  return line === undefined ? fill : line;
}

/** `transparent`, or `same-colour` as what the letters stand on; null when they can be read, or nobody can tell. */
export function isLostOnGround(sight: Drawn): 'transparent' | 'same-colour' | null {
  const ink = inkOf(sight);
  if (!ink) return null;
  if (ink.a * sight.shade < FAINT) return 'transparent';
  const ground = groundOf(sight);
  if (!ground) return null;
  const letters = over(ink, ground.colour);
  if (!alike(letters, ground.colour) || isOutlined(sight.style, ground.colour)) return null;
  if (isChanged(sight, ground.by, letters) || isBacked(sight, ground, letters)) return null;
  return 'same-colour';
}
