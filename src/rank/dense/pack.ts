/** Quantises weights to 8-bit integers with one scale per row. They take half the space of F16 weights. */
import { SCALE_SUFFIX } from './bert.js';
import { ModelError } from './model-error.js';
import { halfToFloat, readSafetensors, readTensor, writeSafetensors, type Dtype } from './safetensors.js';

interface QuantisedTensor {
  name: string;
  dtype: Dtype;
  shape: number[];
  bytes: Uint8Array;
}

const toBytes = (floats: Float32Array): Uint8Array =>
  new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);

/** Quantises symmetrically: the largest absolute value of a row becomes ±127. */
function quantise(
  values: Float32Array,
  rows: number,
): { integers: Int8Array<ArrayBuffer>; scales: Float32Array } {
  const columns = values.length / rows;
  const integers = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const rowValues = values.subarray(row * columns, (row + 1) * columns);
    const largestValue = rowValues.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const scale = largestValue / 127 || 1;
    scales[row] = scale;
    rowValues.forEach((value, column) => {
      integers[row * columns + column] = Math.round(value / scale);
    });
  }
  return { integers, scales };
}

function toFloats(dtype: Dtype, raw: Buffer, file: string): Float32Array {
  if (dtype === 'F16') return halfToFloat(raw);
  if (dtype === 'F32') return new Float32Array(new Uint8Array(raw).buffer);
  throw new ModelError(file, `its weights are ${dtype}`, 'Use a model with F16 or F32 weights.');
}

/** Matrices become I8 with scales of shape [rows, 1]; one-dimensional tensors stay exact, as F32. */
export async function quantiseModel(sourcePath: string, targetPath: string): Promise<void> {
  const source = await readSafetensors(sourcePath);
  const quantisedTensors: QuantisedTensor[] = [];
  for (const tensor of source.tensors.values()) {
    const { name, shape } = tensor;
    const values = toFloats(tensor.dtype, await readTensor(source, tensor), source.file);
    if (shape.length < 2) {
      quantisedTensors.push({ name, dtype: 'F32', shape, bytes: toBytes(values) });
      continue;
    }
    const { integers, scales } = quantise(values, shape[0]!);
    quantisedTensors.push(
      { name, dtype: 'I8', shape, bytes: new Uint8Array(integers.buffer) },
      { name: name + SCALE_SUFFIX, dtype: 'F32', shape: [shape[0]!, 1], bytes: toBytes(scales) },
    );
  }
  await writeSafetensors(targetPath, quantisedTensors, {
    ...source.metadata,
    packed: 'int8, symmetric, one scale a row',
  });
}
