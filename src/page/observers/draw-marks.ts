/** Draws the rectangles and numbers of marks on a screenshot. */
import { PNG } from 'pngjs';

import type { Box, Mark } from '../../contract/index.js';
import { clip } from './marks.js';

type Colour = readonly [number, number, number];

/** Dark enough for white digits, and easy to tell apart. */
const COLOURS: readonly Colour[] = [
  [200, 16, 46],
  [0, 92, 175],
  [0, 120, 60],
  [122, 30, 160],
  [170, 80, 0],
  [0, 115, 125],
  [190, 0, 120],
  [70, 70, 70],
];
const WHITE: Colour = [255, 255, 255];

/** Digits of 5 × 7 dots: one number per row, the left dot is the highest bit. */
const DIGITS: readonly (readonly number[])[] = [
  [14, 17, 17, 17, 17, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
];

function fill(image: PNG, x: number, y: number, width: number, height: number, colour: Colour): void {
  const { data } = image;
  const left = Math.max(0, x);
  const right = Math.min(image.width, x + width);
  const bottom = Math.min(image.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++)
    for (let at = (row * image.width + left) * 4, end = (row * image.width + right) * 4; at < end; at += 4) {
      data[at] = colour[0];
      data[at + 1] = colour[1];
      data[at + 2] = colour[2];
      data[at + 3] = 255;
    }
}

function outline(image: PNG, box: Box, line: number, colour: Colour): void {
  fill(image, box.x, box.y, box.width, line, colour);
  fill(image, box.x, box.y + box.height - line, box.width, line, colour);
  fill(image, box.x, box.y, line, box.height, colour);
  fill(image, box.x + box.width - line, box.y, line, box.height, colour);
}

function drawLabel(image: PNG, place: Box, text: string, dot: number, colour: Colour): void {
  fill(image, place.x - 1, place.y - 1, place.width + 2, place.height + 2, WHITE);
  fill(image, place.x, place.y, place.width, place.height, colour);
  let x = place.x + dot;
  for (const digit of text) {
    DIGITS[Number(digit)]!.forEach((bits, row) => {
      for (let column = 0; column < 5; column++)
        if (bits & (16 >> column)) fill(image, x + column * dot, place.y + (row + 1) * dot, dot, dot, WHITE);
    });
    x += 6 * dot;
  }
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Places a label at a corner of its box, outside if possible so that the element stays readable.
 * It covers no other label and as little as possible of other boxes.
 */
export function placeLabel(
  box: Box,
  size: { width: number; height: number },
  picture: { width: number; height: number },
  labels: readonly Box[],
  others: readonly Box[],
): Box {
  const { width, height } = size;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const middle = Math.round(box.y + (box.height - height) / 2);
  const places = [
    [box.x, box.y - height],
    [right - width, box.y - height],
    [box.x - width, middle],
    [right, middle],
    [box.x, bottom],
    [right - width, bottom],
    [box.x - width, box.y],
    [right, box.y],
    [box.x, box.y],
    [right - width, box.y],
    [box.x, bottom - height],
    [right - width, bottom - height],
    [box.x, box.y - 2 * height],
    [box.x, bottom + height],
  ] as const;
  let best: Box | null = null;
  let lowestCost = Infinity;
  for (const [i, [x, y]] of places.entries()) {
    const place = {
      x: Math.max(1, Math.min(picture.width - width - 1, Math.round(x))),
      y: Math.max(1, Math.min(picture.height - height - 1, Math.round(y))),
      width,
      height,
    };
    // Covering its own element is better than covering others.
    let cost = i * 4 + overlap(place, box) / 2;
    for (const label of labels) cost += 1000 * overlap(place, label);
    for (const other of others) cost += overlap(place, other);
    if (cost >= lowestCost) continue;
    best = place;
    lowestCost = cost;
    if (cost <= i * 4) break;
  }
  return best!;
}

/**
 * Draws marks on a screenshot.
 *
 * @param scale device pixels of the screenshot per CSS pixel of the marks
 * @throws if `png` is not a PNG
 */
export function drawMarks(png: Uint8Array, marks: readonly Mark[], scale: number): Uint8Array {
  const image = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const line = Math.max(1, Math.round(1.5 * scale));
  const dot = Math.max(2, Math.round(2 * scale));
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const drawn = marks
    .map((mark) => ({
      text: String(mark.label),
      colour: COLOURS[mark.label % COLOURS.length]!,
      boxes: mark.boxes
        .map((box) => {
          const x = Math.round(box.x * scale);
          const y = Math.round(box.y * scale);
          const right = Math.round((box.x + box.width) * scale);
          const bottom = Math.round((box.y + box.height) * scale);
          return clip({ x, y, width: right - x, height: bottom - y }, whole);
        })
        .filter(({ width, height }) => width > 0 && height > 0),
    }))
    .filter(({ boxes }) => boxes.length > 0);
  for (const { boxes, colour } of drawn) for (const box of boxes) outline(image, box, line, colour);
  const labels: Box[] = [];
  const all = drawn.flatMap(({ boxes }) => boxes);
  for (const { text, colour, boxes } of drawn) {
    const size = { width: (text.length * 6 + 1) * dot, height: 9 * dot };
    // Large boxes that contain this one are always covered: compare only with its neighbours.
    const near = all.filter((box) => !boxes.includes(box) && box.width * box.height < 60_000 * scale * scale);
    const place = placeLabel(boxes[0]!, size, image, labels, near);
    labels.push(place);
    drawLabel(image, place, text, dot, colour);
  }
  return PNG.sync.write(image, { deflateLevel: 3, filterType: 0, colorType: 2, inputHasAlpha: true });
}
