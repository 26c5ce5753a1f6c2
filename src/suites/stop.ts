/** Ends a run early for all its workers: with a used-up budget, or with a mistake that every task would repeat. */
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

/** The first reason counts. */
export function requestStop(run: string, stop: RunStop): void {
  if (!existsSync(join(run, FILE))) writeFileSync(join(run, FILE), JSON.stringify(stop));
}

export function clearStop(run: string): void {
  rmSync(join(run, FILE), { force: true });
}
