/** Makes an opaque RGBA image smaller by averaging the pixels that each new pixel covers. Pure. */

export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const CHANNELS = 4;

/** @param scale from 0 to 1 */
export function shrink(image: Pixels, scale: number): Pixels {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const narrowed = averageAlong(
    image.data,
    { length: image.width, lineCount: image.height, step: CHANNELS, lineStep: image.width * CHANNELS },
    width,
  );
  const data = averageAlong(
    narrowed,
    { length: image.height, lineCount: width, step: width * CHANNELS, lineStep: CHANNELS },
    height,
  );
  return { data, width, height };
}

interface Axis {
  /** Number of pixels in each line along the axis, and the distance between two pixels in the array. */
  length: number;
  step: number;
  /** Number of lines, and the distance between two lines in the array. */
  lineCount: number;
  lineStep: number;
}

/** Shortens one axis to `targetLength` pixels. The result is stored row by row, like the source. */
function averageAlong(source: Uint8ClampedArray, axis: Axis, targetLength: number): Uint8ClampedArray {
  const { length, lineCount, step, lineStep } = axis;
  const isRow = step === CHANNELS;
  const result = new Uint8ClampedArray(targetLength * lineCount * CHANNELS);
  const ratio = length / targetLength;
  for (let index = 0; index < targetLength; index++) {
    const from = index * ratio;
    const to = Math.min(length, from + ratio);
    const firstPixel = Math.floor(from);
    const lastPixel = Math.ceil(to) - 1;
    for (let line = 0; line < lineCount; line++) {
      const targetOffset = (isRow ? line * targetLength + index : index * lineCount + line) * CHANNELS;
      const base = line * lineStep;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let pixel = firstPixel; pixel <= lastPixel; pixel++) {
        const share = (Math.min(pixel + 1, to) - Math.max(pixel, from)) / (to - from);
        const offset = base + pixel * step;
        red += share * source[offset]!;
        green += share * source[offset + 1]!;
        blue += share * source[offset + 2]!;
      }
      result[targetOffset] = red;
      result[targetOffset + 1] = green;
      result[targetOffset + 2] = blue;
      // Screenshots are opaque.
      result[targetOffset + 3] = 255;
    }
  }
  return result;
}
