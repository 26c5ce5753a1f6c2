/**
 * Shares one encoder among all rankers of a process that use the same model, device and threads. An encoder takes
 * a hundred megabytes, so ten parallel conversations should not start ten. The last user closes it.
 */
import { startEncoder, type Encoder, type EncoderOptions } from './encoder.js';
import { ModelError } from './model-error.js';

interface SharedEncoder {
  encoder: Encoder;
  userCount: number;
}

const sharedEncoders = new Map<string, SharedEncoder>();

/** @param start starts an encoder; replaced in tests */
export function shareEncoder(
  options: EncoderOptions,
  start: (options: EncoderOptions) => Encoder = startEncoder,
): Encoder {
  const { folder, device, threads } = options;
  const key = JSON.stringify([folder, device, threads]);
  const sharedEncoder = sharedEncoders.get(key) ?? { encoder: start(options), userCount: 0 };
  sharedEncoders.set(key, sharedEncoder);
  sharedEncoder.userCount++;
  const { encoder } = sharedEncoder;
  const closeController = new AbortController();
  /** Stops sharing an encoder that has exited or cannot be used. */
  const stopSharing = (): void => {
    if (sharedEncoders.get(key) === sharedEncoder) sharedEncoders.delete(key);
  };
  encoder.ready.catch(stopSharing);

  return {
    ready: encoder.ready,
    async encode(texts, encodeOptions) {
      if (closeController.signal.aborted) throw new ModelError(folder, 'the encoder was closed');
      const signal = encodeOptions.signal
        ? AbortSignal.any([encodeOptions.signal, closeController.signal])
        : closeController.signal;
      try {
        await encoder.encode(texts, { ...encodeOptions, signal });
      } catch (error) {
        if (error instanceof ModelError) stopSharing();
        throw error;
      }
    },
    async close() {
      if (closeController.signal.aborted) return;
      closeController.abort();
      if (--sharedEncoder.userCount > 0) return;
      stopSharing();
      await encoder.close();
    },
  };
}
