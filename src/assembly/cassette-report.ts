/**
 * At the end of a session, reports on its cassette (a file of recorded model answers): unused answers, requests that have no
 * recorded answer, and whether a recording was discarded.
 */
import type { Verdict } from '../contract/index.js';
import type { CassetteReport, UnusedRow } from '../llm/index.js';
import { formatPath } from './format-path.js';

const MAX_LISTED = 5;

const formatAnswerCount = (count: number): string =>
  count === 1 ? '1 recorded answer was' : `${count} recorded answers were`;

const formatRequestCount = (count: number): string =>
  count === 1 ? '1 request was' : `${count} requests were`;

function formatList(items: readonly string[]): string[] {
  const moreLines = items.length > MAX_LISTED ? [`  and ${items.length - MAX_LISTED} more`] : [];
  return [...items.slice(0, MAX_LISTED).map((item) => `  ${item}`), ...moreLines];
}

const formatRow = ({ line, model, prompt }: UnusedRow): string =>
  `line ${line}, ${model}: ${prompt.replace(/\s+/g, ' ').trim()}`;

/** @returns null if every answer was used */
export function createUnusedAnswersVerdict({ unused, file }: CassetteReport): Verdict | null {
  if (unused.length === 0) return null;
  return {
    kind: 'check',
    reason: `${formatAnswerCount(unused.length)} not used in ${formatPath(file)}.`,
    next: 'Record again with --cassette-mode record, or remove --cassette-strict.',
  };
}

export function formatCassetteReport(report: CassetteReport, hasPassed: boolean): string[] {
  const { mode, misses, unused, recordedCount: recorded } = report;
  const file = formatPath(report.file);
  if (mode === 'record')
    return [
      hasPassed
        ? `Cassette: ${formatAnswerCount(recorded)} written to ${file}.`
        : `Cassette: the recording was discarded because the session did not succeed; ${file} is unchanged.`,
    ];
  return [
    ...(misses.length
      ? [`Cassette: ${formatRequestCount(misses.length)} not found in ${file}.`, ...formatList(misses)]
      : []),
    ...(unused.length
      ? [
          `Cassette: ${formatAnswerCount(unused.length)} not used in ${file}.`,
          ...formatList(unused.map(formatRow)),
        ]
      : []),
    ...(recorded > 0 ? [`Cassette: ${formatAnswerCount(recorded)} added to ${file}.`] : []),
  ];
}
