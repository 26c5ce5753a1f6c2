/** Formats scores for the terminal and as JSON. No side effects. */
import { PUBLISHED_SCORES, type RankingScores, type ScoredSplit } from '../score/index.js';
import { formatTable } from './table.js';

/** A record of `aggregated_scores.json`, without the model's name. */
export interface ScoreRecord {
  split: string;
  intent: string;
  metric: string;
  score: number | null;
  unconditional_score: number | null;
}

export const toScoreRecords = (splits: readonly ScoredSplit[]): ScoreRecord[] =>
  splits.flatMap(({ split, means }) =>
    means.map(({ intent, metric, score, unconditional }) => ({
      split,
      intent,
      metric,
      score,
      unconditional_score: unconditional,
    })),
  );

const OOD_SPLITS = ['test_web', 'test_cat', 'test_geo', 'test_vis'];

/** The metrics in the paper's main table, grouped by intent. */
const METRIC_GROUPS = [
  ['overall', 'intent-match'],
  ['element-group', 'iou'],
  ['text-group', 'chrf-urlf'],
  ['overall', 'overall'],
] as const;

/** @param withPublished whether to append the results in the paper */
export function formatScores(splits: readonly ScoredSplit[], withPublished: boolean): string {
  const rows = splits.map(({ split, rows: turns, means }) => [
    split,
    String(turns.length),
    ...METRIC_GROUPS.map(([intent, metric]) =>
      formatPercent(
        means.find((mean) => mean.intent === intent && mean.metric === metric)?.unconditional ?? null,
      ),
    ),
  ]);
  return [
    'Turns with the wrong intent count as 0.',
    '',
    formatTable([
      ['Split', 'Turns', 'Intent match', 'Element (IoU)', 'Text (chrF, URLF)', 'Overall'],
      ...rows,
      ...averageOodSplits(splits, rows),
    ]),
    '',
    ...splits.flatMap((split) => [...formatIntents(split), '']),
    ...(withPublished ? formatPublished() : []),
  ]
    .join('\n')
    .trimEnd();
}

/** Averages over the four out-of-domain (OOD) splits, not over their turns, as the paper does. */
function averageOodSplits(splits: readonly ScoredSplit[], rows: readonly (readonly string[])[]): string[][] {
  const oodSplits = splits.flatMap(({ split, rows: turns, means }) =>
    OOD_SPLITS.includes(split) ? [{ turns: turns.length, means }] : [],
  );
  if (oodSplits.length < OOD_SPLITS.length || rows.length === 0) return [];
  const turns = oodSplits.reduce((sum, split) => sum + split.turns, 0);
  const cells = METRIC_GROUPS.map(([intent, metric]) => {
    const values = oodSplits.map(
      ({ means }) =>
        means.find((mean) => mean.intent === intent && mean.metric === metric)?.unconditional ?? 0,
    );
    return formatPercent(values.reduce((sum, value) => sum + value, 0) / values.length);
  });
  return [['TEST-OOD', String(turns), ...cells]];
}

function formatIntents({ split, rows, means }: ScoredSplit): string[] {
  const intents = [...new Set(rows.map(({ reference }) => reference))].toSorted();
  const metrics = ['intent-match', 'iou', 'chrf', 'urlf', 'exact-match'];
  const formatMean = (intent: string, metric: string): string => {
    const matchingMean = means.find((mean) => mean.intent === intent && mean.metric === metric);
    return matchingMean ? formatPercent(matchingMean.unconditional) : '';
  };
  return [
    `By intent of the reference: ${split}`,
    formatTable([
      ['Intent', 'Turns', 'Intent match', 'IoU', 'chrF', 'URLF', 'Exact match'],
      ...intents.map((intent) => [
        intent,
        String(rows.filter(({ reference }) => reference === intent).length),
        ...metrics.map((metric) => formatMean(intent, metric)),
      ]),
    ]),
  ];
}

function formatPublished(): string[] {
  return [
    'Published by the paper (arXiv 2402.05930, table 4), on its own splits; IM, IoU and F1 on TEST-OOD:',
    formatTable([
      ['Model', 'Training', 'Intent match', 'Element (IoU)', 'Text (F1)', 'TEST-OOD', 'TEST-IID'],
      ...PUBLISHED_SCORES.map(
        ({ model, size, finetuned, intentMatch, element, text, overallOod, overallIid }) => [
          [model, size].filter(Boolean).join(' '),
          finetuned ? 'fine-tuned' : 'zero-shot',
          ...[intentMatch, element, text, overallOod, overallIid].map((value) => value.toFixed(1)),
        ],
      ),
    ]),
  ];
}

export function formatRankerTable(splits: readonly { split: string; scores: RankingScores }[]): string {
  const cutoffs = [1, 5, 10, 20, 50, 100, 200] as const;
  return formatTable([
    ['Split', 'Candidates', 'Targets', ...cutoffs.map((k) => `R@${k}`), 'MRR@50'],
    ...splits.map(({ split, scores: { records, positives, recall, mrr } }) => [
      split,
      String(records),
      String(positives),
      ...cutoffs.map((k) => formatPercent(recall?.[k] ?? null)),
      mrr === null ? '-' : mrr.toFixed(4),
    ]),
  ]);
}

export const formatPercent = (value: number | null): string =>
  value === null ? '-' : (value * 100).toFixed(2);
