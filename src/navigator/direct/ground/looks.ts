/**
 * Finds elements by appearance: "the large red circle", "the grey box", "shades of green". Appearance is read from the
 * markup (a drawing's shape and fill, an element's background). Sizes are compared among elements with a known
 * appearance. Used only if all words describe appearance and no element has such a name.
 */
import type { Candidate } from '../../../contract/index.js';
import { COLOURS } from '../lexicon/colours.js';
import { LOOK_FILLERS, SHAPES, SIZES, type Shape } from '../lexicon/looks.js';
import { fold, tokenize } from '../text.js';
import type { View } from './view.js';

interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Appearance {
  c: Candidate;
  colour: Rgb | null;
  shape: Shape | null;
  size: number;
}

interface RequestedAppearance {
  colours: string[];
  shape: Shape | null;
  size: (typeof SIZES)[string] | null;
  /** Whether any shape matches, as for "the figure". */
  isAnyShape: boolean;
}

/** Larger elements are sections of the page. */
const MAX_SIZE_PX = 400;
/** Sizes count as equal if they differ by a smaller factor. */
const MIN_SIZE_RATIO = 1.25;

const parseHex = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return { r: n >> 16, g: (n >> 8) & 255, b: n & 255 };
};

function readColour(text: string | undefined): Rgb | null {
  const phrase = text?.trim().toLowerCase() ?? '';
  const hex = COLOURS[phrase];
  if (hex) return parseHex(hex);
  const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/u.exec(phrase);
  if (shortHex)
    return parseHex(`#${shortHex[1]!.repeat(2)}${shortHex[2]!.repeat(2)}${shortHex[3]!.repeat(2)}`);
  if (/^#[0-9a-f]{6}$/u.test(phrase)) return parseHex(phrase);
  const rgb = /^rgb\((\d+)[, ]+(\d+)[, ]+(\d+)\)$/u.exec(phrase);
  return rgb ? { r: +rgb[1]!, g: +rgb[2]!, b: +rgb[3]! } : null;
}

const readStyle = (style: string, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'iu').exec(style)?.[1];

function readElementColour({ attributes: a }: Candidate): Rgb | null {
  const style = a.style ?? '';
  const fill = a.fill ?? readStyle(style, 'fill');
  if (fill !== undefined && fill.trim() !== 'none') return readColour(fill);
  return readColour(
    a.stroke ?? readStyle(style, 'stroke') ?? readStyle(style, 'background(?:-color)?') ?? a.bgcolor,
  );
}

function detectShape(c: Candidate): Shape | null {
  if (c.tag === 'polygon' || c.tag === 'polyline') {
    const corners = (c.attributes.points ?? '').trim().split(/[\s,]+/u).length / 2;
    return corners === 3 ? 'triangle' : corners === 4 ? 'rectangle' : null;
  }
  if (c.tag === 'text') return /^\p{L}$/u.test(c.name) ? 'letter' : /^\d$/u.test(c.name) ? 'digit' : null;
  const shapeOfTag = SHAPES[c.tag];
  if (shapeOfTag) return shapeOfTag;
  return /border-radius:\s*50%/iu.test(c.attributes.style ?? '') ? 'circle' : null;
}

function listAppearances(view: View): Appearance[] {
  const appearances: Appearance[] = [];
  for (const c of view.candidates) {
    const { width, height } = c.box;
    if (!c.visible || width > MAX_SIZE_PX || height > MAX_SIZE_PX || c.text.length > 40) continue;
    const colour = readElementColour(c);
    const shape = detectShape(c);
    if (colour || shape) appearances.push({ c, colour, shape, size: Math.max(width, height) });
  }
  return appearances;
}

/** Returns the basic colour that a shade belongs to. */
function findBasicColour({ r, g, b }: Rgb): string {
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const lightness = (max + min) / 2;
  const spread = max - min;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  if (lightness < 0.08) return 'black';
  if (lightness > 0.96) return 'white';
  if (saturation < 0.12) return 'grey';
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const sector = max === x ? ((y - z) / spread) % 6 : max === y ? (z - x) / spread + 2 : (x - y) / spread + 4;
  const hue = (sector * 60 + 360) % 360;
  const bounds: [number, string][] = [
    [15, 'red'],
    [45, lightness < 0.4 ? 'brown' : 'orange'],
    [70, lightness < 0.3 ? 'olive' : 'yellow'],
    [165, 'green'],
    [195, 'cyan'],
    [255, 'blue'],
    [292, 'purple'],
    [345, 'pink'],
  ];
  return bounds.find(([maxHue]) => hue < maxHue)?.[1] ?? 'red';
}

/** Parses words about appearance; null if any word is about something else. */
function parseLooks(phrase: string): RequestedAppearance | null {
  const requestedAppearance: RequestedAppearance = {
    colours: [],
    shape: null,
    size: null,
    isAnyShape: false,
  };
  for (const word of tokenize(fold(phrase).replace(/[-]/gu, ' '))) {
    if (COLOURS[word]) requestedAppearance.colours.push(word);
    else if (SHAPES[word]) requestedAppearance.shape = SHAPES[word];
    else if (SIZES[word]) requestedAppearance.size = SIZES[word];
    else if (!LOOK_FILLERS.has(word)) return null;
    else if (/^(?:shape|figure|object)s?$/u.test(word)) requestedAppearance.isAnyShape = true;
  }
  return requestedAppearance.isAnyShape ||
    requestedAppearance.colours.length ||
    requestedAppearance.shape ||
    requestedAppearance.size
    ? requestedAppearance
    : null;
}

const isSameColour = (a: Rgb, b: Rgb): boolean => a.r === b.r && a.g === b.g && a.b === b.b;

/** Returns the elements with exactly that colour or, without any, with a shade of it. */
function filterByColour(list: readonly Appearance[], word: string): Appearance[] {
  const colour = parseHex(COLOURS[word]!);
  const exact = list.filter((l) => l.colour && isSameColour(l.colour, colour));
  if (exact.length) return exact;
  return list.filter((l) => l.colour && findBasicColour(l.colour) === findBasicColour(colour));
}

function filterBySize(
  list: readonly Appearance[],
  all: readonly Appearance[],
  size: NonNullable<RequestedAppearance['size']>,
): Appearance[] {
  const sizes = (size.isExtreme ? list : all).map((l) => l.size);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (largest < smallest * MIN_SIZE_RATIO) return [];
  const middle = Math.sqrt(smallest * largest);
  return list.filter((l) =>
    size.isExtreme
      ? l.size === (size.isLarge ? largest : smallest)
      : size.isLarge
        ? l.size > middle
        : l.size <= middle,
  );
}

/**
 * Returns the elements with the described appearance, in page order; empty if the words are about something else.
 */
export function findByLooks(
  phrase: string,
  view: View,
  scoreSuitability: (c: Candidate) => number,
): Candidate[] {
  const requestedAppearance = parseLooks(phrase);
  if (!requestedAppearance) return [];
  const all = listAppearances(view).filter((l) => scoreSuitability(l.c) > 0);
  let list = all.filter(
    (l) =>
      requestedAppearance.shape === null ||
      l.shape === requestedAppearance.shape ||
      fitsShape(l, requestedAppearance.shape),
  );
  if (requestedAppearance.isAnyShape) list = list.filter((l) => l.shape !== null);
  for (const word of requestedAppearance.colours) list = filterByColour(list, word);
  if (requestedAppearance.size) list = filterBySize(list, all, requestedAppearance.size);
  return list.map((l) => l.c);
}

/** Whether an element without a drawn shape fits the shape: people call most elements without text a box. */
const fitsShape = ({ shape, c }: Appearance, requestedShape: Shape): boolean =>
  requestedShape === 'rectangle' && shape === null && c.text === '';

/** Whether it has a colour but no text, such as a swatch or a tile of a board. */
export const isColoured = (c: Candidate): boolean =>
  c.text === '' && c.box.width <= MAX_SIZE_PX && c.box.height <= MAX_SIZE_PX && readElementColour(c) !== null;
