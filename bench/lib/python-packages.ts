/** Python packages that a benchmark uses: each list in a virtual environment of its own under bench/peers, once. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const peers = join(process.cwd(), 'bench/peers');

export interface PythonPackages {
  /** Folder under bench/peers. */
  venv: string;
  /** List of what is installed, in bench/peers. */
  requirements: string;
  /** Nothing of Python's is run: only files of the packages themselves are wanted. */
  filesOnly?: boolean;
  /** Said where it fails. */
  trouble: string;
}

/** @returns the environment's folder. @throws when it cannot be made */
export function pythonPackages({ venv, requirements, filesOnly, trouble }: PythonPackages): string {
  const folder = join(peers, venv);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  const list = ['--requirement', join(peers, requirements), ...(filesOnly ? ['--no-deps'] : [])];
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', folder]],
    [join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...list]],
    ['touch', [done]],
  ];
  for (const [program, args] of steps)
    if (spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status !== 0) throw new Error(trouble);
  return folder;
}
