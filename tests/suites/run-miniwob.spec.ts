// Complete runs of `parley bench miniwob` on pages with the interface of MiniWoB++, with the built-in navigator.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { type TestInfo, expect, test } from '@playwright/test';

import { writeMiniwobPages } from '../support/miniwob-pages.js';
import { runParley, startParley, type ProcessResult } from '../support/parley.js';
import { createEnvironment, readResult, getResultsFlags, findRunFolder } from './bench-runs.js';

test.setTimeout(180_000);

const runBench = (info: TestInfo, args: string[]): Promise<ProcessResult> =>
  runParley(['bench', 'miniwob', ...args], { env: createEnvironment(info) });

const getPagesFlags = (info: TestInfo): string[] => ['--pages', writeMiniwobPages(info.outputPath('html'))];

const readTrajectory = (folder: string, id: string) =>
  JSON.parse(readFileSync(join(folder, 'trajectories', `${id}.json`), 'utf8')) as {
    task: string;
    seed: number;
    trajectory: Record<string, unknown>[];
  };

test('full, partial, late and missing rewards are recorded', async ({}, info) => {
  const flags = [...getPagesFlags(info), '--task', 'press-*', '--seeds', '2', '--workers', '2'];
  const run = await runBench(info, [...flags, ...getResultsFlags(info)]);
  expect(run.code, run.stderr).toBe(1);
  expect(run.stderr).toMatch(/^10 tasks, 2 at a time$/m);
  const folder = findRunFolder(info);

  for (const seed of ['001', '002']) {
    const { task, actions, ...result } = readResult(folder, `press-button_${seed}`);
    const correctButton = /^Click on the "(One|Two)" button\.$/.exec(task)?.[1];
    expect(result).toMatchObject({
      site: 'press-button',
      success: true,
      verdict: 'done',
      navigator: 'direct',
      figures: { done: 1, reward: 1, lenient: 1 },
    });
    expect(correctButton, task).toBeDefined();
    expect(actions).toBe(1);
  }
  // The session reports success, but a partial reward counts as a failure.
  expect(readResult(folder, 'press-part_001')).toMatchObject({
    success: false,
    verdict: 'check',
    reason: expect.stringContaining('raw reward 0.75'),
    figures: { reward: 0.75, lenient: 1 },
  });
  expect(readResult(folder, 'press-late_001')).toMatchObject({ success: true, figures: { reward: 1 } });
  // The instruction has further steps, but the page has ended the episode.
  expect(readResult(folder, 'press-first_001')).toMatchObject({ success: true, actions: 1 });
  expect(readResult(folder, 'press-nothing_001')).toMatchObject({
    success: false,
    figures: { done: 0, reward: 0, lenient: 0 },
    checks: [expect.objectContaining({ pass: false, actual: 'the episode has not ended' })],
  });

  expect(run.stdout).toMatch(/^site +tasks +success +lenient +reward +#actions +errors/m);
  expect(run.stdout).toMatch(/^press-part +2 +0\/2 0\.0 % +2\/2 100\.0 % +0\.75 +1\.00 +0 /m);
  expect(run.stdout).toMatch(/^all +10 +6\/10 60\.0 % +8\/10 80\.0 % +0\.75 /m);
  expect(run.stdout).toMatch(/^Success: 60\.0 % \(95 % interval 31\.3 % to 83\.2 %\)$/m);
  expect(run.stdout).toMatch(
    /Published results, .*different models.*\n +SteP, few-shot +96\.0 % +2\.89 actions/,
  );

  const { source } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as { source: string };
  expect(source).toBe('MiniWoB++ of unknown version');
  const { demonstration } = readResult(folder, 'press-button_001');
  const session = readFileSync(join(folder, 'taskpress-button_001', demonstration, 'session.jsonl'), 'utf8');
  expect(session).toContain('Policy of the suite: the pages of MiniWoB++ are on this machine');

  expect(readTrajectory(folder, 'press-part_001')).toMatchObject({
    task: 'press-part',
    seed: 1,
    model: 'direct',
    trajectory: [
      {
        objective: 'Click on the "One" button.',
        previous_actions: [],
        action: expect.stringContaining('One'),
        done: true,
        reward: 0.75,
        success: 0,
        num_actions: 1,
      },
    ],
  });
  const summary = readFileSync(join(folder, 'trajectories/summary.csv'), 'utf8').split('\n');
  expect(summary[0]).toBe('task,seed,model,logfile,done,reward,success,num_actions');
  expect(summary.find((line) => line.startsWith('press-part,2,'))).toMatch(
    /^press-part,2,direct,.*trajectories\/press-part_002\.json,true,0\.75,0,1$/,
  );
  expect(summary.filter(Boolean)).toHaveLength(11);
});

test('the page’s own time limit ends an episode and is reported as the reason', async ({}, info) => {
  const flags = [
    ...getPagesFlags(info),
    '--task',
    'press-nothing',
    '--seeds',
    '1',
    '--episode-clock',
    'page',
  ];
  const run = await runBench(info, [...flags, ...getResultsFlags(info)]);
  expect(run.code, run.stderr).toBe(1);
  expect(readResult(findRunFolder(info), 'press-nothing_001')).toMatchObject({
    success: false,
    figures: { done: 1, reward: -1, lenient: 0 },
    checks: [expect.objectContaining({ actual: 'raw reward -1 (timed out)' })],
  });
});

test('a resumed run uses the same pages, and only the selected demonstrations are kept', async ({}, info) => {
  const pages = getPagesFlags(info);
  const flags = ['--task', 'press-part', '--task', 'press-button', '--seeds', '1', '--workers', '1'];
  const firstRun = await runBench(info, [
    ...pages,
    ...flags,
    ...getResultsFlags(info),
    '--keep-demonstrations',
    'failed',
  ]);
  expect(firstRun.code, firstRun.stderr).toBe(1);
  const folder = findRunFolder(info);
  const listDemonstrations = (id: string): string[] => {
    const demonstrationsFolder = join(folder, `task${id}`, 'demonstrations');
    return existsSync(demonstrationsFolder) ? readdirSync(demonstrationsFolder) : [];
  };
  expect(listDemonstrations('press-button_001')).toEqual([]);
  expect(readResult(folder, 'press-button_001').demonstration).toBe('');
  expect(listDemonstrations('press-part_001')).toHaveLength(1);
  // The episode's log is kept.
  expect(readTrajectory(folder, 'press-button_001').trajectory).toHaveLength(1);

  rmSync(join(folder, 'taskpress-button_001/result.json'));
  const resumedRun = await runBench(info, ['--resume', folder]);
  expect(resumedRun.code, resumedRun.stderr).toBe(1);
  expect(resumedRun.stderr).toMatch(/^2 tasks, 1 of them done, 1 at a time$/m);
  expect(readResult(folder, 'press-button_001').success).toBe(true);
  const refusedRun = await runBench(info, ['--resume', folder, '--seeds', '3']);
  expect(refusedRun).toMatchObject({ code: 2, stderr: expect.stringContaining('--seeds and --resume') });
  // The pages have another URL after the run is resumed.
  rmSync(pages[1]!, { recursive: true });
  const failedRun = await runBench(info, ['--resume', folder, '--again']);
  expect(failedRun).toMatchObject({ code: 2, stderr: expect.stringContaining('--fetch') });
});

test('a page that is not from MiniWoB++ causes an infrastructure error in its task', async ({}, info) => {
  const flags = [...getPagesFlags(info), '--task', 'other', '--task', 'press-late', '--seeds', '1'];
  const run = await runBench(info, [...flags, ...getResultsFlags(info)]);
  expect(run.code, run.stderr).toBe(5);
  expect(readResult(findRunFolder(info), 'other_001')).toMatchObject({
    verdict: 'infra',
    success: null,
    retries: 2,
    reason: expect.stringContaining('core is not defined'),
  });
  expect(run.stdout).toMatch(/^all +2 +1\/1 100\.0 %/m);
});

test('after Ctrl-C, finished episodes are kept and their summary is written', async ({}, info) => {
  const flags = [...getPagesFlags(info), '--task', 'press-button', '--seeds', '200', '--workers', '1'];
  const { child, resultPromise, stderrMatches } = startRun(info, [...flags, ...getResultsFlags(info)]);
  await stderrMatches(/^1\/200 {2}passed/m);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await resultPromise;
  expect(code, stderr).toBe(130);
  const folder = findRunFolder(info);
  expect(stderr).toContain(`parley bench miniwob --resume ${folder}`);
  expect(stdout).toMatch(/Tasks without a result: 1\d\d\./);
  expect(readFileSync(join(folder, 'trajectories/summary.csv'), 'utf8')).toMatch(/^press-button,1,direct,/m);
});

function startRun(info: TestInfo, args: string[]) {
  const { child, resultPromise } = startParley(['bench', 'miniwob', ...args], {
    env: createEnvironment(info),
    stdin: '',
  });
  let stderr = '';
  child.stderr!.on('data', (data: Buffer) => (stderr += data.toString()));
  const stderrMatches = (pattern: RegExp): Promise<void> =>
    expect.poll(() => pattern.test(stderr), { timeout: 60_000 }).toBe(true);
  return { child, resultPromise, stderrMatches };
}
