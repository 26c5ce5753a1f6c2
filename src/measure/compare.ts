/**
 * A suite beside its baseline. A scenario is one thing however often it was run, because its runs are alike: its share
 * of passed runs and its medians count once. What is compared are the scenarios that both sides have: part of a suite
 * stands beside the same part of its baseline.
 */
import { passedRuns, type RunFigures, type ScenarioFigures } from './figures.js';
import { bootstrapInterval, differenceInterval, type Interval, median, wilson } from './intervals.js';

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
  /** Of the rate, now less before, with its 95 % interval (Newcombe 1998, method 10). */
  change: number;
  interval: Interval;
  /** `worse` and `better` only where the interval leaves no doubt. */
  rate: 'worse' | 'better' | 'alike';
  turns: Shift | null;
  acts: Shift | null;
  /** Ids that only one side has. */
  added: string[];
  gone: string[];
}

const isCounted = ({ quarantined, runs }: ScenarioFigures): boolean => !quarantined && runs.length > 0;

function standing(counted: readonly ScenarioFigures[]): Standing {
  const shares = counted.map((scenario) => passedRuns(scenario) / scenario.runs.length);
  const rate = shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { scenarios: counted.length, rate, interval: wilson(rate, counted.length) };
}

export function compare(baseline: readonly ScenarioFigures[], suite: readonly ScenarioFigures[]): Comparison {
  const old = new Map(baseline.map((scenario) => [scenario.id, scenario]));
  const held = new Set(suite.map(({ id }) => id));
  const pairs = suite.flatMap((scenario) => {
    const was = old.get(scenario.id);
    return was && isCounted(was) && isCounted(scenario) ? [{ was, is: scenario }] : [];
  });
  const before = standing(pairs.map(({ was }) => was));
  const now = standing(pairs.map(({ is }) => is));
  const change = now.rate - before.rate;
  const interval = differenceInterval(now, before);
  return {
    before,
    now,
    change,
    interval,
    rate: interval.high < 0 ? 'worse' : interval.low > 0 ? 'better' : 'alike',
    turns: shift(pairs, ({ turns }) => turns),
    acts: shift(pairs, ({ acts }) => acts),
    added: suite.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    gone: baseline.flatMap(({ id }) => (held.has(id) ? [] : [id])),
  };
}

function shift(
  pairs: readonly { was: ScenarioFigures; is: ScenarioFigures }[],
  of: (run: RunFigures) => number,
): Shift | null {
  const medians = pairs.flatMap(({ was, is }) => {
    const before = median(was.runs.map(of));
    const now = median(is.runs.map(of));
    return before === null || now === null ? [] : [{ before, now, change: now - before }];
  });
  const middle = (key: 'before' | 'now' | 'change', rows: readonly (typeof medians)[number][]): number =>
    median(rows.map((row) => row[key])) ?? 0;
  const interval = bootstrapInterval(medians, (rows) => middle('change', rows));
  if (!interval) return null;
  return {
    before: middle('before', medians),
    now: middle('now', medians),
    change: middle('change', medians),
    interval,
  };
}
