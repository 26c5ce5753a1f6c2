/** Checks that a folder holds a working model: its files, and a test with two sentences. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { startEncoder, type EncoderInfo } from '../dense/encoder.js';
import type { DeviceChoice } from '../dense/names.js';
import { contentHash, MODEL_FILES, readModel } from '../dense/model.js';
import { ModelProblem } from '../dense/problems.js';

export interface Described {
  /** SHA-256 of configuration, tokenizer and weights. */
  sha256: string;
  bytes: number;
  dimensions: number;
  layers: number;
  tokens: number;
}

export interface Inspected extends Described {
  /** Cosine of the two test sentences. */
  trial: number;
}

/** Test sentences with the same meaning and few common words. */
const SENTENCES = ['the button that saves the form', 'click Save'];

/** Tolerance for rounding on other processors. */
const SAME = 1e-3;

export const sameTrial = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

async function tryOut(folder: string): Promise<number> {
  const encoder = startEncoder({ folder });
  try {
    await encoder.ready;
    const found: Float32Array[] = [];
    await encoder.encode(SENTENCES, {
      max: 64,
      onEmbedding: (at, embedding) => (found[at] = embedding.slice()),
    });
    const length = (values: Float32Array): number => Math.hypot(...values);
    const [first, second] = found;
    // NaN is never close.
    if (!first || !second || ![first, second].every((one) => Math.abs(length(one) - 1) < 1e-3))
      throw new ModelProblem(
        folder,
        'its embeddings of two sentences are not of length one',
        'The weights are damaged or of another kind of model: fetch or copy it again.',
      );
    return first.reduce((sum, value, i) => sum + value * second[i]!, 0);
  } finally {
    await encoder.close();
  }
}

/** Checks the files without running the model. @throws ModelProblem that names the fault and the next step */
export async function describeModel(folder: string): Promise<Described> {
  const { config } = await readModel(folder);
  const sizes = await Promise.all(MODEL_FILES.map(async (name) => (await stat(join(folder, name))).size));
  return {
    sha256: await contentHash(folder),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    dimensions: config.hidden_size,
    layers: config.num_hidden_layers,
    tokens: config.max_position_embeddings,
  };
}

/** @throws ModelProblem that names the fault and the next step */
export async function inspectModel(folder: string): Promise<Inspected> {
  const described = await describeModel(folder);
  return { ...described, trial: await tryOut(folder) };
}

/** Loads a model as a ranker would. @throws ModelProblem */
export async function loadModel(folder: string, device: DeviceChoice): Promise<EncoderInfo> {
  const encoder = startEncoder({ folder, device });
  try {
    return await encoder.ready;
  } finally {
    await encoder.close();
  }
}
