/**
 * Replaces the title of the built-in spec in reports. In a run without a config, all tests are in one spec of this
 * package, whose path means nothing to users. HTML, JUnit, JSON and blob reports therefore show the scenarios' folder
 * instead. Parley's reporter is called first and changes the suites that all reporters share. Test ids are assigned
 * earlier, so `--last-failed` and shards still work.
 */
import { basename, join, relative } from 'node:path';

import type { Suite } from '@playwright/test/reporter';

import { readRunSettings } from '../settings.js';
import { findCommonFolder } from '../titles.js';

/**
 * Returns the scenarios' common folder relative to the working directory, or the folder's name if it is that directory.
 */
export function createSpecTitle(files: readonly string[], cwd: string): string {
  const folder = findCommonFolder(files);
  return relative(cwd, folder) || basename(folder) || folder;
}

export function retitleSpecs(suite: Suite, { files = [], cwd = process.cwd() } = readRunSettings()): void {
  if (files.length === 0) return;
  const title = createSpecTitle(files, cwd);
  for (const project of suite.suites)
    for (const spec of project.suites) {
      spec.title = title;
      if (spec.location) spec.location.file = join(cwd, title);
    }
}
