/** Reads the pages of a PDF file in a worker thread, with a time limit. */
import { Worker } from 'node:worker_threads';

import type { DownloadText } from '../contract/index.js';
import type { DocumentLimits } from './limits.js';
import type { PdfMessage, PdfRequest } from './pdf-messages.js';

/** The compiled worker. It is in `dist/` even if this file runs from source, as in tests. */
const WORKER_URL = new URL('../../dist/document/pdf-worker.js', import.meta.url);
/** If a file needs more memory, only the worker fails and not the program. */
const MAX_MEMORY_MB = 512;

const FAILURE_MESSAGES = {
  encrypted: 'The PDF file is encrypted and needs a password.',
  damaged: 'The PDF file is damaged.',
} as const;

interface PdfPages {
  pageCount: number;
  pages: { number: number; text: string }[];
  end: 'done' | 'failed' | 'timeout';
  failure?: keyof typeof FAILURE_MESSAGES;
}

function runWorker(request: PdfRequest, timeoutMs: number, signal: AbortSignal): Promise<PdfPages> {
  const pdfPages: PdfPages = { pageCount: 0, pages: [], end: 'failed' };
  const worker = new Worker(WORKER_URL, {
    workerData: request,
    name: 'parley-pdf',
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    // The parser's console output is useless.
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const finish = (end: PdfPages['end']): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
      resolve({ ...pdfPages, end });
    };
    const timer = setTimeout(() => finish('timeout'), timeoutMs);
    const onAbort = (): void => finish('timeout');
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: PdfMessage) => {
      if (message.type === 'opened') pdfPages.pageCount = message.pageCount;
      else if (message.type === 'page') pdfPages.pages.push({ number: message.number, text: message.text });
      else if (message.type === 'done') finish('done');
      else {
        pdfPages.failure = message.reason;
        finish('failed');
      }
    });
    // Out of memory, or an error outside the parser's promises.
    worker.on('error', () => finish('failed'));
    worker.on('exit', () => finish('failed'));
  });
}

/** Removes spaces at line ends and empty lines. */
const removeBlankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

export async function readPdf(
  path: string,
  { maxPages, pdfTimeoutMs }: DocumentLimits,
  signal: AbortSignal,
): Promise<DownloadText> {
  const { pageCount, pages, end, failure } = await runWorker({ path, maxPages }, pdfTimeoutMs, signal);
  signal.throwIfAborted();
  if (pages.length === 0) {
    const reason = failure ? FAILURE_MESSAGES[failure] : 'The PDF file could not be read in time.';
    return { status: 'unreadable', reason };
  }
  const readCount = pages.length;
  const pagesWithText = pages
    .map(({ number, text }) => ({ number, text: removeBlankLines(text) }))
    .filter(({ text }) => text);
  if (pagesWithText.length === 0)
    return { status: 'unreadable', reason: 'The PDF file contains only page images, no text.' };
  return {
    status: 'read',
    pageCount,
    pages: pagesWithText,
    ...(readCount < pageCount || end !== 'done'
      ? { incomplete: `Only ${readCount} of ${pageCount} pages were read.` }
      : {}),
  };
}
