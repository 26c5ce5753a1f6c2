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
class BertWeights {
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

  #addTensor(tensor: Tensor): string {
    const data = {
      file: basename(this.source.file),
      from: tensor.startByte,
      length: tensor.endByte - tensor.startByte,
    };
    return this.graph.addTensor(tensor.name, tensor.dtype, tensor.shape, data);
  }

  #addScale(name: string, rows: number): string {
    return this.#addTensor(this.#find(name + SCALE_SUFFIX, [rows, 1]));
  }

  /** Adds a tensor as float; narrower types are converted once, when the graph is loaded. */
  addFloats(name: string, shape: readonly number[]): string {
    const tensor = this.#find(name, shape);
    const rawNode = this.#addTensor(tensor);
    if (tensor.dtype === 'F32') return rawNode;
    const castNode = this.graph.addNode('Cast', [rawNode], { to: 1 });
    return tensor.dtype === 'I8'
      ? this.graph.addNode('Mul', [castNode, this.#addScale(name, shape[0]!)])
      : castNode;
  }

  /**
   * Adds a matrix, transposed to [columns, rows], and the scale that the product must be multiplied by, if any.
   * Scaling the product instead of the matrix saves one copy of all weights while loading.
   */
  addMatrix(name: string, shape: readonly [number, number]): { matrix: string; scale: string | null } {
    const tensor = this.#find(name, shape);
    const transpose = (x: string): string => this.graph.addNode('Transpose', [x], { perm: [1, 0] });
    if (tensor.dtype !== 'I8') return { matrix: transpose(this.addFloats(name, shape)), scale: null };
    return {
      matrix: transpose(this.graph.addNode('Cast', [this.#addTensor(tensor)], { to: 1 })),
      scale: this.graph.addNode('Reshape', [this.#addScale(name, shape[0]), this.graph.addInts([-1])]),
    };
  }

  /** Looks up the rows `ids` of a table. Narrow types are kept in memory; only the selected rows are converted. */
  lookUpRows(name: string, shape: readonly [number, number], ids: string): string {
    const tensor = this.#find(name, shape);
    const selectedRows = this.graph.addNode('Gather', [this.#addTensor(tensor), ids]);
    if (tensor.dtype === 'F32') return selectedRows;
    const castRows = this.graph.addNode('Cast', [selectedRows], { to: 1 });
    if (tensor.dtype !== 'I8') return castRows;
    return this.graph.addNode('Mul', [
      castRows,
      this.graph.addNode('Gather', [this.#addScale(name, shape[0]), ids]),
    ]);
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
  const graph = new GraphBuilder();
  const weights = new BertWeights(graph, source);
  const { hidden_size: hiddenSize, num_attention_heads: headCount, intermediate_size: innerSize } = config;
  const headSize = hiddenSize / headCount;
  const addNorm = (x: string, name: string): string =>
    graph.addNode(
      'LayerNormalization',
      [x, weights.addFloats(`${name}.weight`, [hiddenSize]), weights.addFloats(`${name}.bias`, [hiddenSize])],
      { axis: -1, epsilon: { float: config.layer_norm_eps } },
    );
  const addLinear = (x: string, name: string, from: number, to: number): string => {
    const { matrix, scale } = weights.addMatrix(`${name}.weight`, [to, from]);
    const product = graph.addNode('MatMul', [x, matrix]);
    return graph.addNode('Add', [
      scale ? graph.addNode('Mul', [product, scale]) : product,
      weights.addFloats(`${name}.bias`, [to]),
    ]);
  };

  // Mask of the tokens within each row's length: [batch, tokens].
  const tokenCount = graph.addNode('Gather', [graph.addNode('Shape', ['ids']), graph.addInts([1], [])], {
    axis: 0,
  });
  const positions = graph.addNode('Range', [graph.addInts([0], []), tokenCount, graph.addInts([1], [])]);
  const lengths = graph.addNode('Unsqueeze', [
    graph.addNode('Cast', ['lengths'], { to: 7 }),
    graph.addInts([1]),
  ]);
  const isPresent = graph.addNode('Less', [positions, lengths]);
  const mask = graph.addNode('Cast', [isPresent], { to: 1 });
  const bias = graph.addNode('Mul', [
    graph.addNode('Unsqueeze', [graph.addNode('Sub', [graph.addFloats([1]), mask]), graph.addInts([1, 2])]),
    graph.addFloats([MASKED_SCORE]),
  ]);

  const types = graph.addNode('Gather', [
    weights.addFloats('embeddings.token_type_embeddings.weight', [2, hiddenSize]),
    graph.addInts([0], []),
  ]);
  const table = graph.addNode('Add', [
    weights.addFloats('embeddings.position_embeddings.weight', [config.max_position_embeddings, hiddenSize]),
    types,
  ]);
  const words = weights.lookUpRows(
    'embeddings.word_embeddings.weight',
    [config.vocab_size, hiddenSize],
    'ids',
  );
  let x = addNorm(
    graph.addNode('Add', [words, graph.addNode('Gather', [table, positions])]),
    'embeddings.LayerNorm',
  );

  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const prefix = `encoder.layer.${layer}`;
    const splitHeads = (name: string, perm: number[]): string =>
      graph.addNode(
        'Transpose',
        [
          graph.addNode('Reshape', [
            addLinear(x, `${prefix}.attention.self.${name}`, hiddenSize, hiddenSize),
            graph.addInts([0, 0, headCount, headSize]),
          ]),
        ],
        { perm },
      );
    const query = splitHeads('query', [0, 2, 1, 3]);
    const key = splitHeads('key', [0, 2, 3, 1]);
    const value = splitHeads('value', [0, 2, 1, 3]);
    const scores = graph.addNode('Add', [
      graph.addNode('Mul', [
        graph.addNode('MatMul', [query, key]),
        graph.addFloats([1 / Math.sqrt(headSize)]),
      ]),
      bias,
    ]);
    const context = graph.addNode('MatMul', [graph.addNode('Softmax', [scores], { axis: -1 }), value]);
    const joinedHeads = graph.addNode('Reshape', [
      graph.addNode('Transpose', [context], { perm: [0, 2, 1, 3] }),
      graph.addInts([0, 0, hiddenSize]),
    ]);
    const attentionOutput = addLinear(
      joinedHeads,
      `${prefix}.attention.output.dense`,
      hiddenSize,
      hiddenSize,
    );
    x = addNorm(graph.addNode('Add', [attentionOutput, x]), `${prefix}.attention.output.LayerNorm`);
    const innerOutput = graph.addNode('Gelu', [
      addLinear(x, `${prefix}.intermediate.dense`, hiddenSize, innerSize),
    ]);
    x = addNorm(
      graph.addNode('Add', [addLinear(innerOutput, `${prefix}.output.dense`, innerSize, hiddenSize), x]),
      `${prefix}.output.LayerNorm`,
    );
  }

  const addMean = (): string => {
    const sum = graph.addNode('MatMul', [graph.addNode('Unsqueeze', [mask, graph.addInts([1])]), x]);
    return graph.addNode('Div', [
      graph.addNode('Squeeze', [sum, graph.addInts([1])]),
      graph.addNode('Cast', [lengths], { to: 1 }),
    ]);
  };
  const pooledOutput =
    pooling === 'mean' ? addMean() : graph.addNode('Gather', [x, graph.addInts([0], [])], { axis: 1 });
  // Normalise to length one.
  const length = graph.addNode('Max', [
    graph.addNode('ReduceL2', [pooledOutput, graph.addInts([1])], { keepdims: 1 }),
    graph.addFloats([1e-12]),
  ]);
  graph.addNode('Div', [pooledOutput, length], {}, 'embedding');
  return graph.build(
    [
      { name: 'ids', type: 'I32', shape: ['batch', 'tokens'] },
      { name: 'lengths', type: 'I32', shape: ['batch'] },
    ],
    [{ name: 'embedding', type: 'F32', shape: ['batch', hiddenSize] }],
  );
}
