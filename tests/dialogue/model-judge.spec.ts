// The `judge` check: a verdict's effect on the run.
import { expect, test } from '@playwright/test';

import {
  findJudgeChecks,
  judgeCheck,
  type Check,
  type ModelJudgement,
  type ModelJudgeQuestion,
} from '../../src/dialogue/index.js';
import type { CheckResult, Turn } from '../../src/contract/index.js';
import { createFakeProbe } from './fake-probe.js';
import { START, runWithFiles } from './scenario-files.js';

const TURNS: Turn[] = [{ index: 0, speaker: 'instructor', type: 'say', text: 'Find a lamp.' }];
const probe = createFakeProbe({ url: 'https://shop.test/' });

function judgeWithVerdict(check: Check, verdict: ModelJudgement['verdict']): Promise<CheckResult> {
  const modelJudge = (): Promise<ModelJudgement> => Promise.resolve({ verdict, explanation: 'Because.' });
  return judgeCheck(check, probe, new AbortController().signal, { modelJudge, turns: TURNS });
}

test('a verdict is soft unless gate is true, and an unknown verdict never fails a run', async () => {
  const rows: [
    verdict: ModelJudgement['verdict'],
    gate: boolean | undefined,
    result: Partial<CheckResult>,
  ][] = [
    ['success', undefined, { pass: true, soft: true }],
    ['success', true, { pass: true, soft: undefined }],
    ['failure', undefined, { pass: false, soft: true, unknown: undefined }],
    ['failure', false, { pass: false, soft: true }],
    ['failure', true, { pass: false, soft: undefined }],
    ['unknown', undefined, { pass: false, soft: true, unknown: true }],
    ['unknown', true, { pass: false, soft: true, unknown: true }],
    // Wrong settings must not look like an unknown verdict.
    ['misconfigured', true, { pass: false, soft: undefined, unknown: undefined }],
  ];
  for (const [verdict, gate, expected] of rows) {
    const { pass, soft, unknown, actual } = await judgeWithVerdict({ judge: {}, gate }, verdict);
    expect.soft({ pass, soft, unknown }, `${verdict}, gate ${gate}`).toMatchObject(expected);
    expect.soft(actual).toBe(`${verdict}: Because.`);
  }
});

test('the judge gets the task, the turns and the number of screenshots, which is three by default', async () => {
  const questions: ModelJudgeQuestion[] = [];
  const modelJudge = (question: ModelJudgeQuestion): Promise<ModelJudgement> => {
    questions.push(question);
    return Promise.resolve({ verdict: 'success', explanation: '' });
  };
  for (const check of [{}, { task: 'The lamp is shown.', last: 1 }])
    await judgeCheck({ judge: check }, probe, new AbortController().signal, { modelJudge, turns: TURNS });
  expect(questions).toEqual([
    { task: null, last: 3, turns: TURNS, probe },
    { task: 'The lamp is shown.', last: 1, turns: TURNS, probe },
  ]);
});

test('an interrupt ends the check; other errors of the judge are not hidden', async () => {
  const controller = new AbortController();
  const modelJudge = (_: ModelJudgeQuestion, signal: AbortSignal): Promise<ModelJudgement> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  const pendingCheck = judgeCheck({ judge: {} }, probe, controller.signal, { modelJudge });
  controller.abort(new Error('Ctrl-C'));
  await expect(pendingCheck).rejects.toThrow('Ctrl-C');
  const failingJudge = (): Promise<ModelJudgement> => Promise.reject(new Error('a defect'));
  await expect(
    judgeCheck({ judge: {} }, probe, new AbortController().signal, { modelJudge: failingJudge }),
  ).rejects.toThrow('a defect');
});

test('judge checks of lines and of finally are found, with variables in their task', () => {
  const text = `scenario: 1
name: x
vars: { colour: blue }
${START}judge_model: eyes
dialogue:
  - say: Hello
    check: [{ text: Hi }, { judge: { task: "A {{colour}} lamp is shown.", last: 2 } }]
finally: [{ judge: {}, gate: true }]
`;
  const scenario = runWithFiles({ 'a.yaml': text }, ({ loadAndBind }) => loadAndBind());
  expect(findJudgeChecks(scenario)).toEqual([
    ['dialogue', 0, 'check', 1, 'judge'],
    ['finally', 0, 'judge'],
  ]);
  expect(scenario.dialogue[0]!.check[1]!.judge).toEqual({ task: 'A blue lamp is shown.', last: 2 });
  expect(scenario.judge_model).toBe('eyes');
});
