/** The graph on one device: token rows in, embeddings out. */
import { dirname } from 'node:path';
import ort from 'onnxruntime-node';

import { pad } from './batches.js';
import { bertGraph } from './bert.js';
import type { ModelFolder } from './model.js';
import type { RankerDevice } from './names.js';

/** As the runtime calls them. */
const PROVIDER: Record<RankerDevice, string> = {
  cpu: 'cpu',
  cuda: 'cuda',
  webgpu: 'webgpu',
  coreml: 'coreml',
  directml: 'dml',
};

export interface Network {
  device: RankerDevice;
  /** @returns row-major [rows, hidden], each row of length one */
  run(rows: readonly Int32Array[]): Promise<Float32Array>;
  release(): Promise<void>;
}

/** @throws Error where the device is not there; there is no silent falling back to another one */
export async function openNetwork(
  model: ModelFolder,
  device: RankerDevice,
  threads: number,
): Promise<Network> {
  // The runtime writes what it thinks of a missing provider to stderr; the error that it throws says enough.
  ort.env.logLevel = 'fatal';
  const session = await ort.InferenceSession.create(bertGraph(model.config, model.weights, model.pooling), {
    // One provider alone: with a list the runtime throws away the reason why the first one does not work.
    executionProviders: [PROVIDER[device]],
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableMemPattern: false,
    logSeverityLevel: 4,
    extra: {
      session: {
        model_external_initializers_file_folder_path: dirname(model.weights.file),
        // Idle threads sleep: the browser beside us needs the cores.
        'intra_op.allow_spinning': '0',
      },
    },
  });
  return {
    device,
    async run(rows) {
      const { ids, lengths, width } = pad(rows);
      const { embedding } = await session.run({
        ids: new ort.Tensor('int32', ids, [rows.length, width]),
        lengths: new ort.Tensor('int32', lengths, [rows.length]),
      });
      return embedding!.data as Float32Array;
    },
    release: () => session.release(),
  };
}
