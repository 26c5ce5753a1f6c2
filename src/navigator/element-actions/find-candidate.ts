import type { Candidate, Observation, Uid } from '../../contract/index.js';

/** Returns the candidate with this uid, or the one into which the element was folded. */
export const findCandidate = ({ candidates }: Observation, uid: Uid | null): Candidate | undefined =>
  uid === null
    ? undefined
    : (candidates.find((candidate) => candidate.uid === uid) ??
      candidates.find(({ folded }) => folded.some((element) => element.uid === uid)));
