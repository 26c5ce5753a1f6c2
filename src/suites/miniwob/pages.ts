/** Finds the pages of MiniWoB++ in a folder, and the tasks among them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ParleyError } from '../../contract/index.js';

/** The default folder of `--fetch`. */
export const DATA_FOLDER = 'miniwob-data';

const TASK_FOLDER = 'miniwob';
const PACKAGE_FOLDER = 'miniwob';

export interface MiniwobPages {
  /** Absolute path of the package's `html` folder. */
  folder: string;
  /** The package's version; null if the folder is not part of an installed package. */
  version: string | null;
}

/**
 * @param givenFolder the folder given to `--fetch`, the package's folder, or its `html` folder; by default DATA_FOLDER
 * @throws ParleyError `usage` if the folder does not contain the pages
 */
export function findPages(givenFolder: string | undefined): MiniwobPages {
  const root = resolve(givenFolder ?? DATA_FOLDER);
  const folder = [root, join(root, 'html'), join(root, PACKAGE_FOLDER, 'html')].find(hasPages);
  if (folder !== undefined) return { folder, version: readPackageVersion(folder) };
  throw new ParleyError(
    'usage',
    givenFolder === undefined
      ? `The pages of MiniWoB++ are not installed: there is no folder “${DATA_FOLDER}”.`
      : `“${givenFolder}” does not contain the pages of MiniWoB++.`,
    'Install them with parley bench miniwob --fetch (needs Python 3 with pip), or give the html folder of the Python package miniwob with --pages.',
  );
}

const hasPages = (folder: string): boolean =>
  existsSync(join(folder, TASK_FOLDER)) && existsSync(join(folder, 'core/core.js'));

function readPackageVersion(folder: string): string | null {
  const sitePackages = dirname(dirname(folder));
  return (
    readdirSync(sitePackages)
      .map((name) => /^miniwob-(.+)\.dist-info$/.exec(name)?.[1])
      .find((version) => version !== undefined) ?? null
  );
}

/**
 * Lists the tasks among the pages, in sorted order. Pages that the package does not register as environments are not
 * tasks. The flight tasks are left out, because they are copies of airline sites and compute rewards differently.
 */
export function listTasks(folder: string): string[] {
  const registration = join(folder, '../registration.py');
  return filterRegisteredTasks(
    readdirSync(join(folder, TASK_FOLDER))
      .filter((name) => name.endsWith('.html'))
      .map((name) => name.replace(/\.html$/, '')),
    existsSync(registration) ? readFileSync(registration, 'utf8') : null,
  );
}

/** @param registration the package's list of environments; if it is null (missing), every page is a task */
export function filterRegisteredTasks(pages: readonly string[], registration: string | null): string[] {
  const registeredTasks = new Set(
    [...(registration ?? '').matchAll(/id="miniwob\/([\w-]+)-v\d+"/g)].map(([, name]) => name!),
  );
  return pages.filter((name) => registration === null || registeredTasks.has(name)).toSorted();
}
