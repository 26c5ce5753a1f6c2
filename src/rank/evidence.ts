/**
 * Collects the evidence for and against each element, one number per kind, before weighting: words, meaning, kind,
 * position, surroundings, ordinal.
 */
import type { Candidate, Viewport } from '../contract/index.js';
import { standardise } from './bm25.js';
import { captions } from './captions.js';
import { counted } from './counting.js';
import { nounTest, nounTestLoosely, verbOf, verbTest } from './kinds.js';
import { inLandmarks } from './landmarks.js';
import { outerMeaning, standardiseKnown } from './meaning.js';
import { namedShare } from './names.js';
import { ordinalOf } from './ordinals.js';
import { atOnce, inSlices, PAUSE, type Steps } from './pace.js';
import { positionOf, sided } from './positions.js';
import { deniedBy, withoutValue } from './query.js';
import { relationTo, underHeading } from './relations.js';
import { asksForDisabled, saysOnlyState, stateTest } from './states.js';
import { surroundings } from './surroundings.js';
import { signTest } from './synonyms.js';
import { treeOf, type Tree } from './tree.js';
import { wordIndex, wordScores, type WordIndex } from './word-index.js';

export const EVIDENCE = [
  /** Cosine similarity of the encoder, standardised over the page; −1 if not compared. */
  'meaning',
  /** Similarity of its container or the heading above it. */
  'outer',
  /** BM25 over the compact documents, standardised and capped. */
  'words',
  /** BM25 as a share of the page's best. */
  'share',
  /** The element is interactive. */
  'interactive',
  /** It is in the named state. */
  'state',
  /** It accepts the verb of the query. */
  'verb',
  /** It is of the kind named by a noun. */
  'noun',
  /** Share of the query covered by its complete name. */
  'named',
  /** It is not interactive and contains an element that matches as well. */
  'container',
  /** It is the caption of a control of the requested kind. */
  'caption',
  /** It is interactive and contains other controls: a card, a row. */
  'holder',
  /** It does what the query excludes. */
  'denied',
  /** It is in the viewport. */
  'inView',
  /** It is disabled or behind a dialog. */
  'barred',
  /** It is in the named landmark. */
  'landmark',
  /** It is on the named side or corner of the page. */
  'side',
  /** It has the stated relation to another element. */
  'relation',
  /** Its surroundings contain the query words that it lacks. */
  'around',
  /** It is the n-th of what is counted. */
  'ordinal',
  /** Length of its text; a whole section is rarely meant. */
  'long',
] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];
export type RankEvidence = Record<EvidenceKind, Float64Array>;

/** The parts of an observation that ranking reads. */
export interface RankedPageView {
  candidates: readonly Candidate[];
  viewport: Viewport;
}

/** For each candidate the best score among its descendants. */
function bestInside({ parent }: Tree, scores: Float64Array): Float64Array {
  const best = new Float64Array(scores.length);
  // Children come after their parents, so a child's descendants are already known.
  for (let i = scores.length - 1; i >= 0; i--) {
    const up = parent[i]!;
    if (up >= 0) best[up] = Math.max(best[up]!, scores[i]!, best[i]!);
  }
  return best;
}

/** A rare word in a single element yields ten deviations, which say no more than four. */
const MAX_DEVIATIONS = 4;

/** Cosines to the query, one per candidate; NaN if not compared. */
export interface Cosines {
  whole: Float32Array;
  /** Cosines to the query without ordinals and positions (`restOf`), if that differs. */
  rest: Float32Array | null;
}

/**
 * The query without position and value: "the link right below Venus" asks for a link. Otherwise the neighbour that is
 * only mentioned would match best.
 */
export function restOf(text: string): string | null {
  const ordinal = ordinalOf(text);
  const { rest, relation, landmarks, sides } = positionOf(ordinal?.rest ?? text, ordinal !== null);
  const plain = relation || landmarks.length || sides.length ? rest : null;
  return withoutValue(plain ?? text) ?? plain;
}

interface Page {
  tree: Tree;
  index: WordIndex;
}

/** Data that depends on the observation alone is computed once for all queries. */
const pages = new WeakMap<readonly Candidate[], Page>();

function* pageOf(candidates: readonly Candidate[]): Steps<Page> {
  let page = pages.get(candidates);
  if (!page) {
    const tree = treeOf(candidates);
    yield;
    page = { tree, index: yield* wordIndex(candidates) };
    pages.set(candidates, page);
  }
  return page;
}

/** If both a neighbour and a side are named, an element must fit both. */
function standingOf(relation: Float64Array | null, side: Float64Array | null): Float64Array | null {
  if (!relation || !side) return relation ?? side;
  return relation.map((value, i) => Math.max(0, value) * (0.2 + 0.8 * side[i]!));
}

/** A query that names only a state gives that state more weight. */
const ONLY_STATE = 3;

/** A possible position counts less than a certain one. */
const LOOSELY = 0.6;

/** Longer names count as text. */
const MAX_NAME = 60;

/** Whether an element of the page has this name. */
function isLabel(phrase: string | null, candidates: readonly Candidate[]): boolean {
  if (!phrase) return false;
  return candidates.some(({ name }) => name.length <= MAX_NAME && name.toLowerCase().includes(phrase));
}

/** An element found by counting need not contain the words that identify the list. */
const COUNTED_WORDS = 0.4;

function* gathering(
  text: string,
  { candidates, viewport }: RankedPageView,
  cosines: Cosines | null,
): Steps<RankEvidence> {
  const count = candidates.length;
  const none = (): Float64Array => new Float64Array(count);
  const out = Object.fromEntries(EVIDENCE.map((kind) => [kind, none()])) as RankEvidence;
  const { tree, index } = yield* pageOf(candidates);
  const counting = ordinalOf(text);
  const ordinal = counting && !isLabel(counting.phrase, candidates) ? counting : null;
  const position = positionOf(ordinal?.rest ?? text, ordinal !== null);
  yield;
  const { scores: raw, query } = wordScores(position.rest, index);
  yield;

  // A match by synonyms only counts less.
  const sureness = Math.min(
    1,
    [...query.words.values()].reduce((best, weight) => Math.max(best, weight), 0),
  );
  out.words = standardise(raw).map((score) => sureness * Math.min(MAX_DEVIATIONS, score));
  const most = raw.reduce((best, score) => Math.max(best, score), 0);
  if (most > 0) out.share = raw.map((score) => score / most);
  if (cosines) {
    const whole = standardiseKnown(cosines.whole);
    const rest = cosines.rest ? standardiseKnown(cosines.rest) : whole;
    out.meaning = whole.map((score, i) => (score + rest[i]!) / 2);
    out.outer = outerMeaning(tree, whole);
  }
  yield;
  const verb = verbTest(text);
  const noun = nounTest(position.rest);
  const state = stateTest(text);
  const wantsDisabled = asksForDisabled(text);
  const denied = deniedBy(text);
  const sign = signTest(text);
  const best = bestInside(tree, raw);
  yield;
  for (const [i, candidate] of candidates.entries()) {
    if (i % PAUSE === 0) yield;
    const { interactive, states } = candidate;
    out.interactive[i] = interactive ? 1 : 0;
    out.inView[i] = candidate.inViewport ? 1 : 0;
    out.barred[i] = candidate.behindModal || (states.disabled && !wantsDisabled) ? 1 : 0;
    out.state[i] = state?.(candidate) ? 1 : 0;
    out.verb[i] = verb?.(candidate) ? 1 : 0;
    out.noun[i] = noun?.(candidate) ? 1 : 0;
    out.named[i] = namedShare(index.names[i]!, query);
    if (sign?.(candidate.text) || sign?.(candidate.name)) out.named[i] = 1;
    out.container[i] = !interactive && raw[i]! > 0 && best[i]! >= 0.8 * raw[i]! ? 1 : 0;
    out.holder[i] = interactive ? Math.log2(Math.max(1, tree.controls[i]!)) : 0;
    out.denied[i] = denied?.(index.names[i]!) ? 1 : 0;
    out.side[i] = sided(candidate, position.sides, viewport);
    out.long[i] = Math.log2(1 + candidate.text.length / 20);
  }
  yield;
  out.caption = captions(tree, raw, verb);
  yield;
  // If the page has no element of the named kind, elements that look or work like it are meant.
  const loosely = noun && !out.noun.some((is) => is > 0) ? nounTestLoosely(position.rest) : null;
  if (loosely) out.noun = Float64Array.from(candidates, (one) => (loosely(one) ? 0.6 : 0));

  if (state) {
    // "The selected tab" means selected tabs if there are any, and nothing else matters.
    const both = out.state.map((is, i) => (is > 0 && out.noun[i]! > 0 ? 1 : 0));
    if (both.includes(1)) out.state = both;
    if (saysOnlyState(text)) out.state = out.state.map((is) => is * ONLY_STATE);
  }

  out.landmark = yield* inLandmarks(position.landmarks, tree, viewport);
  yield;
  const whole = wordScores(text, index).query;
  yield;
  // "The selected tab of the views", "the first in Backlog": the element need not contain these words.
  const alone = state !== null || ordinal !== null || verbOf(text) === 'value';
  out.around = yield* surroundings(tree, index, whole.words, { alone });
  const { relation, loose } = position;
  if (relation) {
    out.relation = yield* relationTo(relation, index, tree);
    // "Type Paris under City" means the field itself, whose name is its caption.
    if (verbOf(text) !== 'press')
      out.relation.forEach((score, i) => {
        if (score < 0 && out.verb[i] === 1) out.relation[i] = 1;
      });
  } else if (loose) out.relation = underHeading(loose, tree)?.map((is) => is * LOOSELY) ?? none();
  if (ordinal) {
    yield;
    const placed = out.landmark.some((there) => there === 1);
    out.ordinal = yield* counted(ordinal, position.rest, {
      tree,
      index,
      words: raw,
      landmark: placed ? out.landmark : null,
      standing: standingOf(
        relation || out.relation.some((value) => value > 0) ? out.relation : null,
        position.sides.length ? out.side : null,
      ),
      text: text.toLowerCase(),
    });
    if (!ordinal.holder && out.ordinal.includes(1))
      for (const kind of ['words', 'share', 'named'] as const)
        out[kind] = out[kind].map((value, i) => (out.ordinal[i] === 1 ? value : value * COUNTED_WORDS));
  }
  return out;
}

/**
 * @param cosines null for lexical ranking
 * @returns one array per kind of evidence, in the order of the candidates
 */
export function gather(text: string, seen: RankedPageView, cosines: Cosines | null): RankEvidence {
  return atOnce(gathering(text, seen, cosines));
}

/** Like `evidenceOf`, but yields to the event loop on large pages. @throws if `signal` is aborted */
export async function gatherInSlices(
  text: string,
  seen: RankedPageView,
  cosines: Cosines | null,
  signal?: AbortSignal,
): Promise<RankEvidence> {
  return inSlices(gathering(text, seen, cosines), signal);
}
