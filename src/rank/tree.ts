/** Candidates as the tree they form, by position instead of uid: made once a look, read by all evidence. */
import type { Candidate } from '../contract/index.js';

export interface Tree {
  readonly candidates: readonly Candidate[];
  /** Position of the nearest containing candidate, −1 at the top. Parents stand before their children. */
  readonly parent: Int32Array;
  /** Interactive candidates at or below each. */
  readonly controls: Int32Array;
}

export function treeOf(candidates: readonly Candidate[]): Tree {
  const at = new Map(candidates.map(({ uid }, i) => [uid, i]));
  const parent = Int32Array.from(candidates, (one) =>
    one.parent === null ? -1 : (at.get(one.parent) ?? -1),
  );
  const controls = Int32Array.from(candidates, ({ interactive }) => (interactive ? 1 : 0));
  for (let i = candidates.length - 1; i >= 0; i--)
    if (parent[i]! >= 0 && parent[i]! < i) controls[parent[i]!]! += controls[i]!;
  return { candidates, parent, controls };
}

/** Positions of what contains `i`, from the inside out. */
export function* around({ parent }: Tree, i: number): Generator<number> {
  for (let up = parent[i]!; up >= 0; up = parent[up]!) yield up;
}
