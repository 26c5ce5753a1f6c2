/** The program's side of the encoder's thread: texts in, embeddings back as they come. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { DeviceChoice } from './names.js';
import type { FromEncoder, Setup, ToEncoder } from './messages.js';
import { ModelProblem } from './problems.js';

export interface EncoderOptions {
  /** Folder with `config.json`, `tokenizer.json` and `model.safetensors`. */
  folder: string;
  device?: DeviceChoice;
  /** Threads of the runtime; several encoders on one machine share the cores. */
  threads?: number;
}

export type EncoderInfo = Omit<Extract<FromEncoder, { type: 'ready' }>, 'type'>;

export interface EncodeOptions {
  /** Tokens a text is cut to, start and end included. */
  max: number;
  /** Goes before what others asked for. */
  urgent?: boolean;
  signal?: AbortSignal;
  /** Called as embeddings come, in any order; `at` is the place in `texts`. */
  onEmbedding(at: number, embedding: Float32Array): void;
}

export interface Encoder {
  /** Rejects with a ModelProblem where the model cannot be used. */
  readonly ready: Promise<EncoderInfo>;
  /** Ends when all are there, or early (without error) when `signal` is aborted. */
  encode(texts: readonly string[], options: EncodeOptions): Promise<void>;
  close(): Promise<void>;
}

/** More threads than this gain little on texts of twenty tokens. */
const MAX_THREADS = 4;

/**
 * Threads of the runtime where nobody says otherwise. Workers of Playwright Test share the cores, and how many
 * there are a worker is not told, so that each takes one; whoever knows better says so in PARLEY_RANKER_THREADS.
 */
export function threadsFor(env: NodeJS.ProcessEnv, cores = availableParallelism()): number {
  const asked = Number(env.PARLEY_RANKER_THREADS);
  if (Number.isInteger(asked) && asked > 0) return Math.min(asked, cores);
  return env.TEST_PARALLEL_INDEX === undefined ? Math.min(MAX_THREADS, cores) : 1;
}

/** The compiled thread lies in `dist/` whether this file runs compiled or from source (tests). */
const THREAD = new URL('../../../dist/rank/dense/worker.js', import.meta.url);

/**
 * A runtime that is in the middle of a batch is given so long to end by itself, ms. A tenth of a second will do, but
 * on a machine that is busy with other things it may be many: broken off in a batch, the runtime takes the whole
 * process with it.
 */
const CLOSING = 20_000;

interface Waiting {
  onEmbedding(at: number, embedding: Float32Array): void;
  resolve(): void;
  reject(error: Error): void;
}

interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** `Promise.withResolvers`, which Node 20 has not. */
function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/**
 * Turns off the telemetry of the ONNX runtime. Without it the runtime collects usage data, tries to upload it and leaves
 * an empty `mat-debug-<pid>.log` in the temporary folder for every process.
 */
export const RUNTIME_ENVIRONMENT = { ORT_DISABLE_TELEMETRY: '1' };

export function startEncoder({ folder, device = 'cpu', threads }: EncoderOptions): Encoder {
  const setup: Setup = { folder, device, threads: threads ?? threadsFor(process.env) };
  // A worker has only a copy of the environment, and the runtime reads the variables of the process.
  Object.assign(process.env, RUNTIME_ENVIRONMENT);
  const worker = new Worker(THREAD, { workerData: setup, name: 'parley-encoder' });
  // An encoder never keeps a program alive that has nothing else to do; a job that is waited for does.
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let jobs = 0;
  let ended: Error | null = null;
  const ready = deferred<EncoderInfo>();
  ready.promise.catch(() => undefined);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: ToEncoder): void => worker.postMessage(message);
  const finish = (job: number): Waiting | undefined => {
    const one = waiting.get(job);
    waiting.delete(job);
    if (waiting.size === 0) worker.unref();
    return one;
  };
  const end = (error: Error): void => {
    ended ??= error;
    ready.reject(ended);
    for (const job of waiting.keys()) finish(job)?.reject(ended);
  };

  worker.on('message', (message: FromEncoder) => {
    switch (message.type) {
      case 'ready': {
        const { type: _, ...info } = message;
        return ready.resolve(info);
      }
      case 'unusable':
        return end(new ModelProblem(message.path, message.fault, message.hint));
      case 'batch': {
        const { rows, embeddings } = message;
        const width = embeddings.length / rows.length;
        const one = waiting.get(message.job);
        if (one)
          rows.forEach((at, i) => one.onEmbedding(at, embeddings.subarray(i * width, (i + 1) * width)));
        return;
      }
      case 'failed':
        return finish(message.job)?.reject(new Error(message.message));
      case 'done':
        return finish(message.job)?.resolve();
    }
  });
  worker.on('error', (error) => end(new ModelProblem(folder, `the encoder broke off (${error.message})`)));
  let exited = false;
  worker.on('exit', () => {
    exited = true;
    end(new ModelProblem(folder, 'the encoder has ended'));
  });

  return {
    ready: ready.promise,
    encode(texts, { max, urgent = false, signal, onEmbedding }) {
      if (ended) return Promise.reject(ended);
      if (texts.length === 0 || signal?.aborted) return Promise.resolve();
      const job = jobs++;
      const { promise, resolve, reject } = deferred<void>();
      const stop = (): void => {
        send({ type: 'cancel', job });
        finish(job)?.resolve();
      };
      signal?.addEventListener('abort', stop, { once: true });
      waiting.set(job, { onEmbedding, resolve, reject });
      worker.ref();
      send({ type: 'encode', job, texts: [...texts], max, urgent });
      return promise.finally(() => signal?.removeEventListener('abort', stop));
    },
    async close() {
      ended ??= new ModelProblem(folder, 'the encoder was closed');
      if (exited) return;
      const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.ref();
      send({ type: 'close' });
      const timer = setTimeout(() => void worker.terminate(), CLOSING);
      await gone;
      clearTimeout(timer);
    },
  };
}
