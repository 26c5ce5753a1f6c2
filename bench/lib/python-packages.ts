/** Installs the Python packages of a benchmark, each requirements file in its own virtual environment under bench/peers. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PEERS_FOLDER = join(process.cwd(), 'bench/peers');

export interface PythonPackages {
  /** Name of the environment’s folder in bench/peers. */
  venv: string;
  /** Name of the requirements file in bench/peers. */
  requirements: string;
  /** Installs the packages without their dependencies, because only their files are used. */
  filesOnly?: boolean;
  /** Message of the error if the installation fails. */
  failureMessage: string;
}

/** Installs the packages on first use, and again after their list has changed. @returns the environment’s folder. @throws if the installation fails */
export function installPythonPackages({
  venv,
  requirements,
  filesOnly,
  failureMessage,
}: PythonPackages): string {
  const folder = join(PEERS_FOLDER, venv);
  const marker = join(folder, 'installed');
  const requirementsFile = join(PEERS_FOLDER, requirements);
  if (existsSync(marker) && readFileSync(marker).equals(readFileSync(requirementsFile))) return folder;
  const list = ['--requirement', requirementsFile, ...(filesOnly ? ['--no-deps'] : [])];
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...list]],
    ['cp', [requirementsFile, marker]],
  ];
  for (const [program, args] of steps)
    if (spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status !== 0) throw new Error(failureMessage);
  return folder;
}
