/**
 * Reads the text of a PDF or plain text file, recognised by its content. For other files, returns the reason why they
 * cannot be read.
 */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';

import type { DownloadText } from '../contract/index.js';
import { DOCUMENT_LIMITS, type DocumentLimits } from './limits.js';
import { readPdf } from './read-pdf.js';
import { readFileStart, readText } from './read-text.js';

/** Other bytes may precede the header of a PDF file. */
const PDF_HEADER_BYTES = 1_024;

function formatSize(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / (1024 * 1024)).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} bytes`;
}

export async function readDocument(
  path: string,
  signal: AbortSignal,
  overrides: Partial<DocumentLimits> = {},
): Promise<DownloadText> {
  const limits = { ...DOCUMENT_LIMITS, ...overrides };
  try {
    const { size } = await stat(path);
    if (size === 0) return { status: 'unreadable', reason: 'The file is empty.' };
    const isPdf = (await readFileStart(path, PDF_HEADER_BYTES)).includes('%PDF-');
    if (isPdf && size > limits.maxPdfBytes)
      return {
        status: 'unreadable',
        reason: `The PDF file is ${formatSize(size)}; the limit is ${formatSize(limits.maxPdfBytes)}.`,
      };
    if (isPdf) return await readPdf(path, limits, signal);
    const extension = extname(path).slice(1).toLowerCase();
    return (
      (await readText(path, size, limits.maxTextBytes)) ?? {
        status: 'unreadable',
        reason: `A file of type ${extension || 'unknown'} (${formatSize(size)}) is neither PDF nor text.`,
      }
    );
  } catch {
    signal.throwIfAborted();
    return { status: 'unreadable', reason: 'The file does not exist or cannot be opened.' };
  }
}
