/** Files that differ from what Git has: for `--only-changed`, which Playwright knows of specs only. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

function git(args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new ParleyError(
    'usage',
    `Git does not tell what has changed: ${(error?.message ?? stderr).trim().split('\n')[0]}`,
    'Leave out --only-changed, or name a commit that there is: --only-changed=main.',
  );
}

const lines = (text: string): string[] => text.split('\0').filter(Boolean);

/** @param since a commit, or '' for the last one; what is new and not yet known to Git counts */
export function changedFiles(since: string): Set<string> {
  const top = git(['rev-parse', '--show-toplevel']).trim();
  const differing = lines(git(['diff', '--name-only', '-z', since || 'HEAD']));
  const fresh = lines(git(['-C', top, 'ls-files', '--others', '--exclude-standard', '-z']));
  return new Set([...differing, ...fresh].map((file) => resolve(top, file)));
}
