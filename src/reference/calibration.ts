/** The bias and the weights, as fitted and printed by `npm run bench -- rank --only calibration`. */
import type { Feature } from './features.js';

export interface Calibration {
  bias: number;
  weights: Readonly<Record<Feature, number>>;
}

export const CALIBRATION: Calibration = {
  bias: -1.91,
  weights: {
    lead: 0.117,
    share: 0.757,
    score: 0.059,
    meaningLead: -0.136,
    wordLead: 0.242,
    meaning: -0.03,
    outerMeaning: 0.023,
    words: -0.018,
    wordShare: 0.407,
    interactive: 0.794,
    state: 0.223,
    verb: 0.195,
    noun: 0.307,
    nameCoverage: 0.614,
    container: 0,
    caption: -0.98,
    controlsInside: -0.276,
    excluded: 0,
    inView: -0.204,
    unavailable: -0.695,
    landmark: 0.641,
    side: 0.206,
    relation: 1.069,
    surroundings: -0.257,
    ordinal: 0.129,
    textLength: -0.178,
    namesake: -0.23,
    nameScore: 0.598,
    isNamed: 0.404,
    anyNamed: -0.12,
  },
};
