/** Chromium's PDF viewer: recognises it and saves the displayed file as a download. */
import type { CDPSession, Page } from 'playwright';

import type { DownloadManager } from './downloads.js';
import type { PageLimits } from './limits.js';
import type { PageEventLog } from './page-events.js';

const PDF_VIEWER_URL = /^chrome-extension:/;

export const isPdfViewerUrl = (url: string): boolean => PDF_VIEWER_URL.test(url);

export const showsPdf = (page: Page): boolean => page.frames().some((frame) => isPdfViewerUrl(frame.url()));

/** Downloads the displayed document. The script runs in the viewer's document, which contains no site code. */
const DOWNLOAD_SCRIPT = `(() => {
  const link = document.createElement('a');
  link.href = location.href;
  link.download = '';
  link.click();
})()`;

/** URL of the file last saved from each page. */
const savedUrls = new WeakMap<Page, string>();

/** Saves the displayed PDF unless it was saved before. A page event reports the file. */
export async function savePdf(
  page: Page,
  cdp: CDPSession,
  downloads: DownloadManager,
  pageEvents: PageEventLog,
  limits: PageLimits,
  signal: AbortSignal,
): Promise<void> {
  if (!showsPdf(page) || savedUrls.get(page) === page.url()) return;
  savedUrls.set(page, page.url());
  const { findProblem } = downloads.beginAction();
  const downloadStart = page.waitForEvent('download', { timeout: limits.pdfDownloadMs }).catch(() => null);
  const evaluation = { expression: DOWNLOAD_SCRIPT, userGesture: true };
  await cdp.send('Runtime.evaluate', evaluation, { timeout: limits.pdfDownloadMs }).catch(() => undefined);
  await downloadStart;
  const downloadProblem = await findProblem(limits.downloadWaitMs, signal);
  if (downloadProblem?.type === 'refused')
    pageEvents.add({ type: 'download-refused', file: downloadProblem.file, reason: downloadProblem.reason });
}
