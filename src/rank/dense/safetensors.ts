/**
 * Reads and writes safetensors files: eight bytes with the length of a JSON header, the header, the tensors'
 * bytes. `readSafetensors` reads only the header, which gives the byte range of each tensor.
 */
import { open, realpath, stat, writeFile, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';

import { ModelError } from './model-error.js';

const BYTES_PER_ELEMENT = { F32: 4, F16: 2, BF16: 2, I8: 1 } as const;
export type Dtype = keyof typeof BYTES_PER_ELEMENT;

export interface Tensor {
  name: string;
  dtype: Dtype;
  shape: number[];
  /** Byte range in the file, from its start. */
  startByte: number;
  endByte: number;
}

export interface Safetensors {
  /** Path without symbolic links. */
  file: string;
  tensors: Map<string, Tensor>;
  metadata: Record<string, string>;
}

/** Limits the header, because a file can claim any length. */
const MAX_HEADER_LENGTH = 16 * 1024 * 1024;

const Entry = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});
const Header = z.record(z.string(), z.unknown());

async function readRange(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

function parseEntry(
  name: string,
  rawEntry: unknown,
  dataOffset: number,
  fileSize: number,
  file: string,
): Tensor {
  const entry = Entry.safeParse(rawEntry);
  if (!entry.success) throw new ModelError(file, `its header has an invalid entry for the tensor "${name}"`);
  const { dtype, shape, data_offsets } = entry.data;
  if (!(dtype in BYTES_PER_ELEMENT))
    throw new ModelError(
      file,
      `the tensor "${name}" has the type ${dtype}`,
      `Save the model as one of ${Object.keys(BYTES_PER_ELEMENT).join(', ')}.`,
    );
  const [startByte, endByte] = [dataOffset + data_offsets[0], dataOffset + data_offsets[1]];
  const requiredLength = shape.reduce((product, n) => product * n, 1) * BYTES_PER_ELEMENT[dtype as Dtype];
  if (endByte - startByte !== requiredLength)
    throw new ModelError(
      file,
      `the tensor "${name}" has ${endByte - startByte} bytes, but its shape needs ${requiredLength}`,
    );
  if (endByte > fileSize)
    throw new ModelError(
      file,
      `it ends at byte ${fileSize}, in the middle of the tensor "${name}"`,
      'The file is truncated: fetch or copy it again.',
    );
  return { name, dtype: dtype as Dtype, shape, startByte, endByte };
}

/** @throws ModelError if the file is truncated or malformed */
export async function readSafetensors(path: string): Promise<Safetensors> {
  // Hub caches link files into a store, and the runtime refuses paths that leave the folder. So resolve links first.
  const file = await realpath(path).catch((error: unknown) => {
    throw ModelError.fromFileError(path, error);
  });
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw ModelError.fromFileError(file, error);
  });
  try {
    const stats = await stat(file);
    const { size } = stats;
    if (!stats.isFile()) throw new ModelError(file, 'it is not a file', 'Point to a model.safetensors file.');
    const head = await readRange(handle, 0, 8);
    const length = head.length === 8 ? Number(head.readBigUInt64LE()) : 0;
    if (length < 2 || length > MAX_HEADER_LENGTH || 8 + length > size)
      throw new ModelError(
        file,
        size < 1024 ? `it has only ${size} bytes` : 'it does not start like a safetensors file',
        size < 1024
          ? 'It may be a Git LFS pointer: fetch the file itself (git lfs pull).'
          : 'Point to a model.safetensors file.',
      );
    let header: Record<string, unknown>;
    try {
      header = Header.parse(JSON.parse((await readRange(handle, 8, length)).toString('utf8')));
    } catch {
      throw new ModelError(file, 'its header is not JSON', 'Point to a model.safetensors file.');
    }
    const { __metadata__: metadata, ...entries } = header;
    const tensors = new Map(
      Object.entries(entries).map(([name, raw]) => [name, parseEntry(name, raw, 8 + length, size, file)]),
    );
    return { file, tensors, metadata: (metadata ?? {}) as Record<string, string> };
  } finally {
    await handle.close();
  }
}

/** Reads the bytes of one tensor. */
export async function readTensor({ file }: Safetensors, { startByte, endByte }: Tensor): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    return await readRange(handle, startByte, endByte - startByte);
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file with wider types first, so that every tensor is aligned and can be used without a copy.
 * @param tensors bytes are little-endian values of type `dtype`
 */
export async function writeSafetensors(
  path: string,
  tensors: readonly { name: string; dtype: Dtype; shape: number[]; bytes: Uint8Array }[],
  metadata: Record<string, string>,
): Promise<void> {
  const sortedTensors = [...tensors].sort((a, b) => BYTES_PER_ELEMENT[b.dtype] - BYTES_PER_ELEMENT[a.dtype]);
  let offset = 0;
  const header: Record<string, unknown> = { __metadata__: metadata };
  for (const { name, dtype, shape, bytes } of sortedTensors)
    header[name] = { dtype, shape, data_offsets: [offset, (offset += bytes.length)] };
  const text = JSON.stringify(header);
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  await writeFile(path, Buffer.concat([length, head, ...sortedTensors.map(({ bytes }) => bytes)]));
}

/** Converts half-precision to single-precision floats (IEEE 754). */
export function halfToFloat(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => {
    const half = view.getUint16(i * 2, true);
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}
