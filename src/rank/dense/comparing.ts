/**
 * One encoder at work for one ranker: started by the first ranking, with its cache on disk, what went wrong
 * told once, and one close for all. Whoever ranks goes on by words alone once the encoder is lost.
 */
import type { DeviceChoice } from './names.js';
import type { Encoder, EncoderInfo } from './encoder.js';
import { ModelProblem } from './problems.js';
import { createSimilarities, type Cuts, type Similarities } from './similarity.js';
import { memoryStore, type EmbeddingStore } from './store.js';

export interface ComparingOptions {
  /** Called once, when the first ranking is asked for. */
  start(): Encoder;
  /** What was asked for: a device that is named and not used is trouble. */
  device?: DeviceChoice;
  /** Where embeddings are kept besides memory, opened when the encoder has said what it is. */
  store?(info: EncoderInfo): Promise<EmbeddingStore>;
  /** Told each trouble once: an encoder, a device or a cache that cannot be used. Ranking goes on. */
  onTrouble?(problem: Error): void;
}

export interface Comparing {
  /** Starts the encoder where nobody has yet. */
  similarities(): Similarities;
  /** Begins with these in the background; not where nobody has ranked yet, since nobody may ever. */
  warm(texts: () => readonly string[]): void;
  /** The encoder cannot be used any more. */
  readonly lost: boolean;
  lose(problem: unknown): void;
  close(): Promise<void>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createComparing(options: ComparingOptions, cuts: Cuts): Comparing {
  const { start, device = 'auto', store: openStore, onTrouble } = options;
  let running: { encoder: Encoder; similarities: Similarities } | null = null;
  let kept: EmbeddingStore | null = null;
  let lost = false;
  let closed = false;
  const trouble = (problem: Error): void => onTrouble?.(problem);
  const cacheTrouble = (error: unknown): void =>
    trouble(
      new Error(
        `The ranker’s cache cannot be used: ${messageOf(error)}. Embeddings are kept in memory only; name another folder with --ranker-cache.`,
        { cause: error },
      ),
    );

  const open = async (encoder: Encoder): Promise<EmbeddingStore> => {
    if (!openStore) return memoryStore();
    const info = await encoder.ready.catch(() => null);
    // Without an encoder nothing is looked up or kept.
    if (!info || closed) return memoryStore();
    try {
      kept = await openStore(info);
      return kept;
    } catch (error) {
      cacheTrouble(error);
      return memoryStore();
    }
  };

  const lose = (problem: unknown): void => {
    if (lost || closed) return;
    lost = true;
    const message =
      problem instanceof ModelProblem ? problem.message : `The encoder failed (${messageOf(problem)}).`;
    trouble(
      new Error(`${message} Elements are ranked by their words alone from here on.`, { cause: problem }),
    );
  };

  const begin = (): Similarities => {
    const encoder = start();
    encoder.ready.then(
      ({ device: used, trials }) => {
        if (device === 'auto' || used === device) return;
        const why = trials.find((trial) => trial.device === device)?.note ?? 'it could not be opened';
        trouble(
          new Error(`The device ${device} is not used: ${why}. The ranker computes on ${used} instead.`),
        );
      },
      // The ranking that waits for the encoder is told the same.
      () => undefined,
    );
    running = { encoder, similarities: createSimilarities(encoder, open(encoder), cuts) };
    return running.similarities;
  };

  return {
    similarities: () => running?.similarities ?? begin(),
    warm(texts) {
      if (!lost && running) running.similarities.warm(texts()).catch(lose);
    },
    get lost() {
      return lost;
    },
    lose,
    async close() {
      closed = true;
      await kept?.flush().catch(cacheTrouble);
      await running?.encoder.close();
    },
  };
}
