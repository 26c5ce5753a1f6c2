/** Finds the configuration file: in the working directory, or in the nearest folder above it. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

export const CONFIG_NAME = 'parley.config.yaml';
const CONFIG_NAMES: readonly string[] = [CONFIG_NAME, 'parley.config.yml'];

/** Environment variable with the path of another file, or with `none` for no configuration. */
export const CONFIG_VARIABLE = 'PARLEY_CONFIG';

export interface FoundConfig {
  /** Absolute path; null if there is none. */
  file: string | null;
  /** A file that is not read, because another user could have put it there. */
  ignoredFile: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

function listConfigNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => CONFIG_NAMES.includes(name));
  } catch {
    // A file in a folder that cannot be listed could not be read either.
    return [];
  }
}

/** Returns null if the owner is unknown; reading the file then reports why. */
function getOwner(path: string): number | null {
  try {
    return statSync(path).uid;
  } catch {
    return null;
  }
}

/**
 * Whether the file belongs to the user, to root, or to the owner of the working directory. A file in a parent folder,
 * such as /tmp, may belong to anyone.
 */
function isTrusted(file: string, cwd: string): boolean {
  const userId = process.getuid?.();
  const ownerId = getOwner(file);
  return userId === undefined || ownerId === null || [userId, 0, getOwner(cwd)].includes(ownerId);
}

/** @throws ParleyError `usage` if a folder has two configuration files, or if the file in `PARLEY_CONFIG` does not exist */
export function findConfig(cwd: string, env: Env): FoundConfig {
  const givenPath = env[CONFIG_VARIABLE];
  if (givenPath === 'none') return { file: null, ignoredFile: null };
  if (givenPath) {
    if (statSync(givenPath, { throwIfNoEntry: false }))
      return { file: resolve(givenPath), ignoredFile: null };
    throw new ParleyError(
      'usage',
      `${CONFIG_VARIABLE} names ${givenPath}, which does not exist.`,
      `Give the path of a ${CONFIG_NAME}, or “none” for no configuration; parley init writes one.`,
    );
  }
  let ignoredFile: string | null = null;
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const [first, second] = listConfigNames(folder);
    if (first !== undefined && second !== undefined)
      throw new ParleyError(
        'usage',
        `There are two configuration files in ${folder}: ${first} and ${second}.`,
        `Remove one of them; ${CONFIG_NAME} is the usual name.`,
      );
    if (first !== undefined) {
      const file = join(folder, first);
      if (isTrusted(file, cwd)) return { file, ignoredFile };
      ignoredFile ??= file;
    }
    if (dirname(folder) === folder) return { file: null, ignoredFile };
  }
}
