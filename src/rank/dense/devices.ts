/**
 * Chooses the device that runs the encoder. Each candidate is opened, its results are compared with the CPU's,
 * and it is timed against the CPU. A device that is wrong or slower (such as software Vulkan) is not used.
 */
import type { ModelFolder } from './model.js';
import { listDevices, type RankerDevice, type DeviceChoice } from './device-names.js';
import { openNetwork, type Network } from './network.js';

/** The result of trying one device. */
export interface DeviceTrial {
  device: RankerDevice;
  /** Whether its results equal the CPU's; null if it could not be opened. */
  correct: boolean | null;
  /** Speed as a multiple of the CPU's; null if it was not timed. */
  speed: number | null;
  /** One sentence for `parley doctor`. */
  note: string;
}

/** Minimum cosine between embeddings of the same text on two devices. */
const MIN_COSINE = 0.9999;

/** Returns rows similar to those of a page. Their lengths differ, so that padding is tested too. */
function createSampleRows(vocabulary: number): Int32Array[] {
  return Array.from({ length: 48 }, (_, row) =>
    Int32Array.from(
      { length: 6 + ((row * 7) % 27) },
      (_, i) => 1 + ((row * 613 + i * 7919) % (vocabulary - 1)),
    ),
  );
}

function minCosine(a: Float32Array, b: Float32Array, rows: number): number {
  const width = a.length / rows;
  let min = 1;
  for (let row = 0; row < rows; row++) {
    let dot = 0;
    for (let i = row * width; i < (row + 1) * width; i++) dot += a[i]! * b[i]!;
    min = Math.min(min, Number.isNaN(dot) ? -1 : dot);
  }
  return min;
}

const MAX_TIMED_RUNS = 3;
/** A ratio beyond this, or below its inverse, is clear after one run of each. */
const CLEAR_RATIO = 2;

async function measureMs(network: Network, rows: readonly Int32Array[]): Promise<number> {
  const startedAt = performance.now();
  await network.run(rows);
  return performance.now() - startedAt;
}

/** Returns the speed as a multiple of the CPU's, from the best runs. Both networks have run these rows before. */
async function measureSpeed(network: Network, cpu: Network, rows: readonly Int32Array[]): Promise<number> {
  let cpuMs = Number.POSITIVE_INFINITY;
  let networkMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < MAX_TIMED_RUNS; i++) {
    cpuMs = Math.min(cpuMs, await measureMs(cpu, rows));
    networkMs = Math.min(networkMs, await measureMs(network, rows));
    const ratio = cpuMs / networkMs;
    if (ratio > CLEAR_RATIO || ratio < 1 / CLEAR_RATIO) break;
  }
  return cpuMs / networkMs;
}

/** Shortens the runtime's error, which is long and names its own files, to what users can act on. */
function explainError(device: RankerDevice, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/backend not found/.test(message)) return 'the runtime for this system has no such provider';
  if (device === 'cuda' && /shared library/.test(message))
    return 'its provider is not installed (see docs/ranker.md), or CUDA 12 or cuDNN 9 is missing';
  if (device === 'webgpu' && /adapter/i.test(message))
    return 'no graphics adapter was found (Vulkan, Metal or Direct3D)';
  return message.split('\n')[0]!.slice(0, 200);
}

export async function tryDevice(
  model: ModelFolder,
  device: RankerDevice,
  threads: number,
  cpu: Network,
): Promise<{ trial: DeviceTrial; network: Network | null }> {
  let network: Network;
  try {
    network = await openNetwork(model, device, threads);
  } catch (error) {
    return {
      trial: { device, correct: null, speed: null, note: explainError(device, error) },
      network: null,
    };
  }
  try {
    const rows = createSampleRows(model.config.vocab_size);
    const cosine = minCosine(await network.run(rows), await cpu.run(rows), rows.length);
    if (cosine < MIN_COSINE) {
      await network.release();
      const note = `its results are wrong (cosine ${cosine.toFixed(5)} to the CPU's)`;
      return { trial: { device, correct: false, speed: null, note }, network: null };
    }
    const speed = await measureSpeed(network, cpu, rows);
    const note = `correct, ${speed.toFixed(1)} times the CPU's speed`;
    return { trial: { device, correct: true, speed, note }, network };
  } catch (error) {
    await network.release().catch(() => undefined);
    return {
      trial: { device, correct: null, speed: null, note: explainError(device, error) },
      network: null,
    };
  }
}

/**
 * Opens the network on the chosen device. A device that the user chose by name is used if its results are correct;
 * `auto` takes the first device that is correct and faster than the CPU. Otherwise the CPU is used, and
 * ranker-encoder.ts reports that.
 */
export async function chooseNetwork(
  model: ModelFolder,
  choice: DeviceChoice,
  threads: number,
  platform: NodeJS.Platform = process.platform,
): Promise<{ network: Network; deviceTrials: DeviceTrial[] }> {
  const cpu = await openNetwork(model, 'cpu', threads);
  if (choice === 'cpu') return { network: cpu, deviceTrials: [] };
  const deviceTrials: DeviceTrial[] = [];
  for (const device of choice === 'auto' ? listDevices(platform) : [choice]) {
    const { trial, network } = await tryDevice(model, device, threads, cpu);
    deviceTrials.push(trial);
    if (!network) continue;
    // A device that the user chose is used even if it is slower; `auto` is about speed.
    if (choice !== 'auto' || trial.speed! > 1) {
      await cpu.release();
      return { network, deviceTrials };
    }
    await network.release();
  }
  return { network: cpu, deviceTrials };
}
