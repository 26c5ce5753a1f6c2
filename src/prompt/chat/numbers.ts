/**
 * Numbers the elements of one observation for the prompt. Elements in the screenshot keep the numbers drawn beside them
 * and the others follow; without a screenshot, numbers follow reading order.
 */
import type { Candidate, Mark, Uid } from '../../contract/index.js';

export interface ElementNumbers {
  numberOf(uid: Uid): number | undefined;
  candidateOf(number: number): Candidate | undefined;
  readonly highestNumber: number;
}

export function numberElements(
  candidates: readonly Candidate[],
  marks: readonly Mark[] = [],
): ElementNumbers {
  const byUid = new Map<Uid, number>(marks.map(({ uid, label }) => [uid, label]));
  const byNumber = new Map<number, Candidate>();
  let next = Math.max(0, ...byUid.values());
  for (const candidate of candidates) {
    if (candidate.behindModal) continue;
    const number = byUid.get(candidate.uid) ?? ++next;
    byUid.set(candidate.uid, number);
    byNumber.set(number, candidate);
  }
  return {
    numberOf: (uid) => byUid.get(uid),
    candidateOf: (number) => byNumber.get(number),
    highestNumber: next,
  };
}
