/**
 * The encoder of one ranker with its cache on disk. It is started by the first ranking, and each problem is reported
 * once. After the encoder has failed, the ranker uses word overlap only.
 */
import type { DeviceChoice } from './device-names.js';
import type { Encoder, EncoderInfo } from './encoder.js';
import { ModelError } from './model-error.js';
import { createSimilarities, type TokenLimits, type Similarities } from './similarity.js';
import { createMemoryStore, type EmbeddingStore } from './store.js';

export interface RankerEncoderOptions {
  /** Called once, at the first ranking. */
  start(): Encoder;
  /** The requested device. A device other than `auto` that cannot be used is reported as a problem. */
  device?: DeviceChoice;
  /** Opens the cache on disk when the encoder is ready. If omitted, embeddings are kept in memory only. */
  openStore?(info: EncoderInfo): Promise<EmbeddingStore>;
  /** Called once per problem: an encoder, device or cache that cannot be used. Ranking continues. */
  onProblem?(problem: Error): void;
}

export interface RankerEncoder {
  /** Starts the encoder on the first call. */
  getSimilarities(): Similarities;
  /** Encodes these texts in the background. Does nothing before the first ranking, which may never come. */
  warm(texts: () => readonly string[]): void;
  /** Whether the encoder can no longer be used. */
  readonly hasFailed: boolean;
  fail(problem: unknown): void;
  close(): Promise<void>;
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createRankerEncoder(options: RankerEncoderOptions, limits: TokenLimits): RankerEncoder {
  const { start, device = 'auto', openStore, onProblem } = options;
  let runningEncoder: { encoder: Encoder; similarities: Similarities } | null = null;
  let diskStore: EmbeddingStore | null = null;
  let hasEncoderFailed = false;
  let isClosed = false;
  const reportCacheProblem = (error: unknown): void =>
    onProblem?.(
      new Error(
        `The ranker’s cache cannot be used: ${getErrorMessage(error)}. Embeddings are kept in memory only; choose another folder with --ranker-cache.`,
        { cause: error },
      ),
    );

  const openEncoderStore = async (encoder: Encoder): Promise<EmbeddingStore> => {
    if (!openStore) return createMemoryStore();
    const info = await encoder.ready.catch(() => null);
    // Without an encoder there is nothing to cache.
    if (!info || isClosed) return createMemoryStore();
    try {
      diskStore = await openStore(info);
      return diskStore;
    } catch (error) {
      reportCacheProblem(error);
      return createMemoryStore();
    }
  };

  const fail = (problem: unknown): void => {
    if (hasEncoderFailed || isClosed) return;
    hasEncoderFailed = true;
    const message =
      problem instanceof ModelError ? problem.message : `The encoder failed (${getErrorMessage(problem)}).`;
    onProblem?.(
      new Error(`${message} From now on, elements are ranked by word overlap only.`, { cause: problem }),
    );
  };

  const startEncoder = (): Similarities => {
    const encoder = start();
    encoder.ready.then(
      ({ device: usedDevice, deviceTrials: trials }) => {
        if (device === 'auto' || usedDevice === device) return;
        const reason = trials.find((trial) => trial.device === device)?.note ?? 'it could not be opened';
        onProblem?.(
          new Error(`The device ${device} is not used: ${reason}. The ranker runs on ${usedDevice} instead.`),
        );
      },
      // The ranking that waits for the encoder gets the same error.
      () => undefined,
    );
    runningEncoder = {
      encoder,
      similarities: createSimilarities(encoder, openEncoderStore(encoder), limits),
    };
    return runningEncoder.similarities;
  };

  return {
    getSimilarities: () => runningEncoder?.similarities ?? startEncoder(),
    warm(texts) {
      if (!hasEncoderFailed && runningEncoder) runningEncoder.similarities.warm(texts()).catch(fail);
    },
    get hasFailed() {
      return hasEncoderFailed;
    },
    fail,
    async close() {
      isClosed = true;
      await diskStore?.flush().catch(reportCacheProblem);
      await runningEncoder?.encoder.close();
    },
  };
}
