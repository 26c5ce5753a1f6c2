/**
 * Everything that speaks for or against an element, one number each, before anything is weighed: its words,
 * its meaning, its kind, where it stands, what surrounds it, which one of several it is.
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
  /** It only names a control beside it that is of the kind asked for. */
  'caption',
  /** It is acted on and holds other controls: a card, a row. */
  'holder',
  /** It does what the query says not to do. */
  'denied',
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
export type RankEvidence = Record<EvidenceKind, Float64Array>;

/** What of a look ranking reads. */
export interface RankedPageView {
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
const MAX_DEVIATIONS = 4;

/** Cosines to the query, one a candidate; NaN where it was not compared. */
export interface Cosines {
  whole: Float32Array;
  /** To what is left of the query without counting and places (`restOf`), where that is something else. */
  rest: Float32Array | null;
}

/**
 * What a query asks for without where it is and what to put there: "the link right below Venus" asks for a link.
 * The neighbour that is only named to find it would otherwise be the best match.
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

/** What depends on the look alone is made once, for all that is asked of it. */
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

/** Where both a neighbour and a side are named, an element stands well that fits both. */
function standingOf(relation: Float64Array | null, side: Float64Array | null): Float64Array | null {
  if (!relation || !side) return relation ?? side;
  return relation.map((value, i) => Math.max(0, value) * (0.2 + 0.8 * side[i]!));
}

/** Where a query says nothing but a state, having it is more than one kind of evidence among others. */
const ONLY_STATE = 3;

/** What may be meant as a place says less than what must. */
const LOOSELY = 0.6;

/** Longer names are texts. */
const MAX_NAME = 60;

/** Whether something on the page is called so. */
function isLabel(phrase: string | null, candidates: readonly Candidate[]): boolean {
  if (!phrase) return false;
  return candidates.some(({ name }) => name.length <= MAX_NAME && name.toLowerCase().includes(phrase));
}

/** An element that is found by counting in a list need not hold the words that say which list. */
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

  // Where the page has only other words for what was said, fitting them says less.
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
  // Where a page has nothing of the kind that is named, what looks or works like it is meant.
  const loosely = noun && !out.noun.some((is) => is > 0) ? nounTestLoosely(position.rest) : null;
  if (loosely) out.noun = Float64Array.from(candidates, (one) => (loosely(one) ? 0.6 : 0));

  if (state) {
    // "The selected tab": of what is selected the tabs, where there are any; and where nothing else is said, that is all.
    const both = out.state.map((is, i) => (is > 0 && out.noun[i]! > 0 ? 1 : 0));
    if (both.includes(1)) out.state = both;
    if (saysOnlyState(text)) out.state = out.state.map((is) => is * ONLY_STATE);
  }

  out.landmark = yield* inLandmarks(position.landmarks, tree, viewport);
  yield;
  const whole = wordScores(text, index).query;
  yield;
  // "The selected tab of the views", "the first in Backlog": the element need not say a word of it.
  const alone = state !== null || ordinal !== null || verbOf(text) === 'value';
  out.around = yield* surroundings(tree, index, whole.words, { alone });
  const { relation, loose } = position;
  if (relation) {
    out.relation = yield* relationTo(relation, index, tree);
    // "Type Paris under City" is said of the field itself: people read captions, fields have them as names.
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
 * @param cosines null for words alone
 * @returns one array a kind of evidence, in the order of the candidates
 */
export function gather(text: string, seen: RankedPageView, cosines: Cosines | null): RankEvidence {
  return atOnce(gathering(text, seen, cosines));
}

/** The same for looks of any size: others get their turn in between. @throws when `signal` is aborted */
export async function gatherInSlices(
  text: string,
  seen: RankedPageView,
  cosines: Cosines | null,
  signal?: AbortSignal,
): Promise<RankEvidence> {
  return inSlices(gathering(text, seen, cosines), signal);
}
