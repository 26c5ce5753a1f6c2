// A complete run of `parley bench airline` with a scripted model server, in its own process with Playwright's workers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from '../support/browser.js';
import { formatDecision, ChatPrompt } from '../support/chat-prompt.js';
import type { AnswerFunction } from '../support/fake-model-server.js';
import { runParley } from '../support/parley.js';
import { createEnvironment, readResult, getResultsFlags, findRunFolder, test } from './bench-runs.js';

test.setTimeout(120_000);

/** Finds the booking, and stops there even if the task is to cancel it. */
const findBooking: AnswerFunction = ({ prompt }) => {
  const parsedPrompt = new ChatPrompt(prompt);
  const [reference = ''] = /\b[A-Z2-9]{6}\b/.exec(parsedPrompt.lastLine) ?? [];
  if (parsedPrompt.page.includes(`Booking ${reference}`))
    return { text: formatDecision([{ do: 'report', value: 'Here it is.' }]) };
  const field = parsedPrompt.findElement(/Booking reference/);
  if (field === null)
    return { text: formatDecision([{ do: 'click', on: parsedPrompt.findElement(/Find booking/) }]) };
  return {
    text: formatDecision([
      { do: 'type', on: field, value: reference },
      { do: 'click', on: parsedPrompt.findElement(/^button "Search"/) },
    ]),
  };
};

test('a run measures success and progress, can be resumed, and writes SteP’s files', async ({
  startModel,
}, info) => {
  const model = await startModel(findBooking);
  const runBench = (...args: string[]) =>
    runParley(['bench', 'airline', ...args], { env: createEnvironment(info) });
  const modelFlags = ['--model', 'tiny', '--base-url', model.url, '--model-price', '1,2', '--workers', '2'];
  const taskFlags = ['--task', 'find-booking', '--task', 'cancel-flight', '--scenarios', '1'];
  const firstRun = await runBench(
    '--skin',
    'stripped',
    ...taskFlags,
    ...modelFlags,
    ...getResultsFlags(info),
  );
  expect(firstRun.code, firstRun.stderr).toBe(1);
  expect(firstRun.stdout).toMatch(/^find-booking +1 +1\/1 100\.0 % +1\.00 +3\.00 /m);
  expect(firstRun.stdout).toMatch(/^cancel-flight +1 +0\/1 0\.0 % +0\.40 +3\.00 /m);
  expect(firstRun.stdout).toContain('Published results, estimated from a chart');
  const folder = findRunFolder(info);
  expect(readResult(folder, 'find-booking_001')).toMatchObject({
    success: true,
    verdict: 'done',
    figures: { progress: 1 },
    actions: 3,
  });
  expect(readResult(folder, 'cancel-flight_001')).toMatchObject({
    success: false,
    figures: { progress: 0.4 },
  });
  const trajectory = JSON.parse(readFileSync(join(folder, 'trajectories/find-booking_001.json'), 'utf8')) as {
    task: string;
    trajectory: { success?: number; num_actions?: number }[];
  };
  expect(trajectory.task).toBe('TASK_FIND_BOOKING');
  expect(trajectory.trajectory.at(-1)).toMatchObject({ success: 1, num_actions: 3 });
  expect(readFileSync(join(folder, 'trajectories/summary.csv'), 'utf8')).toMatch(
    /^TASK_CANCEL_FLIGHT,[a-z\d]{20},.*,0,0\.4,3$/m,
  );

  const resumedRun = await runBench('--resume', folder, ...modelFlags.slice(0, 4));
  expect(resumedRun.stdout).toMatch(/^all +2 +1\/2 50\.0 % +0\.70 /m);
  const refusedRun = await runBench('--resume', folder, '--skin', 'labelled', ...modelFlags.slice(0, 4));
  expect(refusedRun).toMatchObject({ code: 2 });
  expect(refusedRun.stderr).toContain('--skin and --resume cannot be combined');
});

test('the lines of a conversation are the customer’s utterances', async ({ startModel }, info) => {
  const model = await startModel(({ prompt }) => {
    const { lastLine } = new ChatPrompt(prompt);
    return /\b[A-Z2-9]{6}\b/.test(lastLine)
      ? findBooking({ prompt } as never)
      : { text: formatDecision([{ do: 'ask', value: 'What is the reference?' }]) };
  });
  const taskFlags = ['--task', 'find-booking', '--scenarios', '1'];
  const modelFlags = ['--model', 'tiny', '--base-url', model.url, '--model-price', '1,2'];
  const run = await runParley(
    ['bench', 'airline', '--conversation', ...taskFlags, ...modelFlags, ...getResultsFlags(info)],
    { env: createEnvironment(info) },
  );
  const result = readResult(findRunFolder(info), 'find-booking_001');
  expect(result, run.stderr).toMatchObject({ success: true, figures: { progress: 1 } });
  expect(result.task.split('\n').length).toBe(2);
});
