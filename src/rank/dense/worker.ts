/**
 * The encoder's own thread: the runtime computes synchronously, a tenth of a second a batch, which must not
 * stand in the way of the browser's messages. Takes jobs, works them off batch by batch, urgent ones first.
 */
import { parentPort, workerData } from 'node:worker_threads';

import { batches, CPU_BATCH } from './batches.js';
import { chooseNetwork } from './devices.js';
import type { FromEncoder, Setup, ToEncoder } from './messages.js';
import { readModel } from './model.js';
import type { Network } from './network.js';
import { ModelProblem } from './problems.js';
import { createTokenizer, type WordPieceTokenizer } from './wordpiece.js';

/** A graphics card wants more at once than a processor's cache holds. */
const GPU_BATCH = 16_384;

/** Texts come in the order of their promise; within so many they are put together by length. */
const WINDOW = 256;

interface Job {
  job: number;
  urgent: boolean;
  texts: string[];
  max: number;
  /** The next text that was not yet tokenised. */
  at: number;
  /** Batches of the current window, rows by their place in `texts`. */
  pending: { rows: number[]; ids: Int32Array[] }[];
}

const port = parentPort!;
const tell = (message: FromEncoder, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function refill(job: Job, tokenizer: WordPieceTokenizer, most: number, budget: number): void {
  const from = job.at;
  job.at = Math.min(job.texts.length, from + WINDOW);
  const ids = job.texts.slice(from, job.at).map((text) => tokenizer.encode(text, Math.min(job.max, most)));
  job.pending = batches(
    ids.map((row) => row.length),
    budget,
  ).map((rows) => ({ rows: rows.map((row) => from + row), ids: rows.map((row) => ids[row]!) }));
}

async function serve(network: Network, tokenizer: WordPieceTokenizer, most: number): Promise<void> {
  const budget = network.device === 'cpu' ? CPU_BATCH : GPU_BATCH;
  const jobs: Job[] = [];
  let wake = (): void => undefined;
  /** One that was cancelled while its batch was computed is gone already. */
  const drop = (at: number): void => {
    if (at >= 0) jobs.splice(at, 1);
  };
  const closing = new AbortController();
  port.on('message', (message: ToEncoder) => {
    if (message.type === 'close') closing.abort();
    else if (message.type === 'cancel') drop(jobs.findIndex(({ job }) => job === message.job));
    else jobs.push({ ...message, at: 0, pending: [] });
    wake();
  });
  while (!closing.signal.aborted) {
    const job = jobs.find(({ urgent }) => urgent) ?? jobs[0];
    if (!job) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    try {
      if (job.pending.length === 0 && job.at < job.texts.length) refill(job, tokenizer, most, budget);
      const batch = job.pending.shift();
      if (batch) {
        const embeddings = Float32Array.from(await network.run(batch.ids));
        const rows = Int32Array.from(batch.rows);
        tell({ type: 'batch', job: job.job, rows, embeddings }, [rows.buffer, embeddings.buffer]);
      }
      if (job.pending.length === 0 && job.at >= job.texts.length) {
        tell({ type: 'done', job: job.job });
        drop(jobs.indexOf(job));
      }
    } catch (error) {
      drop(jobs.indexOf(job));
      tell({ type: 'failed', job: job.job, message: (error as Error).message });
    }
    // What was said meanwhile (cancel, something urgent) is heard between batches.
    await breathe();
  }
  await network.release();
  port.close();
}

async function main({ folder, device, threads }: Setup): Promise<void> {
  const began = performance.now();
  try {
    const model = await readModel(folder);
    const { network, trials } = await chooseNetwork(model, device, threads);
    const tokenizer = createTokenizer(model.vocabulary);
    const { hidden_size: hidden, max_position_embeddings: mostTokens } = model.config;
    const ms = Math.round(performance.now() - began);
    tell({ type: 'ready', device: network.device, trials, hidden, mostTokens, ms });
    await serve(network, tokenizer, mostTokens);
  } catch (error) {
    const problem =
      error instanceof ModelProblem
        ? error
        : new ModelProblem(
            folder,
            `the model could not be loaded (${(error as Error).message.split('\n')[0]})`,
          );
    tell({ type: 'unusable', path: problem.path, fault: problem.fault, hint: problem.hint });
    port.close();
  }
}

await main(workerData as Setup);
