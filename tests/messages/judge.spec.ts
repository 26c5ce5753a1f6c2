/** The sentences of the judge: errors, verdicts, and the lines below the table. */
import { expect, test } from '@playwright/test';

import { formatSummary, formatVerdict } from '../../src/cli/judge-text.js';
import {
  aggregateTasks,
  createVisionError,
  type JudgedTask,
  type JudgeRecord,
} from '../../src/judge/index.js';

const task = { id: 'a', site: 'shop.example', folder: '/a', fault: '' };

const judged = (record: Partial<JudgeRecord>): JudgedTask => ({
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

test('messages of the judge', () => {
  const { message, next } = createVisionError('“m” does not accept images.', 'judge-model');
  const notJudged: JudgedTask = { task, record: null, isNew: false, failure: 'The server failed.' };
  const rows: [what: string, actual: string, sentence: string][] = [
    [
      'a blind model',
      `${message} ${next}`,
      '“m” does not accept images. The judge needs to see screenshots. Name a model that accepts images with --judge-model.',
    ],
    ['success', formatVerdict(judged({})), 'success'],
    ['failure', formatVerdict(judged({ verdict: 0 })), 'failure'],
    ['unknown', formatVerdict(judged({ verdict: null, status: 'unknown' })), 'unknown'],
    ['no answer', formatVerdict(judged({ verdict: 0, rule: 'no-answer' })), 'failure (no answer)'],
    [
      'remarks',
      formatVerdict(judged({ verdict: 0, reached_captcha: true, impossible_task: true })),
      'failure (blocked, impossible task)',
    ],
    [
      'a run error',
      formatVerdict(judged({ verdict: null, status: 'run-error', run_error: 'The site did not answer.' })),
      'run error: The site did not answer.',
    ],
    ['failure', formatVerdict(notJudged), 'not judged: The server failed.'],
  ];
  for (const [what, actual, sentence] of rows) expect.soft(actual, what).toBe(sentence);

  const tasks = [
    judged({}),
    judged({ verdict: null, status: 'unknown' }),
    judged({ verdict: null, status: 'run-error' }),
    notJudged,
  ].map((one) => ({ ...one, reference: null }));
  const figures = aggregateTasks('shop.example', tasks);
  expect(formatSummary({ sites: [figures], overall: figures, hints: true }).split('\n')).toEqual([
    'Site (with hints)  Tasks           Success (95 %)          Without blocked  Unknown  Errors  Blocked  Impossible',
    'shop.example           4  1 of 2, 50.0 % (9–91 %)  1 of 2, 50.0 % (9–91 %)        1       2        0           0',
    'Unknown verdicts (1) count as tasks, not as successes.',
    '1 not counted: the run ended for reasons other than the navigator.',
    "1 not counted: the judge's server failed.",
  ]);
});
