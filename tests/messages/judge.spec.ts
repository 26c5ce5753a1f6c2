/** The judge's messages: errors, verdicts, and the lines below the table. */
import { expect, test } from '@playwright/test';

import { formatSummary, formatVerdict } from '../../src/cli/judge-text.js';
import {
  aggregateTasks,
  createVisionError,
  type JudgedTask,
  type JudgeRecord,
} from '../../src/judge/index.js';

const task = { id: 'a', site: 'shop.example', folder: '/a', fault: '' };

const createJudgedTask = (record: Partial<JudgeRecord>): JudgedTask => ({
  task,
  isNew: true,
  failure: null,
  record: {
    v: 1,
    id: 'a',
    site: 'shop.example',
    status: 'judged',
    verdict: 1,
    compat: 'hardened',
    k: null,
    screenshots: { shown: 1, total: 1 },
    model: 'm',
    rule: null,
    explanation: '',
    tokens: { prompt: 0, answer: 0 },
    usd: 0,
    reached_captcha: false,
    impossible_task: false,
    hints: false,
    blocked: false,
    run_error: null,
    at: '',
    ...record,
  },
});

test('the judge’s messages', () => {
  const { message, next } = createVisionError('“m” does not accept images.', 'judge-model');
  const failedTask: JudgedTask = { task, record: null, isNew: false, failure: 'The server failed.' };
  const rows: [description: string, actual: string, expected: string][] = [
    [
      'a model that does not accept images',
      `${message} ${next}`,
      '“m” does not accept images. The judge needs to see screenshots. Choose a model that accepts images with --judge-model.',
    ],
    ['success', formatVerdict(createJudgedTask({})), 'success'],
    ['failure', formatVerdict(createJudgedTask({ verdict: 0 })), 'failure'],
    ['unknown', formatVerdict(createJudgedTask({ verdict: null, status: 'unknown' })), 'unknown'],
    ['no answer', formatVerdict(createJudgedTask({ verdict: 0, rule: 'no-answer' })), 'failure (no answer)'],
    [
      'remarks',
      formatVerdict(createJudgedTask({ verdict: 0, reached_captcha: true, impossible_task: true })),
      'failure (blocked, impossible task)',
    ],
    [
      'a run error',
      formatVerdict(
        createJudgedTask({ verdict: null, status: 'run-error', run_error: 'The site did not answer.' }),
      ),
      'run error: The site did not answer.',
    ],
    ['a failed judge', formatVerdict(failedTask), 'not judged: The server failed.'],
  ];
  for (const [description, actual, expected] of rows) expect.soft(actual, description).toBe(expected);

  const tasks = [
    createJudgedTask({}),
    createJudgedTask({ verdict: null, status: 'unknown' }),
    createJudgedTask({ verdict: null, status: 'run-error' }),
    failedTask,
  ].map((judgedTask) => ({ ...judgedTask, reference: null }));
  const figures = aggregateTasks('shop.example', tasks);
  expect(formatSummary({ sites: [figures], overall: figures, hints: true }).split('\n')).toEqual([
    'Site (with hints)  Tasks           Success (95 %)          Without blocked  Unknown  Errors  Blocked  Impossible',
    'shop.example           4  1 of 2, 50.0 % (9–91 %)  1 of 2, 50.0 % (9–91 %)        1       2        0           0',
    'Unknown verdicts (1) count as tasks, not as successes.',
    '1 not counted: the run ended for reasons other than the navigator.',
    "1 not counted: the judge's server failed.",
  ]);
});
