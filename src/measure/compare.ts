/**
 * Compares a suite with its baseline. Only scenarios that occur in both are compared. Each scenario has the same
 * weight; its number of runs affects only the interval's width.
 */
import { countPassedRuns, type RunFigures, type ScenarioFigures } from './figures.js';
import {
  computeBootstrapInterval,
  computeDifferenceInterval,
  type Interval,
  computeMeanInterval,
  computeMedian,
  type Share,
  toPassShare,
} from './intervals.js';

export interface SuiteRate {
  scenarios: number;
  /** Mean share of passed runs, 0 … 1, with its 95 % interval. */
  rate: number;
  interval: Interval;
}

interface MedianChange {
  before: number;
  now: number;
  /** Median of the differences per scenario, `now` minus `before`, with its 95 % interval. */
  change: number;
  interval: Interval;
}

export interface Comparison {
  before: SuiteRate;
  now: SuiteRate;
  /**
   * Change of the rate, `now` minus `before`, with its 95 % interval (per scenario Newcombe 1998, method 10; overall
   * MOVER).
   */
  change: number;
  interval: Interval;
  /** `worse` or `better` only if the interval excludes 0. */
  rate: 'worse' | 'better' | 'alike';
  turns: MedianChange | null;
  actions: MedianChange | null;
  /** Ids of scenarios that occur on one side only. */
  added: string[];
  gone: string[];
}

const isCounted = ({ quarantined, runs }: ScenarioFigures): boolean => !quarantined && runs.length > 0;

const toShare = (scenario: ScenarioFigures): Share =>
  toPassShare({ passedCount: countPassedRuns(scenario), runCount: scenario.runs.length });

function computeMeanShare(shares: readonly Share[]): Share {
  if (shares.length === 0) return { rate: 0, interval: { low: 0, high: 1 } };
  const rate = shares.reduce((sum, share) => sum + share.rate, 0) / shares.length;
  return { rate, interval: computeMeanInterval(shares) };
}

const computeSuiteRate = (scenarios: readonly ScenarioFigures[]): SuiteRate => ({
  scenarios: scenarios.length,
  ...computeMeanShare(scenarios.map(toShare)),
});

export function compareSuites(
  baseline: readonly ScenarioFigures[],
  suite: readonly ScenarioFigures[],
): Comparison {
  const baselineById = new Map(baseline.map((scenario) => [scenario.id, scenario]));
  const currentIds = new Set(suite.map(({ id }) => id));
  const pairs = suite.flatMap((scenario) => {
    const baseline = baselineById.get(scenario.id);
    return baseline && isCounted(baseline) && isCounted(scenario) ? [{ baseline, current: scenario }] : [];
  });
  const before = computeSuiteRate(pairs.map(({ baseline }) => baseline));
  const now = computeSuiteRate(pairs.map(({ current }) => current));
  const { rate: change, interval } = computeMeanShare(
    pairs.map(({ baseline, current }) => ({
      rate: toShare(current).rate - toShare(baseline).rate,
      interval: computeDifferenceInterval(toShare(current), toShare(baseline)),
    })),
  );
  return {
    before,
    now,
    change,
    interval,
    rate: interval.high < 0 ? 'worse' : interval.low > 0 ? 'better' : 'alike',
    turns: computeMedianChange(pairs, ({ turns }) => turns),
    actions: computeMedianChange(pairs, ({ actions }) => actions),
    added: suite.flatMap(({ id }) => (baselineById.has(id) ? [] : [id])),
    gone: baseline.flatMap(({ id }) => (currentIds.has(id) ? [] : [id])),
  };
}

interface Pair {
  baseline: ScenarioFigures;
  current: ScenarioFigures;
}

/** Returns null if each side has at most one run, because the variance is then unknown. */
function computeMedianChange(
  pairs: readonly Pair[],
  getFigure: (run: RunFigures) => number,
): MedianChange | null {
  if (
    pairs.length < 2 &&
    pairs.every(({ baseline, current }) => baseline.runs.length + current.runs.length <= 2)
  )
    return null;
  const values = pairs.map(({ baseline, current }) => ({
    baselineFigures: baseline.runs.map(getFigure),
    currentFigures: current.runs.map(getFigure),
  }));
  const computeMedianOrZero = (numbers: readonly number[]): number => computeMedian(numbers) ?? 0;
  const computeChange = ({ baselineFigures, currentFigures }: (typeof values)[number]): number =>
    computeMedianOrZero(currentFigures) - computeMedianOrZero(baselineFigures);
  // The bootstrap resamples scenarios, and runs within each scenario.
  const interval = computeBootstrapInterval(values, (resample, draw) =>
    computeMedianOrZero(
      resample.map(({ baselineFigures, currentFigures }) =>
        computeChange({ baselineFigures: draw(baselineFigures), currentFigures: draw(currentFigures) }),
      ),
    ),
  );
  return {
    before: computeMedianOrZero(values.map(({ baselineFigures }) => computeMedianOrZero(baselineFigures))),
    now: computeMedianOrZero(values.map(({ currentFigures }) => computeMedianOrZero(currentFigures))),
    change: computeMedianOrZero(values.map(computeChange)),
    interval: interval!,
  };
}
