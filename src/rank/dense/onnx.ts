/**
 * Writes ONNX graphs. Contains only the messages of the public `onnx.proto` that a graph needs, encoded by
 * protobufjs. It does not know what the nodes compute.
 */
import protobuf from 'protobufjs/light.js';

const defineField = (id: number, type: string, rule?: 'repeated'): protobuf.IField => ({
  id,
  type,
  ...(rule ? { rule } : {}),
});

const schema = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: {
        irVersion: defineField(1, 'int64'),
        producerName: defineField(2, 'string'),
        graph: defineField(7, 'Graph'),
        opsetImport: defineField(8, 'Opset', 'repeated'),
      },
    },
    Opset: { fields: { domain: defineField(1, 'string'), version: defineField(2, 'int64') } },
    Graph: {
      fields: {
        node: defineField(1, 'Node', 'repeated'),
        name: defineField(2, 'string'),
        initializer: defineField(5, 'Tensor', 'repeated'),
        input: defineField(11, 'ValueInfo', 'repeated'),
        output: defineField(12, 'ValueInfo', 'repeated'),
      },
    },
    Node: {
      fields: {
        input: defineField(1, 'string', 'repeated'),
        output: defineField(2, 'string', 'repeated'),
        name: defineField(3, 'string'),
        opType: defineField(4, 'string'),
        attribute: defineField(5, 'Attribute', 'repeated'),
      },
    },
    Attribute: {
      fields: {
        name: defineField(1, 'string'),
        f: defineField(2, 'float'),
        i: defineField(3, 'int64'),
        ints: defineField(8, 'int64', 'repeated'),
        type: defineField(20, 'int32'),
      },
    },
    Tensor: {
      fields: {
        dims: defineField(1, 'int64', 'repeated'),
        dataType: defineField(2, 'int32'),
        name: defineField(8, 'string'),
        rawData: defineField(9, 'bytes'),
        externalData: defineField(13, 'Entry', 'repeated'),
        dataLocation: defineField(14, 'int32'),
      },
    },
    Entry: { fields: { key: defineField(1, 'string'), value: defineField(2, 'string') } },
    ValueInfo: { fields: { name: defineField(1, 'string'), type: defineField(2, 'Type') } },
    Type: { fields: { tensorType: defineField(1, 'TensorType') } },
    TensorType: { fields: { elemType: defineField(1, 'int32'), shape: defineField(2, 'Shape') } },
    Shape: { fields: { dim: defineField(1, 'Dim', 'repeated') } },
    Dim: { fields: { dimValue: defineField(1, 'int64'), dimParam: defineField(2, 'string') } },
  },
});
const Model = schema.lookupType('Model');

/** ONNX's numbers for element types. */
export const ELEMENT_TYPES = { F32: 1, I8: 3, I32: 6, I64: 7, F16: 10, BF16: 16 } as const;
export type ElementType = keyof typeof ELEMENT_TYPES;

type Attribute = number | readonly number[] | { float: number };

/** The bytes of a tensor: in the graph itself, or a range of a separate file. */
export type TensorData = { bytes: Uint8Array } | { file: string; from: number; length: number };

/** Builds one graph. Each method but `build` adds a tensor or node and returns the name of its output. */
export class GraphBuilder {
  readonly #nodes: object[] = [];
  readonly #initializers: object[] = [];
  #outputCount = 0;

  addTensor(name: string, type: ElementType, dims: readonly number[], data: TensorData): string {
    const content =
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
    this.#initializers.push({ name, dataType: ELEMENT_TYPES[type], dims, ...content });
    return name;
  }

  addInts(values: readonly number[], dims: readonly number[] = [values.length]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.addTensor(`ints_${this.#outputCount++}`, 'I64', dims, { bytes });
  }

  addFloats(values: readonly number[], dims: readonly number[] = []): string {
    const bytes = new Uint8Array(Float32Array.from(values).buffer);
    return this.addTensor(`floats_${this.#outputCount++}`, 'F32', dims, { bytes });
  }

  addNode(
    op: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    output?: string,
  ): string {
    const outputName = output ?? `${op}_${this.#outputCount++}`;
    const attribute = Object.entries(attributes).map(([name, value]) => {
      if (typeof value === 'number') return { name, type: 2, i: value };
      if ('float' in value) return { name, type: 1, f: value.float };
      return { name, type: 7, ints: value };
    });
    this.#nodes.push({ opType: op, name: outputName, input: inputs, output: [outputName], attribute });
    return outputName;
  }

  /** Serialises the graph. A string in a shape names a size that is known only at run time. */
  build(
    inputs: readonly { name: string; type: ElementType; shape: readonly (number | string)[] }[],
    outputs: readonly { name: string; type: ElementType; shape: readonly (number | string)[] }[],
  ): Uint8Array {
    const toValueInfo = ({ name, type, shape }: (typeof inputs)[number]): object => ({
      name,
      type: {
        tensorType: {
          elemType: ELEMENT_TYPES[type],
          shape: { dim: shape.map((d) => (typeof d === 'number' ? { dimValue: d } : { dimParam: d })) },
        },
      },
    });
    const graph = {
      name: 'encoder',
      node: this.#nodes,
      initializer: this.#initializers,
      input: inputs.map(toValueInfo),
      output: outputs.map(toValueInfo),
    };
    const model = { irVersion: 9, producerName: 'parley', opsetImport: [{ domain: '', version: 20 }], graph };
    return Model.encode(Model.fromObject(model)).finish();
  }
}
