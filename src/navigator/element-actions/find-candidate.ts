import type { Candidate, Observation, Uid } from '../../contract/index.js';

/** The candidate with this uid, or the one that the element with this uid was folded into. */
export const findCandidate = ({ candidates }: Observation, uid: Uid | null): Candidate | undefined =>
  uid === null
    ? undefined
    : (candidates.find((candidate) => candidate.uid === uid) ??
      candidates.find(({ folded }) => folded.some((element) => element.uid === uid)));
