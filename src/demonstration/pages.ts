/** Reads a turn's recorded page: its HTML and its elements' boxes. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ParleyError } from '../contract/index.js';
import type { DomBox } from './types.js';

export interface PageFiles {
  html: string;
  /**
   * Null if there is no file. The JSON is not parsed, because the text that the ranker gets for each element must
   * contain the numbers exactly as recorded.
   */
  boxes: { json: string; path: string } | null;
}

/**
 * @param page the page's file name, which a recorded turn contains as `state.page`
 * @returns null if the file does not exist, as in the WebLINX library
 */
export function readPageFiles(dir: string, page: string): PageFiles | null {
  // Uses only the base name, so that nothing outside the folder is read.
  const name = basename(page);
  const html = readBytes(join(dir, 'pages', name));
  if (html === null) return null;
  const pageNumber = /-(\d+)-\d+\.[^.]*$/.exec(name)?.[1];
  const path = join(dir, 'bboxes', `bboxes-${pageNumber ?? ''}.json`);
  const json = pageNumber === undefined ? null : readBytes(path);
  return { html: decodeText(html), boxes: json === null ? null : { json: decodeText(json), path } };
}

/** Decodes UTF-8, or Latin-1 if the bytes are not UTF-8. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function readBytes(path: string): Uint8Array | null {
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

/**
 * Reads the boxes of the elements in the viewport. Their keys are element ids.
 *
 * @param page the page's file name, as for `readPageFiles`
 * @returns null if no boxes were recorded, or if the file is damaged
 */
export function readPageBoxes(dir: string, page: string): Record<string, DomBox> | null {
  const pageNumber = /-(\d+)-\d+\.[^.]*$/.exec(basename(page))?.[1];
  const json = pageNumber === undefined ? null : readBytes(join(dir, 'bboxes', `bboxes-${pageNumber}.json`));
  if (json === null) return null;
  try {
    return JSON.parse(decodeText(json)) as Record<string, DomBox>;
  } catch {
    return null;
  }
}
