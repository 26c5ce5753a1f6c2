/** Main-thread side of the encoder: sends texts to the worker thread and passes embeddings on as they arrive. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { DeviceChoice } from './device-names.js';
import type { EncoderMessage, EncoderSetup, EncoderRequest } from './messages.js';
import { ModelError } from './model-error.js';

export interface EncoderOptions {
  /** Folder with `config.json`, `tokenizer.json` and `model.safetensors`. */
  folder: string;
  device?: DeviceChoice;
  /** Number of runtime threads. Lower it if several encoders share the machine. */
  threads?: number;
}

export type EncoderInfo = Omit<Extract<EncoderMessage, { type: 'ready' }>, 'type'>;

export interface EncodingJobOptions {
  /** Texts are cut to this number of tokens, including the start and end tokens. */
  maxTokens: number;
  /** Whether this job runs before jobs that are not urgent. */
  urgent?: boolean;
  signal?: AbortSignal;
  /** Called as embeddings arrive, in any order; `index` refers to `texts`. */
  onEmbedding(index: number, embedding: Float32Array): void;
}

export interface Encoder {
  /** Rejects with a ModelError if the model cannot be used. */
  readonly ready: Promise<EncoderInfo>;
  /** Resolves when all texts are encoded, or early and without error when `signal` is aborted. */
  encode(texts: readonly string[], options: EncodingJobOptions): Promise<void>;
  close(): Promise<void>;
}

/** More threads than this gain little for texts of about twenty tokens. */
const MAX_THREADS = 4;

/**
 * Returns the default number of runtime threads. A Playwright Test worker takes one: workers share the cores, and a
 * worker cannot find out how many other workers there are. PARLEY_RANKER_THREADS overrides the default.
 */
export function chooseThreadCount(env: NodeJS.ProcessEnv, cores = availableParallelism()): number {
  const requestedThreads = Number(env.PARLEY_RANKER_THREADS);
  if (Number.isInteger(requestedThreads) && requestedThreads > 0) return Math.min(requestedThreads, cores);
  return env.TEST_PARALLEL_INDEX === undefined ? Math.min(MAX_THREADS, cores) : 1;
}

/** The compiled worker, which is in `dist/` even if this file runs from source (in tests). */
const WORKER_URL = new URL('../../../dist/rank/dense/worker.js', import.meta.url);

/**
 * Time for the runtime to finish its current batch. A tenth of a second is usually enough, but a busy machine may
 * need much longer. Terminating the runtime during a batch crashes the whole process.
 */
const CLOSE_TIMEOUT_MS = 20_000;

interface PendingJob {
  onEmbedding(index: number, embedding: Float32Array): void;
  resolve(): void;
  reject(error: Error): void;
}

interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Replaces `Promise.withResolvers`, which Node 20 lacks. */
function createDeferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

/**
 * Turns off the telemetry of the ONNX runtime, which would otherwise collect and upload usage data and leave an
 * empty `mat-debug-<pid>.log` in the temporary folder for every process.
 */
export const RUNTIME_ENVIRONMENT = { ORT_DISABLE_TELEMETRY: '1' };

export function startEncoder({ folder, device = 'cpu', threads }: EncoderOptions): Encoder {
  const setup: EncoderSetup = { folder, device, threads: threads ?? chooseThreadCount(process.env) };
  // The runtime reads the environment of the process; a worker has only a copy of it.
  Object.assign(process.env, RUNTIME_ENVIRONMENT);
  const worker = new Worker(WORKER_URL, { workerData: setup, name: 'parley-encoder' });
  // An idle encoder does not keep the process alive; a pending job does.
  worker.unref();
  const pendingJobs = new Map<number, PendingJob>();
  let jobCount = 0;
  let endError: Error | null = null;
  const ready = createDeferred<EncoderInfo>();
  ready.promise.catch(() => undefined);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: EncoderRequest): void => worker.postMessage(message);
  const takeJob = (id: number): PendingJob | undefined => {
    const job = pendingJobs.get(id);
    pendingJobs.delete(id);
    if (pendingJobs.size === 0) worker.unref();
    return job;
  };
  const failAll = (error: Error): void => {
    endError ??= error;
    ready.reject(endError);
    for (const id of pendingJobs.keys()) takeJob(id)?.reject(endError);
  };

  worker.on('message', (message: EncoderMessage) => {
    switch (message.type) {
      case 'ready': {
        const { type: _, ...info } = message;
        return ready.resolve(info);
      }
      case 'unusable':
        return failAll(new ModelError(message.path, message.fault, message.hint));
      case 'batch': {
        const { rows, embeddings } = message;
        const width = embeddings.length / rows.length;
        const job = pendingJobs.get(message.jobId);
        if (job)
          rows.forEach((row, i) => job.onEmbedding(row, embeddings.subarray(i * width, (i + 1) * width)));
        return;
      }
      case 'failed':
        return takeJob(message.jobId)?.reject(new Error(message.message));
      case 'done':
        return takeJob(message.jobId)?.resolve();
    }
  });
  worker.on('error', (error) => failAll(new ModelError(folder, `the encoder crashed (${error.message})`)));
  let hasExited = false;
  worker.on('exit', () => {
    hasExited = true;
    failAll(new ModelError(folder, 'the encoder has exited'));
  });

  return {
    ready: ready.promise,
    encode(texts, { maxTokens, urgent = false, signal, onEmbedding }) {
      if (endError) return Promise.reject(endError);
      if (texts.length === 0 || signal?.aborted) return Promise.resolve();
      const jobId = jobCount++;
      const { promise, resolve, reject } = createDeferred<void>();
      const cancelJob = (): void => {
        send({ type: 'cancel', jobId });
        takeJob(jobId)?.resolve();
      };
      signal?.addEventListener('abort', cancelJob, { once: true });
      pendingJobs.set(jobId, { onEmbedding, resolve, reject });
      worker.ref();
      send({ type: 'encode', jobId, texts: [...texts], maxTokens, urgent });
      return promise.finally(() => signal?.removeEventListener('abort', cancelJob));
    },
    async close() {
      endError ??= new ModelError(folder, 'the encoder was closed');
      if (hasExited) return;
      const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.ref();
      send({ type: 'close' });
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
      await exit;
      clearTimeout(timer);
    },
  };
}
