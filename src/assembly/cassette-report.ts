/** What is told of a cassette when a session is over: answers left over, requests not found, recordings not kept. */
import type { Verdict } from '../contract/index.js';
import type { CassetteReport, UnusedRow } from '../llm/index.js';
import { shownPath } from './shown-path.js';

const MOST = 5;

const answers = (count: number): string =>
  count === 1 ? '1 recorded answer was' : `${count} recorded answers were`;

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`);

function listed(items: readonly string[]): string[] {
  const more = items.length > MOST ? [`  and ${items.length - MOST} more`] : [];
  return [...items.slice(0, MOST).map((item) => `  ${item}`), ...more];
}

const rowText = ({ line, model, prompt }: UnusedRow): string =>
  `line ${line}, ${model}: ${prompt.replace(/\s+/g, ' ').trim()}`;

/** Null where every answer was used. */
export function leftOver({ unused, file }: CassetteReport): Verdict | null {
  if (unused.length === 0) return null;
  return {
    kind: 'check',
    reason: `${answers(unused.length)} left over in ${shownPath(file)}.`,
    next: 'Record anew with --cassette-mode record, or leave --cassette-strict out.',
  };
}

export function cassetteLines(report: CassetteReport, passed: boolean): string[] {
  const { mode, misses, unused, recorded } = report;
  const file = shownPath(report.file);
  if (mode === 'record')
    return [
      passed
        ? `Cassette: ${answers(recorded)} written to ${file}.`
        : `Cassette: the recording was not kept, since the session is not done; ${file} is as it was.`,
    ];
  return [
    ...(misses.length ? [`Cassette: ${requests(misses.length)} not in ${file}.`, ...listed(misses)] : []),
    ...(unused.length
      ? [`Cassette: ${answers(unused.length)} not used of ${file}.`, ...listed(unused.map(rowText))]
      : []),
    ...(recorded > 0 ? [`Cassette: ${answers(recorded)} added to ${file}.`] : []),
  ];
}
