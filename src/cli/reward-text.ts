/** Formats WebLINX 1.1 rewards for the terminal, as JSON and for files. No side effects. */
import type { RewardedSplit } from '../score/index.js';
import type { NewFile } from './new-files.js';
import { formatPercent } from './score-text.js';
import { formatTable } from './table.js';

const OVERALL = 'overall';

interface RewardRecord {
  split: string;
  /** Intent of the reference, or `overall`. */
  intent: string;
  tasks: number;
  /** Mean over the tasks; null if there are no tasks. */
  reward: number | null;
}

type RewardRow = RewardedSplit['rows'][number];

export const toRewardRecords = (splits: readonly RewardedSplit[]): RewardRecord[] =>
  splits.flatMap(({ split, rows }) => [
    toRewardRecord(split, OVERALL, rows),
    ...[...new Set(rows.map(({ reference }) => reference))].toSorted().map((intent) =>
      toRewardRecord(
        split,
        intent,
        rows.filter(({ reference }) => reference === intent),
      ),
    ),
  ]);

function toRewardRecord(split: string, intent: string, rows: readonly RewardRow[]): RewardRecord {
  const sum = rows.reduce((total, { reward }) => total + reward, 0);
  return { split, intent, tasks: rows.length, reward: rows.length === 0 ? null : sum / rows.length };
}

export function formatRewards(splits: readonly RewardedSplit[]): string {
  const rows = toRewardRecords(splits).map(({ split, intent, tasks, reward }) => [
    intent === OVERALL ? split : `  ${intent}`,
    String(tasks),
    formatPercent(reward),
  ]);
  return [
    'WebLINX 1.1 (BrowserGym): mean reward of the tasks, by intent of the reference.',
    'It cannot be compared with scores of WebLINX 1.0, nor with the results of the paper.',
    '',
    formatTable([['Split', 'Tasks', 'Reward'], ...rows]),
  ].join('\n');
}

/** Formats remarks about predictions that are left out of the means, or that count as 0 because of their syntax. */
export function listRewardRemarks({ split, unscored, unpredicted, wrongSyntax }: RewardedSplit): string[] {
  return [
    ...(unscored > 0
      ? [`${split}: ${unscored} predictions are not scored, because their step is not a task.`]
      : []),
    ...(unpredicted > 0
      ? [
          `${split}: ${unpredicted} tasks of the predicted demonstrations have no prediction; the means cover only the others.`,
        ]
      : []),
    ...(wrongSyntax > 0
      ? [
          `${split}: ${wrongSyntax} predictions have the syntax of WebLINX 1.0 and count as 0; BrowserGym expects actions such as click("a1b2").`,
        ]
      : []),
  ];
}

export const listRewardFiles = (splits: readonly RewardedSplit[]): NewFile[] => [
  ...splits.map(({ split, rows }) => ({
    name: `${split}/rewards.csv`,
    text: [
      'task_name,predicted,reference,reward',
      ...rows.map(
        ({ demo, turn, predicted, reference, reward }) =>
          `weblinx.${demo}.${turn},${predicted},${reference},${reward}`,
      ),
      '',
    ].join('\n'),
  })),
  { name: 'aggregated_rewards.json', text: `${JSON.stringify(toRewardRecords(splits), null, 2)}\n` },
];
