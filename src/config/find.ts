/** Finds the configuration file: in the working directory, or in the nearest folder above it. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

export const CONFIG_NAME = 'parley.config.yaml';
const NAMES: readonly string[] = [CONFIG_NAME, 'parley.config.yml'];

/** Environment variable that names another file, or `none`. */
export const CONFIG_VARIABLE = 'PARLEY_CONFIG';

export interface FoundConfig {
  /** Absolute; null if there is none. */
  file: string | null;
  /** A file that is not read, because another user could have put it there. */
  ignored: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => NAMES.includes(name));
  } catch {
    // A file in a folder that cannot be listed could not be read either.
    return [];
  }
}

/** Returns null if the owner is unknown; reading the file then reports why. */
function ownerOf(path: string): number | null {
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
  const user = process.getuid?.();
  const owner = ownerOf(file);
  return user === undefined || owner === null || [user, 0, ownerOf(cwd)].includes(owner);
}

/** @throws ParleyError `usage` if a folder has two configuration files, or `PARLEY_CONFIG` names none */
export function findConfig(cwd: string, env: Env): FoundConfig {
  const named = env[CONFIG_VARIABLE];
  if (named === 'none') return { file: null, ignored: null };
  if (named) {
    if (statSync(named, { throwIfNoEntry: false })) return { file: resolve(named), ignored: null };
    throw new ParleyError(
      'usage',
      `${CONFIG_VARIABLE} names ${named}, which does not exist.`,
      `Name a ${CONFIG_NAME}, or “none” for no configuration; parley init writes one.`,
    );
  }
  let ignored: string | null = null;
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const [first, second] = namesIn(folder);
    if (first !== undefined && second !== undefined)
      throw new ParleyError(
        'usage',
        `There are two configuration files in ${folder}: ${first} and ${second}.`,
        `Remove one of them; ${CONFIG_NAME} is the usual name.`,
      );
    if (first !== undefined) {
      const file = join(folder, first);
      if (isTrusted(file, cwd)) return { file, ignored };
      ignored ??= file;
    }
    if (dirname(folder) === folder) return { file: null, ignored };
  }
}
