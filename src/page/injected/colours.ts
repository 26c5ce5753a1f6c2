/** Colours as computed styles spell them: what they come to, laid over each other, and whether they can be told apart. */

/** Channels from 0 to 255, `a` from 0 to 1. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** A colour; null for a picture, or what cannot be told. */
export type Paint = Colour | null;

export const CLEAR: Colour = { r: 0, g: 0, b: 0, a: 0 };
export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
/** Less of anything than this is not seen. */
export const FAINT = 0.1;
/** Colours that differ by less on every channel look the same. */
const ALIKE = 10;

const PLAIN = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.e-]+))?\)$/;
const ANY = /\b(?:rgba?|hsla?|hwb|color|oklch|oklab|lch|lab)\([^()]*\)/g;

/** Spellings are few on a page, and a reading in the newer ones costs a drawing. */
const known = new Map<string, Paint>();
const MOST_KNOWN = 1000;
let canvas: CanvasRenderingContext2D | null = null;

/** What a spelling that is no `rgb()` comes to on a screen. */
function drawn(text: string): Paint {
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

export function colourOf(text: string): Paint {
  let colour = known.get(text);
  if (colour === undefined) {
    const plain = PLAIN.exec(text);
    colour = plain
      ? { r: Number(plain[1]), g: Number(plain[2]), b: Number(plain[3]), a: Number(plain[4] ?? 1) }
      : drawn(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, colour);
  }
  return colour;
}

/** The colours in a longer value: shadows, gradients. */
export function coloursIn(value: string): Paint[] {
  return (value.match(ANY) ?? []).map(colourOf);
}

/** `top` as it looks on `under`. */
export function over(top: Colour, under: Colour): Colour {
  const mix = (a: number, b: number): number => a * top.a + b * (1 - top.a);
  return {
    r: mix(top.r, under.r),
    g: mix(top.g, under.g),
    b: mix(top.b, under.b),
    a: top.a + under.a * (1 - top.a),
  };
}

export function alike(one: Colour, other: Colour): boolean {
  return (
    Math.abs(one.r - other.r) <= ALIKE &&
    Math.abs(one.g - other.g) <= ALIKE &&
    Math.abs(one.b - other.b) <= ALIKE
  );
}

const isGradient = (images: string): boolean => !/url\(|image\(|image-set\(|element\(|paint\(/.test(images);

/** What background images come to on a colour: a gradient of one opaque colour is that colour. */
export function paintOf(images: string, under: Paint): Paint {
  if (!isGradient(images)) return null;
  const [first, ...others] = coloursIn(images);
  if (!first || others.some((other) => !other || !alike(first, other) || other.a !== first.a)) return null;
  if (first.a < FAINT) return under;
  return first.a === 1 && (!under || under.a < FAINT || alike(first, under)) ? first : null;
}

/** A mask that lets nothing through. */
export function isBlank(images: string): boolean {
  if (images === 'none' || !isGradient(images)) return false;
  const colours = coloursIn(images);
  return colours.length > 0 && colours.every((colour) => colour !== null && colour.a < FAINT);
}
