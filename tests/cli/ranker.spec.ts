/** Choosing a ranker on the command line, and what is told where it cannot be used. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestInfo } from '@playwright/test';

import { createRankerProblemReporter } from '../../src/assembly/ranker-problems.js';
import { createRankerPlan } from '../../src/assembly/ranker-plan.js';
import { formatInstructionQuery } from '../../src/prompt/index.js';
import { writeSmallModel } from '../rank/dense/small-model.js';
import { candidate, observation } from '../support/candidates.js';
import { golden } from '../support/golden.js';
import { runCommand } from '../support/cli-harness.js';
import { events } from '../support/parley.js';

const PAGE = '<title>Shop</title><button>Log in</button><a href=#>Imprint</a><p>Nothing</p>';

function page(info: TestInfo): string {
  const file = info.outputPath('page.html');
  writeFileSync(file, PAGE);
  return file;
}

/** A model that was registered whole. */
async function withModel(info: TestInfo): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = await writeSmallModel(info.outputPath('small'));
  const env = { XDG_CONFIG_HOME: info.outputPath('config') };
  await runCommand(['models', 'add', folder, '--name', 'mine'], { env });
  return { folder, env };
}

test.describe('a choice that cannot be right is a usage problem that lists what there is', () => {
  const TABLE: [string, Parameters<typeof createRankerPlan>[0], NodeJS.ProcessEnv, RegExp][] = [
    [
      'unknown',
      { ranker: 'best' },
      {},
      /no ranker “best”\. Available: lexical, parley-compact\. parley models add/,
    ],
    ['unknown variable', {}, { PARLEY_RANKER: 'best' }, /no ranker “best”/],
    [
      'device',
      {},
      { PARLEY_RANKER_DEVICE: 'tpu' },
      /PARLEY_RANKER_DEVICE cannot be “tpu”\. Set it to one of auto, cpu/,
    ],
    ['threads', {}, { PARLEY_RANKER_THREADS: '0' }, /PARLEY_RANKER_THREADS needs a whole number/],
    ['cache', { rankerCache: 'package.json' }, {}, /--ranker-cache names package\.json, which is a file/],
  ];
  for (const [what, flags, env, message] of TABLE)
    test(what, ({}, info) => {
      let said = '';
      try {
        createRankerPlan(flags, { XDG_CONFIG_HOME: info.outputPath('config'), ...env });
      } catch (error) {
        const { kind, message: text, next } = error as { kind: string; message: string; next: string };
        said = `${kind}: ${text} ${next}`;
      }
      expect(said).toMatch(message);
      expect(said).toMatch(/^usage: /);
    });
});

test('flags win over environment variables; the bundled model is the default', () => {
  const TABLE: [Parameters<typeof createRankerPlan>[0], NodeJS.ProcessEnv, string, string][] = [
    [{}, {}, 'parley-compact', 'cpu'],
    [{}, { PARLEY_RANKER: 'lexical', PARLEY_RANKER_DEVICE: 'auto' }, 'lexical', 'auto'],
    [
      { ranker: 'parley-compact', rankerDevice: 'webgpu' },
      { PARLEY_RANKER: 'lexical', PARLEY_RANKER_DEVICE: 'cpu' },
      'parley-compact',
      'webgpu',
    ],
  ];
  for (const [flags, env, name, device] of TABLE)
    expect(createRankerPlan(flags, env)).toMatchObject({ name, device });
});

test('only registered models are WebLINX rankers, and they accept whole queries', async ({}, info) => {
  const { env } = await withModel(info);
  expect(createRankerPlan({ ranker: 'lexical' }, env).isPaperRanker).toBe(false);
  expect(createRankerPlan({}, env).isPaperRanker).toBe(false);
  const plan = createRankerPlan({ ranker: 'mine' }, env);
  expect(plan.isPaperRanker).toBe(true);
  const seen = observation(
    golden.dmr.records.map(({ uid }) => candidate({ uid })),
    {
      weblinx: {
        html: golden.demo['pages/page-4-0.html'],
        boxes: golden.demo['bboxes/bboxes-4.json'],
        screenshot: null,
      },
    },
  );
  const fail = (problem: Error): void => {
    throw problem;
  };
  const scores = async (text: string, wholeQuery: boolean): Promise<number[]> => {
    const ranker = plan.open(fail, { queriesInPaperFormat: wholeQuery });
    const { best } = await ranker.rank({ text, history: [] }, seen, 5);
    await ranker.close();
    return best.map(({ score }) => score);
  };
  const line = 'open the menu';
  const wrapped = await scores(line, false);
  expect(wrapped).not.toEqual(await scores(line, true));
  expect(wrapped).toEqual(await scores(formatInstructionQuery(line, seen.viewport), true));
});

test('look uses the chosen ranker and reports how many elements were compared', async ({}, info) => {
  const { env } = await withModel(info);
  const file = page(info);
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
    const found = JSON.parse(stdout);
    expect(found.ranking).toEqual({ ranker, scored, total: 3, partial: false });
    expect(found.weblinx).toBeUndefined();
  }
  const refused = await runCommand(['look', file, '--ranker', 'nobody'], { env });
  expect(refused.stderr).toMatch(/no ranker “nobody”\.\nAvailable: lexical, parley-compact, mine/);
  expect(refused.code).toBe(2);
});

test('a damaged model is reported once, and ranking falls back to words', async ({}, info) => {
  const { env, folder } = await withModel(info);
  truncateSync(join(folder, 'model.safetensors'), 3000);
  const { stdout, stderr, code } = await runCommand(
    ['look', page(info), '-q', 'log in', '-k', '1', '--json', '--ranker', 'mine'],
    { env },
  );
  expect(code).toBe(0);
  const told = /^.*model\.safetensors: it ends at byte 3000.*ranked by their words alone from here on\.$/gm;
  expect(stderr.match(told)).toHaveLength(1);
  const found = JSON.parse(stdout);
  expect(found.rankerProblems).toEqual(stderr.match(told));
  expect(found.candidates[0].name).toBe('Log in');
});

test('a session uses the chosen ranker and records its name', async ({}, info) => {
  const results = info.outputPath('results');
  const { stdout, code } = await runCommand([
    'run',
    'click Imprint',
    '--url',
    page(info),
    '--results',
    results,
    '--json',
    '--ranker',
    'lexical',
  ]);
  expect(events(stdout)[0]).toMatchObject({ type: 'session', ranker: 'lexical' });
  expect(code).toBe(0);
});

test('ranker problems become notes while the record is open, and go to stderr if nobody would see them', () => {
  const TABLE: [shown: boolean, open: boolean, notes: string[], written: string[]][] = [
    [true, true, ['Lost.'], []],
    [false, true, ['Lost.'], ['Lost.\n']],
    [true, false, [], ['Lost.\n']],
    [false, false, [], ['Lost.\n']],
  ];
  for (const [shown, open, noted, written] of TABLE) {
    const found: { notes: string[]; out: string[] } = { notes: [], out: [] };
    const notes = createRankerProblemReporter({
      eventsVisible: shown,
      note: (text) => found.notes.push(text),
      write: (text) => found.out.push(text),
    });
    if (!open) notes.close();
    notes.report(new Error('Lost.'));
    expect(found).toEqual({ notes: noted, out: written });
  }
});

test('doctor reports the ranking model, its device and its problems', async ({}, info) => {
  const { env, folder } = await withModel(info);
  const rankers = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await runCommand(['doctor', '--json', ...args], { env });
    return JSON.parse(stdout).find(({ what }: { what: string }) => what === 'Ranker');
  };
  expect(await rankers()).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/^parley-compact on cpu, loaded in \d+ ms$/),
  });
  writeFileSync(
    join(folder, 'config.json'),
    readFileSync(join(folder, 'config.json'), 'utf8').replace('bert', 'gpt2'),
  );
  expect(await rankers('--ranker', 'mine')).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('"model_type" is "gpt2"'),
    next: expect.stringContaining('BERT'),
  });
});
