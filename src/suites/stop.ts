/** Ends a run early for all workers, because of an exhausted budget or a mistake that every task would repeat. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RunStop {
  kind: 'budget' | 'usage';
  reason: string;
  next: string;
}

const FILE = '.stop.json';

export function readStop(run: string): RunStop | null {
  const file = join(run, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunStop) : null;
}

/** Only the first reason is kept. */
export function requestStop(run: string, stop: RunStop): void {
  if (!existsSync(join(run, FILE))) writeFileSync(join(run, FILE), JSON.stringify(stop));
}

export function clearStop(run: string): void {
  rmSync(join(run, FILE), { force: true });
}
