/** chrF of two sentences, as sacrebleu computes it by default: n-grams of characters up to six, recall counts twice (spec 7.3). */
import { words } from '../python/index.js';

const ORDERS = 6;
const BETA_SQUARED = 4;

/** 0 to 1. */
export function chrf(hypothesis: string, reference: string): number {
  const [hyp, ref] = [pointsOf(hypothesis), pointsOf(reference)];
  let [precision, recall, orders] = [0, 0, 0];
  for (let n = 1; n <= ORDERS; n += 1) {
    const [ours, theirs] = [ngrams(hyp, n), ngrams(ref, n)];
    const [hypTotal, refTotal] = [Math.max(0, hyp.length - n + 1), Math.max(0, ref.length - n + 1)];
    if (hypTotal === 0 || refTotal === 0) continue;
    let matches = 0;
    for (const [gram, count] of ours) matches += Math.min(count, theirs.get(gram) ?? 0);
    precision += matches / hypTotal;
    recall += matches / refTotal;
    orders += 1;
  }
  if (orders === 0) return 0;
  precision /= orders;
  recall /= orders;
  if (precision + recall === 0) return 0;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

/** White space does not count. */
function pointsOf(text: string): string[] {
  return [...words(text).join('')];
}

function ngrams(points: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= points.length; i += 1) {
    const gram = points.slice(i, i + n).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
