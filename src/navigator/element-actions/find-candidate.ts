import type { Candidate, Observation, Uid } from '../../contract/index.js';

/** Returns the candidate with this uid, or the one that the element was merged into (`folded`). */
export const findCandidate = ({ candidates }: Observation, uid: Uid | null): Candidate | undefined =>
  uid === null
    ? undefined
    : (candidates.find((candidate) => candidate.uid === uid) ??
      candidates.find(({ folded }) => folded.some((element) => element.uid === uid)));
