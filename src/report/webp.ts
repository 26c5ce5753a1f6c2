/** Encodes screenshots as WebP, at about a fifth of the PNG's size. Text stays readable. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import encode, { init } from '@jsquash/webp/encode.js';
import { PNG } from 'pngjs';

import { shrink, type Pixels } from './resize.js';

/** Effort 2 takes half the time of the default, 4, and adds 4 % to the size. */
const ENCODER_EFFORT = 2;

/** Keeps a 171-turn report below 15 MB even if all pages are crowded. */
const MAX_SCREENSHOT_BYTES = 60_000;

/** Larger PNG files never fit at full size, so the first attempt is skipped. */
const MAX_FULL_SIZE_PNG_BYTES = 350_000;

/** Tried in this order until the file is small enough. Reports show screenshots at about half their width. */
const ATTEMPTS = [
  { scale: 1, quality: 50 },
  { scale: 0.75, quality: 50 },
  { scale: 0.75, quality: 30 },
  { scale: 0.5, quality: 30 },
] as const;

export interface EncodedImage {
  data: Buffer;
  /** Size of the PNG, in device px. */
  width: number;
  height: number;
}

let encoderReady: Promise<unknown> | null = null;

/** Loads the encoder. The package can load its own WebAssembly file only in a browser. */
async function loadEncoder(): Promise<unknown> {
  const path = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm');
  return init(await WebAssembly.compile(readFileSync(path)));
}

/** @throws Error if the data is not a PNG */
export async function toWebp(png: Uint8Array): Promise<EncodedImage> {
  await (encoderReady ??= loadEncoder());
  const { width, height, data: bytes } = PNG.sync.read(Buffer.from(png));
  const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let data = Buffer.alloc(0);
  let image: Pixels = { data: pixels, width, height };
  let imageScale = 1;
  const attempts = png.length > MAX_FULL_SIZE_PNG_BYTES ? ATTEMPTS.slice(1) : ATTEMPTS;
  for (const { scale, quality } of attempts) {
    if (scale !== imageScale) image = shrink({ data: pixels, width, height }, scale);
    imageScale = scale;
    data = Buffer.from(await encode(image as ImageData, { quality, method: ENCODER_EFFORT }));
    if (data.length <= MAX_SCREENSHOT_BYTES) break;
  }
  return { data, width, height };
}
