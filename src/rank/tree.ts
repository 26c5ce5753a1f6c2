/** The tree of candidates, by index instead of uid; built once per observation. */
import type { Candidate } from '../contract/index.js';

export interface CandidateTree {
  readonly candidates: readonly Candidate[];
  /** Index of the nearest containing candidate, −1 at the top. Parents come before their children. */
  readonly parents: Int32Array;
  /** For each candidate, the number of interactive candidates among itself and its descendants. */
  readonly controlCounts: Int32Array;
}

export function buildTree(candidates: readonly Candidate[]): CandidateTree {
  const indexByUid = new Map(candidates.map(({ uid }, i) => [uid, i]));
  const parents = Int32Array.from(candidates, (candidate, i) => {
    const ancestor = candidate.parent === null ? -1 : (indexByUid.get(candidate.parent) ?? -1);
    return ancestor < i ? ancestor : -1;
  });
  const controlCounts = Int32Array.from(candidates, ({ interactive }) => (interactive ? 1 : 0));
  for (let i = candidates.length - 1; i >= 0; i--)
    if (parents[i]! >= 0) controlCounts[parents[i]!]! += controlCounts[i]!;
  return { candidates, parents, controlCounts };
}

export function isWithin({ parents }: CandidateTree, i: number, outerIndex: number): boolean {
  let ancestor = parents[i]!;
  // Parents come before children, so the search can stop above the outer candidate.
  while (ancestor > outerIndex) ancestor = parents[ancestor]!;
  return ancestor === outerIndex;
}

/** Returns the indices of the candidates inside the outer one, in reading order. */
export function findDescendants(tree: CandidateTree, outerIndex: number): number[] {
  const descendants: number[] = [];
  for (let i = outerIndex + 1; i < tree.candidates.length && isWithin(tree, i, outerIndex); i++)
    descendants.push(i);
  return descendants;
}
