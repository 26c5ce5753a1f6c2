/** Ends a run early for all workers, because of an exhausted budget or a mistake that every task would repeat. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RunStop {
  kind: 'budget' | 'usage';
  reason: string;
  next: string;
}

const STOP_FILE = '.stop.json';

export function readStop(runFolder: string): RunStop | null {
  const file = join(runFolder, STOP_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunStop) : null;
}

/** Requests the end of the run. If several workers do so, only the first reason is kept. */
export function requestStop(runFolder: string, stop: RunStop): void {
  if (!existsSync(join(runFolder, STOP_FILE)))
    writeFileSync(join(runFolder, STOP_FILE), JSON.stringify(stop));
}

export function clearStop(runFolder: string): void {
  rmSync(join(runFolder, STOP_FILE), { force: true });
}
