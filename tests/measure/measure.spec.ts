import { expect, test } from '@playwright/test';

import type { VerdictKind } from '../../src/contract/index.js';
import {
  bootstrapInterval,
  compare,
  differenceInterval,
  firstDivergence,
  median,
  passHat,
  passTable,
  type RunFigures,
  type ScenarioFigures,
  wilson,
} from '../../src/measure/index.js';

const run = (verdict: VerdictKind, turns = 4, acts = 2): RunFigures => ({
  verdict,
  turns,
  actions: acts,
  seconds: 1,
  tokens: null,
  usd: null,
  seed: 1,
  steps: [],
});

const scenario = (id: string, runs: RunFigures[], quarantined = false): ScenarioFigures => ({
  id,
  pass: runs.length,
  runs,
  quarantined,
});

const suite = (count: number, passed: number, turns = 4): ScenarioFigures[] =>
  Array.from({ length: count }, (_, i) =>
    scenario(`s${i}`, [run(i < passed ? 'done' : 'check', turns + (i % 3))]),
  );

/** Every choice of k of the runs, tried out. */
function counted(k: number, runs: boolean[]): number {
  let all = 0;
  let good = 0;
  const choose = (from: number, left: number, fine: boolean): void => {
    if (left === 0) {
      all++;
      if (fine) good++;
      return;
    }
    for (let i = from; i <= runs.length - left; i++) choose(i + 1, left - 1, fine && runs[i]!);
  };
  choose(0, k, true);
  return good / all;
}

test('pass^k is the share of all choices of k runs in which none failed', () => {
  for (const runs of [[true], [false], [true, true, false], [true, false, true, true, true, false, true]])
    for (let k = 1; k <= runs.length; k++)
      expect(passHat(k, runs.length, runs.filter(Boolean).length)).toBeCloseTo(counted(k, runs), 12);
  expect(passTable(5, 4)).toEqual([0.8, 0.6000000000000001, 0.4, 0.2, 0].map((x) => expect.closeTo(x, 12)));
  expect(passHat(4, 3, 3)).toBeNull();
});

test('runs part ways at the first turn that not all took', () => {
  const same = ['say hello', 'click Save', 'say done'];
  expect(firstDivergence([same, same, same])).toBeNull();
  expect(firstDivergence([])).toBeNull();
  expect(firstDivergence([same, ['say hello', 'click Cancel', 'say done'], same, ['say hello']])).toEqual({
    turn: 1,
    variants: [
      { step: 'click Save', runs: [1, 3] },
      { step: 'click Cancel', runs: [2] },
      { step: null, runs: [4] },
    ],
  });
});

test('Wilson’s interval has the values of the literature', () => {
  // Newcombe 1998, table I, method 3.
  expect(wilson(81 / 263, 263)).toEqual({ low: expect.closeTo(0.2553, 4), high: expect.closeTo(0.3662, 4) });
  expect(wilson(15 / 148, 148)).toEqual({ low: expect.closeTo(0.0624, 4), high: expect.closeTo(0.1605, 4) });
  expect(wilson(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) });
  expect(wilson(1 / 29, 29)).toEqual({ low: expect.closeTo(0.0061, 4), high: expect.closeTo(0.1718, 4) });
  expect(wilson(1, 0)).toEqual({ low: 0, high: 1 });
});

test('a median, and how sure it is, the same each time', () => {
  expect([median([]), median([3]), median([4, 1]), median([9, 1, 5])]).toEqual([null, 3, 2.5, 5]);
  const sample = Array.from({ length: 60 }, (_, i) => (i * 37) % 60);
  const middle = (values: readonly number[]): number => median(values)!;
  const interval = bootstrapInterval(sample, middle)!;
  expect(interval).toEqual(bootstrapInterval(sample, middle));
  expect(interval.low).toBeLessThan(29.5);
  expect(interval.high).toBeGreaterThan(29.5);
  expect(interval.high - interval.low).toBeLessThan(25);
  expect(bootstrapInterval([], middle)).toBeNull();
});

test.describe('beside a baseline', () => {
  test('the same results are alike', () => {
    const { rate, change, turns, actions: acts, added, gone } = compare(suite(40, 40), suite(40, 40));
    expect([rate, change, turns?.change, acts?.change, added, gone]).toEqual(['alike', 0, 0, 0, [], []]);
  });

  test('one scenario less of forty is no proof, ten less are', () => {
    expect(compare(suite(40, 40), suite(40, 39)).rate).toBe('alike');
    expect(compare(suite(40, 40), suite(40, 30)).rate).toBe('worse');
    expect(compare(suite(40, 30), suite(40, 40)).rate).toBe('better');
  });

  test('the difference has the interval of the literature', () => {
    // Newcombe 1998, table II, method 10: 56/70 less 48/80.
    const share = (rate: number, n: number) => ({ rate, interval: wilson(rate, n) });
    expect(differenceInterval(share(56 / 70, 70), share(48 / 80, 80))).toEqual({
      low: expect.closeTo(0.0524, 4),
      high: expect.closeTo(0.3339, 4),
    });
  });

  test('one scenario of many runs may be proof by itself, one run of it is none', () => {
    const runs = (passed: number, of: number) => [
      scenario(
        'only',
        Array.from({ length: of }, (_, i) => run(i < passed ? 'done' : 'check')),
      ),
    ];
    const { rate, change, interval } = compare(runs(20, 20), runs(3, 6));
    expect([rate, change]).toEqual(['worse', -0.5]);
    // Of one scenario it is Newcombe's.
    const share = (passed: number, of: number) => ({ rate: passed / of, interval: wilson(passed / of, of) });
    const known = differenceInterval(share(3, 6), share(20, 20));
    expect([interval.low, interval.high]).toEqual([
      expect.closeTo(known.low, 12),
      expect.closeTo(known.high, 12),
    ]);
    expect(compare(runs(1, 1), runs(0, 1))).toMatchObject({ rate: 'alike', turns: null });
  });

  test('part of a suite stands beside the same part of its baseline', () => {
    const { before, now, gone } = compare(suite(40, 10), suite(10, 10));
    expect([before.scenarios, before.rate, now.rate, gone.length]).toEqual([10, 1, 1, 30]);
  });

  test('turns and acts are compared scenario by scenario, over those that both have', () => {
    const slower = [...suite(30, 30, 7), scenario('new', [run('done', 90, 90)])];
    const {
      turns,
      actions: acts,
      added,
      gone,
    } = compare([...suite(30, 30), scenario('old', [run('done')])], slower);
    expect(turns).toEqual({ before: 5, now: 8, change: 3, interval: { low: 3, high: 3 } });
    expect(acts?.change).toBe(0);
    expect([added, gone]).toEqual([['new'], ['old']]);
    expect(compare([], slower)).toMatchObject({ rate: 'alike', turns: null, actions: null });
  });

  test('more runs of one scenario do not make it weigh more, and quarantine takes it out', () => {
    const flaky = scenario('flaky', [run('done'), run('check'), run('check'), run('check')]);
    const steady = scenario('steady', [run('done')]);
    const baseline = [flaky, steady];
    expect(compare(baseline, [flaky, steady]).now).toMatchObject({ scenarios: 2, rate: 0.625 });
    expect(compare(baseline, [{ ...flaky, quarantined: true }, steady]).now).toMatchObject({
      scenarios: 1,
      rate: 1,
    });
  });
});
