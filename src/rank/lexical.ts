/**
 * The lexical ranker: BM25 over the compact element documents, with what words alone do not tell: whether
 * an element can be acted on, whether its kind is the one asked for, whether its whole name was said, and
 * whether it only contains a better element.
 */
import { distance } from 'fastest-levenshtein';

import type { Candidate, Ranked, Ranker } from '../contract/index.js';
import { bm25, standardise } from './bm25.js';
import { kindAgreement } from './kinds.js';
import { queryWords, questionWords, wordsOf } from './words.js';

const INTERACTIVE = 0.5;
const KIND = 0.9;
/** For an element whose whole name stands in the query; grows with the share of the query that it covers. */
const NAMED = 1.5;
/** For an element that holds another one that says as much. */
const CONTAINER = -0.6;
/** A value to be typed says little about where to type it. */
const VALUE_WEIGHT = 0.3;

/** Words with weights: a quoted text right after a typing verb is a value, not a label. */
function weighted(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  const value =
    /\b(?:type|enter|write|input|put|search(?: for)?|fill in|paste)\s+(["“'‘])(.+?)["”'’](?=\s|$|[.,])/i.exec(
      query,
    );
  const valueWords = new Set(value ? wordsOf(value[2]!) : []);
  const rest = value ? queryWords(query.replace(value[0], ' ')) : [];
  for (const word of queryWords(query))
    weights.set(word, valueWords.has(word) && !rest.includes(word) ? VALUE_WEIGHT : 1);
  return weights;
}

/** A word that was misspelt counts for less than one that was not. */
const GUESSED_WEIGHT = 0.6;

/** How far a misspelt word may be from what was meant: one slip in a short word, two in a long one. */
function near(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 4 || word[0] !== other[0]) return false;
  const allowed = Math.min(word.length, other.length) >= 6 ? 2 : 1;
  if (Math.abs(word.length - other.length) > allowed) return false;
  const apart = distance(word, other);
  // Two neighbouring letters swapped are one slip, though two edits.
  return (
    apart <= allowed ||
    (apart === 2 && word.length === other.length && [...word].sort().join('') === [...other].sort().join(''))
  );
}

/**
 * The query as this page's words: a word that no document has gives way to those it is likely a slip of;
 * where nothing of the query is on the page at all, the words that only say how to act are tried too.
 */
function onThisPage(
  query: string,
  weights: Map<string, number>,
  vocabulary: ReadonlySet<string>,
): Map<string, number> {
  const out = new Map<string, number>();
  for (const [word, weight] of weights) {
    if (vocabulary.has(word)) out.set(word, weight);
    else
      for (const known of vocabulary)
        if (near(word, known) && !out.has(known)) out.set(known, weight * GUESSED_WEIGHT);
  }
  if (out.size === 0) for (const word of wordsOf(query)) if (vocabulary.has(word)) out.set(word, 1);
  return out.size > 0 ? out : weights;
}

/** Share of the query's words that a name covers, when all the words of the name are in the query; else 0. */
function namedShare(name: string, query: ReadonlyMap<string, number>): number {
  const words = [queryWords(name), queryWords(name.replaceAll('-', ''))]
    .map((variant) => new Set(variant))
    .find((variant) => variant.size > 0 && [...variant].every((word) => query.has(word)));
  if (!words) return 0;
  let covered = 0;
  let total = 0;
  for (const [word, weight] of query) {
    total += weight;
    if (words.has(word)) covered += weight;
  }
  return total > 0 ? covered / total : 0;
}

/** Scores in the order of `candidates`; higher is better. */
export function lexicalScores(query: string, candidates: readonly Candidate[]): Float64Array {
  // An alias's document speaks for its candidate: people name the span as often as the button around it.
  const documents: string[][] = [];
  const owner: number[] = [];
  candidates.forEach((candidate, i) => {
    for (const text of new Set([candidate.document, ...candidate.aliases.map((alias) => alias.document)])) {
      documents.push(wordsOf(text));
      owner.push(i);
    }
  });
  const words = onThisPage(query, weighted(query), new Set(documents.flat()));
  const raw = new Float64Array(candidates.length);
  bm25(documents, words).forEach((score, d) => {
    raw[owner[d]!] = Math.max(raw[owner[d]!]!, score);
  });
  const scores = standardise(raw);
  const agreement = kindAgreement(query);
  const inside = bestInside(candidates, raw);
  candidates.forEach((candidate, i) => {
    scores[i]! += candidate.interactive ? INTERACTIVE : 0;
    if (raw[i]! <= 0) return;
    scores[i]! += KIND * agreement(candidate);
    scores[i]! += NAMED * Math.max(...namesOf(candidate).map((name) => namedShare(name, words)));
    if (!candidate.interactive && inside[i]! >= 0.8 * raw[i]!) scores[i]! += CONTAINER;
  });
  return scores;
}

function namesOf(candidate: Candidate): string[] {
  const { name, text, attributes } = candidate;
  return [
    name,
    text.length <= 80 ? text : '',
    attributes.placeholder ?? '',
    attributes.title ?? '',
    attributes['aria-label'] ?? '',
  ];
}

/** For each candidate the best score among those inside it. */
function bestInside(candidates: readonly Candidate[], scores: Float64Array): Float64Array {
  const indexOf = new Map(candidates.map((candidate, i) => [candidate.uid, i]));
  const best = new Float64Array(candidates.length);
  for (let i = candidates.length - 1; i >= 0; i--) {
    const parent = candidates[i]!.parent;
    const at = parent === null ? undefined : indexOf.get(parent);
    // Children come after their parents, so what is inside a child is already known.
    if (at !== undefined) best[at] = Math.max(best[at]!, scores[i]!, best[i]!);
  }
  return best;
}

/** Indices by score, best first; equal scores keep reading order. */
function order(scores: ArrayLike<number>, k: number): number[] {
  return Array.from(scores, (_, i) => i)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, k);
}

export function createLexicalRanker(): Ranker {
  return {
    name: 'lexical',
    needs: { documents: true },
    async rank(query, candidates, k): Promise<Ranked[]> {
      const scores = lexicalScores(query, candidates);
      return order(scores, k).map((i, at) => ({
        candidate: candidates[i]!,
        score: scores[i]!,
        rank: at + 1,
      }));
    },
    async passages(query, texts, k) {
      const words = new Map(questionWords(query).map((word) => [word, 1]));
      const scores = bm25(texts.map(wordsOf), words);
      return order(scores, k)
        .filter((i) => scores[i]! > 0)
        .map((i) => ({ index: i, score: scores[i]! }));
    },
  };
}
