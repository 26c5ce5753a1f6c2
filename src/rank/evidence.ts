/**
 * Collects the evidence for and against each element, one number per kind, before weighting: words, meaning, kind,
 * position, surroundings, ordinal.
 */
import type { Candidate, Viewport } from '../contract/index.js';
import { standardise } from './bm25.js';
import { findCaptions } from './captions.js';
import { scoreOrdinal } from './counting.js';
import { createNounTest, createLooseNounTest, findActionKind, createVerbTest } from './kinds.js';
import { scoreLandmarks } from './landmarks.js';
import { scoreOuterMeaning, standardiseIgnoringNaN } from './meaning.js';
import { scoreNames } from './names.js';
import { parseOrdinal } from './ordinals.js';
import { runAtOnce, runInSlices, CANDIDATES_PER_STEP, type Steps } from './steps.js';
import { parsePosition, scoreSides } from './positions.js';
import { createDenialTest, removeValue } from './query.js';
import { scoreRelation, scoreUnderHeading } from './relations.js';
import { asksForDisabledElement, namesOnlyState, createStateTest } from './states.js';
import { scoreSurroundings } from './surroundings.js';
import { createSymbolTest } from './synonyms.js';
import { buildTree, type CandidateTree } from './tree.js';
import { buildWordIndex, scoreWords, type WordIndex } from './word-index.js';

export const EVIDENCE = [
  /** Cosine similarity of the encoder, standardised over the page; −1 if not compared. */
  'meaning',
  /** Similarity of its container or the heading above it. */
  'outerMeaning',
  /** BM25 over the compact documents, standardised and capped. */
  'words',
  /** BM25 as a share of the page's best. */
  'wordShare',
  /** The element is interactive. */
  'interactive',
  /** It is in the named state. */
  'state',
  /** It accepts the verb of the query. */
  'verb',
  /** It is of the kind named by a noun. */
  'noun',
  /** Share of the query covered by its complete name. */
  'nameCoverage',
  /** It is not interactive and contains an element that matches as well. */
  'container',
  /** It is the caption of a control of the requested kind. */
  'caption',
  /** It is interactive and contains other controls: a card, a row. */
  'controlsInside',
  /** It does what the query excludes. */
  'excluded',
  /** It is in the viewport. */
  'inView',
  /** It is disabled or behind a dialog. */
  'unavailable',
  /** It is in the named landmark. */
  'landmark',
  /** It is on the named side or corner of the page. */
  'side',
  /** It has the stated relation to another element. */
  'relation',
  /** Its surroundings contain the query words that it lacks. */
  'surroundings',
  /** It is the element that the ordinal ("the third …") selects. */
  'ordinal',
  /** Length of its text; a whole section is rarely meant. */
  'textLength',
] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];
export type RankEvidence = Record<EvidenceKind, Float64Array>;

/** The parts of an observation that ranking reads. */
export interface RankedPageView {
  candidates: readonly Candidate[];
  viewport: Viewport;
}

/** Returns for each candidate the best score among its descendants. */
function findBestInside({ parents }: CandidateTree, scores: Float64Array): Float64Array {
  const bestScores = new Float64Array(scores.length);
  // Children come after their parents, so a child's descendants are already known.
  for (let i = scores.length - 1; i >= 0; i--) {
    const ancestor = parents[i]!;
    if (ancestor >= 0) bestScores[ancestor] = Math.max(bestScores[ancestor]!, scores[i]!, bestScores[i]!);
  }
  return bestScores;
}

/**
 * Maximum word score, in standard deviations. A rare word in a single element scores ten, which proves no more than
 * four.
 */
const MAX_DEVIATIONS = 4;

/** Cosines to the query, one per candidate; NaN if not compared. */
export interface Cosines {
  fullQuery: Float32Array;
  /** Cosines to the query without its position and value (`removePosition`); null if it has neither. */
  withoutPosition: Float32Array | null;
}

/**
 * Returns the query without position and value: "the link right below Venus" asks for a link. With the position, the
 * element that is only mentioned (Venus) would match best.
 */
export function removePosition(text: string): string | null {
  const ordinal = parseOrdinal(text);
  const { rest, relation, landmarks, sides } = parsePosition(ordinal?.rest ?? text, ordinal !== null);
  const queryWithoutPlace = relation || landmarks.length || sides.length ? rest : null;
  return removeValue(queryWithoutPlace ?? text) ?? queryWithoutPlace;
}

interface PageIndex {
  tree: CandidateTree;
  index: WordIndex;
}

/** Data that depends on the observation alone is computed once for all queries. */
const indexesByCandidates = new WeakMap<readonly Candidate[], PageIndex>();

function* getPageIndex(candidates: readonly Candidate[]): Steps<PageIndex> {
  let pageIndex = indexesByCandidates.get(candidates);
  if (!pageIndex) {
    const tree = buildTree(candidates);
    yield;
    pageIndex = { tree, index: yield* buildWordIndex(candidates) };
    indexesByCandidates.set(candidates, pageIndex);
  }
  return pageIndex;
}

/** Combines the scores for relation and side; if the query names both, an element must fit both. */
function combinePositions(relation: Float64Array | null, side: Float64Array | null): Float64Array | null {
  if (!relation || !side) return relation ?? side;
  return relation.map((value, i) => Math.max(0, value) * (0.2 + 0.8 * side[i]!));
}

/** Weight of the state if the query names nothing else. */
const ONLY_STATE_WEIGHT = 3;

/** Weight of a phrase that may name a place but need not. */
const POSSIBLE_PLACE_WEIGHT = 0.6;

/** Longer names count as text. */
const MAX_NAME_LENGTH = 60;

/** Whether the name of an element on the page contains the phrase. */
function isPartOfAnyName(phrase: string | null, candidates: readonly Candidate[]): boolean {
  if (!phrase) return false;
  return candidates.some(({ name }) => name.length <= MAX_NAME_LENGTH && name.toLowerCase().includes(phrase));
}

/** If an ordinal selects an element, word evidence for others counts less: the words may only name the list. */
const COUNTED_WORDS_WEIGHT = 0.4;

function* gatherEvidenceSteps(
  text: string,
  { candidates, viewport }: RankedPageView,
  cosines: Cosines | null,
): Steps<RankEvidence> {
  const count = candidates.length;
  const createZeros = (): Float64Array => new Float64Array(count);
  const evidence = Object.fromEntries(EVIDENCE.map((kind) => [kind, createZeros()])) as RankEvidence;
  const { tree, index } = yield* getPageIndex(candidates);
  const parsedOrdinal = parseOrdinal(text);
  const ordinal = parsedOrdinal && !isPartOfAnyName(parsedOrdinal.phrase, candidates) ? parsedOrdinal : null;
  const position = parsePosition(ordinal?.rest ?? text, ordinal !== null);
  yield;
  const { scores: wordScores, query } = scoreWords(position.rest, index);
  yield;

  // A match only by synonyms counts less.
  const wordCertainty = Math.min(
    1,
    [...query.words.values()].reduce((max, weight) => Math.max(max, weight), 0),
  );
  evidence.words = standardise(wordScores).map((score) => wordCertainty * Math.min(MAX_DEVIATIONS, score));
  const maxScore = wordScores.reduce((max, score) => Math.max(max, score), 0);
  if (maxScore > 0) evidence.wordShare = wordScores.map((score) => score / maxScore);
  if (cosines) {
    const fullQueryScores = standardiseIgnoringNaN(cosines.fullQuery);
    const scoresWithoutPosition = cosines.withoutPosition
      ? standardiseIgnoringNaN(cosines.withoutPosition)
      : fullQueryScores;
    evidence.meaning = fullQueryScores.map((score, i) => (score + scoresWithoutPosition[i]!) / 2);
    evidence.outerMeaning = scoreOuterMeaning(tree, fullQueryScores);
  }
  yield;
  const fitsVerb = createVerbTest(text);
  const fitsNoun = createNounTest(position.rest);
  const isInState = createStateTest(text);
  const wantsDisabledElement = asksForDisabledElement(text);
  const isDenied = createDenialTest(text);
  const isSymbol = createSymbolTest(text);
  const bestInside = findBestInside(tree, wordScores);
  yield;
  for (const [i, candidate] of candidates.entries()) {
    if (i % CANDIDATES_PER_STEP === 0) yield;
    const { interactive, states } = candidate;
    evidence.interactive[i] = interactive ? 1 : 0;
    evidence.inView[i] = candidate.inViewport ? 1 : 0;
    evidence.unavailable[i] = candidate.behindModal || (states.disabled && !wantsDisabledElement) ? 1 : 0;
    evidence.state[i] = isInState?.(candidate) ? 1 : 0;
    evidence.verb[i] = fitsVerb?.(candidate) ? 1 : 0;
    evidence.noun[i] = fitsNoun?.(candidate) ? 1 : 0;
    evidence.nameCoverage[i] = scoreNames(index.names[i]!, query);
    if (isSymbol?.(candidate.text) || isSymbol?.(candidate.name)) evidence.nameCoverage[i] = 1;
    evidence.container[i] =
      !interactive && wordScores[i]! > 0 && bestInside[i]! >= 0.8 * wordScores[i]! ? 1 : 0;
    evidence.controlsInside[i] = interactive ? Math.log2(Math.max(1, tree.controlCounts[i]!)) : 0;
    evidence.excluded[i] = isDenied?.(index.names[i]!) ? 1 : 0;
    evidence.side[i] = scoreSides(candidate, position.sides, viewport);
    evidence.textLength[i] = Math.log2(1 + candidate.text.length / 20);
  }
  yield;
  evidence.caption = findCaptions(tree, wordScores, fitsVerb);
  yield;
  // If the page has no element of the named kind, elements that look or work like it are meant.
  const fitsLooseNoun =
    fitsNoun && !evidence.noun.some((value) => value > 0) ? createLooseNounTest(position.rest) : null;
  if (fitsLooseNoun)
    evidence.noun = Float64Array.from(candidates, (candidate) => (fitsLooseNoun(candidate) ? 0.6 : 0));

  if (isInState) {
    // "The selected tab" means selected tabs only, if there are any.
    const stateAndNoun = evidence.state.map((value, i) => (value > 0 && evidence.noun[i]! > 0 ? 1 : 0));
    if (stateAndNoun.includes(1)) evidence.state = stateAndNoun;
    if (namesOnlyState(text)) evidence.state = evidence.state.map((value) => value * ONLY_STATE_WEIGHT);
  }

  evidence.landmark = yield* scoreLandmarks(position.landmarks, tree, viewport);
  yield;
  const fullQuery = scoreWords(text, index).query;
  yield;
  // "The selected tab of the views", "the first in Backlog": the element need not contain these words.
  const countsWithoutOwnMatch = isInState !== null || ordinal !== null || findActionKind(text) === 'value';
  evidence.surroundings = yield* scoreSurroundings(tree, index, fullQuery.words, {
    countsWithoutOwnMatch,
  });
  const { relation, possiblePlace } = position;
  if (relation) {
    evidence.relation = yield* scoreRelation(relation, index, tree);
    // "Type Paris under City" means the field itself, whose name is its caption.
    if (findActionKind(text) !== 'press')
      evidence.relation.forEach((score, i) => {
        if (score < 0 && evidence.verb[i] === 1) evidence.relation[i] = 1;
      });
  } else if (possiblePlace)
    evidence.relation =
      scoreUnderHeading(possiblePlace, tree)?.map((value) => value * POSSIBLE_PLACE_WEIGHT) ?? createZeros();
  if (ordinal) {
    yield;
    const hasLandmark = evidence.landmark.some((value) => value === 1);
    evidence.ordinal = yield* scoreOrdinal(ordinal, position.rest, {
      tree,
      index,
      wordScores,
      landmark: hasLandmark ? evidence.landmark : null,
      positionFit: combinePositions(
        relation || evidence.relation.some((value) => value > 0) ? evidence.relation : null,
        position.sides.length ? evidence.side : null,
      ),
      text: text.toLowerCase(),
    });
    if (!ordinal.container && evidence.ordinal.includes(1))
      for (const kind of ['words', 'wordShare', 'nameCoverage'] as const)
        evidence[kind] = evidence[kind].map((value, i) =>
          evidence.ordinal[i] === 1 ? value : value * COUNTED_WORDS_WEIGHT,
        );
  }
  return evidence;
}

/**
 * @param cosines null for lexical ranking
 * @returns one array per kind of evidence, in the order of the candidates
 */
export function gatherEvidence(text: string, view: RankedPageView, cosines: Cosines | null): RankEvidence {
  return runAtOnce(gatherEvidenceSteps(text, view, cosines));
}

/** Like `gatherEvidence`, but yields to the event loop on large pages. @throws if `signal` is aborted */
export async function gatherEvidenceInSlices(
  text: string,
  view: RankedPageView,
  cosines: Cosines | null,
  signal?: AbortSignal,
): Promise<RankEvidence> {
  return runInSlices(gatherEvidenceSteps(text, view, cosines), signal);
}
