/** Formats verdicts, success rates and agreement as text for people. No side effects. */
import type { VoteAgreement, JudgedTask, SiteFigures, SuccessRate } from '../judge/index.js';
import {
  PUBLISHED_AGREEMENT,
  PUBLISHED_FLEISS_KAPPA,
  PUBLISHED_RATES,
  getPublishedRate,
} from '../judge/index.js';
import type { Interval, Kappa } from '../measure/index.js';
import { formatTable } from './table.js';

const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const formatRange = ({ low, high }: Interval): string =>
  `${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)} %`;

export function formatRate({ success, tasks, rate, interval }: SuccessRate): string {
  return rate === null ? '–' : `${success} of ${tasks}, ${formatPercent(rate)} (${formatRange(interval)})`;
}

/** Formats a verdict, such as `success`, `unknown` or `not judged: …`. */
export function formatVerdict({ record, failure }: JudgedTask): string {
  if (record === null) return `not judged: ${failure}`;
  if (record.status === 'run-error') return `run error: ${record.run_error ?? 'unknown'}`;
  const verdict = record.verdict === 1 ? 'success' : record.verdict === 0 ? 'failure' : 'unknown';
  const remarks = [
    ...(record.rule === null ? [] : ['no answer']),
    ...(record.reached_captcha || record.blocked ? ['blocked'] : []),
    ...(record.impossible_task ? ['impossible task'] : []),
  ];
  return remarks.length === 0 ? verdict : `${verdict} (${remarks.join(', ')})`;
}

export interface JudgeSummary {
  sites: readonly SiteFigures[];
  overall: SiteFigures;
  /**
   * Whether the judge was shown possible answers. Such verdicts are marked, because they cannot be compared with those
   * in the paper.
   */
  hints: boolean;
}

export function formatSummary({ sites, overall, hints }: JudgeSummary): string {
  const hasReferences = overall.references.tasks > 0;
  const hasPublishedRates = sites.some(({ site }) => getPublishedRate(site) !== null);
  const header = [
    hints ? 'Site (with hints)' : 'Site',
    'Tasks',
    'Success (95 %)',
    'Without blocked',
    'Unknown',
    'Errors',
    'Blocked',
    'Impossible',
    ...(hasReferences ? ['Golden answers'] : []),
    ...(hasPublishedRates ? ['Published*'] : []),
  ];
  const toRow = (figures: SiteFigures, publishedRate: number | null): string[] => [
    figures.site || '(no site)',
    String(figures.total),
    formatRate(figures.rate),
    formatRate(figures.rateWithoutBlocked),
    String(figures.unknown),
    String(figures.runErrors + figures.judgeErrors),
    String(figures.blocked),
    String(figures.impossible),
    ...(hasReferences ? [formatRate(figures.references)] : []),
    ...(hasPublishedRates ? [publishedRate === null ? '–' : formatPercent(publishedRate)] : []),
  ];
  const { runErrors, judgeErrors, unknown } = overall;
  return [
    formatTable([
      header,
      ...sites.map((figures) => toRow(figures, getPublishedRate(figures.site))),
      ...(sites.length > 1 ? [toRow(overall, hasPublishedRates ? PUBLISHED_RATES.judge : null)] : []),
    ]),
    ...(unknown > 0 ? [`Unknown verdicts (${unknown}) count as tasks, not as successes.`] : []),
    ...(runErrors > 0
      ? [`${runErrors} not counted: the run ended for reasons other than the navigator.`]
      : []),
    ...(judgeErrors > 0 ? [`${judgeErrors} not counted: the judge's server failed.`] : []),
    ...(hasPublishedRates
      ? [
          '* Published: WebVoyager paper, table 1, other tasks of the same sites, GPT-4V as navigator and judge, all screenshots.',
        ]
      : []),
  ].join('\n');
}

function formatKappa({ kappa, interval }: Kappa): string {
  if (kappa === null) return 'κ undefined';
  return `κ ${kappa.toFixed(2)}${interval ? ` (95 %: ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})` : ''}`;
}

export function formatAgreement(voteAgreement: VoteAgreement): string {
  const { people, judge, table, tasks, incomplete, undecided, unknown, missing, peopleRate } = voteAgreement;
  const formatExcluded = (count: number, reason: string): string[] =>
    count > 0 ? [`  ${count} ${reason}`] : [];
  const publishedRows = PUBLISHED_AGREEMENT.map(({ k, success, agreement, kappa }) => [
    `  last ${k ?? 'all'}`,
    formatPercent(success),
    formatPercent(agreement),
    kappa.toFixed(2),
  ]);
  return [
    `${tasks} ${tasks === 1 ? 'task' : 'tasks'} in the sheet.`,
    people.subjects === 0
      ? 'Among people: no task has three votes.'
      : `Among people (Fleiss): ${formatKappa(people)}, ${people.subjects} tasks with three votes.`,
    ...formatExcluded(incomplete, 'without three votes'),
    judge.subjects === 0
      ? 'People and judge: no task has both a majority and a verdict.'
      : `People and judge (Cohen): ${formatKappa(judge)}, agreement ${formatPercent(judge.agreement ?? 0)} of ${judge.subjects} tasks.`,
    ...(judge.subjects === 0
      ? []
      : [
          `  both success ${table.both}, only people ${table.peopleOnly}, only judge ${table.judgeOnly}, neither ${table.neither}`,
        ]),
    ...formatExcluded(undecided, 'without a majority'),
    ...formatExcluded(unknown, 'with an unknown verdict'),
    ...formatExcluded(missing, 'without a verdict'),
    ...(peopleRate === null ? [] : [`Success by people: ${formatPercent(peopleRate)}.`]),
    `Published (WebVoyager paper, table 2): between people κ ${PUBLISHED_FLEISS_KAPPA.toFixed(2)}; judge with people:`,
    formatTable([['  screenshots', 'success', 'agreement', 'κ'], ...publishedRows]),
  ].join('\n');
}
