/** Finds captions: texts that only name the control next to them, such as a heading over a field. */
import type { Candidate } from '../contract/index.js';
import type { CandidateTree } from './tree.js';

/** Maximum distance in elements between a caption and its control. */
const MAX_DISTANCE = 6;

/** Longer texts are not captions. In characters. */
const MAX_LENGTH = 60;

/**
 * @param words how well each element matches the words of the query
 * @param fits whether a control accepts the query's verb; null if the query has none
 * @returns 1 for captions of controls
 */
export function findCaptions(
  { candidates, controls }: CandidateTree,
  words: Float64Array,
  fits: ((candidate: Candidate) => boolean) | null,
): Float64Array {
  return Float64Array.from(candidates, (candidate, i) => {
    const { text, interactive } = candidate;
    if (interactive || words[i]! <= 0 || !text || text.length > MAX_LENGTH || controls[i]! > 0) return 0;
    const label = text.toLowerCase();
    const isQuestion = /[?:]$/.test(label);
    for (let j = i + 1; j <= i + MAX_DISTANCE && j < candidates.length; j++) {
      const other = candidates[j]!;
      if (!other.interactive || (fits && !fits(other))) continue;
      // "Was this helpful?" describes the buttons next to it.
      if (isQuestion && other.parent === candidate.parent) return 1;
      if (other.section.toLowerCase() === label || other.name.toLowerCase().startsWith(label)) return 1;
    }
    return 0;
  });
}
