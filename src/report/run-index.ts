/** Writes the index of a test run's sessions into Playwright's HTML report, so that both stay together. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { readIndexStyle } from './assets.js';
import { listSessions } from './find-sessions.js';
import { renderIndex, type IndexEntry } from './index-page.js';
import { toLink } from './links.js';
import { writeReportFile } from './report-file.js';
import { readSessionSummary } from './session-summary.js';
import type { ReportOptions } from './session-report.js';
import { REPORT_FILE } from './write-reports.js';

/** File name of the index in the folder of Playwright's report. */
const RUN_INDEX_FILE = 'sessions.html';

/** An attachment that links to the run's index. Playwright copies attachments to `data/`. */
export const RUN_INDEX_LINK_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>All sessions</title>
<meta http-equiv="refresh" content="0; url=../${RUN_INDEX_FILE}"></head>
<body><p><a href="../${RUN_INDEX_FILE}">All sessions of this run</a>. The list is part of the report that parley test wrote.</p></body></html>
`;

/**
 * @param outputFolder folder with the tests' output
 * @param reportFolder folder of Playwright's report; sessions link to the reports that it contains as attachments
 * @returns the written file; null if the run has no session
 */
export function writeRunIndex(
  outputFolder: string,
  reportFolder: string,
  options: ReportOptions,
): string | null {
  const attachments = readAttachments(join(reportFolder, 'data'));
  const entries = listSessions(outputFolder).flatMap((dir): IndexEntry[] => {
    try {
      const file = join(dir, REPORT_FILE);
      const attachmentName = existsSync(file) ? attachments.get(hashFile(file)) : undefined;
      const link = attachmentName === undefined ? relative(reportFolder, file) : join('data', attachmentName);
      return [{ ...readSessionSummary(dir, options).overview, link: toLink(link) }];
    } catch (error) {
      // Skip a session that was killed before it recorded anything.
      if (!(error instanceof ParleyError)) throw error;
      return [];
    }
  });
  if (entries.length === 0) return null;
  const path = join(reportFolder, RUN_INDEX_FILE);
  const backLink = { href: './index.html', text: 'Playwright’s report of the same run' };
  writeReportFile(path, renderIndex('All sessions of the run', entries, readIndexStyle(), backLink));
  return path;
}

/** Maps the hash of each attached page to its file name, because Playwright renames attachments. */
function readAttachments(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return new Map(pages.map((name) => [hashFile(join(folder, name)), name]));
}

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
