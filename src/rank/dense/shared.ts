/**
 * One encoder for all rankers of a process that want the same one: a thread, a runtime and the weights take a
 * hundred megabytes, which ten conversations at a time need not pay ten times. The last to leave closes it.
 */
import { startEncoder, type Encoder, type EncoderOptions } from './encoder.js';
import { ModelProblem } from './problems.js';

interface Held {
  encoder: Encoder;
  users: number;
}

const held = new Map<string, Held>();

/** @param start for tests: where an encoder comes from */
export function shareEncoder(
  options: EncoderOptions,
  start: (options: EncoderOptions) => Encoder = startEncoder,
): Encoder {
  const { folder, device, threads } = options;
  const key = JSON.stringify([folder, device, threads]);
  const one = held.get(key) ?? { encoder: start(options), users: 0 };
  held.set(key, one);
  one.users++;
  const { encoder } = one;
  const leaving = new AbortController();
  /** Nobody else is given one that has ended or that cannot be used. */
  const forget = (): void => {
    if (held.get(key) === one) held.delete(key);
  };
  encoder.ready.catch(forget);

  return {
    ready: encoder.ready,
    async encode(texts, given) {
      if (leaving.signal.aborted) throw new ModelProblem(folder, 'the encoder was closed');
      const signal = given.signal ? AbortSignal.any([given.signal, leaving.signal]) : leaving.signal;
      try {
        await encoder.encode(texts, { ...given, signal });
      } catch (error) {
        if (error instanceof ModelProblem) forget();
        throw error;
      }
    },
    async close() {
      if (leaving.signal.aborted) return;
      leaving.abort();
      if (--one.users > 0) return;
      forget();
      await encoder.close();
    },
  };
}
