/** Reads a text file and splits it into pages. */
import { open } from 'node:fs/promises';

import type { DownloadText } from '../contract/index.js';

/** Maximum number of UTF-16 units per page, about one printed page. */
const MAX_PAGE_LENGTH = 3_000;
/** Number of bytes that are examined to decide whether a file is text. */
const SAMPLE_BYTES = 4_096;

export async function readFileStart(path: string, byteCount: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(byteCount), 0, byteCount, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Detects the encoding by byte order mark or content; null if the file is not text. */
function detectEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // Text contains no control characters except white space and escape.
  if (sample.some((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte))) return null;
  try {
    // The sample may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: bytes.length > SAMPLE_BYTES });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Splits text at form feeds, and long sections at line ends. */
export function splitPages(text: string): string[] {
  const pages: string[] = [];
  for (const section of text.split('\f')) {
    let page = '';
    for (const line of section.split('\n')) {
      if (page && page.length + line.length > MAX_PAGE_LENGTH) {
        pages.push(page);
        page = '';
      }
      // A single line may be longer than a page, as in minified JSON.
      let remainingLine = line;
      while (remainingLine.length > MAX_PAGE_LENGTH) {
        pages.push(remainingLine.slice(0, MAX_PAGE_LENGTH));
        remainingLine = remainingLine.slice(MAX_PAGE_LENGTH);
      }
      page += page ? `\n${remainingLine}` : remainingLine;
    }
    pages.push(page);
  }
  return pages;
}

/** @returns null if the file is not text */
export async function readText(path: string, size: number, maxBytes: number): Promise<DownloadText | null> {
  const bytes = await readFileStart(path, Math.min(size, maxBytes));
  const encoding = detectEncoding(bytes);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n');
  const pages = splitPages(text)
    .map((page, i) => ({ number: i + 1, text: page.trim() }))
    .filter((page) => page.text);
  if (pages.length === 0) return { status: 'unreadable', reason: 'The file is empty.' };
  const readPercentage = Math.round((100 * bytes.length) / size);
  return {
    status: 'read',
    pageCount: pages.at(-1)!.number,
    pages,
    ...(bytes.length < size
      ? { incomplete: `Only the first ${readPercentage} % of the file was read.` }
      : {}),
  };
}
