/** Parses, composites and compares the colours of computed styles. */

/** Channels from 0 to 255, `a` from 0 to 1. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** A colour; null for an image or an unknown colour. */
export type Paint = Colour | null;

export const TRANSPARENT: Colour = { r: 0, g: 0, b: 0, a: 0 };
export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
/** Anything with a lower alpha or opacity counts as invisible. */
export const MIN_VISIBLE_ALPHA = 0.1;
/** Colours look alike if no channel differs by more than this. */
const MAX_CHANNEL_DIFFERENCE = 10;

const RGB = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.e-]+))?\)$/;
const COLOUR_FUNCTION = /\b(?:rgba?|hsla?|hwb|color|oklch|oklab|lch|lab)\([^()]*\)/g;

/** Pages use few different colour strings, and parsing modern syntaxes requires a canvas. */
const colourCache = new Map<string, Paint>();
const MAX_CACHED_COLOURS = 1000;
let canvas: CanvasRenderingContext2D | null = null;

/** Converts a CSS colour in any syntax to RGB by drawing it. */
function rasteriseColour(text: string): Paint {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  }) as unknown as CanvasRenderingContext2D | null;
  if (!canvas || !CSS.supports('color', text)) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
}

export function parseColour(text: string): Paint {
  let colour = colourCache.get(text);
  if (colour === undefined) {
    const rgbMatch = RGB.exec(text);
    colour = rgbMatch
      ? {
          r: Number(rgbMatch[1]),
          g: Number(rgbMatch[2]),
          b: Number(rgbMatch[3]),
          a: Number(rgbMatch[4] ?? 1),
        }
      : rasteriseColour(text);
    if (colourCache.size >= MAX_CACHED_COLOURS) colourCache.clear();
    colourCache.set(text, colour);
  }
  return colour;
}

/** All colours in a longer value, such as a shadow or gradient. */
export function parseColours(value: string): Paint[] {
  return (value.match(COLOUR_FUNCTION) ?? []).map(parseColour);
}

/** Composites `upper` over `lower`. */
export function composite(upper: Colour, lower: Colour): Colour {
  const mix = (a: number, b: number): number => a * upper.a + b * (1 - upper.a);
  return {
    r: mix(upper.r, lower.r),
    g: mix(upper.g, lower.g),
    b: mix(upper.b, lower.b),
    a: upper.a + lower.a * (1 - upper.a),
  };
}

export function lookAlike(a: Colour, b: Colour): boolean {
  return (
    Math.abs(a.r - b.r) <= MAX_CHANNEL_DIFFERENCE &&
    Math.abs(a.g - b.g) <= MAX_CHANNEL_DIFFERENCE &&
    Math.abs(a.b - b.b) <= MAX_CHANNEL_DIFFERENCE
  );
}

const isGradient = (images: string): boolean => !/url\(|image\(|image-set\(|element\(|paint\(/.test(images);

/** The paint of background images over a colour. A gradient with a single opaque colour counts as that colour. */
export function computeBackgroundPaint(images: string, lowerPaint: Paint): Paint {
  if (!isGradient(images)) return null;
  const [firstColour, ...otherColours] = parseColours(images);
  if (
    !firstColour ||
    otherColours.some((other) => !other || !lookAlike(firstColour, other) || other.a !== firstColour.a)
  )
    return null;
  if (firstColour.a < MIN_VISIBLE_ALPHA) return lowerPaint;
  return firstColour.a === 1 &&
    (!lowerPaint || lowerPaint.a < MIN_VISIBLE_ALPHA || lookAlike(firstColour, lowerPaint))
    ? firstColour
    : null;
}

/** Whether a mask hides everything. */
export function isTransparentMask(images: string): boolean {
  if (images === 'none' || !isGradient(images)) return false;
  const colours = parseColours(images);
  return colours.length > 0 && colours.every((colour) => colour !== null && colour.a < MIN_VISIBLE_ALPHA);
}
