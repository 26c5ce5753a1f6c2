/**
 * Draws WebVoyager's marks on a screenshot: a black dashed outline around each rectangle, and the element's number in
 * white on black at the top left. The page itself is not changed.
 */
import { PNG } from 'pngjs';

import type { Box } from '../../contract/index.js';
import { fillRectangle, type Rgb } from './draw-marks.js';

const BLACK: Rgb = [0, 0, 0];
/** Sizes in CSS px, as in WebVoyager's style sheet. */
const OUTLINE_WIDTH = 2;
const DASH_LENGTH = 6;
const GAP_LENGTH = 4;
const PADDING = 4;
const LABEL_HEIGHT = 18;
/** Distance from the top of a label to the top of its rectangle. */
const LABEL_OFFSET_Y = 19;
const MAX_LABEL_INDENT = 2;

/** Digits in bold 12 px: 9 rows of 7 hexadecimal grey levels, where `f` is white. */
const DIGITS: readonly string[] = [
  '02bed70 0bfbdf4 3fc05fb 6fa02fd 8f901ff 7fa02fe 4fc05fc 0cfbdf5 019ec40',
  '08dff00 0bbff00 000ef00 000ef00 000ef00 000ef00 000ef00 068ff87 0cffffc',
  '19cfc60 3ebbff4 1200bf8 0000af7 0005fd1 006fe20 06fd200 2ffdcc7 3fffff9',
  '0bffc90 0eaaef5 0000af7 0089ee3 00effa1 0003af7 10008fa 5eabff6 3dfec60',
  '000bfe0 005ffe0 01e9fe0 09d1fe0 4f40fe0 9fccffc 9ffffff 0000fe0 0000fe0',
  '0dffff4 0deccc3 0dc0000 0defd80 0dbbff7 00007fb 11007fb 3eaaff6 2bdfc70',
  '008dfe5 08fd9c7 1ee1000 3fdcea2 5ffcdfa 4fe03fd 2fe02fd 0af9bf9 008dfb1',
  '5fffffb 4cccef9 0000cf3 0003fc0 000af70 001ee10 007f900 00cf300 03fc000',
  '06ceda2 1ffadf9 3fd58f9 0cfffc1 07e7bf7 4fa03fc 6fa03fc 3fe9bf8 05ced91',
  '05cfd50 2fe9df2 6f907f8 6fb09fb 1dffffc 00688fb 0000af9 0cabfe1 0dfec30',
];
const DIGIT_WIDTH = 7;
const DIGIT_HEIGHT = 9;
const DIGIT_ADVANCE = 8;

/** Draws one side of the outline in dashes. */
function drawDashes(image: PNG, line: Box, scale: number): void {
  const isHorizontal = line.width > line.height;
  const length = Math.max(line.width, line.height);
  for (let dashStart = 0; dashStart < length; dashStart += (DASH_LENGTH + GAP_LENGTH) * scale) {
    const dash = Math.min(DASH_LENGTH * scale, length - dashStart);
    if (isHorizontal) fillRectangle(image, line.x + dashStart, line.y, dash, line.height, BLACK);
    else fillRectangle(image, line.x, line.y + dashStart, line.width, dash, BLACK);
  }
}

/** Draws the outline outside the rectangle, so sides beyond the viewport are not visible. */
function drawOutline(image: PNG, { x, y, width, height }: Box, scale: number): void {
  const outlineWidth = OUTLINE_WIDTH * scale;
  drawDashes(
    image,
    { x: x - outlineWidth, y: y - outlineWidth, width: width + 2 * outlineWidth, height: outlineWidth },
    scale,
  );
  drawDashes(
    image,
    { x: x - outlineWidth, y: y + height, width: width + 2 * outlineWidth, height: outlineWidth },
    scale,
  );
  drawDashes(
    image,
    { x: x - outlineWidth, y: y - outlineWidth, width: outlineWidth, height: height + 2 * outlineWidth },
    scale,
  );
  drawDashes(
    image,
    { x: x + width, y: y - outlineWidth, width: outlineWidth, height: height + 2 * outlineWidth },
    scale,
  );
}

function drawDigit(image: PNG, digit: string, x: number, y: number, scale: number): void {
  for (const [row, levels] of DIGITS[Number(digit)]!.split(' ').entries())
    for (const [column, level] of [...levels].entries()) {
      const grey = parseInt(level, 16) * 17;
      fillRectangle(image, x + column * scale, y + row * scale, scale, scale, [grey, grey, grey]);
    }
}

function drawLabel(image: PNG, text: string, x: number, y: number, scale: number): void {
  const width = (text.length * DIGIT_ADVANCE - (DIGIT_ADVANCE - DIGIT_WIDTH) + 2 * PADDING) * scale;
  const height = LABEL_HEIGHT * scale;
  // The corners have a radius of one CSS pixel.
  fillRectangle(image, x + scale, y, width - 2 * scale, height, BLACK);
  fillRectangle(image, x, y + scale, width, height - 2 * scale, BLACK);
  const top = y + Math.floor((height - DIGIT_HEIGHT * scale) / 2);
  [...text].forEach((digit, i) => {
    drawDigit(image, digit, x + (PADDING + i * DIGIT_ADVANCE) * scale, top, scale);
  });
}

/** Top left corner of a label: above its rectangle, but inside the viewport. */
export function getLabelCorner({ x, y, width }: Box): { x: number; y: number } {
  return {
    x: x + Math.min(Math.floor(width / 5), MAX_LABEL_INDENT),
    y: y + Math.max(-LABEL_OFFSET_Y, -y),
  };
}

/**
 * @param boxes the rectangles of each element in CSS px; an element's index is its number
 * @param pixelRatio pixels of the screenshot per CSS px
 * @throws if `png` is not a PNG
 */
export function drawWebvoyagerMarks(
  png: Uint8Array,
  boxes: readonly (readonly Box[])[],
  pixelRatio: number,
): Uint8Array {
  const image = PNG.sync.read(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const scale = Math.max(1, Math.round(pixelRatio));
  const toPixels = (length: number): number => Math.round(length * pixelRatio);
  for (const [number, boxesOfElement] of boxes.entries())
    for (const box of boxesOfElement) {
      const x = toPixels(box.x);
      const y = toPixels(box.y);
      const width = toPixels(box.x + box.width) - x;
      const height = toPixels(box.y + box.height) - y;
      drawOutline(image, { x, y, width, height }, scale);
      const corner = getLabelCorner(box);
      drawLabel(image, String(number), toPixels(corner.x), toPixels(corner.y), scale);
    }
  return PNG.sync.write(image, { deflateLevel: 3, filterType: 0, colorType: 2, inputHasAlpha: true });
}
