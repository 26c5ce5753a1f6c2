/** Computes chrF like sacrebleu's default: character n-grams up to length six; recall counts twice. */
import { splitWords } from '../python/index.js';

const MAX_ORDER = 6;
const BETA_SQUARED = 4;

/** Returns a value from 0 to 1. */
export function computeChrf(hypothesis: string, reference: string): number {
  const [hypothesisCodePoints, referenceCodePoints] = [
    codePointsWithoutWhitespace(hypothesis),
    codePointsWithoutWhitespace(reference),
  ];
  let [precision, recall, orderCount] = [0, 0, 0];
  for (let n = 1; n <= MAX_ORDER; n += 1) {
    const [hypothesisCounts, referenceCounts] = [
      countNgrams(hypothesisCodePoints, n),
      countNgrams(referenceCodePoints, n),
    ];
    const [hypTotal, refTotal] = [
      Math.max(0, hypothesisCodePoints.length - n + 1),
      Math.max(0, referenceCodePoints.length - n + 1),
    ];
    if (hypTotal === 0 || refTotal === 0) continue;
    let matches = 0;
    for (const [gram, count] of hypothesisCounts) matches += Math.min(count, referenceCounts.get(gram) ?? 0);
    precision += matches / hypTotal;
    recall += matches / refTotal;
    orderCount += 1;
  }
  if (orderCount === 0) return 0;
  precision /= orderCount;
  recall /= orderCount;
  if (precision + recall === 0) return 0;
  return ((1 + BETA_SQUARED) * precision * recall) / (BETA_SQUARED * precision + recall);
}

/** White space does not count. */
function codePointsWithoutWhitespace(text: string): string[] {
  return [...splitWords(text).join('')];
}

function countNgrams(codePoints: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= codePoints.length; i += 1) {
    const gram = codePoints.slice(i, i + n).join('');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
