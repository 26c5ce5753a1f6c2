// Flakiness: pass^k, where runs part, quarantine, and a suite beside its baseline.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { VerdictKind } from '../../src/contract/index.js';
import { besideBaseline } from '../../src/test/reporter/beside-baseline.js';
import { painter, scenarioLine, summaryLines } from '../../src/test/reporter/lines.js';
import {
  scenarioSummary,
  summaryOf,
  type ScenarioSummary,
  type Summary,
} from '../../src/test/reporter/summary.js';
import { expect, test } from './outside.js';

const plain = painter(false);

const run = (verdict: VerdictKind, said: string[] = ['hello'], turns = 3) => ({
  verdict,
  reason: 'so it is',
  turns,
  acts: 1,
  tokens: 0,
  usd: 0,
  seconds: 1,
  seed: 1,
  said,
  retries: 0,
  demonstration: '',
});

function held(
  scenario: string,
  verdict: VerdictKind,
  runs = [run(verdict)],
  tags: string[] = [],
): ScenarioSummary {
  const found = { scenario, id: scenario, verdict, reason: 'so it is', pass: 1, runs };
  return scenarioSummary(found, { title: scenario, tags, project: '' });
}

const ended = (scenarios: ScenarioSummary[]): Summary =>
  summaryOf(scenarios, { startedAt: new Date(0), seconds: 9, interrupted: false });

const suite = (passed: number): Summary =>
  ended(Array.from({ length: 30 }, (_, i) => held(`s${i}`, i < passed ? 'done' : 'stuck')));

test('several runs are told by pass^k and the turn at which they part', () => {
  const runs = [
    run('done', ['hello', 'click Save']),
    run('check', ['hello', 'click Cancel']),
    run('done', ['hello', 'click Save']),
  ];
  expect(scenarioLine(held('a', 'done', runs), plain).split('\n')).toEqual([
    'passed   a  a  (9 turns, 3 acts, 3.0 s; 2 of 3 runs passed)',
    '         pass^1 67 %, pass^2 33 %, pass^3 0 %; the runs part at turn 1:',
    '             runs 1, 3: click Save',
    '             run 2: click Cancel',
  ]);
  expect(scenarioLine(held('a', 'done', [runs[0]!, runs[0]!]), plain)).toContain(
    'pass^2 100 %; every run took the same turns',
  );
  expect(scenarioLine(held('a', 'done'), plain)).not.toContain('pass^');
});

test('what is in quarantine is shown and not counted', () => {
  const summary = ended([held('a', 'done'), held('b', 'guard', undefined, ['@quarantine'])]);
  expect(summary.exit).toBe(0);
  expect(summary.totals).toMatchObject({ scenarios: 2, passed: 1, failed: 0, quarantined: 1 });
  expect(summaryLines(summary, plain)[0]).toBe('1 of 1 scenario passed; 1 in quarantine');
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

  test('a rate that has fallen beyond doubt fails a run in which nothing else did', () => {
    besideBaseline(suite(30), file, true);
    const alike = besideBaseline(suite(29), file, false);
    expect(alike.comparison).toMatchObject({ rate: 'alike', added: [], gone: [] });
    const worse = besideBaseline(suite(20), file, false);
    expect(worse.comparison?.rate).toBe('worse');
    expect(worse.exit).toBe(4);
    // Each passes often enough for itself, and all of them less often than before.
    const shaky = Array.from({ length: 30 }, (_, i) =>
      held(`s${i}`, 'done', [run('done'), run('check'), run('check')]),
    );
    const shaken = besideBaseline(ended(shaky), file, false);
    expect([shaken.comparison?.rate, shaken.exit]).toEqual(['worse', 1]);
    expect(summaryLines(shaken, plain).slice(2)).toEqual([
      'Beside the baseline: 33 % pass, 100 % did: −67 points (95 % interval −72 to −50), worse than it.',
      '  median turns: 3, were 3; by scenario ±0 (95 % interval ±0 to ±0)',
      '  median acts: 1, were 1; by scenario ±0 (95 % interval ±0 to ±0)',
    ]);
  });

  test('a run of some scenarios renews those and keeps the rest, a line for each', () => {
    besideBaseline(ended([held('a', 'done'), held('b', 'stuck')]), file, true);
    besideBaseline(ended([held('b', 'done'), held('c', 'stuck', undefined, ['@quarantine'])]), file, true);
    expect(readFileSync(file, 'utf8').split('\n').slice(2, 6)).toEqual([
      '  "scenarios": [',
      '    {"id":"a","pass":1,"runs":[{"verdict":"done","turns":3,"acts":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"acts":1}]}',
      '  ]',
    ]);
    const other = besideBaseline(ended([held('d', 'done')]), file, false);
    expect(other.comparison).toBeNull();
  });

  test('a scenario that several tests held is one, with the runs of all of them', () => {
    const twice = ended([held('a', 'done'), held('a', 'stuck'), held('b', 'done')]);
    besideBaseline(twice, file, true);
    expect(readFileSync(file, 'utf8').split('\n').slice(3, 5)).toEqual([
      '    {"id":"a","pass":2,"runs":[{"verdict":"done","turns":3,"acts":1},{"verdict":"stuck","turns":3,"acts":1}]},',
      '    {"id":"b","pass":1,"runs":[{"verdict":"done","turns":3,"acts":1}]}',
    ]);
    expect(besideBaseline(twice, file, false).comparison).toMatchObject({
      now: { scenarios: 2 },
      rate: 'alike',
    });
  });

  for (const [what, text, says] of [
    ['no JSON', '{', 'cannot be read'],
    ['something else', '{"baseline":2,"scenarios":[]}', 'is no baseline: baseline: '],
    [
      'a verdict that there is not',
      '{"baseline":1,"scenarios":[{"id":"a","pass":1,"runs":[{"verdict":"fine","turns":1,"acts":0}]}]}',
      'is no baseline: scenarios.0.runs.0.verdict: ',
    ],
  ] as const)
    test(`a file that is ${what} is told with what to do about it`, () => {
      besideBaseline(suite(1), file, true);
      writeFileSync(file, text);
      expect(() => besideBaseline(suite(1), file, false)).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: expect.stringContaining(says),
          next: expect.stringContaining('--update-baseline'),
        }),
      );
    });
});

const PAGE = '<title>Two</title><button onclick="document.title=`Left`">Left</button><button>Right</button>';
const SHAKY = `scenario: 1
name: Shaky
vars: { side: { pick: [Left, Right] } }
start: { url: two.html }
repeat: { runs: 3, pass: 1 }
dialogue:
  - say: Click {{side}}.
    check: [{ js: document.title, equals: Left }]
`;
const BAD = `scenario: 1
name: Known to be bad
tags: [quarantine]
start: { url: two.html }
dialogue:
  - say: Click Right.
    check: [{ text: never there }]
`;

test('a shaky scenario and one in quarantine, with a baseline, in a real run', async ({ project }) => {
  test.setTimeout(180_000);
  project.write({
    'package.json': '{}',
    'two.html': PAGE,
    'shaky.scenario.yaml': SHAKY,
    'bad.scenario.yaml': BAD,
  });
  const none = await project.parley(['test', '--baseline', 'there/is/none.json']).finished;
  expect([none.code, none.text]).toEqual([
    2,
    expect.stringContaining('There is no baseline there/is/none.json.'),
  ]);
  const { code, text } = await project.parley(['test', '--workers=1', '--update-baseline']).finished;
  expect(text).toMatch(
    /passed +shaky\.scenario\.yaml +Shaky +\(.*; [12] of 3 runs passed\)\n +pass\^1 \d+ %, .* part at turn 1:/,
  );
  expect(text).toMatch(/check +bad\.scenario\.yaml .*; in quarantine, not counted\)/);
  expect(text).toContain('1 of 1 scenario passed; 1 in quarantine');
  expect(code).toBe(0);
  const { scenarios } = JSON.parse(project.read('results/baseline.json')) as {
    scenarios: { id: string; runs: [] }[];
  };
  expect(scenarios.map(({ id, runs }) => [id, runs.length])).toEqual([['shaky.scenario.yaml', 3]]);
  const again = await project.parley(['test', '--workers=1', 'shaky.scenario.yaml', '--repeat=1']).finished;
  expect(again.text).toMatch(/Beside the baseline: \d+ % pass, \d+ % did: .*, no different from it\./);
});
