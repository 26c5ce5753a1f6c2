/**
 * Measures all variants one after the other in each round, so that other load on the machine affects them alike.
 * Ignores warm-up rounds. CPU time includes this process and all browser processes.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { sumCpuMs, readCpuByThread } from './processes.js';

/** CPU time is measured for this long after a call, to include garbage collection and painting. */
const TRAILING_WORK_MS = 25;

export interface MeasuredVariant {
  name: string;
  /** Runs before every call and is not measured. */
  prepare?(): Promise<void>;
  /** @returns the number of characters for a model’s prompt, if the variant produces prompt text */
  run(): Promise<number | void>;
}

/** In milliseconds. */
export interface Sample {
  wall: number;
  cpu: number;
}

export interface Measurement {
  name: string;
  samples: Sample[];
  charCount: number | null;
  error?: string;
}

export async function takeSample(run: () => Promise<unknown>): Promise<Sample> {
  const initialCpu = readCpuByThread('first');
  const start = performance.now();
  await run();
  const wall = performance.now() - start;
  await pause(TRAILING_WORK_MS);
  return { wall, cpu: sumCpuMs(initialCpu, readCpuByThread('second')) };
}

export async function measureRoundRobin(
  variants: MeasuredVariant[],
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<Measurement[]> {
  const measurements = variants.map(({ name }): Measurement => ({ name, samples: [], charCount: null }));
  for (let round = -warmUps; round < rounds; round++)
    for (const [i, variant] of variants.entries()) {
      const measurement = measurements[i]!;
      if (measurement.error) continue;
      try {
        await variant.prepare?.();
        const sample = await takeSample(async () => {
          measurement.charCount = (await variant.run()) ?? measurement.charCount;
        });
        if (round >= 0) measurement.samples.push(sample);
      } catch (error) {
        measurement.error = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
      }
    }
  return measurements;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Assumes four characters per token for all tools. */
export function estimateTokens(charCount: number): number {
  return Math.round(charCount / 4);
}
