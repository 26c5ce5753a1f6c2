/** A folder with a sentence encoder: what must be in it, and how it is recognised. */
import { access, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { bertGraph, BertConfig, GRAPH_VERSION, type Pooling } from './bert.js';
import { ModelProblem } from './problems.js';
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
    throw ModelProblem.ofFile(path, error);
  });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new ModelProblem(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
  const parsed = BertConfig.safeParse(raw);
  if (parsed.success) {
    if (parsed.data.hidden_size % parsed.data.num_attention_heads === 0) return parsed.data;
    throw new ModelProblem(path, 'its hidden size cannot be shared out among its attention heads');
  }
  const issue = parsed.error.issues[0]!;
  const key = issue.path.join('.');
  const value = JSON.stringify((raw as Record<string, unknown> | null)?.[key]);
  throw new ModelProblem(
    path,
    value === undefined ? `it says nothing of "${key}"` : `"${key}" is ${value}, which is not understood`,
    'Only BERT encoders are (MiniLM, BGE and GTE for English are).',
  );
}

async function readJsonIfThere(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw ModelProblem.ofFile(path, error);
  });
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelProblem(path, 'it is not JSON', 'Fetch or copy the model again.');
  }
}

const Modules = z.array(z.object({ type: z.string() }));
const PoolingFile = z.record(z.string(), z.unknown());

/** What sentence-transformers would put one after the other; scaling to length one is ours anyway. */
const UNDERSTOOD = /\.(Transformer|Pooling|Normalize)$/;

/** How one embedding is made of many: by name in `1_Pooling/config.json`. */
const POOLINGS: Record<string, Pooling> = {
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_cls_token: 'first',
};

/** Sentence-transformers folders say how they pool, and whether layers stand on top. Without a word it is the mean. */
async function poolingOf(folder: string): Promise<Pooling> {
  const listed = join(folder, 'modules.json');
  const modules = await readJsonIfThere(listed);
  if (modules !== null) {
    const parsed = Modules.safeParse(modules);
    if (!parsed.success) throw new ModelProblem(listed, 'it is not a list of modules');
    const other = parsed.data.find(({ type }) => !UNDERSTOOD.test(type));
    if (other) throw new ModelProblem(listed, `it asks for ${other.type}, which is not understood`);
  }
  const path = join(folder, '1_Pooling', 'config.json');
  const pooling = PoolingFile.safeParse((await readJsonIfThere(path)) ?? {});
  if (!pooling.success) throw new ModelProblem(path, 'it is not an object');
  const modes = Object.keys(pooling.data).filter(
    (key) => key.startsWith('pooling_mode_') && pooling.data[key] === true,
  );
  const [mode = 'pooling_mode_mean_tokens'] = modes;
  const known = modes.length <= 1 ? POOLINGS[mode] : undefined;
  if (!known)
    throw new ModelProblem(
      path,
      `it pools by ${modes.map((one) => one.replace('pooling_mode_', '')).join(' and ')}`,
      'Use a model that pools by the mean of the tokens or by the first one alone.',
    );
  const dense = join(folder, '2_Dense');
  const there = await access(dense).then(
    () => true,
    () => false,
  );
  if (there)
    throw new ModelProblem(dense, 'a dense layer stands on top of the encoder, which is not understood');
  return known;
}

/** @throws ModelProblem with what is missing or wrong, and the next step */
export async function readModel(folder: string): Promise<ModelFolder> {
  const config = await readConfig(folder);
  const pooling = await poolingOf(folder);
  const weights = await readSafetensors(join(folder, 'model.safetensors'));
  const vocabulary = await readVocabulary(folder);
  const most = [...vocabulary.ids.values()].reduce((max, id) => Math.max(max, id), 0);
  if (most >= config.vocab_size)
    throw new ModelProblem(
      join(folder, 'tokenizer.json'),
      `it has the id ${most} where the model knows ${config.vocab_size} pieces`,
      'Take tokenizer.json and the weights from the same model.',
    );
  // Names and shapes of all tensors are checked by building the graph, which costs a few milliseconds.
  bertGraph(config, weights, pooling);
  return { folder, config, pooling, weights, vocabulary };
}

/** The files that embeddings depend on. */
export const MODEL_FILES = ['config.json', 'tokenizer.json', 'model.safetensors'] as const;

/** SHA-256 of what is in them, one after the other. Hex, 64 digits. */
export async function contentHash(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of MODEL_FILES) {
    const path = join(folder, name);
    await pipeline(createReadStream(path), hash, { end: false }).catch((error: unknown) => {
      throw ModelProblem.ofFile(path, error);
    });
  }
  return hash.digest('hex');
}

/** What an embedding depends on besides the text: weights, tokenizer, graph. Hex, 64 digits. */
export async function fingerprint(folder: string): Promise<string> {
  return createHash('sha256')
    .update(`graph ${GRAPH_VERSION} ${await poolingOf(folder)} ${await contentHash(folder)}`)
    .digest('hex');
}
