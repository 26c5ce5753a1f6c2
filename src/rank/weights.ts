/** Weights of the kinds of evidence, fitted on the tuning half of the grounding set (docs/ranker.md). */
import { EVIDENCE, type RankEvidence, type EvidenceKind } from './evidence.js';

export type Weights = Record<EvidenceKind, number>;

/** With encoder similarity. */
export const HYBRID_WEIGHTS: Weights = {
  meaning: 0.8,
  outerMeaning: 1.2,
  words: 0.6,
  wordShare: 0.2,
  interactive: 1.2,
  state: 1.6,
  verb: 1,
  noun: 0.7,
  nameCoverage: 1.05,
  container: -0.6,
  caption: -0.7,
  controlsInside: -0.1,
  excluded: -1.5,
  inView: 0.05,
  unavailable: -0.75,
  landmark: 1.15,
  side: 1.05,
  relation: 1.65,
  surroundings: 1.15,
  ordinal: 3.5,
  textLength: -0.48,
};

/** Lexical only. */
export const LEXICAL_WEIGHTS: Weights = {
  ...HYBRID_WEIGHTS,
  meaning: 0,
  outerMeaning: 0,
  words: 1.05,
  verb: 1.15,
  noun: 1,
  nameCoverage: 1.55,
  container: -0.75,
  textLength: -0.5,
};

/** @returns one score per candidate, higher is better; comparable within one ranking only */
export function combineEvidence(evidence: RankEvidence, weights: Weights): Float64Array {
  const scores = new Float64Array(evidence.words.length);
  for (const kind of EVIDENCE) {
    const weight = weights[kind];
    if (weight) evidence[kind].forEach((value, i) => (scores[i]! += weight * value));
  }
  return scores;
}

/** Returns the indices of the `k` best scores, best first. Equal scores keep reading order. */
export function rankIndices(scores: ArrayLike<number>, k: number): number[] {
  return Array.from(scores, (_, i) => i)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, k);
}

/** Returns the evidence for one candidate: one number for each kind. */
export const getCandidateEvidence = (evidence: RankEvidence, index: number): Record<EvidenceKind, number> =>
  Object.fromEntries(EVIDENCE.map((kind) => [kind, evidence[kind][index]!])) as Record<EvidenceKind, number>;
