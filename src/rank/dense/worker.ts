/**
 * Worker thread that runs the encoder. The runtime blocks its thread for a tenth of a second per batch, which would
 * delay the browser's messages on the main thread. The worker runs jobs batch by batch, urgent ones first.
 */
import { parentPort, workerData } from 'node:worker_threads';

import { createBatches, CPU_BATCH_TOKENS } from './batches.js';
import { chooseNetwork } from './devices.js';
import type { EncoderMessage, EncoderSetup, EncoderRequest } from './messages.js';
import { readModel } from './model.js';
import type { Network } from './network.js';
import { ModelError } from './model-error.js';
import { createTokenizer, type WordPieceTokenizer } from './wordpiece.js';

/** Padded tokens per batch on a GPU, which needs larger batches than a CPU. */
const GPU_BATCH_TOKENS = 16_384;

/** Texts arrive with the most promising first. Within a window of this size they are grouped by length. */
const WINDOW_TEXT_COUNT = 256;

interface Job {
  jobId: number;
  urgent: boolean;
  texts: string[];
  maxTokens: number;
  /** Index of the next text to tokenise. */
  nextText: number;
  /** Batches of the current window; `rows` are indices into `texts`. */
  pendingBatches: { rows: number[]; ids: Int32Array[] }[];
}

const port = parentPort!;
const post = (message: EncoderMessage, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);
const yieldToMessages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function prepareBatches(
  job: Job,
  tokenizer: WordPieceTokenizer,
  modelMaxTokens: number,
  maxBatchTokens: number,
): void {
  const firstText = job.nextText;
  job.nextText = Math.min(job.texts.length, firstText + WINDOW_TEXT_COUNT);
  const maxTokens = Math.min(job.maxTokens, modelMaxTokens);
  const tokenIds = job.texts.slice(firstText, job.nextText).map((text) => tokenizer.encode(text, maxTokens));
  job.pendingBatches = createBatches(
    tokenIds.map((tokens) => tokens.length),
    maxBatchTokens,
  ).map((indices) => ({
    rows: indices.map((index) => firstText + index),
    ids: indices.map((index) => tokenIds[index]!),
  }));
}

async function runJobs(
  network: Network,
  tokenizer: WordPieceTokenizer,
  modelMaxTokens: number,
): Promise<void> {
  const maxBatchTokens = network.device === 'cpu' ? CPU_BATCH_TOKENS : GPU_BATCH_TOKENS;
  const jobs: Job[] = [];
  let wake = (): void => undefined;
  /** The index is -1 if the job was cancelled during its last batch. */
  const removeJob = (index: number): void => {
    if (index >= 0) jobs.splice(index, 1);
  };
  const closeController = new AbortController();
  port.on('message', (message: EncoderRequest) => {
    if (message.type === 'close') closeController.abort();
    else if (message.type === 'cancel') removeJob(jobs.findIndex(({ jobId }) => jobId === message.jobId));
    else jobs.push({ ...message, nextText: 0, pendingBatches: [] });
    wake();
  });
  while (!closeController.signal.aborted) {
    const job = jobs.find(({ urgent }) => urgent) ?? jobs[0];
    if (!job) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    try {
      if (job.pendingBatches.length === 0 && job.nextText < job.texts.length)
        prepareBatches(job, tokenizer, modelMaxTokens, maxBatchTokens);
      const batch = job.pendingBatches.shift();
      if (batch) {
        const embeddings = Float32Array.from(await network.run(batch.ids));
        const rows = Int32Array.from(batch.rows);
        post({ type: 'batch', jobId: job.jobId, rows, embeddings }, [rows.buffer, embeddings.buffer]);
      }
      if (job.pendingBatches.length === 0 && job.nextText >= job.texts.length) {
        post({ type: 'done', jobId: job.jobId });
        removeJob(jobs.indexOf(job));
      }
    } catch (error) {
      removeJob(jobs.indexOf(job));
      post({ type: 'failed', jobId: job.jobId, message: (error as Error).message });
    }
    // Handle messages (cancel, urgent jobs) between batches.
    await yieldToMessages();
  }
  await network.release();
  port.close();
}

async function main({ folder, device, threads }: EncoderSetup): Promise<void> {
  const startedAt = performance.now();
  try {
    const model = await readModel(folder);
    const { network, deviceTrials: trials } = await chooseNetwork(model, device, threads);
    const tokenizer = createTokenizer(model.vocabulary);
    const { hidden_size: hidden, max_position_embeddings: maxTokens } = model.config;
    const ms = Math.round(performance.now() - startedAt);
    post({ type: 'ready', device: network.device, deviceTrials: trials, hidden, maxTokens, ms });
    await runJobs(network, tokenizer, maxTokens);
  } catch (error) {
    const modelError =
      error instanceof ModelError
        ? error
        : new ModelError(
            folder,
            `the model could not be loaded (${(error as Error).message.split('\n')[0]})`,
          );
    post({ type: 'unusable', path: modelError.path, fault: modelError.fault, hint: modelError.hint });
    port.close();
  }
}

await main(workerData as EncoderSetup);
