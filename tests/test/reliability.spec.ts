// Flakiness: pass^k, where runs part, quarantine, and a suite beside its baseline.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { VerdictKind } from '../../src/contract/index.js';
import { compareWithBaseline } from '../../src/test/reporter/compare-baseline.js';
import { createPainter, formatScenario, formatSummary } from '../../src/test/reporter/lines.js';
import {
  summarizeScenario,
  summarizeRun,
  type ScenarioSummary,
  type RunSummary,
} from '../../src/test/reporter/summary.js';
import { expect, test } from '@playwright/test';

const plain = createPainter(false);

const run = (verdict: VerdictKind, transcript: string[] = ['hello'], turns = 3) => ({
  verdict,
  reason: 'so it is',
  turns,
  actions: 1,
  tokens: 0,
  usd: 0,
  seconds: 1,
  seed: 1,
  transcript,
  retries: 0,
  demonstration: '',
});

function summaryOf(
  scenario: string,
  verdict: VerdictKind,
  runs = [run(verdict)],
  tags: string[] = [],
): ScenarioSummary {
  const found = { scenario, id: scenario, verdict, reason: 'so it is', pass: 1, runs };
  return summarizeScenario(found, { title: scenario, tags, project: '' });
}

const ended = (scenarios: ScenarioSummary[]): RunSummary =>
  summarizeRun(scenarios, { startedAt: new Date(0), seconds: 9, interrupted: false });

const suite = (passed: number): RunSummary =>
  ended(Array.from({ length: 30 }, (_, i) => summaryOf(`s${i}`, i < passed ? 'done' : 'stuck')));

test('several runs are summarised by pass^k and the turn at which they diverge', () => {
  const runs = [
    run('done', ['hello', 'click Save']),
    run('check', ['hello', 'click Cancel']),
    run('done', ['hello', 'click Save']),
  ];
  expect(formatScenario(summaryOf('a', 'done', runs), plain).split('\n')).toEqual([
    'passed   a  a  (9 turns, 3 actions, 3.0 s; 2 of 3 runs passed)',
    '         pass^1 67 %, pass^2 33 %, pass^3 0 %; the runs diverge at turn 1:',
    '             runs 1, 3: click Save',
    '             run 2: click Cancel',
  ]);
  expect(formatScenario(summaryOf('a', 'done', [runs[0]!, runs[0]!]), plain)).toContain(
    'pass^2 100 %; every run took the same turns',
  );
  expect(formatScenario(summaryOf('a', 'done'), plain)).not.toContain('pass^');
});

test('quarantined scenarios are shown but not counted', () => {
  const summary = ended([summaryOf('a', 'done'), summaryOf('b', 'guard', undefined, ['@quarantine'])]);
  expect(summary.exit).toBe(0);
  expect(summary.totals).toMatchObject({ scenarios: 2, passed: 1, failed: 0, quarantined: 1 });
  expect(formatSummary(summary, plain)[0]).toBe('1 of 1 scenario passed; 1 quarantined');
});

test.describe('beside a baseline', () => {
  let folder: string;
  let file: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-baseline-'));
    file = join(folder, 'results/baseline.json');
  });
  test.afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('a significantly lower pass rate fails an otherwise passing run', () => {
    compareWithBaseline(suite(30), file, true);
    const alike = compareWithBaseline(suite(29), file, false);
    expect(alike.comparison).toMatchObject({ rate: 'alike', added: [], gone: [] });
    const worse = compareWithBaseline(suite(20), file, false);
    expect(worse.comparison?.rate).toBe('worse');
    expect(worse.exit).toBe(4);
    // Each passes often enough for itself, and all of them less often than before.
    const shaky = Array.from({ length: 30 }, (_, i) =>
      summaryOf(`s${i}`, 'done', [run('done'), run('check'), run('check')]),
    );
    const shaken = compareWithBaseline(ended(shaky), file, false);
    expect([shaken.comparison?.rate, shaken.exit]).toEqual(['worse', 1]);
    expect(formatSummary(shaken, plain).slice(2)).toEqual([
      'Beside the baseline: 33 % pass, 100 % did: −67 points (95 % interval −72 to −50), worse than it.',
      '  median turns: 3, were 3; by scenario ±0 (95 % interval ±0 to ±0)',
      '  median actions: 1, were 1; by scenario ±0 (95 % interval ±0 to ±0)',
    ]);
  });

  test('updating a baseline replaces the scenarios that ran and keeps the rest', () => {
    compareWithBaseline(ended([summaryOf('a', 'done'), summaryOf('b', 'stuck')]), file, true);
    compareWithBaseline(
      ended([summaryOf('b', 'done'), summaryOf('c', 'stuck', undefined, ['@quarantine'])]),
      file,
      true,
    );
    expect(readFileSync(file, 'utf8').split('\n').slice(2, 6)).toEqual([
      '  "scenarios": [',
      '    {"id":"a","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]}',
      '  ]',
    ]);
    const other = compareWithBaseline(ended([summaryOf('d', 'done')]), file, false);
    expect(other.comparison).toBeNull();
  });

  test('runs of one scenario from several tests are merged', () => {
    const twice = ended([summaryOf('a', 'done'), summaryOf('a', 'stuck'), summaryOf('b', 'done')]);
    compareWithBaseline(twice, file, true);
    expect(readFileSync(file, 'utf8').split('\n').slice(3, 5)).toEqual([
      '    {"id":"a","pass":2,"runs":[{"verdict":"done","turns":3,"actions":1},{"verdict":"stuck","turns":3,"actions":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]}',
    ]);
    expect(compareWithBaseline(twice, file, false).comparison).toMatchObject({
      now: { scenarios: 2 },
      rate: 'alike',
    });
  });

  for (const [what, text, says] of [
    ['invalid JSON', '{', 'cannot be read'],
    ['a different format', '{"baseline":1,"scenarios":[]}', 'is not a baseline: baseline: '],
    [
      'an unknown verdict',
      '{"baseline":2,"scenarios":[{"id":"a","pass":1,"runs":[{"verdict":"fine","turns":1,"actions":0}]}]}',
      'is not a baseline: scenarios.0.runs.0.verdict: ',
    ],
  ] as const)
    test(`a file with ${what} is reported with a next step`, () => {
      compareWithBaseline(suite(1), file, true);
      writeFileSync(file, text);
      expect(() => compareWithBaseline(suite(1), file, false)).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: expect.stringContaining(says),
          next: expect.stringContaining('--update-baseline'),
        }),
      );
    });
});
