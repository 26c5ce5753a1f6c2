/**
 * Finds elements by appearance: "the large red circle", "the grey box", "shades of green". Appearance is read from the
 * markup (the shape and fill of a drawing, an element's own background). Sizes are compared among elements with known
 * appearance. Used only if the words describe nothing else and no element has such a name.
 */
import type { Candidate } from '../../../contract/index.js';
import { COLOURS } from '../lexicon/colours.js';
import { LOOK_FILLERS, SHAPES, SIZES, type Shape } from '../lexicon/looks.js';
import { fold, tokens } from '../text.js';
import type { View } from './view.js';

interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Looks {
  c: Candidate;
  colour: Rgb | null;
  shape: Shape | null;
  size: number;
}

interface RequestedLooks {
  colours: string[];
  shape: Shape | null;
  size: (typeof SIZES)[string] | null;
  /** Any element with a shape. */
  any: boolean;
}

/** Larger elements are sections of the page. */
const MAX_SIZE_PX = 400;
/** Sizes that differ by a smaller factor count as equal. */
const MIN_SIZE_RATIO = 1.25;

const parseHex = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return { r: n >> 16, g: (n >> 8) & 255, b: n & 255 };
};

function readColour(text: string | undefined): Rgb | null {
  const phrase = text?.trim().toLowerCase() ?? '';
  const named = COLOURS[phrase];
  if (named) return parseHex(named);
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/u.exec(phrase);
  if (short) return parseHex(`#${short[1]!.repeat(2)}${short[2]!.repeat(2)}${short[3]!.repeat(2)}`);
  if (/^#[0-9a-f]{6}$/u.test(phrase)) return parseHex(phrase);
  const rgb = /^rgb\((\d+)[, ]+(\d+)[, ]+(\d+)\)$/u.exec(phrase);
  return rgb ? { r: +rgb[1]!, g: +rgb[2]!, b: +rgb[3]! } : null;
}

const styled = (style: string, what: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${what}\\s*:\\s*([^;]+)`, 'iu').exec(style)?.[1];

function colourOf({ attributes: a }: Candidate): Rgb | null {
  const style = a.style ?? '';
  const filled = a.fill ?? styled(style, 'fill');
  if (filled !== undefined && filled.trim() !== 'none') return readColour(filled);
  return readColour(
    a.stroke ?? styled(style, 'stroke') ?? styled(style, 'background(?:-color)?') ?? a.bgcolor,
  );
}

function shapeOf(c: Candidate): Shape | null {
  if (c.tag === 'polygon' || c.tag === 'polyline') {
    const corners = (c.attributes.points ?? '').trim().split(/[\s,]+/u).length / 2;
    return corners === 3 ? 'triangle' : corners === 4 ? 'rectangle' : null;
  }
  if (c.tag === 'text') return /^\p{L}$/u.test(c.name) ? 'letter' : /^\d$/u.test(c.name) ? 'digit' : null;
  const shapeOfTag = SHAPES[c.tag];
  if (shapeOfTag) return shapeOfTag;
  return /border-radius:\s*50%/iu.test(c.attributes.style ?? '') ? 'circle' : null;
}

function looksOf(view: View): Looks[] {
  const out: Looks[] = [];
  for (const c of view.candidates) {
    const { width, height } = c.box;
    if (!c.visible || width > MAX_SIZE_PX || height > MAX_SIZE_PX || c.text.length > 40) continue;
    const colour = colourOf(c);
    const shape = shapeOf(c);
    if (colour || shape) out.push({ c, colour, shape, size: Math.max(width, height) });
  }
  return out;
}

/** Returns the basic colour that a shade belongs to. */
function basicColourOf({ r, g, b }: Rgb): string {
  const [most, least] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const light = (most + least) / 2;
  const spread = most - least;
  const strong = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
  if (light < 0.08) return 'black';
  if (light > 0.96) return 'white';
  if (strong < 0.12) return 'grey';
  const [x, y, z] = [r / 255, g / 255, b / 255];
  const raw = most === x ? ((y - z) / spread) % 6 : most === y ? (z - x) / spread + 2 : (x - y) / spread + 4;
  const hue = (raw * 60 + 360) % 360;
  const bounds: [number, string][] = [
    [15, 'red'],
    [45, light < 0.4 ? 'brown' : 'orange'],
    [70, light < 0.3 ? 'olive' : 'yellow'],
    [165, 'green'],
    [195, 'cyan'],
    [255, 'blue'],
    [292, 'purple'],
    [345, 'pink'],
  ];
  return bounds.find(([to]) => hue < to)?.[1] ?? 'red';
}

/** Parses words about appearance; null if one of them is about anything else. */
function parseLooks(phrase: string): RequestedLooks | null {
  const asked: RequestedLooks = { colours: [], shape: null, size: null, any: false };
  for (const word of tokens(fold(phrase).replace(/[-]/gu, ' '))) {
    if (COLOURS[word]) asked.colours.push(word);
    else if (SHAPES[word]) asked.shape = SHAPES[word];
    else if (SIZES[word]) asked.size = SIZES[word];
    else if (!LOOK_FILLERS.has(word)) return null;
    else if (/^(?:shape|figure|object)s?$/u.test(word)) asked.any = true;
  }
  return asked.any || asked.colours.length || asked.shape || asked.size ? asked : null;
}

const same = (a: Rgb, b: Rgb): boolean => a.r === b.r && a.g === b.g && a.b === b.b;

/** Returns the elements with exactly that colour or, if there are none, with its shades. */
function filterByColour(list: readonly Looks[], word: string): Looks[] {
  const wanted = parseHex(COLOURS[word]!);
  const exact = list.filter((l) => l.colour && same(l.colour, wanted));
  if (exact.length) return exact;
  return list.filter((l) => l.colour && basicColourOf(l.colour) === basicColourOf(wanted));
}

function filterBySize(
  list: readonly Looks[],
  all: readonly Looks[],
  size: NonNullable<RequestedLooks['size']>,
): Looks[] {
  const sizes = (size.end ? list : all).map((l) => l.size);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (most < least * MIN_SIZE_RATIO) return [];
  const middle = Math.sqrt(least * most);
  return list.filter((l) =>
    size.end ? l.size === (size.large ? most : least) : size.large ? l.size > middle : l.size <= middle,
  );
}

/**
 * Returns the elements with the described appearance, in reading order; empty if the words are about something else.
 */
export function findByLooks(phrase: string, view: View, suits: (c: Candidate) => number): Candidate[] {
  const asked = parseLooks(phrase);
  if (!asked) return [];
  const all = looksOf(view).filter((l) => suits(l.c) > 0);
  let list = all.filter((l) => asked.shape === null || l.shape === asked.shape || fitsShape(l, asked.shape));
  if (asked.any) list = list.filter((l) => l.shape !== null);
  for (const word of asked.colours) list = filterByColour(list, word);
  if (asked.size) list = filterBySize(list, all, asked.size);
  return list.map((l) => l.c);
}

/** People call most things with four sides a box. */
const fitsShape = ({ shape, c }: Looks, wanted: Shape): boolean =>
  wanted === 'rectangle' && shape === null && c.text === '';

/** Whether it has its own colour and no text: a swatch, a tile of a board. */
export const isPainted = (c: Candidate): boolean =>
  c.text === '' && c.box.width <= MAX_SIZE_PX && c.box.height <= MAX_SIZE_PX && colourOf(c) !== null;
