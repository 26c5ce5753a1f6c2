/** Writes a small BERT model with random weights from a fixed seed. It is small enough for software Vulkan. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeSafetensors } from '../../../src/rank/dense/safetensors.js';

const HIDDEN = 32;
const INNER = 64;
const TOKENS = 64;

const PIECES = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...'abcdefghijklmnopqrstuvwxyz'].flatMap((piece) =>
  piece.startsWith('[') ? [piece] : [piece, `##${piece}`],
);

/** @param withoutAttention sets the attention output to zero, so that tokens do not affect each other */
export async function writeSmallModel(folder: string, layers = 1, withoutAttention = false): Promise<string> {
  let seed = 7;
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  const tensor = (name: string, shape: number[], mean = 0) => {
    const count = shape.reduce((product, n) => product * n, 1);
    const values = Float32Array.from({ length: count }, () => mean + next() * 0.4);
    return { name, dtype: 'F32' as const, shape, bytes: new Uint8Array(values.buffer) };
  };
  const linear = (name: string, outputs: number, inputs: number) => [
    tensor(`${name}.weight`, [outputs, inputs]),
    tensor(`${name}.bias`, [outputs]),
  ];
  const norm = (name: string) => [tensor(`${name}.weight`, [HIDDEN], 1), tensor(`${name}.bias`, [HIDDEN])];
  const layer = (prefix: string) => [
    ...['query', 'key', 'value'].flatMap((part) =>
      linear(`${prefix}.attention.self.${part}`, HIDDEN, HIDDEN),
    ),
    ...linear(`${prefix}.attention.output.dense`, HIDDEN, HIDDEN).map((one) =>
      withoutAttention ? { ...one, bytes: new Uint8Array(one.bytes.length) } : one,
    ),
    ...norm(`${prefix}.attention.output.LayerNorm`),
    ...linear(`${prefix}.intermediate.dense`, INNER, HIDDEN),
    ...linear(`${prefix}.output.dense`, HIDDEN, INNER),
    ...norm(`${prefix}.output.LayerNorm`),
  ];
  const tensors = [
    tensor('embeddings.word_embeddings.weight', [PIECES.length, HIDDEN]),
    tensor('embeddings.position_embeddings.weight', [TOKENS, HIDDEN]),
    tensor('embeddings.token_type_embeddings.weight', [2, HIDDEN]),
    ...norm('embeddings.LayerNorm'),
    ...Array.from({ length: layers }, (_, i) => layer(`encoder.layer.${i}`)).flat(),
  ];
  mkdirSync(folder, { recursive: true });
  const config = {
    model_type: 'bert',
    hidden_size: HIDDEN,
    num_hidden_layers: layers,
    num_attention_heads: 4,
    intermediate_size: INNER,
    max_position_embeddings: TOKENS,
    vocab_size: PIECES.length,
    hidden_act: 'gelu',
    layer_norm_eps: 1e-12,
  };
  const tokenizer = {
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      vocab: Object.fromEntries(PIECES.map((one, i) => [one, i])),
    },
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  await writeSafetensors(join(folder, 'model.safetensors'), tensors, {});
  return folder;
}
