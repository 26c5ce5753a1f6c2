/**
 * Builds the ONNX graph of the sentence encoder: BERT, pooled by the mean over the attention mask or by the first
 * token, L2-normalised. It uses only plain operators that every execution provider supports. The graph refers to
 * the weights in the safetensors file instead of copying them.
 */
import { basename } from 'node:path';
import * as z from 'zod';

import { GraphBuilder } from './onnx.js';
import { ModelError } from './model-error.js';
import type { Safetensors, Tensor } from './safetensors.js';

/** The fields of `config.json` that determine the graph. */
export const BertConfig = z.object({
  model_type: z.literal('bert'),
  hidden_size: z.number().int().positive(),
  num_hidden_layers: z.number().int().positive(),
  num_attention_heads: z.number().int().positive(),
  intermediate_size: z.number().int().positive(),
  max_position_embeddings: z.number().int().positive(),
  vocab_size: z.number().int().positive(),
  hidden_act: z.literal('gelu'),
  layer_norm_eps: z.number().positive(),
  position_embedding_type: z.literal('absolute').default('absolute'),
});
export type BertConfig = z.infer<typeof BertConfig>;

/** How token vectors become one embedding: the mean of all tokens, or the first one ([CLS]). */
export type Pooling = 'mean' | 'first';

/** Increment when the graph's output changes, so that cached embeddings of different graphs are never mixed. */
export const GRAPH_VERSION = 1;

/** Name suffix of the tensor that holds one scale per row of an int8 tensor. */
export const SCALE_SUFFIX = '.scale';

/** Adds weights to the graph by their BERT names; checks that they exist and have the expected shape. */
class Weights {
  readonly #prefix: string;

  constructor(
    private readonly graph: GraphBuilder,
    private readonly source: Safetensors,
  ) {
    // Models with additional heads prefix the encoder's tensors.
    this.#prefix = source.tensors.has('bert.embeddings.word_embeddings.weight') ? 'bert.' : '';
  }

  #find(name: string, shape: readonly number[]): Tensor {
    const tensor = this.source.tensors.get(this.#prefix + name);
    if (!tensor)
      throw new ModelError(
        this.source.file,
        `it has no tensor "${name}", so it is not a BERT encoder`,
        'Use a MiniLM, BGE or GTE sentence encoder.',
      );
    if (tensor.shape.join() !== shape.join())
      throw new ModelError(
        this.source.file,
        `the tensor "${name}" has the shape [${tensor.shape.join(', ')}], but config.json requires [${shape.join(', ')}]`,
        'Use weights and config.json from the same model.',
      );
    return tensor;
  }

  #add(tensor: Tensor): string {
    const data = { file: basename(this.source.file), from: tensor.from, length: tensor.to - tensor.from };
    return this.graph.tensor(tensor.name, tensor.dtype, tensor.shape, data);
  }

  #addScale(name: string, rows: number): string {
    return this.#add(this.#find(name + SCALE_SUFFIX, [rows, 1]));
  }

  /** Adds a tensor as float; narrower types are converted once, when the graph is loaded. */
  float(name: string, shape: readonly number[]): string {
    const tensor = this.#find(name, shape);
    const raw = this.#add(tensor);
    if (tensor.dtype === 'F32') return raw;
    const cast = this.graph.node('Cast', [raw], { to: 1 });
    return tensor.dtype === 'I8' ? this.graph.node('Mul', [cast, this.#addScale(name, shape[0]!)]) : cast;
  }

  /**
   * Adds a matrix, transposed to [columns, rows], and the scale that the product must be multiplied by, if any.
   * Scaling the product instead of the matrix saves one copy of all weights while loading.
   */
  matrix(name: string, shape: readonly [number, number]): { matrix: string; scale: string | null } {
    const tensor = this.#find(name, shape);
    const transpose = (x: string): string => this.graph.node('Transpose', [x], { perm: [1, 0] });
    if (tensor.dtype !== 'I8') return { matrix: transpose(this.float(name, shape)), scale: null };
    return {
      matrix: transpose(this.graph.node('Cast', [this.#add(tensor)], { to: 1 })),
      scale: this.graph.node('Reshape', [this.#addScale(name, shape[0]), this.graph.ints([-1])]),
    };
  }

  /** Looks up the rows `ids` of a table. Narrow types are kept in memory; only the selected rows are converted. */
  rows(name: string, shape: readonly [number, number], ids: string): string {
    const tensor = this.#find(name, shape);
    const selected = this.graph.node('Gather', [this.#add(tensor), ids]);
    if (tensor.dtype === 'F32') return selected;
    const cast = this.graph.node('Cast', [selected], { to: 1 });
    if (tensor.dtype !== 'I8') return cast;
    return this.graph.node('Mul', [cast, this.graph.node('Gather', [this.#addScale(name, shape[0]), ids])]);
  }
}

/** Added to the attention scores of padding: low enough that its softmax weight becomes zero. */
const MASKED_SCORE = -1e9;

/**
 * Builds a graph with inputs `ids` int32 [batch, tokens] and `lengths` int32 [batch], and output `embedding`
 * float [batch, hidden]. Ids beyond a row's length are ignored.
 */
export function buildBertGraph(
  config: BertConfig,
  source: Safetensors,
  pooling: Pooling = 'mean',
): Uint8Array {
  const g = new GraphBuilder();
  const w = new Weights(g, source);
  const { hidden_size: hidden, num_attention_heads: heads, intermediate_size: inner } = config;
  const size = hidden / heads;
  const norm = (x: string, name: string): string =>
    g.node(
      'LayerNormalization',
      [x, w.float(`${name}.weight`, [hidden]), w.float(`${name}.bias`, [hidden])],
      { axis: -1, epsilon: { float: config.layer_norm_eps } },
    );
  const linear = (x: string, name: string, from: number, to: number): string => {
    const { matrix, scale } = w.matrix(`${name}.weight`, [to, from]);
    const product = g.node('MatMul', [x, matrix]);
    return g.node('Add', [scale ? g.node('Mul', [product, scale]) : product, w.float(`${name}.bias`, [to])]);
  };

  // Mask of the tokens within each row's length: [batch, tokens].
  const tokens = g.node('Gather', [g.node('Shape', ['ids']), g.ints([1], [])], { axis: 0 });
  const positions = g.node('Range', [g.ints([0], []), tokens, g.ints([1], [])]);
  const lengths = g.node('Unsqueeze', [g.node('Cast', ['lengths'], { to: 7 }), g.ints([1])]);
  const present = g.node('Less', [positions, lengths]);
  const mask = g.node('Cast', [present], { to: 1 });
  const bias = g.node('Mul', [
    g.node('Unsqueeze', [g.node('Sub', [g.floats([1]), mask]), g.ints([1, 2])]),
    g.floats([MASKED_SCORE]),
  ]);

  const types = g.node('Gather', [
    w.float('embeddings.token_type_embeddings.weight', [2, hidden]),
    g.ints([0], []),
  ]);
  const table = g.node('Add', [
    w.float('embeddings.position_embeddings.weight', [config.max_position_embeddings, hidden]),
    types,
  ]);
  const words = w.rows('embeddings.word_embeddings.weight', [config.vocab_size, hidden], 'ids');
  let x = norm(g.node('Add', [words, g.node('Gather', [table, positions])]), 'embeddings.LayerNorm');

  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const prefix = `encoder.layer.${layer}`;
    const splitHeads = (name: string, perm: number[]): string =>
      g.node(
        'Transpose',
        [
          g.node('Reshape', [
            linear(x, `${prefix}.attention.self.${name}`, hidden, hidden),
            g.ints([0, 0, heads, size]),
          ]),
        ],
        { perm },
      );
    const query = splitHeads('query', [0, 2, 1, 3]);
    const key = splitHeads('key', [0, 2, 3, 1]);
    const value = splitHeads('value', [0, 2, 1, 3]);
    const scores = g.node('Add', [
      g.node('Mul', [g.node('MatMul', [query, key]), g.floats([1 / Math.sqrt(size)])]),
      bias,
    ]);
    const context = g.node('MatMul', [g.node('Softmax', [scores], { axis: -1 }), value]);
    const joined = g.node('Reshape', [
      g.node('Transpose', [context], { perm: [0, 2, 1, 3] }),
      g.ints([0, 0, hidden]),
    ]);
    const attended = linear(joined, `${prefix}.attention.output.dense`, hidden, hidden);
    x = norm(g.node('Add', [attended, x]), `${prefix}.attention.output.LayerNorm`);
    const wide = g.node('Gelu', [linear(x, `${prefix}.intermediate.dense`, hidden, inner)]);
    x = norm(
      g.node('Add', [linear(wide, `${prefix}.output.dense`, inner, hidden), x]),
      `${prefix}.output.LayerNorm`,
    );
  }

  const mean = (): string => {
    const sum = g.node('MatMul', [g.node('Unsqueeze', [mask, g.ints([1])]), x]);
    return g.node('Div', [g.node('Squeeze', [sum, g.ints([1])]), g.node('Cast', [lengths], { to: 1 })]);
  };
  const pooled = pooling === 'mean' ? mean() : g.node('Gather', [x, g.ints([0], [])], { axis: 1 });
  // Normalise to length one.
  const length = g.node('Max', [
    g.node('ReduceL2', [pooled, g.ints([1])], { keepdims: 1 }),
    g.floats([1e-12]),
  ]);
  g.node('Div', [pooled, length], {}, 'embedding');
  return g.build(
    [
      { name: 'ids', type: 'I32', shape: ['batch', 'tokens'] },
      { name: 'lengths', type: 'I32', shape: ['batch'] },
    ],
    [{ name: 'embedding', type: 'F32', shape: ['batch', hidden] }],
  );
}
