/**
 * Numbers the elements of one observation for the prompt, in reading order. A screenshot shows the same numbers.
 */
import type { Candidate, Uid } from '../../contract/index.js';

export interface ElementNumbers {
  readonly byUid: ReadonlyMap<Uid, number>;
  numberOf(uid: Uid): number | undefined;
  candidateOf(number: number): Candidate | undefined;
  readonly highestNumber: number;
}

export function numberElements(candidates: readonly Candidate[]): ElementNumbers {
  const byUid = new Map<Uid, number>();
  const byNumber = new Map<number, Candidate>();
  let next = 0;
  for (const candidate of candidates) {
    if (candidate.behindModal) continue;
    const number = ++next;
    byUid.set(candidate.uid, number);
    byNumber.set(number, candidate);
  }
  return {
    byUid,
    numberOf: (uid) => byUid.get(uid),
    candidateOf: (number) => byNumber.get(number),
    highestNumber: next,
  };
}
