import { expect, test } from '@playwright/test';

import type { VerdictKind } from '../../src/contract/index.js';
import {
  computeBootstrapInterval,
  compareSuites,
  computeDifferenceInterval,
  findFirstDivergence,
  computeMedian,
  computePassHat,
  computePassTable,
  type RunFigures,
  type ScenarioFigures,
  computeWilsonInterval,
} from '../../src/measure/index.js';

const createRun = (verdict: VerdictKind, turns = 4, actions = 2): RunFigures => ({
  verdict,
  turns,
  actions,
  seconds: 1,
  tokens: null,
  usd: null,
  seed: 1,
  steps: [],
});

const createScenario = (id: string, runs: RunFigures[], quarantined = false): ScenarioFigures => ({
  id,
  pass: runs.length,
  runs,
  quarantined,
});

const createSuite = (count: number, passedCount: number, turns = 4): ScenarioFigures[] =>
  Array.from({ length: count }, (_, i) =>
    createScenario(`s${i}`, [createRun(i < passedCount ? 'done' : 'check', turns + (i % 3))]),
  );

/** Computes pass^k by trying every choice of k runs. */
function computePassHatByCounting(k: number, runs: boolean[]): number {
  let choiceCount = 0;
  let passedCount = 0;
  const countFrom = (firstIndex: number, missingCount: number, allPassed: boolean): void => {
    if (missingCount === 0) {
      choiceCount++;
      if (allPassed) passedCount++;
      return;
    }
    for (let i = firstIndex; i <= runs.length - missingCount; i++)
      countFrom(i + 1, missingCount - 1, allPassed && runs[i]!);
  };
  countFrom(0, k, true);
  return passedCount / choiceCount;
}

test('pass^k is the proportion of all selections of k runs in which every run passed', () => {
  for (const runs of [[true], [false], [true, true, false], [true, false, true, true, true, false, true]])
    for (let k = 1; k <= runs.length; k++)
      expect(computePassHat(k, runs.length, runs.filter(Boolean).length)).toBeCloseTo(
        computePassHatByCounting(k, runs),
        12,
      );
  expect(computePassTable(5, 4)).toEqual(
    [0.8, 0.6000000000000001, 0.4, 0.2, 0].map((x) => expect.closeTo(x, 12)),
  );
  expect(computePassHat(4, 3, 3)).toBeNull();
});

test('runs diverge at the first step that differs', () => {
  const sameSteps = ['say hello', 'click Save', 'say done'];
  expect(findFirstDivergence([sameSteps, sameSteps, sameSteps])).toBeNull();
  expect(findFirstDivergence([])).toBeNull();
  expect(
    findFirstDivergence([sameSteps, ['say hello', 'click Cancel', 'say done'], sameSteps, ['say hello']]),
  ).toEqual({
    turn: 1,
    variants: [
      { step: 'click Save', runs: [1, 3] },
      { step: 'click Cancel', runs: [2] },
      { step: null, runs: [4] },
    ],
  });
});

test('the Wilson interval equals the published values', () => {
  // Newcombe 1998, table I, method 3.
  expect(computeWilsonInterval(81 / 263, 263)).toEqual({
    low: expect.closeTo(0.2553, 4),
    high: expect.closeTo(0.3662, 4),
  });
  expect(computeWilsonInterval(15 / 148, 148)).toEqual({
    low: expect.closeTo(0.0624, 4),
    high: expect.closeTo(0.1605, 4),
  });
  expect(computeWilsonInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) });
  expect(computeWilsonInterval(1 / 29, 29)).toEqual({
    low: expect.closeTo(0.0061, 4),
    high: expect.closeTo(0.1718, 4),
  });
  expect(computeWilsonInterval(1, 0)).toEqual({ low: 0, high: 1 });
});

test('the bootstrap interval of a median is deterministic and contains the median', () => {
  expect([computeMedian([]), computeMedian([3]), computeMedian([4, 1]), computeMedian([9, 1, 5])]).toEqual([
    null,
    3,
    2.5,
    5,
  ]);
  const sample = Array.from({ length: 60 }, (_, i) => (i * 37) % 60);
  const statistic = (values: readonly number[]): number => computeMedian(values)!;
  const interval = computeBootstrapInterval(sample, statistic)!;
  expect(interval).toEqual(computeBootstrapInterval(sample, statistic));
  expect(interval.low).toBeLessThan(29.5);
  expect(interval.high).toBeGreaterThan(29.5);
  expect(interval.high - interval.low).toBeLessThan(25);
  expect(computeBootstrapInterval([], statistic)).toBeNull();
});

test.describe('comparison with a baseline', () => {
  test('for equal results, no difference is reported', () => {
    const { rate, change, turns, actions, added, gone } = compareSuites(
      createSuite(40, 40),
      createSuite(40, 40),
    );
    expect([rate, change, turns?.change, actions?.change, added, gone]).toEqual(['alike', 0, 0, 0, [], []]);
  });

  test('one failed scenario of forty is not significant, but ten are', () => {
    expect(compareSuites(createSuite(40, 40), createSuite(40, 39)).rate).toBe('alike');
    expect(compareSuites(createSuite(40, 40), createSuite(40, 30)).rate).toBe('worse');
    expect(compareSuites(createSuite(40, 30), createSuite(40, 40)).rate).toBe('better');
  });

  test('the interval of a difference equals the published values', () => {
    // Newcombe 1998, table II, method 10: 56/70 less 48/80.
    const createShare = (rate: number, n: number) => ({ rate, interval: computeWilsonInterval(rate, n) });
    expect(computeDifferenceInterval(createShare(56 / 70, 70), createShare(48 / 80, 80))).toEqual({
      low: expect.closeTo(0.0524, 4),
      high: expect.closeTo(0.3339, 4),
    });
  });

  test('many runs of one scenario can be significant, but a single run is not', () => {
    const createRuns = (passedCount: number, runCount: number) => [
      createScenario(
        'only',
        Array.from({ length: runCount }, (_, i) => createRun(i < passedCount ? 'done' : 'check')),
      ),
    ];
    const { rate, change, interval } = compareSuites(createRuns(20, 20), createRuns(3, 6));
    expect([rate, change]).toEqual(['worse', -0.5]);
    // For a single scenario, the interval is Newcombe's.
    const createPassShare = (passedCount: number, runCount: number) => ({
      rate: passedCount / runCount,
      interval: computeWilsonInterval(passedCount / runCount, runCount),
    });
    const expectedInterval = computeDifferenceInterval(createPassShare(3, 6), createPassShare(20, 20));
    expect([interval.low, interval.high]).toEqual([
      expect.closeTo(expectedInterval.low, 12),
      expect.closeTo(expectedInterval.high, 12),
    ]);
    expect(compareSuites(createRuns(1, 1), createRuns(0, 1))).toMatchObject({ rate: 'alike', turns: null });
  });

  test('a subset of a suite is compared with the same subset of the baseline', () => {
    const { before, now, gone } = compareSuites(createSuite(40, 10), createSuite(10, 10));
    expect([before.scenarios, before.rate, now.rate, gone.length]).toEqual([10, 1, 1, 30]);
  });

  test('turns and actions are compared per scenario, for scenarios in both suites', () => {
    const slowerSuite = [...createSuite(30, 30, 7), createScenario('new', [createRun('done', 90, 90)])];
    const { turns, actions, added, gone } = compareSuites(
      [...createSuite(30, 30), createScenario('old', [createRun('done')])],
      slowerSuite,
    );
    expect(turns).toEqual({ before: 5, now: 8, change: 3, interval: { low: 3, high: 3 } });
    expect(actions?.change).toBe(0);
    expect([added, gone]).toEqual([['new'], ['old']]);
    expect(compareSuites([], slowerSuite)).toMatchObject({ rate: 'alike', turns: null, actions: null });
  });

  test('a scenario has the same weight for any number of runs, and a quarantined scenario is excluded', () => {
    const flaky = createScenario('flaky', [
      createRun('done'),
      createRun('check'),
      createRun('check'),
      createRun('check'),
    ]);
    const steadyScenario = createScenario('steady', [createRun('done')]);
    const baseline = [flaky, steadyScenario];
    expect(compareSuites(baseline, [flaky, steadyScenario]).now).toMatchObject({ scenarios: 2, rate: 0.625 });
    expect(compareSuites(baseline, [{ ...flaky, quarantined: true }, steadyScenario]).now).toMatchObject({
      scenarios: 1,
      rate: 1,
    });
  });
});
