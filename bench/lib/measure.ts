/**
 * Contenders are measured in turns, round by round, so that whatever else the machine does meets all of them; the
 * first rounds are not counted. CPU is this process and every browser process, up to a moment after the answer.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { cpuBetween, cpuByThread } from './processes.js';

/** Left-overs of a call (garbage, a frame to paint) belong to it. */
const TAIL_MS = 25;

export interface Contender {
  name: string;
  /** Before every call, outside the measurement. */
  before?(): Promise<void>;
  /** @returns the characters of what would be sent to a model, where there is such a thing */
  run(): Promise<number | void>;
}

export interface Sample {
  wall: number;
  cpu: number;
}

export interface Measured {
  name: string;
  samples: Sample[];
  chars: number | null;
  error?: string;
}

export async function sample(run: () => Promise<unknown>): Promise<Sample> {
  const before = cpuByThread('first');
  const began = performance.now();
  await run();
  const wall = performance.now() - began;
  await pause(TAIL_MS);
  return { wall, cpu: cpuBetween(before, cpuByThread('second')) };
}

export async function roundRobin(
  contenders: Contender[],
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<Measured[]> {
  const measured = contenders.map(({ name }): Measured => ({ name, samples: [], chars: null }));
  for (let round = -warmUps; round < rounds; round++)
    for (const [i, contender] of contenders.entries()) {
      const result = measured[i]!;
      if (result.error) continue;
      try {
        await contender.before?.();
        const taken = await sample(async () => {
          result.chars = (await contender.run()) ?? result.chars;
        });
        if (round >= 0) result.samples.push(taken);
      } catch (error) {
        result.error = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
      }
    }
  return measured;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Four characters a token: an estimate that is the same for all. */
export function tokens(chars: number): number {
  return Math.round(chars / 4);
}
