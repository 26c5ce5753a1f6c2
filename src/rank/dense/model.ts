/** A folder with a sentence encoder: what must be in it, and how it is recognised. */
import { access, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { bertGraph, BertConfig, GRAPH_VERSION } from './bert.js';
import { ModelProblem } from './problems.js';
import { readSafetensors, type Safetensors } from './safetensors.js';
import { readVocabulary } from './vocabulary.js';
import type { Vocabulary } from './wordpiece.js';

export interface ModelFolder {
  folder: string;
  config: BertConfig;
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

/** Sentence-transformers folders may ask for other pooling than the mean, or for a dense layer on top. */
async function checkModules(folder: string): Promise<void> {
  const path = join(folder, '1_Pooling', 'config.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null) {
    const pooling = JSON.parse(text) as Record<string, unknown>;
    const other = Object.keys(pooling).find(
      (key) => key.startsWith('pooling_mode_') && pooling[key] === true && key !== 'pooling_mode_mean_tokens',
    );
    if (other && pooling.pooling_mode_mean_tokens !== true)
      throw new ModelProblem(
        path,
        `it pools by ${other.replace('pooling_mode_', '')}, not by the mean of the tokens`,
      );
  }
  const dense = join(folder, '2_Dense');
  if (
    await access(dense).then(
      () => true,
      () => false,
    )
  )
    throw new ModelProblem(dense, 'a dense layer stands on top of the encoder, which is not understood');
}

/** @throws ModelProblem with what is missing or wrong, and the next step */
export async function readModel(folder: string): Promise<ModelFolder> {
  const config = await readConfig(folder);
  await checkModules(folder);
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
  bertGraph(config, weights);
  return { folder, config, weights, vocabulary };
}

/** What an embedding depends on besides the text: weights, tokenizer, graph. Hex, 64 digits. */
export async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`graph ${GRAPH_VERSION}\n`);
  for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
    await pipeline(createReadStream(join(folder, name)), hash, { end: false });
  return hash.digest('hex');
}
