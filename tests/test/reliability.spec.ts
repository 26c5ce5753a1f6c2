// Flakiness: pass^k, the turn at which runs diverge, quarantine, and the comparison with a baseline.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { VerdictKind } from '../../src/contract/index.js';
import { compareWithBaseline } from '../../src/test/reporter/compare-baseline.js';
import { createStyler, formatScenario, formatSummary } from '../../src/test/reporter/format-terminal.js';
import {
  summarizeScenario,
  summarizeRun,
  type ScenarioSummary,
  type RunSummary,
} from '../../src/test/reporter/summary.js';
import { expect, test } from '@playwright/test';

const withoutColour = createStyler(false);

const createRun = (verdict: VerdictKind, transcript: string[] = ['hello'], turns = 3) => ({
  verdict,
  reason: 'The run ended.',
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

function createScenarioSummary(
  scenario: string,
  verdict: VerdictKind,
  runs = [createRun(verdict)],
  tags: string[] = [],
): ScenarioSummary {
  const scenarioResult = { scenario, id: scenario, verdict, reason: 'The run ended.', pass: 1, runs };
  return summarizeScenario(scenarioResult, { title: scenario, tags, project: '' });
}

const createRunSummary = (scenarios: ScenarioSummary[]): RunSummary =>
  summarizeRun(scenarios, { startedAt: new Date(0), seconds: 9, interrupted: false });

const createSuiteSummary = (passed: number): RunSummary =>
  createRunSummary(
    Array.from({ length: 30 }, (_, i) => createScenarioSummary(`s${i}`, i < passed ? 'done' : 'stuck')),
  );

test('several runs are summarised by pass^k and by the turn at which they diverge', () => {
  const runs = [
    createRun('done', ['hello', 'click Save']),
    createRun('check', ['hello', 'click Cancel']),
    createRun('done', ['hello', 'click Save']),
  ];
  expect(formatScenario(createScenarioSummary('a', 'done', runs), withoutColour).split('\n')).toEqual([
    'passed   a  a  (9 turns, 3 actions, 3.0 s; 2 of 3 runs passed)',
    '         pass^1 67 %, pass^2 33 %, pass^3 0 %; the runs diverge at turn 1:',
    '             runs 1, 3: click Save',
    '             run 2: click Cancel',
  ]);
  expect(formatScenario(createScenarioSummary('a', 'done', [runs[0]!, runs[0]!]), withoutColour)).toContain(
    'pass^2 100 %; every run took the same turns',
  );
  expect(formatScenario(createScenarioSummary('a', 'done'), withoutColour)).not.toContain('pass^');
});

test('quarantined scenarios are shown but not counted', () => {
  const summary = createRunSummary([
    createScenarioSummary('a', 'done'),
    createScenarioSummary('b', 'guard', undefined, ['@quarantine']),
  ]);
  expect(summary.exit).toBe(0);
  expect(summary.totals).toMatchObject({ scenarios: 2, passed: 1, failed: 0, quarantined: 1 });
  expect(formatSummary(summary, withoutColour)[0]).toBe('1 of 1 scenario passed; 1 quarantined');
});

test.describe('with a baseline', () => {
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
    compareWithBaseline(createSuiteSummary(30), file, true);
    const similarSummary = compareWithBaseline(createSuiteSummary(29), file, false);
    expect(similarSummary.comparison).toMatchObject({ rate: 'alike', added: [], gone: [] });
    const worseSummary = compareWithBaseline(createSuiteSummary(20), file, false);
    expect(worseSummary.comparison?.rate).toBe('worse');
    expect(worseSummary.exit).toBe(4);
    // Each scenario passes often enough, but the suite passes less often than before.
    const flakyScenarios = Array.from({ length: 30 }, (_, i) =>
      createScenarioSummary(`s${i}`, 'done', [createRun('done'), createRun('check'), createRun('check')]),
    );
    const flakySummary = compareWithBaseline(createRunSummary(flakyScenarios), file, false);
    expect([flakySummary.comparison?.rate, flakySummary.exit]).toEqual(['worse', 1]);
    expect(formatSummary(flakySummary, withoutColour).slice(2)).toEqual([
      'Pass rate: 33 %; baseline: 100 %; change: −67 points (95 % interval −72 to −50), worse.',
      '  median turns: 3; baseline: 3; change by scenario: ±0 (95 % interval ±0 to ±0)',
      '  median actions: 1; baseline: 1; change by scenario: ±0 (95 % interval ±0 to ±0)',
    ]);
  });

  test('updating a baseline replaces the scenarios that ran and keeps the rest', () => {
    compareWithBaseline(
      createRunSummary([createScenarioSummary('a', 'done'), createScenarioSummary('b', 'stuck')]),
      file,
      true,
    );
    compareWithBaseline(
      createRunSummary([
        createScenarioSummary('b', 'done'),
        createScenarioSummary('c', 'stuck', undefined, ['@quarantine']),
      ]),
      file,
      true,
    );
    expect(readFileSync(file, 'utf8').split('\n').slice(2, 6)).toEqual([
      '  "scenarios": [',
      '    {"id":"a","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]}',
      '  ]',
    ]);
    const unrelatedSummary = compareWithBaseline(
      createRunSummary([createScenarioSummary('d', 'done')]),
      file,
      false,
    );
    expect(unrelatedSummary.comparison).toBeNull();
  });

  test('runs of one scenario from several tests are merged', () => {
    const repeated = createRunSummary([
      createScenarioSummary('a', 'done'),
      createScenarioSummary('a', 'stuck'),
      createScenarioSummary('b', 'done'),
    ]);
    compareWithBaseline(repeated, file, true);
    expect(readFileSync(file, 'utf8').split('\n').slice(3, 5)).toEqual([
      '    {"id":"a","pass":2,"runs":[{"verdict":"done","turns":3,"actions":1},{"verdict":"stuck","turns":3,"actions":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"actions":1}]}',
    ]);
    expect(compareWithBaseline(repeated, file, false).comparison).toMatchObject({
      now: { scenarios: 2 },
      rate: 'alike',
    });
  });

  for (const [content, text, expectedMessage] of [
    ['invalid JSON', '{', 'cannot be read'],
    ['a different format', '{"baseline":1,"scenarios":[]}', 'is not a baseline (baseline: '],
    [
      'an unknown verdict',
      '{"baseline":2,"scenarios":[{"id":"a","pass":1,"runs":[{"verdict":"fine","turns":1,"actions":0}]}]}',
      'is not a baseline (scenarios.0.runs.0.verdict: ',
    ],
  ] as const)
    test(`a file with ${content} is reported, and the error suggests a next step`, () => {
      compareWithBaseline(createSuiteSummary(1), file, true);
      writeFileSync(file, text);
      expect(() => compareWithBaseline(createSuiteSummary(1), file, false)).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: expect.stringContaining(expectedMessage),
          next: expect.stringContaining('--update-baseline'),
        }),
      );
    });
});
