/** Messages between the main thread and the encoder's worker thread. */
import type { DeviceTrial } from './devices.js';
import type { RankerDevice, DeviceChoice } from './device-names.js';

export interface EncoderSetup {
  folder: string;
  device: DeviceChoice;
  threads: number;
}

export type EncoderRequest =
  | { type: 'encode'; jobId: number; texts: string[]; maxTokens: number; urgent: boolean }
  /** Drops a job whose result is no longer needed. */
  | { type: 'cancel'; jobId: number }
  | { type: 'close' };

export type EncoderMessage =
  | {
      type: 'ready';
      device: RankerDevice;
      deviceTrials: DeviceTrial[];
      hidden: number;
      maxTokens: number;
      ms: number;
    }
  /** The model cannot be used. No further messages follow. */
  | { type: 'unusable'; path: string; fault: string; hint: string }
  /** One batch: `rows[i]` is the index of the i-th embedding in the job's texts. */
  | { type: 'batch'; jobId: number; rows: Int32Array; embeddings: Float32Array }
  | { type: 'failed'; jobId: number; message: string }
  | { type: 'done'; jobId: number };
