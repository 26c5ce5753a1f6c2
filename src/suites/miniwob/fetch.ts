/** On request, installs the MiniWoB++ Python package into a folder with pip. Only the package's files are used. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

import { ParleyError } from '../../contract/index.js';
import { findPages } from './pages.js';

/** The package version with which Parley was tested. */
const REQUIREMENT = 'miniwob==1.1.0';
const PROJECT_URL = 'https://github.com/Farama-Foundation/miniwob-plusplus';
const MANUAL_INSTALLATION = `Install the package ${REQUIREMENT} in another way, and give its html folder with --pages.`;
/** How many of pip's last lines to show. They explain a failure. */
const MAX_ERROR_LINES = 3;

/**
 * @param source a package index, or a folder that contains the package; by default, pip's own settings apply
 * @returns lines to print for the user
 * @throws ParleyError `infra` if pip fails
 */
export async function fetchPages(
  folder: string,
  source: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const targetFolder = resolve(folder);
  const sourceArguments =
    source === undefined
      ? []
      : URL.canParse(source)
        ? ['--index-url', source]
        : ['--find-links', source, '--no-index'];
  await runPip(
    ['install', '--no-deps', '--upgrade', '--target', targetFolder, ...sourceArguments, REQUIREMENT],
    signal,
  );
  const { folder: pages, version } = findPages(targetFolder);
  return [
    `Source:  ${PROJECT_URL}`,
    'Licence: MIT; see the project for its terms.',
    `MiniWoB++ ${version ?? ''}: ${pages}`,
  ];
}

async function runPip(args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn('python3', ['-m', 'pip', '--disable-pip-version-check', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ParleyError(
      'infra',
      `Python 3 cannot be started: ${(error as Error).message}.`,
      MANUAL_INSTALLATION,
      {
        cause: error,
      },
    );
  });
  if (code === 0) return;
  const errorLines = errors.trim().split('\n').slice(-MAX_ERROR_LINES);
  throw new ParleyError(
    'infra',
    `pip cannot install ${REQUIREMENT}: ${errorLines.join(' ')}`,
    MANUAL_INSTALLATION,
  );
}
