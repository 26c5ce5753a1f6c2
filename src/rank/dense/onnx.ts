/**
 * Just enough of the ONNX format to write a graph: messages by name and number from the public `onnx.proto`,
 * encoded by protobufjs. What the nodes compute is not known here.
 */
import protobuf from 'protobufjs/light.js';

const field = (id: number, type: string, rule?: 'repeated'): protobuf.IField => ({
  id,
  type,
  ...(rule ? { rule } : {}),
});

const schema = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: {
        irVersion: field(1, 'int64'),
        producerName: field(2, 'string'),
        graph: field(7, 'Graph'),
        opsetImport: field(8, 'Opset', 'repeated'),
      },
    },
    Opset: { fields: { domain: field(1, 'string'), version: field(2, 'int64') } },
    Graph: {
      fields: {
        node: field(1, 'Node', 'repeated'),
        name: field(2, 'string'),
        initializer: field(5, 'Tensor', 'repeated'),
        input: field(11, 'ValueInfo', 'repeated'),
        output: field(12, 'ValueInfo', 'repeated'),
      },
    },
    Node: {
      fields: {
        input: field(1, 'string', 'repeated'),
        output: field(2, 'string', 'repeated'),
        name: field(3, 'string'),
        opType: field(4, 'string'),
        attribute: field(5, 'Attribute', 'repeated'),
      },
    },
    Attribute: {
      fields: {
        name: field(1, 'string'),
        f: field(2, 'float'),
        i: field(3, 'int64'),
        ints: field(8, 'int64', 'repeated'),
        type: field(20, 'int32'),
      },
    },
    Tensor: {
      fields: {
        dims: field(1, 'int64', 'repeated'),
        dataType: field(2, 'int32'),
        name: field(8, 'string'),
        rawData: field(9, 'bytes'),
        externalData: field(13, 'Entry', 'repeated'),
        dataLocation: field(14, 'int32'),
      },
    },
    Entry: { fields: { key: field(1, 'string'), value: field(2, 'string') } },
    ValueInfo: { fields: { name: field(1, 'string'), type: field(2, 'Type') } },
    Type: { fields: { tensorType: field(1, 'TensorType') } },
    TensorType: { fields: { elemType: field(1, 'int32'), shape: field(2, 'Shape') } },
    Shape: { fields: { dim: field(1, 'Dim', 'repeated') } },
    Dim: { fields: { dimValue: field(1, 'int64'), dimParam: field(2, 'string') } },
  },
});
const Model = schema.lookupType('Model');

/** Numbers of element types in ONNX. */
export const TYPE = { F32: 1, I8: 3, I32: 6, I64: 7, F16: 10, BF16: 16 } as const;
export type ElementType = keyof typeof TYPE;

type Attribute = number | readonly number[] | { float: number };

/** Where a tensor's bytes lie: in the graph itself, or in a file beside it. */
export type TensorData = { bytes: Uint8Array } | { file: string; from: number; length: number };

/** Grows one graph, node by node; every method returns the name of what it adds. */
export class GraphBuilder {
  readonly #nodes: object[] = [];
  readonly #initializers: object[] = [];
  #count = 0;

  tensor(name: string, type: ElementType, dims: readonly number[], data: TensorData): string {
    const where =
      'bytes' in data
        ? { rawData: data.bytes }
        : {
            dataLocation: 1,
            externalData: [
              { key: 'location', value: data.file },
              { key: 'offset', value: String(data.from) },
              { key: 'length', value: String(data.length) },
            ],
          };
    this.#initializers.push({ name, dataType: TYPE[type], dims, ...where });
    return name;
  }

  ints(values: readonly number[], dims: readonly number[] = [values.length]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.tensor(`ints_${this.#count++}`, 'I64', dims, { bytes });
  }

  floats(values: readonly number[], dims: readonly number[] = []): string {
    const bytes = new Uint8Array(Float32Array.from(values).buffer);
    return this.tensor(`floats_${this.#count++}`, 'F32', dims, { bytes });
  }

  node(
    op: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    output?: string,
  ): string {
    const out = output ?? `${op}_${this.#count++}`;
    const attribute = Object.entries(attributes).map(([name, value]) => {
      if (typeof value === 'number') return { name, type: 2, i: value };
      if ('float' in value) return { name, type: 1, f: value.float };
      return { name, type: 7, ints: value };
    });
    this.#nodes.push({ opType: op, name: out, input: inputs, output: [out], attribute });
    return out;
  }

  /** @param shape a string stands for a size that is known only when the graph runs */
  build(
    inputs: readonly { name: string; type: ElementType; shape: readonly (number | string)[] }[],
    outputs: readonly { name: string; type: ElementType; shape: readonly (number | string)[] }[],
  ): Uint8Array {
    const value = ({ name, type, shape }: (typeof inputs)[number]): object => ({
      name,
      type: {
        tensorType: {
          elemType: TYPE[type],
          shape: { dim: shape.map((d) => (typeof d === 'number' ? { dimValue: d } : { dimParam: d })) },
        },
      },
    });
    const graph = {
      name: 'encoder',
      node: this.#nodes,
      initializer: this.#initializers,
      input: inputs.map(value),
      output: outputs.map(value),
    };
    const model = { irVersion: 9, producerName: 'parley', opsetImport: [{ domain: '', version: 20 }], graph };
    return Model.encode(Model.fromObject(model)).finish();
  }
}
