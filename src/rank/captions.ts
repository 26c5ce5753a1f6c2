/** Finds captions: text that only names the control next to it, such as a heading over a field. */
import type { Candidate } from '../contract/index.js';
import type { CandidateTree } from './tree.js';

/** Maximum distance in elements between a caption and its control. */
const MAX_DISTANCE = 6;

/** In characters; longer text is not a caption. */
const MAX_CAPTION_LENGTH = 60;

/**
 * @param wordScores how well each element matches the words of the query
 * @param fitsVerb whether a control accepts the query's verb; null if the query has none
 * @returns one value per candidate: 1 for the caption of a control, else 0
 */
export function findCaptions(
  { candidates, controlCounts }: CandidateTree,
  wordScores: Float64Array,
  fitsVerb: ((candidate: Candidate) => boolean) | null,
): Float64Array {
  return Float64Array.from(candidates, (candidate, i) => {
    const { text, interactive } = candidate;
    if (
      interactive ||
      wordScores[i]! <= 0 ||
      !text ||
      text.length > MAX_CAPTION_LENGTH ||
      controlCounts[i]! > 0
    )
      return 0;
    const label = text.toLowerCase();
    const isQuestion = /[?:]$/.test(label);
    for (let j = i + 1; j <= i + MAX_DISTANCE && j < candidates.length; j++) {
      const nearbyCandidate = candidates[j]!;
      if (!nearbyCandidate.interactive || (fitsVerb && !fitsVerb(nearbyCandidate))) continue;
      // "Was this helpful?" describes the buttons next to it.
      if (isQuestion && nearbyCandidate.parent === candidate.parent) return 1;
      if (
        nearbyCandidate.section.toLowerCase() === label ||
        nearbyCandidate.name.toLowerCase().startsWith(label)
      )
        return 1;
    }
    return 0;
  });
}
