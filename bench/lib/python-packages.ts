/** Installs a benchmark's Python packages, one virtual environment under bench/peers per requirements file. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OTHER_TOOLS_FOLDER = join(process.cwd(), 'bench/peers');

export interface PythonPackages {
  /** Name of the environment’s folder in bench/peers. */
  venv: string;
  /** Name of the requirements file in bench/peers. */
  requirements: string;
  /** Installs the packages without their dependencies, for benchmarks that only use their files. */
  filesOnly?: boolean;
  /** Error message if the installation fails. */
  failureMessage: string;
}

/**
 * Installs the packages on first use and whenever their list has changed.
 * @returns the environment’s folder
 * @throws if the installation fails
 */
export function installPythonPackages({
  venv,
  requirements,
  filesOnly,
  failureMessage,
}: PythonPackages): string {
  const folder = join(OTHER_TOOLS_FOLDER, venv);
  const installedMarker = join(folder, 'installed');
  const requirementsFile = join(OTHER_TOOLS_FOLDER, requirements);
  if (existsSync(installedMarker) && readFileSync(installedMarker).equals(readFileSync(requirementsFile)))
    return folder;
  const pipArguments = ['--requirement', requirementsFile, ...(filesOnly ? ['--no-deps'] : [])];
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...pipArguments]],
    ['cp', [requirementsFile, installedMarker]],
  ];
  for (const [program, args] of steps)
    if (spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status !== 0) throw new Error(failureMessage);
  return folder;
}
