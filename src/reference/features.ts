/**
 * Describes how far the best element of a ranking is ahead of the others. The probability is computed from these
 * features.
 */
import type { RankedCandidate } from '../contract/index.js';
import { EVIDENCE, type EvidenceKind } from '../rank/index.js';

/** What is known about the elements that a phrase may refer to. */
export interface ReferenceEvidence {
  /** The ranking for the instruction, best first, with the evidence of each element. */
  ranked: readonly RankedCandidate[];
  /**
   * How well the name of each element agrees with the phrase, 0 to 1, by uid. Elements that do not agree are absent.
   */
  names: ReadonlyMap<string, number>;
  /** Uid of the element whose name alone decides; null if no name or several names agree. */
  named: string | null;
  /** Whether an action on either element has the same effect. */
  isSameEffect(a: RankedCandidate, b: RankedCandidate): boolean;
}

export const FEATURES = [
  /** Score of the best element minus the score of the best element with another effect. */
  'lead',
  /** The best element's share of the softmax of all scores, together with the elements that have the same effect. */
  'share',
  'score',
  /**
   * The best element's lead in similarity of meaning and in share of words over the best element with another effect.
   */
  'meaningLead',
  'wordLead',
  /** The ranker's evidence for the best element. */
  ...EVIDENCE,
  /** The best element with another effect has the same name. */
  'namesake',
  /** How well the best element's name agrees with the phrase. */
  'nameScore',
  /** The best element's name alone decides. */
  'isNamed',
  /** The name of some element decides. */
  'anyNamed',
] as const;
export type Feature = (typeof FEATURES)[number];

export interface LeaderFeatures {
  leader: RankedCandidate;
  /** The best element with another effect. */
  rival: RankedCandidate | null;
  features: Record<Feature, number>;
}

/** How much the agreement of names adds to the ranker's score. */
const NAME_WEIGHT = 0.45;
const NAMED_WEIGHT = 0.55;

/** Lead of an element without rivals. */
const MAX_LEAD = 8;
const MAX_MEANING_LEAD = 5;

const nameOf = ({ candidate: { name, text } }: RankedCandidate): string => name || text;

/** @returns null for a ranking without evidence: an empty page, or a ranker that explains nothing */
export function describeLeader(given: ReferenceEvidence): LeaderFeatures | null {
  const { ranked, names, named, isSameEffect } = given;
  const scored = ranked
    .map((one) => {
      const { uid } = one.candidate;
      const score = one.score + NAME_WEIGHT * (names.get(uid) ?? 0) + (uid === named ? NAMED_WEIGHT : 0);
      return { one, score };
    })
    .sort((a, b) => b.score - a.score);
  const [first] = scored;
  if (!first?.one.evidence) return null;
  const leader = first.one;
  const { evidence } = first.one;
  const rival = scored.find(({ one }) => !isSameEffect(one, leader)) ?? null;
  const weigh = (score: number): number => Math.exp(score - first.score);
  const total = scored.reduce((sum, { score }) => sum + weigh(score), 0);
  const own = scored
    .filter(({ one }) => isSameEffect(one, leader))
    .reduce((sum, { score }) => sum + weigh(score), 0);
  const leadIn = (kind: EvidenceKind, withoutRival: number): number =>
    rival?.one.evidence ? (evidence[kind] ?? 0) - (rival.one.evidence[kind] ?? 0) : withoutRival;
  const { uid } = leader.candidate;
  const features = {
    lead: rival ? first.score - rival.score : MAX_LEAD,
    share: own / total,
    score: leader.score,
    meaningLead: leadIn('meaning', MAX_MEANING_LEAD),
    wordLead: leadIn('wordShare', 1),
    ...Object.fromEntries(EVIDENCE.map((kind) => [kind, evidence[kind] ?? 0])),
    namesake: rival && nameOf(rival.one) === nameOf(leader) ? 1 : 0,
    nameScore: names.get(uid) ?? 0,
    isNamed: uid === named ? 1 : 0,
    anyNamed: named === null ? 0 : 1,
  } as Record<Feature, number>;
  return { leader, rival: rival?.one ?? null, features };
}
