/** How much each kind of evidence weighs. Found on the tuning half of the grounding set (docs/ranker.md). */
import { EVIDENCE, type Evidence, type EvidenceKind } from './evidence.js';

export type Weights = Record<EvidenceKind, number>;

/** With the meaning of the texts. */
export const HYBRID: Weights = {
  meaning: 1,
  words: 0.25,
  interactive: 0.5,
  verb: 0.5,
  noun: 0.5,
  named: 1,
  container: -0.5,
  inView: 0.1,
  barred: -0.5,
  landmark: 1,
  side: 1,
  relation: 1.5,
  around: 1,
  ordinal: 3,
  long: -0.05,
};

/** By words alone. */
export const LEXICAL: Weights = {
  ...HYBRID,
  meaning: 0,
  words: 1,
  verb: 0.9,
  noun: 0.9,
  named: 1.5,
  container: -0.6,
};

/** @returns one score a candidate, higher is better; comparable within one ranking only */
export function weigh(evidence: Evidence, weights: Weights): Float64Array {
  const scores = new Float64Array(evidence.words.length);
  for (const kind of EVIDENCE) {
    const weight = weights[kind];
    if (weight) evidence[kind].forEach((value, i) => (scores[i]! += weight * value));
  }
  return scores;
}

/** Positions by score, best first; equal scores keep reading order. */
export function order(scores: ArrayLike<number>, k: number): number[] {
  return Array.from(scores, (_, i) => i)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, k);
}
