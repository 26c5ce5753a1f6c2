/**
 * Lists the files changed since a commit, for `--only-changed`. Playwright's own `--only-changed` considers only specs.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

function runGit(args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new ParleyError(
    'usage',
    `Git could not list the changed files: ${(error?.message ?? stderr).trim().split('\n')[0]}`,
    'Remove --only-changed, or give an existing commit: --only-changed=main.',
  );
}

const splitAtNul = (text: string): string[] => text.split('\0').filter(Boolean);

/**
 * Lists changed files. Untracked files count as changed.
 *
 * @param since a commit; '' stands for the last commit
 */
export function listChangedFiles(since: string): Set<string> {
  const repositoryRoot = runGit(['rev-parse', '--show-toplevel']).trim();
  const modifiedFiles = splitAtNul(runGit(['diff', '--name-only', '-z', since || 'HEAD']));
  const untrackedFiles = splitAtNul(
    runGit(['-C', repositoryRoot, 'ls-files', '--others', '--exclude-standard', '-z']),
  );
  return new Set([...modifiedFiles, ...untrackedFiles].map((file) => resolve(repositoryRoot, file)));
}
