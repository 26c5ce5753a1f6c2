/**
 * Everything that speaks for or against an element, one number each, before anything is weighed: its words,
 * its meaning, its kind, where it stands, what surrounds it, which one of several it is.
 */
import type { Candidate, Viewport } from '../contract/index.js';
import { standardise } from './bm25.js';
import { nounTest, verbTest } from './kinds.js';
import { namedShare, namesOf } from './names.js';
import { counted, ordinalOf, saysWhat } from './ordinals.js';
import { positionOf, related, sided } from './positions.js';
import { surroundings } from './surroundings.js';
import { treeOf, type Tree } from './tree.js';
import { ownWords, rarityOf, wordIndex, wordScores, type WordIndex } from './word-index.js';

export const EVIDENCE = [
  /** Cosine of the meaning, standardised over the page; −1 where it was not compared. */
  'meaning',
  /** BM25 over the compact documents, standardised. */
  'words',
  /** People act on it. */
  'interactive',
  /** It takes what the verb does. */
  'verb',
  /** It is of the kind that a noun names. */
  'noun',
  /** Share of the query that its whole name covers. */
  'named',
  /** It is not acted on, and holds another one that says as much. */
  'container',
  /** It is seen without scrolling. */
  'inView',
  /** It cannot be used: disabled, or behind a dialog. */
  'barred',
  /** It stands in the landmark that is named. */
  'landmark',
  /** It stands on the side or in the corner that is named. */
  'side',
  /** It stands to another element as is said. */
  'relation',
  /** Its surroundings hold the words that it lacks. */
  'around',
  /** It is the one that is counted to. */
  'ordinal',
  /** Length of its text: a whole section is rarely meant. */
  'long',
] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];
export type Evidence = Record<EvidenceKind, Float64Array>;

/** What of a look ranking reads. */
export interface Seen {
  candidates: readonly Candidate[];
  viewport: Viewport;
}

/** For each candidate the best score among those inside it. */
function bestInside({ parent }: Tree, scores: Float64Array): Float64Array {
  const best = new Float64Array(scores.length);
  // Children come after their parents, so what is inside a child is already known.
  for (let i = scores.length - 1; i >= 0; i--) {
    const up = parent[i]!;
    if (up >= 0) best[up] = Math.max(best[up]!, scores[i]!, best[i]!);
  }
  return best;
}

/** Mean 0, deviation 1 over what is known; what is not lies one deviation below the mean. */
function standardiseKnown(cosines: Float32Array): Float64Array {
  const known = cosines.filter((cosine) => !Number.isNaN(cosine));
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, known.length);
  const spread = known.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / Math.max(1, known.length);
  const deviation = Math.sqrt(spread) || 1;
  return Float64Array.from(cosines, (cosine) => (Number.isNaN(cosine) ? -1 : (cosine - mean) / deviation));
}

/** Elements that the anchor of a relation may mean, each with how well it fits (best 1). */
function anchors(text: string, index: WordIndex, candidates: readonly Candidate[]): { at: number; fit: number }[] {
  const { scores, query } = wordScores(text, index, candidates.length);
  const fit = scores.map(
    (score, i) => score * (1 + Math.max(0, ...namesOf(candidates[i]!).map((name) => namedShare(name, query)))),
  );
  const best = fit.reduce((most, one) => Math.max(most, one), 0);
  if (best <= 0) return [];
  return [...fit.keys()]
    .filter((at) => fit[at]! >= 0.6 * best)
    .sort((a, b) => fit[b]! - fit[a]!)
    .slice(0, 12)
    .map((at) => ({ at, fit: fit[at]! / best }));
}

/**
 * @param cosines one a candidate, NaN where it was not compared; null for words alone
 * @returns one array a kind of evidence, in the order of the candidates
 */
export function gather(text: string, { candidates, viewport }: Seen, cosines: Float32Array | null): Evidence {
  const count = candidates.length;
  const none = (): Float64Array => new Float64Array(count);
  const out = Object.fromEntries(EVIDENCE.map((kind) => [kind, none()])) as Evidence;
  const index = wordIndex(candidates);
  const tree = treeOf(candidates);
  const ordinal = ordinalOf(text);
  const position = positionOf(ordinal?.rest ?? text);
  const { scores: raw, query } = wordScores(position.rest, index, count);

  out.words = standardise(raw);
  if (cosines) out.meaning = standardiseKnown(cosines);
  const verb = verbTest(text);
  const noun = nounTest(position.rest);
  const inside = bestInside(tree, raw);
  candidates.forEach((candidate, i) => {
    out.interactive[i] = candidate.interactive ? 1 : 0;
    out.inView[i] = candidate.inViewport ? 1 : 0;
    out.barred[i] = candidate.behind || candidate.states.disabled ? 1 : 0;
    out.verb[i] = verb?.(candidate) ? 1 : 0;
    out.noun[i] = noun?.(candidate) ? 1 : 0;
    out.named[i] = Math.max(...namesOf(candidate).map((name) => namedShare(name, query)));
    out.container[i] = !candidate.interactive && raw[i]! > 0 && inside[i]! >= 0.8 * raw[i]! ? 1 : 0;
    out.landmark[i] = position.landmarks.includes(candidate.landmark) ? 1 : 0;
    out.side[i] = sided(candidate, position.sides, viewport);
    out.long[i] = Math.log2(1 + candidate.text.length / 20);
  });

  const whole = wordScores(text, index, count).query;
  const rarity = rarityOf(index, whole.keys());
  out.around = surroundings(tree, ownWords(index, count), whole, (word) => rarity.get(word) ?? 0);
  const { relation } = position;
  if (relation)
    for (const { at, fit } of anchors(relation.anchor, index, candidates)) {
      const { box } = candidates[at]!;
      candidates.forEach((candidate, i) => {
        if (i !== at) out.relation[i] = Math.max(out.relation[i]!, fit * related(relation.kind, candidate.box, box));
      });
    }
  if (ordinal) {
    const inPlace = (i: number): boolean =>
      (position.landmarks.length === 0 || out.landmark[i] === 1) && (!relation || out.relation[i]! > 0.15);
    out.ordinal = counted(ordinal, tree, raw, inPlace, saysWhat(position.rest));
  }
  return out;
}
