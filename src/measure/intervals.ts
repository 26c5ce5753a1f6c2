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
const RESAMPLES = 2_000;

/**
 * Wilson’s score interval of a share (Wilson 1927), which is valid for few runs and for shares of 0 and 1.
 *
 * @param share 0 … 1 @param n number of independent observations
 */
export function wilsonInterval(share: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const z2 = Z_95 * Z_95;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z_95 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // For shares of 0 and 1 the bound is exactly 0 or 1, which rounding errors would miss.
  return { low: share === 0 ? 0 : middle - half, high: share === 1 ? 1 : middle + half };
}

/** The interval of the difference between two independent shares, `a` minus `b` (Newcombe 1998, method 10). */
export function differenceInterval(a: Share, b: Share): Interval {
  const change = a.rate - b.rate;
  return {
    low: change - Math.hypot(a.rate - a.interval.low, b.interval.high - b.rate),
    high: change + Math.hypot(a.interval.high - a.rate, b.rate - b.interval.low),
  };
}

/** The number of passed runs and of all runs of one scenario. */
export interface PassCounts {
  passed: number;
  runs: number;
}

/**
 * The interval of a mean of shares, or of a mean of their differences. Combines the parts' intervals by the squares of
 * their half-widths (MOVER; Zou, Huang and Zhang 2009); for one part this is Newcombe's interval. The parts are
 * scenarios, which are fixed, not sampled; only their runs are random.
 */
export function meanInterval(parts: readonly Share[]): Interval {
  const { length } = parts;
  const rate = parts.reduce((sum, part) => sum + part.rate, 0) / length;
  return {
    low: rate - Math.hypot(...parts.map((part) => part.rate - part.interval.low)) / length,
    high: rate + Math.hypot(...parts.map((part) => part.interval.high - part.rate)) / length,
  };
}

export function toPassShare({ passed, runs }: PassCounts): Share {
  const rate = passed / runs;
  return { rate, interval: wilsonInterval(rate, runs) };
}

/** @returns null if there are no values */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The percentile bootstrap (Efron 1979) of a statistic over a sample. The resamples are deterministic, so equal results
 * give equal intervals. The statistic may use `draw` to resample within the members too.
 */
export function bootstrapInterval<T>(
  sample: readonly T[],
  statistic: (resample: readonly T[], draw: <U>(all: readonly U[]) => U[]) => number,
): Interval | null {
  if (sample.length === 0) return null;
  const next = createRandom(sample.length);
  const draw = <U>(all: readonly U[]): U[] => all.map(() => all[Math.floor(next() * all.length)]!);
  const values = Float64Array.from({ length: RESAMPLES }, () => statistic(draw(sample), draw)).sort();
  return { low: values[Math.floor(RESAMPLES * 0.025)]!, high: values[Math.ceil(RESAMPLES * 0.975) - 1]! };
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
