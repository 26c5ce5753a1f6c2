/** Writes a command's files into a folder given by the user. Replaces existing files only if the user asks for it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ParleyError } from '../contract/index.js';

export interface NewFile {
  /** Relative to the folder. */
  name: string;
  text: string;
}

/**
 * @param force whether to replace existing files
 * @throws ParleyError `usage` if a file exists and `force` is false, or if a file cannot be written
 */
export function writeNewFiles(folder: string, files: readonly NewFile[], force: boolean): void {
  const existingPath = files.map(({ name }) => join(folder, name)).find((path) => existsSync(path));
  if (existingPath !== undefined && !force)
    throw new ParleyError(
      'usage',
      `${existingPath} exists.`,
      'Choose another folder with --out, or replace its files with --force.',
    );
  try {
    for (const { name, text } of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${folder}” cannot be written: ${(error as Error).message}.`,
      'Choose another folder with --out.',
      { cause: error },
    );
  }
}
