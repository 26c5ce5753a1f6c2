/** Draws the rectangles and numbers of marks on a screenshot. */
import { PNG } from 'pngjs';

import type { Box, Mark } from '../../contract/index.js';
import { clipBox } from './marks.js';

export type Rgb = readonly [number, number, number];

/** Colours that are dark enough for white digits, and easy to tell apart. */
const COLOURS: readonly Rgb[] = [
  [200, 16, 46],
  [0, 92, 175],
  [0, 120, 60],
  [122, 30, 160],
  [170, 80, 0],
  [0, 115, 125],
  [190, 0, 120],
  [70, 70, 70],
];
const WHITE: Rgb = [255, 255, 255];

/** Bitmaps of the digits, 5 × 7 dots each. Each number is a row of dots, and its highest bit is the leftmost dot. */
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

/** Fills a rectangle, clipped to the image. */
export function fillRectangle(
  image: PNG,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Rgb,
): void {
  const { data } = image;
  const left = Math.max(0, x);
  const right = Math.min(image.width, x + width);
  const bottom = Math.min(image.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++)
    for (
      let offset = (row * image.width + left) * 4, end = (row * image.width + right) * 4;
      offset < end;
      offset += 4
    ) {
      data[offset] = colour[0];
      data[offset + 1] = colour[1];
      data[offset + 2] = colour[2];
      data[offset + 3] = 255;
    }
}

function drawOutline(image: PNG, box: Box, lineWidth: number, colour: Rgb): void {
  fillRectangle(image, box.x, box.y, box.width, lineWidth, colour);
  fillRectangle(image, box.x, box.y + box.height - lineWidth, box.width, lineWidth, colour);
  fillRectangle(image, box.x, box.y, lineWidth, box.height, colour);
  fillRectangle(image, box.x + box.width - lineWidth, box.y, lineWidth, box.height, colour);
}

function drawLabel(image: PNG, labelBox: Box, text: string, dotSize: number, colour: Rgb): void {
  fillRectangle(image, labelBox.x - 1, labelBox.y - 1, labelBox.width + 2, labelBox.height + 2, WHITE);
  fillRectangle(image, labelBox.x, labelBox.y, labelBox.width, labelBox.height, colour);
  let x = labelBox.x + dotSize;
  for (const digit of text) {
    DIGITS[Number(digit)]!.forEach((bits, row) => {
      for (let column = 0; column < 5; column++)
        if (bits & (16 >> column))
          fillRectangle(
            image,
            x + column * dotSize,
            labelBox.y + (row + 1) * dotSize,
            dotSize,
            dotSize,
            WHITE,
          );
    });
    x += 6 * dotSize;
  }
}

function computeOverlapArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Places a label at a corner of its box, outside if possible, so that the element stays readable. The label avoids
 * other labels and covers as little as possible of other boxes.
 */
export function placeLabel(
  box: Box,
  size: { width: number; height: number },
  imageSize: { width: number; height: number },
  labels: readonly Box[],
  otherBoxes: readonly Box[],
): Box {
  const { width, height } = size;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const middle = Math.round(box.y + (box.height - height) / 2);
  const positions = [
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
  let bestBox: Box | null = null;
  let lowestCost = Infinity;
  for (const [i, [x, y]] of positions.entries()) {
    const labelBox = {
      x: Math.max(1, Math.min(imageSize.width - width - 1, Math.round(x))),
      y: Math.max(1, Math.min(imageSize.height - height - 1, Math.round(y))),
      width,
      height,
    };
    // Covering the label's own element costs less than covering other elements.
    let cost = i * 4 + computeOverlapArea(labelBox, box) / 2;
    for (const label of labels) cost += 1000 * computeOverlapArea(labelBox, label);
    for (const other of otherBoxes) cost += computeOverlapArea(labelBox, other);
    if (cost >= lowestCost) continue;
    bestBox = labelBox;
    lowestCost = cost;
    if (cost <= i * 4) break;
  }
  return bestBox!;
}

/**
 * Draws marks on a screenshot.
 *
 * @param scale device pixels of the screenshot per CSS pixel of the marks
 * @throws if `png` is not a PNG
 */
export function drawMarks(png: Uint8Array, marks: readonly Mark[], scale: number): Uint8Array {
  const image = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const lineWidth = Math.max(1, Math.round(1.5 * scale));
  const dotSize = Math.max(2, Math.round(2 * scale));
  const imageBox = { x: 0, y: 0, width: image.width, height: image.height };
  const visibleMarks = marks
    .map((mark) => ({
      text: String(mark.label),
      colour: COLOURS[mark.label % COLOURS.length]!,
      boxes: mark.boxes
        .map((box) => {
          const x = Math.round(box.x * scale);
          const y = Math.round(box.y * scale);
          const right = Math.round((box.x + box.width) * scale);
          const bottom = Math.round((box.y + box.height) * scale);
          return clipBox({ x, y, width: right - x, height: bottom - y }, imageBox);
        })
        .filter(({ width, height }) => width > 0 && height > 0),
    }))
    .filter(({ boxes }) => boxes.length > 0);
  for (const { boxes, colour } of visibleMarks)
    for (const box of boxes) drawOutline(image, box, lineWidth, colour);
  const labels: Box[] = [];
  const allBoxes = visibleMarks.flatMap(({ boxes }) => boxes);
  for (const { text, colour, boxes } of visibleMarks) {
    const size = { width: (text.length * 6 + 1) * dotSize, height: 9 * dotSize };
    // A large box that contains this one would be covered in any case, so only small boxes are avoided.
    const neighbours = allBoxes.filter(
      (box) => !boxes.includes(box) && box.width * box.height < 60_000 * scale * scale,
    );
    const labelBox = placeLabel(boxes[0]!, size, image, labels, neighbours);
    labels.push(labelBox);
    drawLabel(image, labelBox, text, dotSize, colour);
  }
  return PNG.sync.write(image, { deflateLevel: 3, filterType: 0, colorType: 2, inputHasAlpha: true });
}
