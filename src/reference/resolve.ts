/** Resolves a phrase to the element that it most probably refers to. */
import type { Candidate } from '../contract/index.js';
import { CALIBRATION } from './calibration.js';
import { describeLeader, type Feature, type ReferenceEvidence } from './features.js';
import { computeProbability } from './probability.js';

export type { ReferenceEvidence } from './features.js';

export interface Resolution {
  candidate: Candidate;
  /** Probability that this is the intended element, 0 to 1. */
  probability: number;
  features: Readonly<Record<Feature, number>>;
  /** The best element with a different effect. */
  rival: Candidate | null;
}

/** @returns null if the ranking has no evidence */
export function resolveReference(evidence: ReferenceEvidence): Resolution | null {
  const leaderFeatures = describeLeader(evidence);
  if (!leaderFeatures) return null;
  const { leader, rival, features } = leaderFeatures;
  return {
    candidate: leader.candidate,
    probability: computeProbability(features, CALIBRATION),
    features,
    rival: rival?.candidate ?? null,
  };
}
