/**
 * Which device computes. Each candidate is opened alone, checked number by number against the CPU, and timed
 * beside it: a device that is there but wrong, or slower (as software Vulkan is), is not used.
 */
import type { ModelFolder } from './model.js';
import { devicesHere, type RankerDevice, type DeviceChoice } from './names.js';
import { openNetwork, type Network } from './network.js';

/** What came of trying one device. */
export interface Trial {
  device: RankerDevice;
  /** It gave the CPU's numbers; null when it could not be opened. */
  right: boolean | null;
  /** Times the CPU's speed; null when it was not timed. */
  speed: number | null;
  /** One sentence for `parley doctor`. */
  note: string;
}

/** Embeddings of the same text on two devices agree at least so far (cosine). */
const LEAST_COSINE = 0.9999;

/** Rows like those of a page, of mixed lengths, so that padding is tried too. */
function sample(vocabulary: number): Int32Array[] {
  return Array.from({ length: 48 }, (_, row) =>
    Int32Array.from(
      { length: 6 + ((row * 7) % 27) },
      (_, i) => 1 + ((row * 613 + i * 7919) % (vocabulary - 1)),
    ),
  );
}

function leastCosine(a: Float32Array, b: Float32Array, rows: number): number {
  const width = a.length / rows;
  let least = 1;
  for (let row = 0; row < rows; row++) {
    let dot = 0;
    for (let i = row * width; i < (row + 1) * width; i++) dot += a[i]! * b[i]!;
    least = Math.min(least, Number.isNaN(dot) ? -1 : dot);
  }
  return least;
}

/** Best of three, after one run that warms up; milliseconds. */
async function timed(network: Network, rows: readonly Int32Array[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i++) {
    const began = performance.now();
    await network.run(rows);
    if (i > 0) best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** The runtime's reasons are long and name its own files; what people can do about it is short. */
function reasonOf(device: RankerDevice, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/backend not found/.test(message)) return 'the runtime for this system has no such provider';
  if (device === 'cuda' && /shared library/.test(message))
    return 'its provider is not installed (docs/ranker.md says how), or CUDA 12 and cuDNN 9 are missing';
  if (device === 'webgpu' && /adapter/i.test(message))
    return 'no graphics adapter was found (Vulkan, Metal or Direct3D)';
  return message.split('\n')[0]!.slice(0, 200);
}

export async function tryDevice(
  model: ModelFolder,
  device: RankerDevice,
  threads: number,
  cpu: Network,
): Promise<{ trial: Trial; network: Network | null }> {
  let network: Network;
  try {
    network = await openNetwork(model, device, threads);
  } catch (error) {
    return { trial: { device, right: null, speed: null, note: reasonOf(device, error) }, network: null };
  }
  try {
    const rows = sample(model.config.vocab_size);
    const cosine = leastCosine(await network.run(rows), await cpu.run(rows), rows.length);
    if (cosine < LEAST_COSINE) {
      await network.release();
      const note = `its numbers are wrong (cosine ${cosine.toFixed(5)} to the CPU's)`;
      return { trial: { device, right: false, speed: null, note }, network: null };
    }
    const speed = (await timed(cpu, rows)) / (await timed(network, rows));
    const note = `right, ${speed.toFixed(1)} times the CPU's speed`;
    return { trial: { device, right: true, speed, note }, network };
  } catch (error) {
    await network.release().catch(() => undefined);
    return { trial: { device, right: null, speed: null, note: reasonOf(device, error) }, network: null };
  }
}

/**
 * A device asked for by name is taken where it is right, `auto` takes what is right and faster, else the CPU: who
 * asked for another one tells it (comparing.ts).
 */
export async function chooseNetwork(
  model: ModelFolder,
  choice: DeviceChoice,
  threads: number,
  platform: NodeJS.Platform = process.platform,
): Promise<{ network: Network; trials: Trial[] }> {
  const cpu = await openNetwork(model, 'cpu', threads);
  if (choice === 'cpu') return { network: cpu, trials: [] };
  const trials: Trial[] = [];
  for (const device of choice === 'auto' ? devicesHere(platform) : [choice]) {
    const { trial, network } = await tryDevice(model, device, threads, cpu);
    trials.push(trial);
    if (!network) continue;
    // Who names a device wants it, also where it is slower; who leaves the choice to us wants speed.
    if (choice !== 'auto' || trial.speed! > 1) {
      await cpu.release();
      return { network, trials };
    }
    await network.release();
  }
  return { network: cpu, trials };
}
