/** Computes 95 % intervals of rates and medians. */

export interface Interval {
  low: number;
  high: number;
}

export interface Share {
  /** 0 … 1 */
  rate: number;
  interval: Interval;
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959963984540054;
const RESAMPLE_COUNT = 2_000;

/**
 * Computes Wilson’s score interval of a share (Wilson 1927), which is valid for few runs and for shares of 0 and 1.
 *
 * @param share 0 … 1 @param n number of independent observations
 */
export function computeWilsonInterval(share: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const z2 = Z_95 * Z_95;
  const center = (share + z2 / (2 * n)) / (1 + z2 / n);
  const halfWidth = (Z_95 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // For shares of 0 and 1 the bound is exactly 0 or 1, which rounding errors would miss.
  return { low: share === 0 ? 0 : center - halfWidth, high: share === 1 ? 1 : center + halfWidth };
}

/** Computes the interval of the difference between two independent shares, `a` minus `b` (Newcombe 1998, method 10). */
export function computeDifferenceInterval(a: Share, b: Share): Interval {
  const change = a.rate - b.rate;
  return {
    low: change - Math.hypot(a.rate - a.interval.low, b.interval.high - b.rate),
    high: change + Math.hypot(a.interval.high - a.rate, b.rate - b.interval.low),
  };
}

/** The number of a scenario's passed runs, and of all its runs. */
export interface PassCounts {
  passedCount: number;
  runCount: number;
}

/**
 * Computes the interval of a mean of shares, or of a mean of differences between shares. Combines the intervals by the
 * squares of their half-widths (MOVER; Zou, Huang and Zhang 2009); for one difference this is Newcombe's interval. Each
 * share belongs to a scenario; scenarios are fixed, not sampled, and only their runs are random.
 */
export function computeMeanInterval(shares: readonly Share[]): Interval {
  const { length } = shares;
  const rate = shares.reduce((sum, share) => sum + share.rate, 0) / length;
  return {
    low: rate - Math.hypot(...shares.map((share) => share.rate - share.interval.low)) / length,
    high: rate + Math.hypot(...shares.map((share) => share.interval.high - share.rate)) / length,
  };
}

export function toPassShare({ passedCount, runCount }: PassCounts): Share {
  const rate = passedCount / runCount;
  return { rate, interval: computeWilsonInterval(rate, runCount) };
}

/** @returns null if there are no values */
export function computeMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sortedValues = values.toSorted((a, b) => a - b);
  const middleIndex = sortedValues.length >> 1;
  return sortedValues.length % 2
    ? sortedValues[middleIndex]!
    : (sortedValues[middleIndex - 1]! + sortedValues[middleIndex]!) / 2;
}

/**
 * Computes the percentile bootstrap interval (Efron 1979) of a statistic over a sample. The resamples are
 * deterministic, so equal results give equal intervals. The statistic may use `draw` to resample within the members
 * too.
 */
export function computeBootstrapInterval<T>(
  sample: readonly T[],
  statistic: (resample: readonly T[], draw: <U>(items: readonly U[]) => U[]) => number,
): Interval | null {
  if (sample.length === 0) return null;
  const nextRandom = createRandom(sample.length);
  const resampleList = <U>(items: readonly U[]): U[] =>
    items.map(() => items[Math.floor(nextRandom() * items.length)]!);
  const values = Float64Array.from({ length: RESAMPLE_COUNT }, () =>
    statistic(resampleList(sample), resampleList),
  ).sort();
  return {
    low: values[Math.floor(RESAMPLE_COUNT * 0.025)]!,
    high: values[Math.ceil(RESAMPLE_COUNT * 0.975) - 1]!,
  };
}

/** Mulberry32, a small generator that is uniform enough for resampling. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
