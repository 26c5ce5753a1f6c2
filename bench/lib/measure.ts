/**
 * Measures contenders one after the other in each round, so that other load on the machine affects all of them alike.
 * Warm-up rounds do not count. CPU time includes this process and all browser processes.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { sumCpuMs, readCpuByThread } from './processes.js';

/** CPU time is measured for this long after a call, to include garbage collection and painting. */
const TRAILING_WORK_MS = 25;

export interface Contender {
  name: string;
  /** Runs before every call and is not measured. */
  before?(): Promise<void>;
  /** @returns the number of characters for a model’s prompt, if the contender produces such a text */
  run(): Promise<number | void>;
}

/** Milliseconds. */
export interface Sample {
  wall: number;
  cpu: number;
}

export interface Measurement {
  name: string;
  samples: Sample[];
  chars: number | null;
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
  contenders: Contender[],
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<Measurement[]> {
  const measurements = contenders.map(({ name }): Measurement => ({ name, samples: [], chars: null }));
  for (let round = -warmUps; round < rounds; round++)
    for (const [i, contender] of contenders.entries()) {
      const result = measurements[i]!;
      if (result.error) continue;
      try {
        await contender.before?.();
        const sample = await takeSample(async () => {
          result.chars = (await contender.run()) ?? result.chars;
        });
        if (round >= 0) result.samples.push(sample);
      } catch (error) {
        result.error = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
      }
    }
  return measurements;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Assumes four characters per token for all contenders. */
export function estimateTokens(chars: number): number {
  return Math.round(chars / 4);
}
