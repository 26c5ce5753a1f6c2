/** Packs weights to whole numbers of eight bits with one scale a row: half the size of F16. */
import { SCALE } from './bert.js';
import { ModelProblem } from './problems.js';
import { halfToFloat, readSafetensors, readTensor, writeSafetensors, type Dtype } from './safetensors.js';

interface Packed {
  name: string;
  dtype: Dtype;
  shape: number[];
  bytes: Uint8Array;
}

const bytesOf = (floats: Float32Array): Uint8Array =>
  new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);

/** Symmetric: the largest of a row becomes ±127. */
function quantise(
  values: Float32Array,
  rows: number,
): { whole: Int8Array<ArrayBuffer>; scales: Float32Array } {
  const columns = values.length / rows;
  const whole = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const part = values.subarray(row * columns, (row + 1) * columns);
    const most = part.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const scale = most / 127 || 1;
    scales[row] = scale;
    part.forEach((value, column) => {
      whole[row * columns + column] = Math.round(value / scale);
    });
  }
  return { whole, scales };
}

function floatsOf(dtype: Dtype, raw: Buffer, file: string): Float32Array {
  if (dtype === 'F16') return halfToFloat(raw);
  if (dtype === 'F32') return new Float32Array(new Uint8Array(raw).buffer);
  throw new ModelProblem(file, `its weights are ${dtype}`, 'Pack from F16 or F32.');
}

/** Tables become I8 with scales of shape [rows, 1]; what is one-dimensional stays exact, as F32. */
export async function packModel(from: string, to: string): Promise<void> {
  const source = await readSafetensors(from);
  const packed: Packed[] = [];
  for (const tensor of source.tensors.values()) {
    const { name, shape } = tensor;
    const values = floatsOf(tensor.dtype, await readTensor(source, tensor), source.file);
    if (shape.length < 2) {
      packed.push({ name, dtype: 'F32', shape, bytes: bytesOf(values) });
      continue;
    }
    const { whole, scales } = quantise(values, shape[0]!);
    packed.push(
      { name, dtype: 'I8', shape, bytes: new Uint8Array(whole.buffer) },
      { name: name + SCALE, dtype: 'F32', shape: [shape[0]!, 1], bytes: bytesOf(scales) },
    );
  }
  await writeSafetensors(to, packed, { ...source.metadata, packed: 'int8, symmetric, one scale a row' });
}
