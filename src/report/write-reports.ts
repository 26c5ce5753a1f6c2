/** Writes the reports, the Markdown summaries and the index of the sessions that the user gave. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { readIndexStyle } from './assets.js';
import { findSessions, hasRecord } from './find-sessions.js';
import { renderIndex, type IndexEntry } from './index-page.js';
import { formatIndexMarkdown, formatSessionMarkdown } from './markdown.js';
import { assertReplaceable, MARKDOWN_MARK, writeReportFile } from './report-file.js';
import type { SessionOverview } from './overview.js';
import type { OpenAnnotations } from './demonstration-annotations.js';
import { writeDemonstrationReport, type WrittenDemonstrationReport } from './demonstration-report.js';
import { toLink } from './links.js';
import { readSessionSummary } from './session-summary.js';
import { writeSessionReport, type ReportOptions } from './session-report.js';

/** Name of a session's report in its folder. */
export const REPORT_FILE = 'report.html';

export interface ReportRequest extends ReportOptions {
  paths: readonly string[];
  /** Path of the session's report, or of the index if there are several sessions. */
  out?: string | undefined;
  markdown: boolean;
  force: boolean;
  /** Called with the path of each written file. */
  onFile(path: string, kind: 'report' | 'index' | 'markdown'): void;
  /** Called with problems that do not prevent the reports, one sentence each. */
  onWarning(message: string): void;
  /** For demonstrations without `session.jsonl`. */
  openAnnotations: OpenAnnotations;
}

export interface ReportResult {
  /** Sessions that could not be read. */
  unreadableCount: number;
}

interface ReportedSession {
  dir: string;
  path: string;
  overview: SessionOverview;
}

/** @throws ParleyError `usage` if there is no session, or none can be read, or a file cannot be written */
export async function writeReports(request: ReportRequest): Promise<ReportResult> {
  const { sessions, skippedPaths, isCollection } = findSessions(request.paths);
  for (const path of skippedPaths) request.onWarning(`Skipped “${path}”: it contains no session.`);
  const outputPath = request.out === undefined ? null : resolve(request.out);
  const indexPath = isCollection ? (outputPath ?? join(findCommonFolder(sessions), 'index.html')) : null;
  if (indexPath !== null) assertReplaceable(indexPath, request.force);
  const reportedSessions: ReportedSession[] = [];
  for (const dir of sessions) {
    const path = indexPath === null && outputPath !== null ? outputPath : join(dir, REPORT_FILE);
    try {
      reportedSessions.push({ dir, path, overview: await writeReport(dir, path, request) });
    } catch (error) {
      if (!isCollection || !(error instanceof ParleyError)) throw error;
      request.onWarning(`Skipped a session: ${error.message} ${error.next}`);
    }
  }
  const unreadableCount = sessions.length - reportedSessions.length;
  if (reportedSessions.length === 0)
    throw new ParleyError(
      'usage',
      'No session could be read.',
      'The messages above give the reason for each.',
    );
  if (indexPath !== null) writeIndex(indexPath, reportedSessions, request);
  return { unreadableCount };
}

async function writeReport(dir: string, path: string, request: ReportRequest): Promise<SessionOverview> {
  assertReplaceable(path, request.force);
  const { overview, markdown, warnings } = hasRecord(dir)
    ? await writeSession(dir, path, request)
    : await writeDemonstrationReport(dir, path, request.openAnnotations, request);
  for (const warning of warnings) request.onWarning(warning);
  request.onFile(path, 'report');
  if (request.markdown) writeMarkdown(toMarkdownPath(path), markdown, request);
  return overview;
}

async function writeSession(
  dir: string,
  path: string,
  request: ReportRequest,
): Promise<WrittenDemonstrationReport> {
  const summary = readSessionSummary(dir, request);
  const { warnings } = await writeSessionReport(dir, path, request);
  return {
    overview: summary.overview,
    markdown: formatSessionMarkdown(summary, request.phrases),
    warnings,
  };
}

function writeIndex(
  path: string,
  reportedSessions: readonly ReportedSession[],
  request: ReportRequest,
): void {
  const folder = dirname(path);
  const entries = reportedSessions.map((session): IndexEntry => ({
    ...session.overview,
    link: toLink(relative(folder, session.path)),
  }));
  writeReportFile(path, renderIndex(basename(folder) || 'Sessions', entries, readIndexStyle()));
  request.onFile(path, 'index');
  if (request.markdown) writeMarkdown(toMarkdownPath(path), formatIndexMarkdown(entries), request);
}

function writeMarkdown(path: string, text: string, { force, onFile }: ReportRequest): void {
  assertReplaceable(path, force, MARKDOWN_MARK);
  writeReportFile(path, `${MARKDOWN_MARK}\n${text}`);
  onFile(path, 'markdown');
}

const toMarkdownPath = (path: string): string => `${path.replace(/\.html?$/i, '')}.md`;

/** Finds the deepest folder that contains all sessions. */
function findCommonFolder(sessions: readonly string[]): string {
  let folder = dirname(sessions[0]!);
  while (!sessions.every((session) => session.startsWith(folder + sep)) && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}
