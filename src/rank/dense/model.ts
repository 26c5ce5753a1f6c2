/** Reads and checks a model folder, and computes the hashes that identify a model. */
import { access, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as z from 'zod';

import { buildBertGraph, BertConfig, GRAPH_VERSION, type Pooling } from './bert.js';
import { ModelError } from './model-error.js';
import { readSafetensors, type Safetensors } from './safetensors.js';
import { readVocabulary } from './vocabulary.js';
import type { Vocabulary } from './wordpiece.js';

export interface ModelFolder {
  folder: string;
  config: BertConfig;
  pooling: Pooling;
  weights: Safetensors;
  vocabulary: Vocabulary;
}

async function readConfig(folder: string): Promise<BertConfig> {
  const path = join(folder, 'config.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw ModelError.fromFileError(path, error);
  });
  let rawConfig: unknown;
  try {
    rawConfig = JSON.parse(text);
  } catch {
    throw new ModelError(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
  const parsedConfig = BertConfig.safeParse(rawConfig);
  if (parsedConfig.success) {
    if (parsedConfig.data.hidden_size % parsedConfig.data.num_attention_heads === 0) return parsedConfig.data;
    throw new ModelError(path, 'its hidden size is not divisible by its number of attention heads');
  }
  const issue = parsedConfig.error.issues[0]!;
  const key = issue.path.join('.');
  const value = JSON.stringify((rawConfig as Record<string, unknown> | null)?.[key]);
  throw new ModelError(
    path,
    value === undefined ? `it has no "${key}"` : `"${key}" is ${value}, which is not supported`,
    'Only BERT encoders are supported, such as MiniLM, BGE and GTE for English.',
  );
}

async function readOptionalJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw ModelError.fromFileError(path, error);
  });
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
}

const Modules = z.array(z.object({ type: z.string() }));
const PoolingFile = z.record(z.string(), z.unknown());

/** The supported sentence-transformers modules. The graph always normalises embeddings. */
const SUPPORTED_MODULES = /\.(Transformer|Pooling|Normalize)$/;

/** Maps the names in `1_Pooling/config.json` to pooling methods. */
const POOLINGS: Record<string, Pooling> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'first',
};

/** Reads the pooling method of a sentence-transformers folder; the default is the mean. Rejects additional layers. */
async function readPooling(folder: string): Promise<Pooling> {
  const modulesPath = join(folder, 'modules.json');
  const modules = await readOptionalJson(modulesPath);
  if (modules !== null) {
    const parsedModules = Modules.safeParse(modules);
    if (!parsedModules.success) throw new ModelError(modulesPath, 'it is not a list of modules');
    const unsupportedModule = parsedModules.data.find(({ type }) => !SUPPORTED_MODULES.test(type));
    if (unsupportedModule)
      throw new ModelError(modulesPath, `it lists ${unsupportedModule.type}, which is not supported`);
  }
  const path = join(folder, '1_Pooling', 'config.json');
  const pooling = PoolingFile.safeParse((await readOptionalJson(path)) ?? {});
  if (!pooling.success) throw new ModelError(path, 'it is not an object');
  const modes = Object.keys(pooling.data).filter(
    (key) => key.startsWith('pooling_mode_') && pooling.data[key] === true,
  );
  const [mode = 'pooling_mode_mean_tokens'] = modes;
  const supportedPooling = modes.length <= 1 ? POOLINGS[mode] : undefined;
  if (!supportedPooling)
    throw new ModelError(
      path,
      `it pools by ${modes.map((name) => name.replace('pooling_mode_', '')).join(' and ')}`,
      'Use a model that pools by the mean of the tokens or by the first token.',
    );
  const densePath = join(folder, '2_Dense');
  const hasDense = await access(densePath).then(
    () => true,
    () => false,
  );
  if (hasDense)
    throw new ModelError(densePath, 'the encoder has an additional dense layer, which is not supported');
  return supportedPooling;
}

/** @throws ModelError if a file is missing or invalid; the error tells the user what to do next */
export async function readModel(folder: string): Promise<ModelFolder> {
  const config = await readConfig(folder);
  const pooling = await readPooling(folder);
  const weights = await readSafetensors(join(folder, 'model.safetensors'));
  const vocabulary = await readVocabulary(folder);
  const maxId = [...vocabulary.ids.values()].reduce((max, id) => Math.max(max, id), 0);
  if (maxId >= config.vocab_size)
    throw new ModelError(
      join(folder, 'tokenizer.json'),
      `it has the id ${maxId}, but the model has a vocabulary of ${config.vocab_size}`,
      'Use tokenizer.json and weights from the same model.',
    );
  // Building the graph checks the names and shapes of all tensors; it takes a few milliseconds.
  buildBertGraph(config, weights, pooling);
  return { folder, config, pooling, weights, vocabulary };
}

/** The files that determine the embeddings. */
export const MODEL_FILES = ['config.json', 'tokenizer.json', 'model.safetensors'] as const;

/** Returns the SHA-256 of the concatenated model files (64 hex digits). */
export async function hashContent(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of MODEL_FILES) {
    const path = join(folder, name);
    await pipeline(createReadStream(path), hash, { end: false }).catch((error: unknown) => {
      throw ModelError.fromFileError(path, error);
    });
  }
  return hash.digest('hex');
}

/** Returns a hash of what determines an embedding, apart from the text: weights, tokenizer and graph. */
export async function fingerprintModel(folder: string): Promise<string> {
  return createHash('sha256')
    .update(`graph ${GRAPH_VERSION} ${await readPooling(folder)} ${await hashContent(folder)}`)
    .digest('hex');
}
