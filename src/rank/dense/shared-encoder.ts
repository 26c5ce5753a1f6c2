/**
 * Shares one encoder among all rankers of a process that use the same model, device and threads. An encoder takes
 * a hundred megabytes, so ten parallel conversations should not start ten. The last user closes it.
 */
import { startEncoder, type Encoder, type EncoderOptions } from './encoder.js';
import { ModelError } from './model-error.js';

interface SharedEncoder {
  encoder: Encoder;
  users: number;
}

const sharedEncoders = new Map<string, SharedEncoder>();

/** @param start starts an encoder; replaced in tests */
export function shareEncoder(
  options: EncoderOptions,
  start: (options: EncoderOptions) => Encoder = startEncoder,
): Encoder {
  const { folder, device, threads } = options;
  const key = JSON.stringify([folder, device, threads]);
  const shared = sharedEncoders.get(key) ?? { encoder: start(options), users: 0 };
  sharedEncoders.set(key, shared);
  shared.users++;
  const { encoder } = shared;
  const closing = new AbortController();
  /** Stops sharing an encoder that has exited or cannot be used. */
  const forget = (): void => {
    if (sharedEncoders.get(key) === shared) sharedEncoders.delete(key);
  };
  encoder.ready.catch(forget);

  return {
    ready: encoder.ready,
    async encode(texts, encodeOptions) {
      if (closing.signal.aborted) throw new ModelError(folder, 'the encoder was closed');
      const signal = encodeOptions.signal
        ? AbortSignal.any([encodeOptions.signal, closing.signal])
        : closing.signal;
      try {
        await encoder.encode(texts, { ...encodeOptions, signal });
      } catch (error) {
        if (error instanceof ModelError) forget();
        throw error;
      }
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      if (--shared.users > 0) return;
      forget();
      await encoder.close();
    },
  };
}
