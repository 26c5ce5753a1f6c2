/** Finds the pages of the MiniWoB++ package and selects its tasks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ParleyError } from '../../src/contract/index.js';
import { installPythonPackages } from './python-packages.js';

export interface MiniwobPages {
  /** The package's `html` folder. */
  folder: string;
  /** Version of the package; null if the folder is not part of an installed package. */
  version: string | null;
}

export interface MiniwobTasks {
  /** Names as in `miniwob/<name>.html`, sorted. */
  included: string[];
  /** Groups of pages that are not run, with the reason. */
  omitted: { names: string[]; reason: string }[];
}

const TASK_FOLDER = 'miniwob';
const FLIGHT_FOLDER = 'flight';

/**
 * Finds the folder with the pages, or installs the package if no folder is given.
 * @throws ParleyError `usage` if the folder does not contain the pages
 */
export function findPages(givenFolder: string | undefined): MiniwobPages {
  const folder = givenFolder === undefined ? installPages() : resolve(givenFolder);
  if (!existsSync(join(folder, TASK_FOLDER)) || !existsSync(join(folder, 'core/core.js')))
    throw new ParleyError(
      'usage',
      `${givenFolder ?? folder} does not contain the pages of MiniWoB++.`,
      'Give --pages the html folder of the Python package miniwob, which contains miniwob/, core/ and common/.',
    );
  return { folder, version: readPackageVersion(folder) };
}

function installPages(): string {
  const venv = installPythonPackages({
    venv: '.venv-miniwob',
    requirements: 'requirements-miniwob.txt',
    filesOnly: true,
    failureMessage:
      'Installing MiniWoB++ failed. It needs Python 3 and pip (bench/peers/requirements-miniwob.txt), or give --pages a folder with its pages.',
  });
  const [python] = readdirSync(join(venv, 'lib')).filter((name) => name.startsWith('python'));
  return join(venv, 'lib', python ?? '', 'site-packages/miniwob/html');
}

function readPackageVersion(folder: string): string | null {
  const packages = join(folder, '../..');
  const version = readdirSync(packages)
    .map((name) => /^miniwob-(.+)\.dist-info$/.exec(name)?.[1])
    .find(Boolean);
  return version ?? null;
}

export function readTasks(folder: string): MiniwobTasks {
  const pages = readdirSync(join(folder, TASK_FOLDER)).filter((name) => name.endsWith('.html'));
  const flights = existsSync(join(folder, FLIGHT_FOLDER))
    ? readdirSync(join(folder, FLIGHT_FOLDER)).filter((name) =>
        existsSync(join(folder, FLIGHT_FOLDER, name, 'wrapper.html')),
      )
    : [];
  const registration = join(folder, '../registration.py');
  return classifyPages({
    pages: pages.map((name) => name.replace(/\.html$/, '')),
    flights,
    registration: existsSync(registration) ? readFileSync(registration, 'utf8') : null,
  });
}

/**
 * Separates tasks from pages that are not run.
 * @param registration the package's list of environments; null if there is none, which makes every page a task
 */
export function classifyPages({
  pages,
  flights,
  registration,
}: {
  pages: readonly string[];
  flights: readonly string[];
  registration: string | null;
}): MiniwobTasks {
  const registered = new Set(
    [...(registration ?? '').matchAll(/id="miniwob\/([\w-]+)-v\d+"/g)].map(([, name]) => name!),
  );
  const isTask = (name: string): boolean => registration === null || registered.has(name);
  const omittedGroups = [
    {
      names: flights.toSorted(),
      reason: 'flight tasks: copies of airlines’ sites, which compute rewards in another way',
    },
    {
      names: pages.filter((name) => !isTask(name)).toSorted(),
      reason: 'pages that the package ships without an environment',
    },
  ];
  return {
    included: pages.filter(isTask).toSorted(),
    omitted: omittedGroups.filter(({ names }) => names.length > 0),
  };
}

/**
 * Selects tasks by the patterns of `--tasks`: names separated by commas, in which `*` matches any characters.
 * @throws ParleyError `usage` if a pattern matches no task
 */
export function filterTasks(all: readonly string[], patterns: string | undefined): string[] {
  if (patterns === undefined) return [...all];
  const patternList = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter(Boolean);
  const selected = new Set(patternList.flatMap((pattern) => matchPattern(all, pattern)));
  if (selected.size === 0)
    throw new ParleyError('usage', '--tasks is empty.', 'For example --tasks "click-button,email-*"');
  return all.filter((name) => selected.has(name));
}

function matchPattern(all: readonly string[], pattern: string): string[] {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'));
  const names = all.filter((name) => new RegExp(`^${parts.join('.*')}$`).test(name));
  if (names.length > 0) return names;
  throw new ParleyError(
    'usage',
    `No task matches “${pattern}”.`,
    'Tasks have the names of their pages, for example click-button; * matches any characters.',
  );
}
