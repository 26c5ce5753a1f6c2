/** Fitted by `npm run bench -- rank --only calibration`, which prints these figures. */
import type { Feature } from './features.js';

export const CALIBRATION: { bias: number; actAt: number; weights: Record<Feature, number> } = {
  bias: -0.387,
  actAt: 0.8,
  weights: {
    lead: 0.213,
    share: 0.963,
    score: 0.079,
    nameCoverage: 0.336,
    meaning: -0.232,
    ordinal: 0.562,
    relation: 0.994,
    wordShare: 0.106,
    surroundings: -1.718,
    state: -0.002,
    verb: 0.579,
    noun: 1.095,
    namesake: -0.373,
    nameScore: 0.55,
    isNamed: 1.027,
    anyNamed: -0.497,
  },
};
