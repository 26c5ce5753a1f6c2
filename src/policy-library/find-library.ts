/** Finds policy libraries: those that ship with Parley, and those in a user's folder. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ParleyError } from '../contract/index.js';
import { formatSuggestion } from '../yaml/index.js';
import { LIBRARY_FILE } from './load-library.js';

/** The folder `policies/` of the package. */
const SHIPPED_FOLDER = fileURLToPath(new URL('../../policies/', import.meta.url));

/** A folder that contains `library.yaml`. */
export interface LibraryFolder {
  /** The folder's name, which `findLibrary` accepts. */
  name: string;
  folder: string;
  /** Whether it ships with Parley. */
  isShipped: boolean;
}

export interface FindLibraryOptions {
  /** A library or a folder of libraries, which take precedence over the shipped ones. */
  folder?: string | undefined;
}

/** Lists the user's libraries and the shipped ones. A user's library hides a shipped library with the same name. */
export function listLibraries({ folder }: FindLibraryOptions = {}): LibraryFolder[] {
  const userLibraries = folder === undefined ? [] : findLibraryFolders(folder);
  if (folder !== undefined && userLibraries.length === 0)
    throw new ParleyError(
      'usage',
      `There is no ${LIBRARY_FILE} in ${folder} or in a folder directly inside it.`,
      `Check the path, or start a library there with \`parley policy new ${join(folder, 'my_policy')}\`.`,
    );
  const shippedLibraries = findLibraryFolders(SHIPPED_FOLDER).filter(({ name }) =>
    userLibraries.every((library) => library.name !== name),
  );
  return [
    ...userLibraries.map((library) => ({ ...library, isShipped: false })),
    ...shippedLibraries.map((library) => ({ ...library, isShipped: true })),
  ];
}

/** @returns the library's folder. @throws ParleyError `usage` if there is no library with this name */
export function findLibrary(name: string, options: FindLibraryOptions = {}): string {
  const libraries = listLibraries(options);
  const library = libraries.find((library) => library.name === name);
  if (library) return library.folder;
  const names = libraries.map((library) => library.name);
  throw new ParleyError(
    'usage',
    `There is no policy library “${name}”.${formatSuggestion(name, names)}`,
    `Choose one of ${names.join(', ')}, or give the path of your own libraries with --policies.`,
  );
}

function findLibraryFolders(folder: string): { name: string; folder: string }[] {
  if (!existsSync(folder))
    throw new ParleyError('usage', `There is no folder ${folder}.`, 'Check the path given with --policies.');
  if (!statSync(folder).isDirectory())
    throw new ParleyError(
      'usage',
      `${folder} is a file, not a folder.`,
      'Give the path of a library’s folder.',
    );
  const folders = existsSync(join(folder, LIBRARY_FILE))
    ? [folder]
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(folder, entry.name))
        .filter((subfolder) => existsSync(join(subfolder, LIBRARY_FILE)))
        .toSorted();
  return folders.map((folder) => ({ name: basename(resolve(folder)), folder }));
}
