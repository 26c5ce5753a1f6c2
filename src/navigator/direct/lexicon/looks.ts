/** Words for looks: shapes by their names and by the tags of drawings, sizes, and words that say no more. Data only. */

export type Shape = 'circle' | 'rectangle' | 'triangle' | 'line';

export const SHAPES: Readonly<Record<string, Shape>> = {
  circle: 'circle',
  circles: 'circle',
  dot: 'circle',
  dots: 'circle',
  disc: 'circle',
  ball: 'circle',
  ellipse: 'circle',
  rect: 'rectangle',
  rectangle: 'rectangle',
  rectangles: 'rectangle',
  square: 'rectangle',
  squares: 'rectangle',
  box: 'rectangle',
  boxes: 'rectangle',
  tile: 'rectangle',
  triangle: 'triangle',
  triangles: 'triangle',
  line: 'line',
  lines: 'line',
};

/** `end`: the utmost of all. */
export const SIZES: Readonly<Record<string, { large: boolean; end: boolean }>> = {
  large: { large: true, end: false },
  big: { large: true, end: false },
  huge: { large: true, end: false },
  small: { large: false, end: false },
  little: { large: false, end: false },
  tiny: { large: false, end: false },
  larger: { large: true, end: true },
  bigger: { large: true, end: true },
  largest: { large: true, end: true },
  biggest: { large: true, end: true },
  smaller: { large: false, end: true },
  smallest: { large: false, end: true },
};

export const LOOK_FILLERS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'all',
  'every',
  'one',
  'colored',
  'coloured',
  'color',
  'colour',
  'filled',
  'shade',
  'shades',
  'shape',
  'shapes',
  'item',
  'items',
  'figure',
  'object',
  'area',
  'field',
  'thing',
]);
