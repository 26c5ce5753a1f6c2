/**
 * What a bare run's reports say above its tests. All of them stand in one spec of this package, whose path tells
 * nobody anything: HTML, JUnit, JSON and blobs name the folder of the scenarios in its place. Each reporter reads the
 * same suites, and ours is the first to get them; identities of tests were given before, so that `--last-failed` and
 * shards are as they were.
 */
import { basename, join, relative } from 'node:path';

import type { Suite } from '@playwright/test/reporter';

import { runSettings } from '../settings.js';
import { commonFolder } from '../titles.js';

/** Reports tell paths from where the run was started, and need some name for that folder itself. */
export function heading(files: readonly string[], cwd: string): string {
  const folder = commonFolder(files);
  return relative(cwd, folder) || basename(folder) || folder;
}

export function headedByFolder(suite: Suite, { files = [], cwd = process.cwd() } = runSettings()): void {
  if (files.length === 0) return;
  const title = heading(files, cwd);
  for (const project of suite.suites)
    for (const spec of project.suites) {
      spec.title = title;
      if (spec.location) spec.location.file = join(cwd, title);
    }
}
