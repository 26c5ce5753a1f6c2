/**
 * Everything that speaks for or against an element, one number each, before anything is weighed: its words,
 * its meaning, its kind, where it stands, what surrounds it, which one of several it is.
 */
import type { Candidate, Viewport } from '../contract/index.js';
import { standardise } from './bm25.js';
import { nounTest, verbTest } from './kinds.js';
import { namedShare, namesOf } from './names.js';
import { counted, ordinalOf } from './ordinals.js';
import { positionOf, related, sided, type Position } from './positions.js';
import { stateTest } from './states.js';
import { surroundings } from './surroundings.js';
import { around, treeOf, type Tree } from './tree.js';
import { ownWords, rarityOf, wordIndex, wordScores, type WordIndex } from './word-index.js';

export const EVIDENCE = [
  /** Cosine of the meaning, standardised over the page; −1 where it was not compared. */
  'meaning',
  /** What holds it, or the heading above it, fits in meaning. */
  'outer',
  /** BM25 over the compact documents, standardised; more than some deviations say no more. */
  'words',
  /** BM25 as a share of the page's best. */
  'share',
  /** People act on it. */
  'interactive',
  /** It is in the state that is named. */
  'state',
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

/** A page with one element of a rare word gives it ten deviations, which says no more than four do. */
const MOST_DEVIATIONS = 4;

/** What holds more controls than this is a part of the page, not the surroundings of one of them. */
const MOST_CONTROLS = 12;

/** For each candidate the best meaning among the small containers around it, at least 0. */
function outerMeaning(tree: Tree, meaning: Float64Array): Float64Array {
  return Float64Array.from(meaning, (_, i) => {
    let best = 0;
    for (const up of around(tree, i)) {
      if (tree.controls[up]! > MOST_CONTROLS) break;
      best = Math.max(best, meaning[up]! / Math.sqrt(Math.max(1, tree.controls[up]!)));
    }
    return best;
  });
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
function anchors(
  text: string,
  index: WordIndex,
  candidates: readonly Candidate[],
): { at: number; fit: number }[] {
  const { scores, query } = wordScores(text, index, candidates.length);
  const fit = scores.map(
    (score, i) =>
      score * (1 + Math.max(0, ...namesOf(candidates[i]!).map((name) => namedShare(name, query)))),
  );
  const best = fit.reduce((most, one) => Math.max(most, one), 0);
  if (best <= 0) return [];
  return [...fit.keys()]
    .filter((at) => fit[at]! >= 0.6 * best)
    .sort((a, b) => fit[b]! - fit[a]!)
    .slice(0, 12)
    .map((at) => ({ at, fit: fit[at]! / best }));
}

const rarityIn = (index: WordIndex, words: Iterable<string>): ((word: string) => number) => {
  const rarity = rarityOf(index, words);
  return (word) => rarity.get(word) ?? 0;
};

/** What stands where the relation says; the anchor itself is not what is meant. */
function relationTo(
  { kind, anchor }: NonNullable<Position['relation']>,
  index: WordIndex,
  tree: Tree,
  own: readonly ReadonlySet<string>[],
): Float64Array {
  const { candidates } = tree;
  const query = wordScores(anchor, index, candidates.length).query;
  // Under a heading, in a row: what the surroundings say counts more than distances.
  const held =
    kind === 'within' || kind === 'below'
      ? surroundings(
          tree,
          [...own.keys()].map(() => NOTHING),
          query,
          rarityIn(index, query.keys()),
          true,
        )
      : new Float64Array(candidates.length);
  const scores = held.slice();
  const found = anchors(anchor, index, candidates);
  for (const { at, fit } of found) {
    const { box } = candidates[at]!;
    candidates.forEach((candidate, i) => {
      if (i !== at) scores[i] = Math.max(scores[i]!, fit * related(kind, candidate.box, box));
    });
  }
  // Where a caption is there to be the anchor, the control of that name may be what is meant.
  const captions = found.some(({ at }) => !candidates[at]!.interactive);
  for (const { at, fit } of found)
    if (fit > 0.9 && kind !== 'within' && !(captions && candidates[at]!.interactive)) scores[at] = -0.5;
  return scores;
}

/** How pages that know no landmarks call what looks like one. */
const STYLED: Record<string, RegExp> = {
  footer: /\b\w*footer\w*\b/i,
  header: /\b\w*(header|topbar|top-bar|masthead|appbar)\w*\b/i,
  nav: /\b\w*(nav|menubar)\w*\b/i,
  aside: /\b\w*(sidebar|sidenav|side-bar|aside)\w*\b/i,
  dialog: /\b\w*(modal|dialog|popup|overlay)\w*\b/i,
};

/** The share of a page's height that a header or footer takes where nothing marks it. */
const EDGE = 0.1;

/** Where nothing is marked at all, the top of a page is its header and its end the footer. */
function edge(
  landmarks: readonly string[],
  { candidates }: Tree,
  { scrollY, scrollHeight }: Viewport,
): Float64Array {
  return Float64Array.from(candidates, ({ box }) => {
    const at = (box.y + scrollY + box.height / 2) / Math.max(1, scrollHeight);
    if (landmarks.includes('footer')) return at > 1 - EDGE ? 1 : 0;
    return landmarks.includes('header') && at < EDGE ? 1 : 0;
  });
}

/** 1 for what stands in one of the landmarks; by the names of its styles where the page has none of them. */
function inLandmarks(landmarks: readonly string[], tree: Tree, viewport: Viewport): Float64Array {
  const { candidates } = tree;
  if (landmarks.length === 0) return new Float64Array(candidates.length);
  const scores = Float64Array.from(candidates, ({ landmark }) => (landmarks.includes(landmark) ? 1 : 0));
  if (scores.some((score) => score > 0)) return scores;
  const styled = candidates.map(({ attributes: { id = '', class: style = '' } }) =>
    landmarks.some((landmark) => STYLED[landmark]?.test(`${id} ${style}`)),
  );
  candidates.forEach((_, i) => {
    if (styled[i]) scores[i] = 1;
    for (const up of around(tree, i)) if (styled[up]) scores[i] = 1;
  });
  if (scores.some((score) => score > 0)) return scores;
  return edge(landmarks, tree, viewport);
}

const NOTHING: ReadonlySet<string> = new Set();

/** Cosines to the query, one a candidate; NaN where it was not compared. */
export interface Cosines {
  whole: Float32Array;
  /** To what is left of the query without counting and places (`restOf`), where that is something else. */
  rest: Float32Array | null;
}

/**
 * What a query asks for without where it is: "the link right below Venus" asks for a link. The neighbour that
 * is only named to find it would otherwise be the best match.
 */
export function restOf(text: string): string | null {
  const ordinal = ordinalOf(text);
  const { rest, relation, landmarks, sides } = positionOf(ordinal?.rest ?? text);
  return relation || landmarks.length || sides.length ? rest : null;
}

/**
 * @param cosines null for words alone
 * @returns one array a kind of evidence, in the order of the candidates
 */
export function gather(text: string, { candidates, viewport }: Seen, cosines: Cosines | null): Evidence {
  const count = candidates.length;
  const none = (): Float64Array => new Float64Array(count);
  const out = Object.fromEntries(EVIDENCE.map((kind) => [kind, none()])) as Evidence;
  const index = wordIndex(candidates);
  const tree = treeOf(candidates);
  const ordinal = ordinalOf(text);
  const position = positionOf(ordinal?.rest ?? text);
  const { scores: raw, query } = wordScores(position.rest, index, count);

  out.words = standardise(raw).map((score) => Math.min(MOST_DEVIATIONS, score));
  const most = raw.reduce((best, score) => Math.max(best, score), 0);
  if (most > 0) out.share = raw.map((score) => score / most);
  if (cosines) {
    const whole = standardiseKnown(cosines.whole);
    const rest = cosines.rest ? standardiseKnown(cosines.rest) : whole;
    out.meaning = whole.map((score, i) => (score + rest[i]!) / 2);
    out.outer = outerMeaning(tree, whole);
  }
  const verb = verbTest(text);
  const noun = nounTest(position.rest);
  const state = stateTest(text);
  const inside = bestInside(tree, raw);
  candidates.forEach((candidate, i) => {
    out.interactive[i] = candidate.interactive ? 1 : 0;
    out.inView[i] = candidate.inViewport ? 1 : 0;
    out.barred[i] = candidate.behind || candidate.states.disabled ? 1 : 0;
    out.state[i] = state?.(candidate) ? 1 : 0;
    out.verb[i] = verb?.(candidate) ? 1 : 0;
    out.noun[i] = noun?.(candidate) ? 1 : 0;
    out.named[i] = Math.max(...namesOf(candidate).map((name) => namedShare(name, query)));
    out.container[i] = !candidate.interactive && raw[i]! > 0 && inside[i]! >= 0.8 * raw[i]! ? 1 : 0;
    out.side[i] = sided(candidate, position.sides, viewport);
    out.long[i] = Math.log2(1 + candidate.text.length / 20);
  });

  out.landmark = inLandmarks(position.landmarks, tree, viewport);
  const own = ownWords(index, count);
  const whole = wordScores(text, index, count).query;
  out.around = surroundings(tree, own, whole, rarityIn(index, whole.keys()));
  const { relation } = position;
  if (relation) out.relation = relationTo(relation, index, tree, own);
  if (ordinal) {
    const placed = out.landmark.some((there) => there === 1);
    const allowed = (i: number): boolean => !placed || out.landmark[i] === 1;
    const standing = relation ? out.relation : position.sides.length ? out.side : null;
    out.ordinal = counted({ ...ordinal, rest: position.rest }, { tree, words: raw, own, allowed, standing });
  }
  return out;
}
