/** Tests how a ranker is selected on the command line, and how unusable rankers are reported. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { createRankerProblemReporter } from '../../src/assembly/ranker-problems.js';
import { createRankerPlan } from '../../src/assembly/ranker-plan.js';
import { formatInstructionQuery } from '../../src/prompt/index.js';
import { writeSmallModel } from '../rank/dense/small-model.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import { goldenData } from '../support/golden.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents } from '../support/parley.js';

const PAGE = '<title>Shop</title><button>Log in</button><a href=#>Imprint</a><p>Nothing</p>';

function writePage(info: TestInfo): string {
  const file = info.outputPath('page.html');
  writeFileSync(file, PAGE);
  return file;
}

/** Registers a small model as `mine`. */
async function registerModel(info: TestInfo): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = await writeSmallModel(info.outputPath('small'));
  const env = { XDG_CONFIG_HOME: info.outputPath('config') };
  await runCommand(['models', 'add', folder, '--name', 'mine'], { env });
  return { folder, env };
}

test.describe('an invalid ranker option causes a usage error:', () => {
  const CASES: [string, Parameters<typeof createRankerPlan>[0], NodeJS.ProcessEnv, RegExp][] = [
    [
      'an unknown ranker',
      { ranker: 'best' },
      {},
      /no ranker “best”\. Available: lexical, parley-compact\. Run parley models add/,
    ],
    [
      'an invalid number of threads',
      {},
      { PARLEY_RANKER_THREADS: '0' },
      /PARLEY_RANKER_THREADS needs a whole number/,
    ],
    [
      'a cache that is a file',
      { rankerCache: 'package.json' },
      {},
      /--ranker-cache names package\.json, which is a file/,
    ],
  ];
  for (const [condition, flags, env, message] of CASES)
    test(condition, ({}, info) => {
      let errorText = '';
      try {
        createRankerPlan(flags, { XDG_CONFIG_HOME: info.outputPath('config'), ...env });
      } catch (error) {
        const {
          kind,
          message: errorMessage,
          next,
        } = error as { kind: string; message: string; next: string };
        errorText = `${kind}: ${errorMessage} ${next}`;
      }
      expect(errorText).toMatch(message);
      expect(errorText).toMatch(/^usage: /);
    });
});

test('the bundled model on the CPU is the default', () => {
  expect(createRankerPlan({}, {})).toMatchObject({ name: 'parley-compact', device: 'cpu' });
});

test('only registered models can be WebLINX rankers, and they can receive queries in the paper’s format', async ({}, info) => {
  const { env } = await registerModel(info);
  expect(createRankerPlan({ ranker: 'lexical' }, env).isPaperRanker).toBe(false);
  expect(createRankerPlan({}, env).isPaperRanker).toBe(false);
  const plan = createRankerPlan({ ranker: 'mine' }, env);
  expect(plan.isPaperRanker).toBe(true);
  const goldenObservation = createObservation(
    goldenData.dmr.records.map(({ uid }) => createCandidate({ uid })),
    {
      weblinx: {
        html: goldenData.demo['pages/page-4-0.html'],
        boxes: goldenData.demo['bboxes/bboxes-4.json'],
        screenshot: null,
      },
    },
  );
  const throwProblem = (problem: Error): void => {
    throw problem;
  };
  const rankAndGetScores = async (text: string, queriesInPaperFormat: boolean): Promise<number[]> => {
    const ranker = plan.open(throwProblem, { queriesInPaperFormat });
    const { best } = await ranker.rank({ text, history: [] }, goldenObservation, 5);
    await ranker.close();
    return best.map(({ score }) => score);
  };
  const instruction = 'open the menu';
  const instructionScores = await rankAndGetScores(instruction, false);
  expect(instructionScores).not.toEqual(await rankAndGetScores(instruction, true));
  expect(instructionScores).toEqual(
    await rankAndGetScores(formatInstructionQuery(instruction, goldenObservation.viewport), true),
  );
});

test('look uses the chosen ranker and reports how many elements were compared', async ({}, info) => {
  const { env } = await registerModel(info);
  const file = writePage(info);
  for (const [ranker, scored] of [
    ['lexical', 0],
    ['parley-compact', 3],
    ['mine', 3],
  ] as const) {
    const { stdout, stderr, code } = await runCommand(
      ['look', file, '-q', 'log in', '--json', '--ranker', ranker],
      { env },
    );
    expect(code, stderr).toBe(0);
    const lookResult = JSON.parse(stdout);
    expect(lookResult.ranking).toEqual({ ranker, scored, total: 3, partial: false });
    expect(lookResult.weblinx).toBeUndefined();
  }
  const unknownRanker = await runCommand(['look', file, '--ranker', 'nobody'], { env });
  expect(unknownRanker.stderr).toMatch(/no ranker “nobody”\.\nAvailable: lexical, parley-compact, mine/);
  expect(unknownRanker.code).toBe(2);
});

test('a damaged model is reported once, and elements are then ranked by their words', async ({}, info) => {
  const { env, folder } = await registerModel(info);
  truncateSync(join(folder, 'model.safetensors'), 3000);
  const { stdout, stderr, code } = await runCommand(
    ['look', writePage(info), '-q', 'log in', '-k', '1', '--json', '--ranker', 'mine'],
    { env },
  );
  expect(code).toBe(0);
  const damageMessages = /^.*model\.safetensors: it ends at byte 3000.*ranked by word overlap only\.$/gm;
  expect(stderr.match(damageMessages)).toHaveLength(1);
  const lookResult = JSON.parse(stdout);
  expect(lookResult.rankerProblems).toEqual(stderr.match(damageMessages));
  expect(lookResult.candidates[0].name).toBe('Log in');
});

test('a session uses the chosen ranker and records its name', async ({}, info) => {
  const results = info.outputPath('results');
  const { stdout, code } = await runCommand([
    'run',
    'click Imprint',
    '--url',
    writePage(info),
    '--results',
    results,
    '--json',
    '--ranker',
    'lexical',
  ]);
  expect(parseEvents(stdout)[0]).toMatchObject({ type: 'session', ranker: 'lexical' });
  expect(code).toBe(0);
});

test('ranker problems become notes while the record is open, and are printed to stderr if no user sees the notes', () => {
  const CASES: [areEventsVisible: boolean, isRecordOpen: boolean, notes: string[], output: string[]][] = [
    [true, true, ['Lost.'], []],
    [false, true, ['Lost.'], ['Lost.\n']],
    [true, false, [], ['Lost.\n']],
    [false, false, [], ['Lost.\n']],
  ];
  for (const [areEventsVisible, isRecordOpen, expectedNotes, expectedOutput] of CASES) {
    const written: { notes: string[]; out: string[] } = { notes: [], out: [] };
    const reporter = createRankerProblemReporter({
      areEventsVisible,
      note: (text) => written.notes.push(text),
      write: (text) => written.out.push(text),
    });
    if (!isRecordOpen) reporter.close();
    reporter.report(new Error('Lost.'));
    expect(written).toEqual({ notes: expectedNotes, out: expectedOutput });
  }
});

test('doctor reports the ranking model, its device and its problems', async ({}, info) => {
  const { env, folder } = await registerModel(info);
  const checkRanker = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await runCommand(['doctor', '--json', ...args], { env });
    return JSON.parse(stdout).find(({ what }: { what: string }) => what === 'Ranker');
  };
  expect(await checkRanker()).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^parley-compact on cpu, loaded in \d+ ms$/),
  });
  writeFileSync(
    join(folder, 'config.json'),
    readFileSync(join(folder, 'config.json'), 'utf8').replace('bert', 'gpt2'),
  );
  expect(await checkRanker('--ranker', 'mine')).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('"model_type" is "gpt2"'),
    next: expect.stringContaining('BERT'),
  });
});
