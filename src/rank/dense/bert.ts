/**
 * The sentence encoder as an ONNX graph: BERT with mean pooling over the attention mask, L2-normalised.
 * Plain operators only, which every execution provider of the runtime knows. Weights are named, not copied:
 * the runtime takes them from the safetensors file where they lie.
 */
import { basename } from 'node:path';
import { z } from 'zod';

import { GraphBuilder, type ElementType } from './onnx.js';
import { ModelProblem } from './problems.js';
import type { Safetensors, Tensor } from './safetensors.js';

/** What of `config.json` decides the graph. */
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

/** Changes whenever the graph computes something else: embeddings of different graphs are never mixed. */
export const GRAPH_VERSION = 1;

/** Suffix of the tensor with one scale a row, beside a tensor of int8. */
export const SCALE = '.scale';

/** The weights by their BERT names, checked for presence and shape. */
class Weights {
  readonly #prefix: string;

  constructor(
    private readonly graph: GraphBuilder,
    private readonly source: Safetensors,
  ) {
    // Exports of larger models keep the encoder under its name.
    this.#prefix = source.tensors.has('bert.embeddings.word_embeddings.weight') ? 'bert.' : '';
  }

  #find(name: string, shape: readonly number[]): Tensor {
    const tensor = this.source.tensors.get(this.#prefix + name);
    if (!tensor)
      throw new ModelProblem(
        this.source.file,
        `it has no tensor "${name}", so it is not a BERT encoder`,
        'Use a MiniLM, BGE or GTE sentence encoder.',
      );
    if (tensor.shape.join() !== shape.join())
      throw new ModelProblem(
        this.source.file,
        `the tensor "${name}" is of shape [${tensor.shape.join(', ')}] where config.json asks for [${shape.join(', ')}]`,
        'Take the weights and config.json from the same model.',
      );
    return tensor;
  }

  #in(tensor: Tensor): string {
    const data = { file: basename(this.source.file), from: tensor.from, length: tensor.to - tensor.from };
    return this.graph.tensor(tensor.name, tensor.dtype as ElementType, tensor.shape, data);
  }

  #scale(name: string, rows: number): string {
    return this.#in(this.#find(name + SCALE, [rows, 1]));
  }

  /** As float; halves and whole numbers are widened once, when the graph is loaded. */
  float(name: string, shape: readonly number[]): string {
    const tensor = this.#find(name, shape);
    const raw = this.#in(tensor);
    if (tensor.dtype === 'F32') return raw;
    const cast = this.graph.node('Cast', [raw], { to: 1 });
    return tensor.dtype === 'I8' ? this.graph.node('Mul', [cast, this.#scale(name, shape[0]!)]) : cast;
  }

  /**
   * A table to multiply by, turned to [columns, rows], and what the product must be multiplied by afterwards:
   * scaling the product instead of the table saves one copy of all weights while loading.
   */
  matrix(name: string, shape: readonly [number, number]): { matrix: string; scale: string | null } {
    const tensor = this.#find(name, shape);
    const turn = (x: string): string => this.graph.node('Transpose', [x], { perm: [1, 0] });
    if (tensor.dtype !== 'I8') return { matrix: turn(this.float(name, shape)), scale: null };
    return {
      matrix: turn(this.graph.node('Cast', [this.#in(tensor)], { to: 1 })),
      scale: this.graph.node('Reshape', [this.#scale(name, shape[0]), this.graph.ints([-1])]),
    };
  }

  /** The rows that `ids` name: a table that is stored narrow stays so, and only what is looked up is widened. */
  rows(name: string, shape: readonly [number, number], ids: string): string {
    const tensor = this.#find(name, shape);
    const found = this.graph.node('Gather', [this.#in(tensor), ids]);
    if (tensor.dtype === 'F32') return found;
    const cast = this.graph.node('Cast', [found], { to: 1 });
    if (tensor.dtype !== 'I8') return cast;
    return this.graph.node('Mul', [cast, this.graph.node('Gather', [this.#scale(name, shape[0]), ids])]);
  }
}

/** Added to the scores of what is not there: small enough that its share becomes nothing. */
const MASKED = -1e9;

/**
 * Inputs `ids` int32 [batch, tokens] and `lengths` int32 [batch]; output `embedding` float [batch, hidden].
 * Ids behind a row's length are not looked at.
 */
export function bertGraph(config: BertConfig, source: Safetensors): Uint8Array {
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

  // Which tokens are there, from the lengths: [batch, tokens].
  const tokens = g.node('Gather', [g.node('Shape', ['ids']), g.ints([1], [])], { axis: 0 });
  const positions = g.node('Range', [g.ints([0], []), tokens, g.ints([1], [])]);
  const lengths = g.node('Unsqueeze', [g.node('Cast', ['lengths'], { to: 7 }), g.ints([1])]);
  const there = g.node('Less', [positions, lengths]);
  const mask = g.node('Cast', [there], { to: 1 });
  const bias = g.node('Mul', [
    g.node('Unsqueeze', [g.node('Sub', [g.floats([1]), mask]), g.ints([1, 2])]),
    g.floats([MASKED]),
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
    const at = `encoder.layer.${layer}`;
    const split = (name: string, perm: number[]): string =>
      g.node(
        'Transpose',
        [
          g.node('Reshape', [
            linear(x, `${at}.attention.self.${name}`, hidden, hidden),
            g.ints([0, 0, heads, size]),
          ]),
        ],
        { perm },
      );
    const query = split('query', [0, 2, 1, 3]);
    const key = split('key', [0, 2, 3, 1]);
    const value = split('value', [0, 2, 1, 3]);
    const scores = g.node('Add', [
      g.node('Mul', [g.node('MatMul', [query, key]), g.floats([1 / Math.sqrt(size)])]),
      bias,
    ]);
    const seen = g.node('MatMul', [g.node('Softmax', [scores], { axis: -1 }), value]);
    const joined = g.node('Reshape', [
      g.node('Transpose', [seen], { perm: [0, 2, 1, 3] }),
      g.ints([0, 0, hidden]),
    ]);
    const attended = linear(joined, `${at}.attention.output.dense`, hidden, hidden);
    x = norm(g.node('Add', [attended, x]), `${at}.attention.output.LayerNorm`);
    const wide = g.node('Gelu', [linear(x, `${at}.intermediate.dense`, hidden, inner)]);
    x = norm(g.node('Add', [linear(wide, `${at}.output.dense`, inner, hidden), x]), `${at}.output.LayerNorm`);
  }

  // Mean over what is there, then length one.
  const sum = g.node('Squeeze', [
    g.node('MatMul', [g.node('Unsqueeze', [mask, g.ints([1])]), x]),
    g.ints([1]),
  ]);
  const mean = g.node('Div', [sum, g.node('Cast', [lengths], { to: 1 })]);
  const length = g.node('Max', [g.node('ReduceL2', [mean, g.ints([1])], { keepdims: 1 }), g.floats([1e-12])]);
  g.node('Div', [mean, length], {}, 'embedding');
  return g.build(
    [
      { name: 'ids', type: 'I32', shape: ['batch', 'tokens'] },
      { name: 'lengths', type: 'I32', shape: ['batch'] },
    ],
    [{ name: 'embedding', type: 'F32', shape: ['batch', hidden] }],
  );
}
