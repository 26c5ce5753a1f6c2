/**
 * Worker thread that reads a PDF file. A damaged or hostile file can keep the parser busy for minutes or use up all
 * memory; in that case the main thread terminates this thread.
 */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

import type { PdfMessage, PdfRequest } from './pdf-messages.js';

const port = parentPort!;
const post = (message: PdfMessage): void => port.postMessage(message);

async function readPages({ path, maxPages }: PdfRequest): Promise<void> {
  const { getDocumentProxy } = await import('unpdf');
  const data = new Uint8Array(await readFile(path));
  // `isEvalSupported: true` would let fonts execute code; `verbosity: 0` suppresses console warnings.
  const pdf = await getDocumentProxy(data, { isEvalSupported: false, verbosity: 0 });
  post({ type: 'opened', pageCount: pdf.numPages });
  for (let pageNumber = 1; pageNumber <= Math.min(pdf.numPages, maxPages); pageNumber++) {
    const page = await pdf.getPage(pageNumber);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    post({ type: 'page', number: pageNumber, text });
    page.cleanup();
  }
  post({ type: 'done' });
}

await readPages(workerData as PdfRequest).catch((error: unknown) => {
  const isEncrypted = error instanceof Error && error.name === 'PasswordException';
  post({ type: 'failed', reason: isEncrypted ? 'encrypted' : 'damaged' });
});
