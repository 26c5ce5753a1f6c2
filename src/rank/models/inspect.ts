/** Checks that a folder contains a working model: its files, and a test with two sentences. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { startEncoder, type EncoderInfo } from '../dense/encoder.js';
import type { DeviceChoice } from '../dense/device-names.js';
import { hashContent, MODEL_FILES, readModel } from '../dense/model.js';
import { ModelError } from '../dense/model-error.js';

export interface ModelDescription {
  /** SHA-256 of configuration, tokenizer and weights. */
  sha256: string;
  bytes: number;
  dimensions: number;
  layers: number;
  tokens: number;
}

export interface ModelInspection extends ModelDescription {
  /** Cosine similarity of the two test sentences. */
  testCosine: number;
}

/** Test sentences with the same meaning and few common words. */
const TEST_SENTENCES = ['the button that saves the form', 'click Save'];

/** Tolerance for rounding on other processors. */
const TEST_TOLERANCE = 1e-3;

export const isSameTestCosine = (a: number, b: number): boolean => Math.abs(a - b) < TEST_TOLERANCE;

async function compareTestSentences(folder: string): Promise<number> {
  const encoder = startEncoder({ folder });
  try {
    await encoder.ready;
    const embeddings: Float32Array[] = [];
    await encoder.encode(TEST_SENTENCES, {
      maxTokens: 64,
      onEmbedding: (index, embedding) => (embeddings[index] = embedding.slice()),
    });
    const computeLength = (values: Float32Array): number => Math.hypot(...values);
    const [first, second] = embeddings;
    // NaN is never close.
    if (!first || !second || ![first, second].every((vector) => Math.abs(computeLength(vector) - 1) < 1e-3))
      throw new ModelError(
        folder,
        'its embeddings of two sentences do not have length one',
        'The weights are damaged or belong to another kind of model: fetch or copy it again.',
      );
    return first.reduce((sum, value, i) => sum + value * second[i]!, 0);
  } finally {
    await encoder.close();
  }
}

/** Checks the files without running the model. @throws ModelError that names the fault and the next step */
export async function describeModel(folder: string): Promise<ModelDescription> {
  const { config } = await readModel(folder);
  const sizes = await Promise.all(MODEL_FILES.map(async (name) => (await stat(join(folder, name))).size));
  return {
    sha256: await hashContent(folder),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    dimensions: config.hidden_size,
    layers: config.num_hidden_layers,
    tokens: config.max_position_embeddings,
  };
}

/** @throws ModelError that names the fault and the next step */
export async function inspectModel(folder: string): Promise<ModelInspection> {
  const description = await describeModel(folder);
  return { ...description, testCosine: await compareTestSentences(folder) };
}

/** Loads a model as a ranker would. @throws ModelError */
export async function loadModel(folder: string, device: DeviceChoice): Promise<EncoderInfo> {
  const encoder = startEncoder({ folder, device });
  try {
    return await encoder.ready;
  } finally {
    await encoder.close();
  }
}
