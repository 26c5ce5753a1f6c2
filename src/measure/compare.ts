/**
 * A suite beside its baseline. Each scenario weighs the same, however often it was run; how sure its share of passed
 * runs is depends on how many there were. What is compared are the scenarios that both sides have: part of a suite
 * stands beside the same part of its baseline.
 */
import { passedRuns, type RunFigures, type ScenarioFigures } from './figures.js';
import {
  bootstrapInterval,
  differenceInterval,
  type Interval,
  meanInterval,
  median,
  type Share,
  shareOf,
} from './intervals.js';

export interface Standing {
  scenarios: number;
  /** Mean share of passed runs, 0 … 1, with its 95 % interval. */
  rate: number;
  interval: Interval;
}

interface Shift {
  before: number;
  now: number;
  /** Median of the differences by scenario, now less before, with its 95 % interval. */
  change: number;
  interval: Interval;
}

export interface Comparison {
  before: Standing;
  now: Standing;
  /** Of the rate, now less before, with its 95 % interval: by scenario Newcombe 1998, method 10; of all MOVER. */
  change: number;
  interval: Interval;
  /** `worse` and `better` only where the interval leaves no doubt. */
  rate: 'worse' | 'better' | 'alike';
  turns: Shift | null;
  actions: Shift | null;
  /** Ids that only one side has. */
  added: string[];
  gone: string[];
}

const isCounted = ({ quarantined, runs }: ScenarioFigures): boolean => !quarantined && runs.length > 0;

const share = (scenario: ScenarioFigures): Share =>
  shareOf({ passed: passedRuns(scenario), runs: scenario.runs.length });

function mean(shares: readonly Share[]): Share {
  if (shares.length === 0) return { rate: 0, interval: { low: 0, high: 1 } };
  const rate = shares.reduce((sum, one) => sum + one.rate, 0) / shares.length;
  return { rate, interval: meanInterval(shares) };
}

const standing = (counted: readonly ScenarioFigures[]): Standing => ({
  scenarios: counted.length,
  ...mean(counted.map(share)),
});

export function compare(baseline: readonly ScenarioFigures[], suite: readonly ScenarioFigures[]): Comparison {
  const old = new Map(baseline.map((scenario) => [scenario.id, scenario]));
  const held = new Set(suite.map(({ id }) => id));
  const pairs = suite.flatMap((scenario) => {
    const was = old.get(scenario.id);
    return was && isCounted(was) && isCounted(scenario) ? [{ was, is: scenario }] : [];
  });
  const before = standing(pairs.map(({ was }) => was));
  const now = standing(pairs.map(({ is }) => is));
  const { rate: change, interval } = mean(
    pairs.map(({ was, is }) => ({
      rate: share(is).rate - share(was).rate,
      interval: differenceInterval(share(is), share(was)),
    })),
  );
  return {
    before,
    now,
    change,
    interval,
    rate: interval.high < 0 ? 'worse' : interval.low > 0 ? 'better' : 'alike',
    turns: shift(pairs, ({ turns }) => turns),
    actions: shift(pairs, ({ actions }) => actions),
    added: suite.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    gone: baseline.flatMap(({ id }) => (held.has(id) ? [] : [id])),
  };
}

interface Pair {
  was: ScenarioFigures;
  is: ScenarioFigures;
}

/** Null with at most one run on each side, because the variance is unknown. */
function shift(pairs: readonly Pair[], of: (run: RunFigures) => number): Shift | null {
  if (pairs.length < 2 && pairs.every(({ was, is }) => was.runs.length + is.runs.length <= 2)) return null;
  const values = pairs.map(({ was, is }) => ({ before: was.runs.map(of), now: is.runs.map(of) }));
  const middle = (numbers: readonly number[]): number => median(numbers) ?? 0;
  const change = ({ before, now }: (typeof values)[number]): number => middle(now) - middle(before);
  // Scenarios are drawn, and runs within them.
  const interval = bootstrapInterval(values, (drawn, draw) =>
    middle(drawn.map(({ before, now }) => change({ before: draw(before), now: draw(now) }))),
  );
  return {
    before: middle(values.map(({ before }) => middle(before))),
    now: middle(values.map(({ now }) => middle(now))),
    change: middle(values.map(change)),
    interval: interval!,
  };
}
