/** Runs the encoder's graph on one device: token rows in, embeddings out. */
import { dirname } from 'node:path';
import ort from 'onnxruntime-node';

import { padRows } from './batches.js';
import { buildBertGraph } from './bert.js';
import type { ModelFolder } from './model.js';
import type { RankerDevice } from './device-names.js';

/** The runtime's names for the devices. */
const EXECUTION_PROVIDERS: Record<RankerDevice, string> = {
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

/** @throws Error if the device is not available; never falls back to another device */
export async function openNetwork(
  model: ModelFolder,
  device: RankerDevice,
  threads: number,
): Promise<Network> {
  // The runtime would also log a missing provider to stderr; its error is enough.
  ort.env.logLevel = 'fatal';
  const session = await ort.InferenceSession.create(
    buildBertGraph(model.config, model.weights, model.pooling),
    {
      // With several providers the runtime would not report why the first one fails.
      executionProviders: [EXECUTION_PROVIDERS[device]],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      enableMemPattern: false,
      logSeverityLevel: 4,
      extra: {
        session: {
          model_external_initializers_file_folder_path: dirname(model.weights.file),
          // Let idle threads sleep, because the browser needs the cores.
          'intra_op.allow_spinning': '0',
        },
      },
    },
  );
  return {
    device,
    async run(rows) {
      const { ids, lengths, width } = padRows(rows);
      const { embedding } = await session.run({
        ids: new ort.Tensor('int32', ids, [rows.length, width]),
        lengths: new ort.Tensor('int32', lengths, [rows.length]),
      });
      return embedding!.data as Float32Array;
    },
    release: () => session.release(),
  };
}
