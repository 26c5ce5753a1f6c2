/** Formats a run's statistics as a table for the terminal. No side effects. */
import type { PublishedResult, Suite } from '../suite.js';
import type { ColumnStatistic, SuiteRunStatistics, SuccessShare, SuiteStatistics } from './statistics.js';

/** The properties of a suite that affect the table. */
type TableSuite = Pick<Suite, 'published' | 'publishedNote' | 'measure'>;

export function formatTable(statistics: SuiteRunStatistics, suite: TableSuite): string {
  const { sites, groups, overall, withoutBlocked, notRun } = statistics;
  // A suite with its own verdict does not need a judge.
  const isMeasured = suite.measure !== undefined;
  const rows = [
    ...sites.map(({ site, figures }) => toRow(site, figures, isMeasured)),
    ...groups.map(({ name, figures }) => toRow(name, figures, isMeasured)),
    toRow('all', overall, isMeasured),
    ...(overall.blocked > 0 && !isMeasured ? [toRow('all but blocked', withoutBlocked, isMeasured)] : []),
  ];
  return [
    ...alignColumns([formatHeaders(overall, isMeasured), ...rows]),
    '',
    ...formatIntervals(overall, isMeasured),
    ...formatEndings(overall),
    ...(overall.errors > 0
      ? [`Infrastructure errors: ${overall.errors}. They are not counted as failures.`]
      : []),
    ...(overall.unknown > 0
      ? [`Unknown verdicts of the judge (${overall.unknown}) count as tasks, not as successes.`]
      : []),
    ...(notRun > 0 ? [`Tasks without a result: ${notRun}.`] : []),
    ...formatPublished(suite),
  ].join('\n');
}

const formatHeaders = ({ columns }: SuiteStatistics, isMeasured: boolean): string[] => [
  'site',
  'tasks',
  ...(isMeasured ? ['success'] : ['by check', 'by judge', 'blocked']),
  ...columns.map(({ heading }) => heading),
  'errors',
  'steps',
  'tokens',
  'cost',
  'seconds',
];

function toRow(name: string, statistics: SuiteStatistics, isMeasured: boolean): string[] {
  const { tasks, byCheck, byJudge, blocked, columns, errors, steps, tokens, usd, seconds } = statistics;
  return [
    name,
    String(tasks),
    formatShare(byCheck),
    ...(isMeasured ? [] : [formatShare(byJudge), String(blocked)]),
    ...columns.map(formatColumn),
    String(errors),
    steps === null ? '-' : steps.toFixed(1),
    tokens.toLocaleString('en-US'),
    usd === null ? 'unknown' : formatUsd(usd),
    seconds === null ? '-' : seconds.toFixed(1),
  ];
}

export const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Formats dollars, such as `$0.0123` or `$12.30`. */
export const formatUsd = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;

const formatShare = ({ succeeded, decided, rate }: SuccessShare): string =>
  rate === null ? '-' : `${succeeded}/${decided} ${formatPercent(rate)}`;

function formatColumn(column: ColumnStatistic): string {
  if (column.kind === 'share') return formatShare(column.share);
  return column.mean === null ? '-' : column.mean.toFixed(2);
}

function formatIntervals({ byCheck, byJudge, columns }: SuiteStatistics, isMeasured: boolean): string[] {
  const shares: [name: string, share: SuccessShare][] = [
    [isMeasured ? 'Success' : 'Success by check', byCheck],
    ['Success by judge', byJudge],
    ...columns.flatMap((column): [string, SuccessShare][] =>
      column.kind === 'share' ? [[`Share “${column.heading}”`, column.share]] : [],
    ),
  ];
  return shares.flatMap(([name, { rate, interval }]) =>
    rate === null || interval === null
      ? []
      : [
          `${name}: ${formatPercent(rate)} (95 % interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)})`,
        ],
  );
}

/** Formats how many tasks ended with each verdict, whatever the result of their checks. */
function formatEndings({ verdicts, tasks }: SuiteStatistics): string[] {
  if (tasks === 0) return [];
  const sortedVerdicts = Object.entries(verdicts).toSorted(([, a], [, b]) => b - a);
  return [`Verdicts: ${sortedVerdicts.map(([kind, count]) => `${count} ${kind}`).join(', ')}`];
}

function formatPublished({ published, publishedNote }: TableSuite): string[] {
  if (published.length === 0) return [];
  const rows = published.map(({ system, success, note }: PublishedResult) => [
    `  ${system}`,
    formatPercent(success),
    note,
  ]);
  return ['', `Published results, ${publishedNote}, not measured here:`, ...alignColumns(rows)];
}

/** Aligns columns: text on the left, numbers on the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || (column === 2 && row.length === 3)
          ? cell.padEnd(widths[column]!)
          : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
