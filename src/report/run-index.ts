/** The index of the sessions of one test run, inside Playwright's HTML report, so that it moves and is served with it. */
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

/** In the folder of Playwright's report. */
const RUN_INDEX_FILE = 'sessions.html';

/** A page for attachments, which Playwright copies to `data/`: it leads to the index of the run. */
export const RUN_INDEX_LINK = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>All sessions</title>
<meta http-equiv="refresh" content="0; url=../${RUN_INDEX_FILE}"></head>
<body><p><a href="../${RUN_INDEX_FILE}">All sessions of this run</a>. The list is part of the report that parley test wrote.</p></body></html>
`;

/**
 * @param sessions folder with the outputs of the tests
 * @param report folder of Playwright's report; sessions link to the reports that it contains as attachments
 * @returns the written file; null if the run has no session
 */
export function writeRunIndex(sessions: string, report: string, options: ReportOptions): string | null {
  const attachments = readAttachments(join(report, 'data'));
  const entries = listSessions(sessions).flatMap((dir): IndexEntry[] => {
    try {
      const file = join(dir, REPORT_FILE);
      const attached = existsSync(file) ? attachments.get(hashFile(file)) : undefined;
      const link = attached === undefined ? relative(report, file) : join('data', attached);
      return [{ ...readSessionSummary(dir, options).overview, link: toLink(link) }];
    } catch (error) {
      // A session that was killed at once has nothing to show.
      if (!(error instanceof ParleyError)) throw error;
      return [];
    }
  });
  if (entries.length === 0) return null;
  const path = join(report, RUN_INDEX_FILE);
  const back = { href: './index.html', text: 'Playwright’s report of the same run' };
  writeReportFile(path, renderIndex('All sessions of the run', entries, readIndexStyle(), back));
  return path;
}

/** Names of the attached pages by their content: Playwright gives them names of its own. */
function readAttachments(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return new Map(pages.map((name) => [hashFile(join(folder, name)), name]));
}

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
