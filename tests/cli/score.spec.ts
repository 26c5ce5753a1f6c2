/** `parley score`: the paper's metrics on the command line, and predictions by a model. */
import { existsSync, readFileSync } from 'node:fs';

import { goldenData } from '../support/golden.js';
import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { writeRecords } from '../score/browsergym-data-set.js';
import { DEMO, writeDataSet, writeDemonstration } from '../score/golden-data-set.js';

test('scores of predictions are printed as a table next to the paper’s results and as JSON, and written as the weblinx library’s files', async ({}, info) => {
  const { data, predictions } = writeDataSet(info.outputDir);
  const args = ['score', data, '--split', 'test_iid', '--predictions', predictions];
  const tableResult = await runCommand(args);
  expect(tableResult.code).toBe(0);
  expect(tableResult.stdout).toMatch(/test_iid +9 +77\.78 +42\.86 +32\.67 +32\.89/);
  expect(tableResult.stdout).toMatch(
    /Published by the paper[^]*Llama-2 13B +fine-tuned +83\.0 +25\.7 +28\.7 +27\.8 +37\.0/,
  );
  expect(tableResult.stderr).toContain('1 of 2 demonstrations of “test_iid” are not in the folder');
  const outputFolder = info.outputPath('scores');
  const jsonResult = await runCommand([...args, '--json', '--out', outputFolder]);
  const overall = (JSON.parse(jsonResult.stdout) as Record<string, unknown>[]).find(
    ({ intent, metric }) => intent === 'overall' && metric === 'overall',
  );
  expect(overall).toMatchObject({
    split: 'test_iid',
    score: expect.closeTo(0.42286, 5),
    unconditional_score: expect.closeTo(0.32889, 5),
  });
  expect(readFileSync(`${outputFolder}/test_iid/eval_scores.csv`, 'utf8')).toBe(
    goldenData.eval['eval_scores.csv'],
  );
  const secondResult = await runCommand([...args, '--out', outputFolder]);
  expect(secondResult).toMatchObject({ code: 2, stdout: '' });
  expect(secondResult.stderr).toMatch(/eval_scores\.csv exists.*\n.*--force/);
  expect(await runCommand([...args, '--out', outputFolder, '--force'])).toMatchObject({ code: 0 });
});

test('sessions are compared with a reference', async ({}, info) => {
  const reference = writeDemonstration(info.outputPath('reference'));
  const session = writeDemonstration(info.outputPath('sessions'));
  const { code, stdout, stderr } = await runCommand(['score', session, '--reference', reference]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/sessions +\d+ +100\.00/);
  expect(stdout).not.toContain('Published');
  expect(stderr).toMatch(/(\d+) reference turns, \1 matched/);
});

test('a model predicts the turns, and a stopped run can be continued', async ({}, info) => {
  const { data } = writeDataSet(info.outputDir);
  let isDown = true;
  const server = await startFakeModelServer(({ requestIndex }) =>
    isDown && requestIndex === 2
      ? { status: 401, message: 'invalid key' }
      : { text: 'say(speaker="navigator", utterance="Okay")' },
  );
  try {
    const predictionsFile = info.outputPath('saved.jsonl');
    const args = [
      'score',
      data,
      '--split',
      'test_iid',
      '--run',
      'weblinx:llama',
      '--model',
      'tiny',
      '--base-url',
      server.url,
      '--save',
      predictionsFile,
    ];
    const stoppedRun = await runCommand(args);
    expect(stoppedRun.code, stoppedRun.stderr).toBe(5);
    expect(stoppedRun.stderr).toMatch(/Stopped: 2 predictions are in .*The same command continues/);
    expect(readFileSync(predictionsFile, 'utf8').trim().split('\n')).toHaveLength(2);
    isDown = false;
    const resumedRun = await runCommand(args);
    expect(resumedRun.code).toBe(0);
    expect(resumedRun.stderr).toMatch(/turns to predict, 2 of them are in/);
    const lines = readFileSync(predictionsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(new Set(lines.map(({ turn_index: turn }) => turn)).size).toBe(lines.length);
    expect(lines[0]).toMatchObject({
      demo_name: DEMO,
      output_predicted: 'say(speaker="navigator", utterance="Okay")',
    });
    expect(resumedRun.stdout).toMatch(/say +\d+ +100\.00/);
    // The prompts equal the paper's: they include the golden prompt of a chat turn.
    const golden15 = goldenData.otr_prompts.turn15_chat_no_html.at(-1)!.content;
    expect(server.requests.some(({ prompt }) => prompt.includes(golden15.slice(-200)))).toBe(true);
  } finally {
    await server.close();
  }
});

test('WebLINX 1.1: a model predicts the tasks, with the last page in every prompt; rewards are printed as a table and as JSON, and written to files', async ({}, info) => {
  const data = writeRecords(info.outputDir);
  const server = await startFakeModelServer(() => ({ text: 'say(speaker="navigator", utterance="Okay")' }));
  try {
    const save = info.outputPath('saved.jsonl');
    const run = await runCommand([
      'score',
      data,
      '--run',
      'weblinx:llama',
      '--model',
      'tiny',
      '--base-url',
      server.url,
      '--save',
      save,
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/WebLINX 1\.1[^]*test_iid +\d+ +\d+\.\d\d\n {2}\w+ +\d+ /);
    expect(run.stdout).not.toContain('Published');
    expect(JSON.parse(readFileSync(save, 'utf8').split('\n')[0]!)).toMatchObject({
      demo_name: DEMO,
      output_predicted: "send_msg_to_user('Okay')",
    });
    // Once a page is known, the prompts for chat turns contain it too.
    const predictedTurns = readFileSync(save, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { turn_index: number }).turn_index);
    const firstPage = goldenData.demo['replay.json'].data.findIndex(
      (turn) => turn.type === 'browser' && turn.state.page !== null,
    );
    const requestsWithPage = server.requests.filter(({ prompt }) => prompt.includes('pruned HTML contents'));
    expect(requestsWithPage).toHaveLength(predictedTurns.filter((turn) => turn >= firstPage).length);
    const outputFolder = info.outputPath('rewards');
    const args = ['score', data, '--split', 'test_iid', '--predictions', save];
    const jsonResult = await runCommand([...args, '--json', '--out', outputFolder]);
    const overall = (JSON.parse(jsonResult.stdout) as Record<string, unknown>[])[0];
    expect(overall).toMatchObject({ split: 'test_iid', intent: 'overall', reward: expect.any(Number) });
    expect(readFileSync(`${outputFolder}/test_iid/rewards.csv`, 'utf8')).toMatch(
      /^task_name,predicted,reference,reward\nweblinx\.zzdemo\.\d+,send_msg_to_user,/,
    );
    expect((await runCommand([...args, '--out', outputFolder])).stderr).toMatch(
      /rewards\.csv exists.*\n.*--force/,
    );
    expect((await runCommand(['score', data, '--ranker'])).stderr).toContain('no ranked candidates');
  } finally {
    await server.close();
  }
});

test('flags that cannot be combined are refused, and the error suggests a next step', async ({}, info) => {
  const { data, predictions } = writeDataSet(info.outputDir);
  const rows: [args: string[], message: RegExp][] = [
    [[data], /does not know what to score\.\nGive --predictions/],
    [[data, '--ranker', '--predictions', predictions], /--predictions and --ranker cannot be used together/],
    [['--predictions', predictions], /The data set is missing/],
    [[data, data, '--predictions', predictions], /Only one data set/],
    [['--reference', data], /There is no session to score/],
    [
      [data, '--run', 'chat', '--save', info.outputPath('x.jsonl')],
      /navigator “chat” cannot predict recorded turns/,
    ],
    [[data, '--run', 'weblinx'], /--run needs a file.*\nAdd --save/],
    [[data, '--ranker'], /no candidates for the split/],
  ];
  for (const [args, message] of rows) {
    const { code, stderr } = await runCommand(['score', ...args]);
    expect.soft(code, args.join(' ')).toBe(2);
    expect.soft(stderr, args.join(' ')).toMatch(message);
  }
  expect(existsSync(info.outputPath('x.jsonl'))).toBe(false);
});
