/** What the encoder's thread and the rest of the program say to each other. */
import type { Trial } from './devices.js';
import type { RankerDevice, DeviceChoice } from './names.js';

export interface Setup {
  folder: string;
  device: DeviceChoice;
  threads: number;
}

export type ToEncoder =
  | { type: 'encode'; job: number; texts: string[]; max: number; urgent: boolean }
  /** No more of these: nobody waits for them. */
  | { type: 'cancel'; job: number }
  | { type: 'close' };

export type FromEncoder =
  | { type: 'ready'; device: RankerDevice; trials: Trial[]; hidden: number; mostTokens: number; ms: number }
  /** The model cannot be used; nothing else will come. */
  | { type: 'unusable'; path: string; fault: string; hint: string }
  /** Rows of one batch: `rows[i]` is the place of the i-th embedding in the job's texts. */
  | { type: 'batch'; job: number; rows: Int32Array; embeddings: Float32Array }
  | { type: 'failed'; job: number; message: string }
  | { type: 'done'; job: number };
