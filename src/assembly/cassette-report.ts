/** Reports on a cassette at the end of a session: unused answers, missing requests, discarded recordings. */
import type { Verdict } from '../contract/index.js';
import type { CassetteReport, UnusedRow } from '../llm/index.js';
import { formatPath } from './format-path.js';

const MAX_LISTED = 5;

const answers = (count: number): string =>
  count === 1 ? '1 recorded answer was' : `${count} recorded answers were`;

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`);

function listed(items: readonly string[]): string[] {
  const more = items.length > MAX_LISTED ? [`  and ${items.length - MAX_LISTED} more`] : [];
  return [...items.slice(0, MAX_LISTED).map((item) => `  ${item}`), ...more];
}

const rowText = ({ line, model, prompt }: UnusedRow): string =>
  `line ${line}, ${model}: ${prompt.replace(/\s+/g, ' ').trim()}`;

/** @returns null if every answer was used */
export function unusedAnswersVerdict({ unused, file }: CassetteReport): Verdict | null {
  if (unused.length === 0) return null;
  return {
    kind: 'check',
    reason: `${answers(unused.length)} not used in ${formatPath(file)}.`,
    next: 'Record again with --cassette-mode record, or remove --cassette-strict.',
  };
}

export function formatCassetteReport(report: CassetteReport, passed: boolean): string[] {
  const { mode, misses, unused, recorded } = report;
  const file = formatPath(report.file);
  if (mode === 'record')
    return [
      passed
        ? `Cassette: ${answers(recorded)} written to ${file}.`
        : `Cassette: the recording was discarded because the session did not succeed; ${file} is unchanged.`,
    ];
  return [
    ...(misses.length
      ? [`Cassette: ${requests(misses.length)} not found in ${file}.`, ...listed(misses)]
      : []),
    ...(unused.length
      ? [`Cassette: ${answers(unused.length)} not used in ${file}.`, ...listed(unused.map(rowText))]
      : []),
    ...(recorded > 0 ? [`Cassette: ${answers(recorded)} added to ${file}.`] : []),
  ];
}
