/**
 * Numbers the elements of one observation for the prompt, in reading order. The screenshot shows the same numbers.
 */
import type { Candidate, Uid } from '../../contract/index.js';

export interface ElementNumbers {
  readonly byUid: ReadonlyMap<Uid, number>;
  getNumber(uid: Uid): number | undefined;
  getCandidate(number: number): Candidate | undefined;
  readonly highestNumber: number;
}

export function numberElements(candidates: readonly Candidate[]): ElementNumbers {
  const byUid = new Map<Uid, number>();
  const byNumber = new Map<number, Candidate>();
  let highestNumber = 0;
  for (const candidate of candidates) {
    if (candidate.behindModal) continue;
    const number = ++highestNumber;
    byUid.set(candidate.uid, number);
    byNumber.set(number, candidate);
  }
  return {
    byUid,
    getNumber: (uid) => byUid.get(uid),
    getCandidate: (number) => byNumber.get(number),
    highestNumber,
  };
}
