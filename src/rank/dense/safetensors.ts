/**
 * Reads and writes safetensors files: eight bytes with the length of a JSON header, the header, the tensors'
 * bytes. Only the header is read here; whoever needs the numbers maps or reads the range that it names.
 */
import { open, realpath, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';

import { ModelProblem } from './problems.js';

const BYTES = { F32: 4, F16: 2, BF16: 2, I8: 1 } as const;
export type Dtype = keyof typeof BYTES;

export interface Tensor {
  name: string;
  dtype: Dtype;
  shape: number[];
  /** Byte range in the file, from its start. */
  from: number;
  to: number;
}

export interface Safetensors {
  /** Resolved: no link stands in it. */
  file: string;
  tensors: Map<string, Tensor>;
  metadata: Record<string, string>;
}

/** Files of other origin can claim headers of any length. */
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

function parseEntry(name: string, raw: unknown, data: number, size: number, file: string): Tensor {
  const entry = Entry.safeParse(raw);
  if (!entry.success) throw new ModelProblem(file, `its header describes the tensor "${name}" wrongly`);
  const { dtype, shape, data_offsets } = entry.data;
  if (!(dtype in BYTES))
    throw new ModelProblem(
      file,
      `the tensor "${name}" is of type ${dtype}`,
      `Save the model as one of ${Object.keys(BYTES).join(', ')}.`,
    );
  const [from, to] = [data + data_offsets[0], data + data_offsets[1]];
  const needed = shape.reduce((product, n) => product * n, 1) * BYTES[dtype as Dtype];
  if (to - from !== needed)
    throw new ModelProblem(
      file,
      `the tensor "${name}" has ${to - from} bytes where its shape needs ${needed}`,
    );
  if (to > size)
    throw new ModelProblem(
      file,
      `it ends at byte ${size}, in the middle of the tensor "${name}"`,
      'The file was cut off: fetch or copy it again.',
    );
  return { name, dtype: dtype as Dtype, shape, from, to };
}

/** @throws ModelProblem for what is not a whole, well-formed file */
export async function readSafetensors(path: string): Promise<Safetensors> {
  // Hubs keep files as links into a store; the runtime refuses paths that leave the folder, so links go first.
  const file = await realpath(path).catch((error: unknown) => {
    throw ModelProblem.ofFile(path, error);
  });
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw ModelProblem.ofFile(file, error);
  });
  try {
    const about = await stat(file);
    const { size } = about;
    if (!about.isFile()) throw new ModelProblem(file, 'it is no file', 'Point to a model.safetensors file.');
    const head = await readRange(handle, 0, 8);
    const length = head.length === 8 ? Number(head.readBigUInt64LE()) : 0;
    if (length < 2 || length > MAX_HEADER_LENGTH || 8 + length > size)
      throw new ModelProblem(
        file,
        size < 1024 ? `it has only ${size} bytes` : 'it does not begin as a safetensors file does',
        size < 1024
          ? 'It may be a pointer of Git LFS: fetch the file itself (git lfs pull).'
          : 'Point to a model.safetensors file.',
      );
    let header: Record<string, unknown>;
    try {
      header = Header.parse(JSON.parse((await readRange(handle, 8, length)).toString('utf8')));
    } catch {
      throw new ModelProblem(file, 'its header is not JSON', 'Point to a model.safetensors file.');
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

/** The bytes of one tensor. */
export async function readTensor({ file }: Safetensors, { from, to }: Tensor): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    return await readRange(handle, from, to - from);
  } finally {
    await handle.close();
  }
}

/**
 * Wider types first, so that every tensor starts at a multiple of its own size and can be used where it lies.
 * @param tensors bytes in little-endian order, as `dtype` says
 */
export async function writeSafetensors(
  path: string,
  tensors: readonly { name: string; dtype: Dtype; shape: number[]; bytes: Uint8Array }[],
  metadata: Record<string, string>,
): Promise<void> {
  const ordered = [...tensors].sort((a, b) => BYTES[b.dtype] - BYTES[a.dtype]);
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: metadata };
  for (const { name, dtype, shape, bytes } of ordered)
    header[name] = { dtype, shape, data_offsets: [at, (at += bytes.length)] };
  const text = JSON.stringify(header);
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  await writeFile(path, Buffer.concat([length, head, ...ordered.map(({ bytes }) => bytes)]));
}

/** Half-precision to single, by IEEE 754. */
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
