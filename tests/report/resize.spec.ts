import { expect, test } from '@playwright/test';

import { shrink } from '../../src/report/resize.js';

const createGreyPixels = (...values: number[]): Uint8ClampedArray =>
  new Uint8ClampedArray(values.flatMap((value) => [value, value, value, 255]));

test('each new pixel is the average of the pixels that it covers', () => {
  const image = { data: createGreyPixels(0, 100, 50, 50, 200, 100, 50, 50), width: 4, height: 2 };
  expect(shrink(image, 0.5)).toEqual({ data: createGreyPixels(100, 50), width: 2, height: 1 });
});

test('a partly covered pixel is weighted by the covered area', () => {
  const { data, width, height } = shrink(
    { data: createGreyPixels(0, 80, 240, 20), width: 4, height: 1 },
    0.75,
  );
  expect([width, height]).toEqual([3, 1]);
  // 4/3 of a pixel each: 0 and a third of 80, two thirds of 80 and of 240, a third of 240 and 20.
  expect([data[0], data[4], data[8]]).toEqual([20, 160, 75]);
});
