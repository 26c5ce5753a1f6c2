/** The page of a turn as it lies on disk: its HTML and the boxes of its elements (spec 1.1, 1.5). */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ParleyError } from '../contract/index.js';

export interface PageFiles {
  html: string;
  /** What stands in the file, as numbers are printed the way they are written; null where there is none. */
  boxes: { json: string; path: string } | null;
}

/**
 * @param page file name, as in `state.page`
 * @returns null where the file is not there, as the library has it
 */
export function readPageFiles(dir: string, page: string): PageFiles | null {
  // A name, whatever the file says: nothing outside the folder is read.
  const name = basename(page);
  const html = read(join(dir, 'pages', name));
  if (html === null) return null;
  const number = /-(\d+)-\d+\.[^.]*$/.exec(name)?.[1];
  const path = join(dir, 'bboxes', `bboxes-${number ?? ''}.json`);
  const json = number === undefined ? null : read(path);
  return { html: decoded(html), boxes: json === null ? null : { json: decoded(json), path } };
}

/** UTF-8, and latin-1 where it is not. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function read(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new ParleyError('usage', `“${path}” cannot be read (${code}).`, 'Restore the file from a copy.', {
      cause: error,
    });
  }
}
