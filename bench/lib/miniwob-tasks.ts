/** Which tasks there are in the MiniWoB++ package, and where its pages lie. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ParleyError } from '../../src/contract/index.js';
import { pythonPackages } from './python-packages.js';

export interface Pages {
  /** The package's `html` folder. */
  folder: string;
  /** Of the package; null where the pages lie without it. */
  version: string | null;
}

export interface Tasks {
  /** Names as in `miniwob/<name>.html`, sorted. */
  run: string[];
  /** Groups of pages that are no tasks here. */
  leftOut: { names: string[]; why: string }[];
}

const TASKS = 'miniwob';
const FLIGHTS = 'flight';

/** @param given an `html` folder; without it the package is installed */
export function findPages(given: string | undefined): Pages {
  const folder = given === undefined ? installed() : resolve(given);
  if (!existsSync(join(folder, TASKS)) || !existsSync(join(folder, 'core/core.js')))
    throw new ParleyError(
      'usage',
      `${given ?? folder} holds no pages of MiniWoB++.`,
      'Name the html folder of the Python package miniwob, with miniwob/, core/ and common/ in it.',
    );
  return { folder, version: versionOf(folder) };
}

function installed(): string {
  const venv = pythonPackages({
    venv: '.venv-miniwob',
    requirements: 'requirements-miniwob.txt',
    filesOnly: true,
    trouble:
      'MiniWoB++ could not be installed (Python 3, pip, bench/peers/requirements-miniwob.txt); --pages names a folder with its pages.',
  });
  const [python] = readdirSync(join(venv, 'lib')).filter((name) => name.startsWith('python'));
  return join(venv, 'lib', python ?? '', 'site-packages/miniwob/html');
}

function versionOf(folder: string): string | null {
  const packages = join(folder, '../..');
  const found = readdirSync(packages)
    .map((name) => /^miniwob-(.+)\.dist-info$/.exec(name)?.[1])
    .find(Boolean);
  return found ?? null;
}

export function readTasks(folder: string): Tasks {
  const pages = readdirSync(join(folder, TASKS)).filter((name) => name.endsWith('.html'));
  const flights = existsSync(join(folder, FLIGHTS))
    ? readdirSync(join(folder, FLIGHTS)).filter((name) =>
        existsSync(join(folder, FLIGHTS, name, 'wrapper.html')),
      )
    : [];
  const registration = join(folder, '../registration.py');
  return tasksOf({
    pages: pages.map((name) => name.replace(/\.html$/, '')),
    flights,
    registration: existsSync(registration) ? readFileSync(registration, 'utf8') : null,
  });
}

/** @param registration the package's list of its environments; null where it is not known */
export function tasksOf({
  pages,
  flights,
  registration,
}: {
  pages: readonly string[];
  flights: readonly string[];
  registration: string | null;
}): Tasks {
  const registered = new Set(
    [...(registration ?? '').matchAll(/id="miniwob\/([\w-]+)-v\d+"/g)].map(([, name]) => name!),
  );
  const isTask = (name: string): boolean => registration === null || registered.has(name);
  const leftOut = [
    { names: flights.toSorted(), why: 'flight tasks: copies of airlines’ sites, with rewards of their own' },
    {
      names: pages.filter((name) => !isTask(name)).toSorted(),
      why: 'pages that the package ships without an environment',
    },
  ];
  return { run: pages.filter(isTask).toSorted(), leftOut: leftOut.filter(({ names }) => names.length > 0) };
}

/**
 * The tasks that `--tasks` asks for: names with `*` for any letters, separated by commas.
 * @throws ParleyError `usage` for a pattern that means none
 */
export function chosenTasks(all: readonly string[], patterns: string | undefined): string[] {
  if (patterns === undefined) return [...all];
  const asked = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter(Boolean);
  const chosen = new Set(asked.flatMap((pattern) => meant(all, pattern)));
  if (chosen.size === 0)
    throw new ParleyError('usage', '--tasks names no task.', 'For example --tasks "click-button,email-*"');
  return all.filter((name) => chosen.has(name));
}

function meant(all: readonly string[], pattern: string): string[] {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'));
  const names = all.filter((name) => new RegExp(`^${parts.join('.*')}$`).test(name));
  if (names.length > 0) return names;
  throw new ParleyError(
    'usage',
    `There is no task “${pattern}”.`,
    'Tasks are called as their pages are, for example click-button; * stands for any letters.',
  );
}
