/**
 * Computes features that describe how far a ranking's best element is ahead of the others. `probability.ts` computes
 * the probability of the best element from them.
 */
import type { RankedCandidate } from '../contract/index.js';
import { EVIDENCE, type EvidenceKind } from '../rank/index.js';

/** What is known about the elements that a phrase may refer to. */
export interface ReferenceEvidence {
  /** The ranking for the instruction, best first, with the evidence of each element. */
  ranked: readonly RankedCandidate[];
  /**
   * How well each element's name agrees with the phrase, 0 to 1, by uid. Elements that do not agree are absent.
   */
  nameScores: ReadonlyMap<string, number>;
  /** Uid of the only element whose name agrees with the phrase; null if there is none or more than one. */
  namedUid: string | null;
  /** Whether actions on the two elements have the same effect. */
  isSameEffect(a: RankedCandidate, b: RankedCandidate): boolean;
}

export const FEATURES = [
  /** Score of the best element minus the score of the best element with a different effect. */
  'lead',
  /** The best element's share of the softmax of all scores, together with the elements that have the same effect. */
  'share',
  'score',
  /**
   * The best element's lead over the best element with a different effect: in similarity of meaning, and in share of
   * words.
   */
  'meaningLead',
  'wordLead',
  /** The ranker's evidence for the best element. */
  ...EVIDENCE,
  /** Whether the best element with a different effect has the same name. */
  'namesake',
  /** How well the best element's name agrees with the phrase. */
  'nameScore',
  /** Whether the best element is the only one whose name agrees with the phrase. */
  'isNamed',
  /** Whether exactly one element has a name that agrees with the phrase. */
  'anyNamed',
] as const;
export type Feature = (typeof FEATURES)[number];

export interface LeaderFeatures {
  leader: RankedCandidate;
  /** The best element with a different effect. */
  rival: RankedCandidate | null;
  features: Record<Feature, number>;
}

/** How much a name that agrees with the phrase adds to the ranker's score, and how much more if no other name agrees. */
const NAME_WEIGHT = 0.45;
const ONLY_NAME_WEIGHT = 0.55;

/** Lead of an element without rivals. */
const MAX_LEAD = 8;
const MAX_MEANING_LEAD = 5;

const getName = ({ candidate: { name, text } }: RankedCandidate): string => name || text;

/** @returns null for a ranking without evidence: an empty page, or a ranker that explains nothing */
export function describeLeader(referenceEvidence: ReferenceEvidence): LeaderFeatures | null {
  const { ranked, nameScores, namedUid, isSameEffect } = referenceEvidence;
  const scoredElements = ranked
    .map((element) => {
      const { uid } = element.candidate;
      const score =
        element.score + NAME_WEIGHT * (nameScores.get(uid) ?? 0) + (uid === namedUid ? ONLY_NAME_WEIGHT : 0);
      return { element, score };
    })
    .sort((a, b) => b.score - a.score);
  const [best] = scoredElements;
  if (!best?.element.evidence) return null;
  const leader = best.element;
  const { evidence } = best.element;
  const rival = scoredElements.find(({ element }) => !isSameEffect(element, leader)) ?? null;
  const computeWeight = (score: number): number => Math.exp(score - best.score);
  const totalWeight = scoredElements.reduce((sum, { score }) => sum + computeWeight(score), 0);
  const leaderWeight = scoredElements
    .filter(({ element }) => isSameEffect(element, leader))
    .reduce((sum, { score }) => sum + computeWeight(score), 0);
  const computeLead = (kind: EvidenceKind, withoutRival: number): number =>
    rival?.element.evidence ? (evidence[kind] ?? 0) - (rival.element.evidence[kind] ?? 0) : withoutRival;
  const { uid } = leader.candidate;
  const features = {
    lead: rival ? best.score - rival.score : MAX_LEAD,
    share: leaderWeight / totalWeight,
    score: leader.score,
    meaningLead: computeLead('meaning', MAX_MEANING_LEAD),
    wordLead: computeLead('wordShare', 1),
    ...Object.fromEntries(EVIDENCE.map((kind) => [kind, evidence[kind] ?? 0])),
    namesake: rival && getName(rival.element) === getName(leader) ? 1 : 0,
    nameScore: nameScores.get(uid) ?? 0,
    isNamed: uid === namedUid ? 1 : 0,
    anyNamed: namedUid === null ? 0 : 1,
  } as Record<Feature, number>;
  return { leader, rival: rival?.element ?? null, features };
}
