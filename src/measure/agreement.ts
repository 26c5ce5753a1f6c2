/**
 * Chance-corrected agreement between people, or between people and a judge: Fleiss' kappa for a fixed number of raters
 * per subject (Fleiss 1971), and Cohen's kappa for two raters (Cohen 1960).
 */
import { computeBootstrapInterval, type Interval } from './intervals.js';

export interface Kappa {
  /**
   * 1 is full agreement, 0 is agreement by chance. Null if undefined, that is, without subjects or with only one
   * category.
   */
  kappa: number | null;
  /** Share of agreeing pairs of ratings, 0 … 1; null without subjects. */
  agreement: number | null;
  subjects: number;
  /** 95 % interval of kappa over the subjects (percentile bootstrap); null if kappa is undefined. */
  interval: Interval | null;
}

/** The labels that the raters gave to one subject. */
type Ratings = readonly (string | number)[];

/**
 * Computes Fleiss' kappa.
 *
 * @param subjects the labels of each subject; every subject needs the same number of ratings, at least two
 * @throws Error if the numbers of ratings differ
 */
export function computeFleissKappa(subjects: readonly Ratings[]): Kappa {
  const raterCount = subjects[0]?.length ?? 0;
  if (subjects.some((ratings) => ratings.length !== raterCount || raterCount < 2))
    throw new Error('each subject needs the same number of ratings, at least two');
  const compute = (sample: readonly Ratings[]): { kappa: number | null; agreement: number } => {
    const totalByLabel = new Map<string | number, number>();
    let agreementSum = 0;
    for (const ratings of sample) {
      const counts = countLabels(ratings);
      for (const [label, count] of counts) totalByLabel.set(label, (totalByLabel.get(label) ?? 0) + count);
      const squaredCountSum = sumValues(counts.values(), (count) => count * count);
      agreementSum += (squaredCountSum - raterCount) / (raterCount * (raterCount - 1));
    }
    const ratingCount = sample.length * raterCount;
    const expectedAgreement = sumValues(totalByLabel.values(), (count) => (count / ratingCount) ** 2);
    return correctForChance(agreementSum / sample.length, expectedAgreement);
  };
  return summarizeKappa(subjects, compute);
}

/** Computes Cohen's kappa. @param pairs the labels that the two raters gave to each subject */
export function computeCohenKappa(
  pairs: readonly (readonly [first: string | number, second: string | number])[],
): Kappa {
  const compute = (sample: typeof pairs): { kappa: number | null; agreement: number } => {
    const firstCounts = countLabels(sample.map(([label]) => label));
    const secondCounts = countLabels(sample.map(([, label]) => label));
    const observedAgreement = sample.filter(([a, b]) => a === b).length / sample.length;
    const expectedAgreement = sumValues(
      firstCounts,
      ([label, count]) => (count / sample.length) * ((secondCounts.get(label) ?? 0) / sample.length),
    );
    return correctForChance(observedAgreement, expectedAgreement);
  };
  return summarizeKappa(pairs, compute);
}

/** Kappa is undefined if all ratings are equal, because agreement by chance is then complete. */
function correctForChance(agreement: number, expected: number): { kappa: number | null; agreement: number } {
  return { agreement, kappa: expected >= 1 ? null : (agreement - expected) / (1 - expected) };
}

function summarizeKappa<T>(
  subjects: readonly T[],
  compute: (sample: readonly T[]) => { kappa: number | null; agreement: number },
): Kappa {
  if (subjects.length === 0) return { kappa: null, agreement: null, subjects: 0, interval: null };
  const { kappa, agreement } = compute(subjects);
  return {
    kappa,
    agreement,
    subjects: subjects.length,
    // A resample in which all ratings are equal counts as full agreement.
    interval:
      kappa === null ? null : computeBootstrapInterval(subjects, (sample) => compute(sample).kappa ?? 1),
  };
}

function countLabels(labels: Ratings): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

function sumValues<T>(values: Iterable<T>, select: (value: T) => number): number {
  let sum = 0;
  for (const value of values) sum += select(value);
  return sum;
}
