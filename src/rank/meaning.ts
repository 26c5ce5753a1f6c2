/** Makes cosines comparable within a page, and derives the similarity of an element's surroundings. */
import type { CandidateTree } from './tree.js';

/** Containers with more controls count as page sections, not as surroundings. */
const MAX_CONTROLS = 12;

/** Returns for each candidate the best similarity among its small containers, at least 0. */
export function scoreOuterMeaning(
  { parents, controlCounts }: CandidateTree,
  meaning: Float64Array,
): Float64Array {
  return Float64Array.from(meaning, (_, i) => {
    let bestSimilarity = 0;
    for (
      let ancestor = parents[i]!;
      ancestor >= 0 && controlCounts[ancestor]! <= MAX_CONTROLS;
      ancestor = parents[ancestor]!
    )
      bestSimilarity = Math.max(
        bestSimilarity,
        meaning[ancestor]! / Math.sqrt(Math.max(1, controlCounts[ancestor]!)),
      );
    return bestSimilarity;
  });
}

/** Standardises the values to mean 0 and deviation 1. NaN (unknown) becomes −1. */
export function standardiseIgnoringNaN(values: Float32Array): Float64Array {
  const knownValues = values.filter((cosine) => !Number.isNaN(cosine));
  const mean = knownValues.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, knownValues.length);
  const variance =
    knownValues.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / Math.max(1, knownValues.length);
  const deviation = Math.sqrt(variance) || 1;
  return Float64Array.from(values, (cosine) => (Number.isNaN(cosine) ? -1 : (cosine - mean) / deviation));
}
