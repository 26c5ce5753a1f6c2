/** Formats the figures of a run as a table for the terminal. Pure. */
import type { PublishedResult } from '../suite.js';
import type { SuiteRunFigures, SuccessShare, SuiteFigures } from './figures.js';

const HEADERS = [
  'site',
  'tasks',
  'by check',
  'by judge',
  'blocked',
  'errors',
  'steps',
  'tokens',
  'cost',
  'seconds',
];

export function formatTable(figures: SuiteRunFigures, published: readonly PublishedResult[]): string {
  const { sites, overall, withoutBlocked, notRun } = figures;
  const rows = [
    ...sites.map(({ site, figures: one }) => toRow(site, one)),
    toRow('all', overall),
    ...(overall.blocked > 0 ? [toRow('all but blocked', withoutBlocked)] : []),
  ];
  return [
    ...align([HEADERS, ...rows]),
    '',
    ...formatIntervals(overall),
    ...formatEndings(overall),
    ...(overall.errors > 0
      ? [`Infrastructure errors: ${overall.errors}. They are not counted as failures.`]
      : []),
    ...(overall.unknown > 0
      ? [`Unknown verdicts of the judge: ${overall.unknown}. They count as tasks.`]
      : []),
    ...(notRun > 0 ? [`Tasks without a result: ${notRun}.`] : []),
    ...formatPublished(published),
  ].join('\n');
}

function toRow(name: string, figures: SuiteFigures): string[] {
  const { tasks, byCheck, byJudge, blocked, errors, steps, tokens, usd, seconds } = figures;
  return [
    name,
    String(tasks),
    formatShare(byCheck),
    formatShare(byJudge),
    String(blocked),
    String(errors),
    steps === null ? '-' : steps.toFixed(1),
    tokens.toLocaleString('en-US'),
    usd === null ? 'unknown' : formatUsd(usd),
    seconds === null ? '-' : seconds.toFixed(1),
  ];
}

export const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** `$0.0123`, `$12.30` */
export const formatUsd = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;

const formatShare = ({ succeeded, decided, rate }: SuccessShare): string =>
  rate === null ? '-' : `${succeeded}/${decided} ${formatPercent(rate)}`;

function formatIntervals({ byCheck, byJudge }: SuiteFigures): string[] {
  return [['by check', byCheck] as const, ['by judge', byJudge] as const].flatMap(
    ([name, { rate, interval }]) =>
      rate === null || interval === null
        ? []
        : [
            `Success ${name}: ${formatPercent(rate)} (95 % interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)})`,
          ],
  );
}

/** How the tasks ended, whatever their checks say. */
function formatEndings({ verdicts, tasks }: SuiteFigures): string[] {
  if (tasks === 0) return [];
  const counts = Object.entries(verdicts).toSorted(([, a], [, b]) => b - a);
  return [`Verdicts: ${counts.map(([kind, count]) => `${count} ${kind}`).join(', ')}`];
}

function formatPublished(published: readonly PublishedResult[]): string[] {
  if (published.length === 0) return [];
  const rows = published.map(({ system, success, note }) => [`  ${system}`, formatPercent(success), note]);
  return ['', 'Published results, on other tasks, not measured here:', ...align(rows)];
}

/** Pads columns: the first to the right side, numbers to the left side. */
function align(rows: readonly (readonly string[])[]): string[] {
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
