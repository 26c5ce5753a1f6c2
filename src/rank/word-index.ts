/** The words of a look's elements, and how well they fit a query (BM25). */
import type { Candidate } from '../contract/index.js';
import { bm25 } from './bm25.js';
import { onThisPage, weighted } from './query.js';
import { wordsOf } from './words.js';

/** Words of documents that were seen before are not cut again: pages repeat them look after look. */
const cuts = new Map<string, readonly string[]>();
const MOST_CUTS = 30_000;

function cut(document: string): readonly string[] {
  let known = cuts.get(document);
  if (!known) {
    known = wordsOf(document);
    if (cuts.size >= MOST_CUTS) cuts.clear();
    cuts.set(document, known);
  }
  return known;
}

/** The texts that speak for a candidate: its own document and those of its aliases. */
export function documentsOf(candidate: Candidate): string[] {
  // An alias's document speaks for its candidate: people name the span as often as the button around it.
  const texts = [candidate.document, ...candidate.aliases.map((alias) => alias.document)];
  // Names that the document lacks (by `aria-labelledby`, a caption, a label far off) make a document of their own.
  const name = candidate.name.replace(/\s+/g, ' ').trim().slice(0, 80);
  const said = texts.join('\n').toLowerCase();
  if (name && !said.includes(name.slice(0, 50).toLowerCase())) {
    const [role] = candidate.document.split(' | ', 1);
    texts.push(`${role || candidate.role} | ${name}`);
  }
  return [...new Set(texts)];
}

export interface WordScores {
  /** BM25, the best of a candidate's documents. */
  scores: Float64Array;
  /** The query's words as this page has them, with weights. */
  query: Map<string, number>;
}

export interface WordIndex {
  documents: (readonly string[])[];
  owner: number[];
  vocabulary: Set<string>;
}

export function wordIndex(candidates: readonly Candidate[]): WordIndex {
  const documents: (readonly string[])[] = [];
  const owner: number[] = [];
  candidates.forEach((candidate, i) => {
    for (const text of documentsOf(candidate)) {
      documents.push(cut(text));
      owner.push(i);
    }
  });
  return { documents, owner, vocabulary: new Set(documents.flat()) };
}

export function wordScores(
  text: string,
  { documents, owner, vocabulary }: WordIndex,
  count: number,
): WordScores {
  const query = onThisPage(text, weighted(text), vocabulary);
  const scores = new Float64Array(count);
  bm25(documents, query).forEach((score, d) => {
    scores[owner[d]!] = Math.max(scores[owner[d]!]!, score);
  });
  return { scores, query };
}

/** All words that speak for each candidate. */
export function ownWords({ documents, owner }: WordIndex, count: number): Set<string>[] {
  const own = Array.from({ length: count }, () => new Set<string>());
  documents.forEach((words, d) => words.forEach((word) => own[owner[d]!]!.add(word)));
  return own;
}

/** How much a word tells on this page: the fewer elements have it, the more (BM25's idf). */
export function rarityOf({ documents }: WordIndex, words: Iterable<string>): Map<string, number> {
  const counts = new Map([...words].map((word) => [word, 0]));
  for (const document of documents)
    for (const word of new Set(document)) {
      const count = counts.get(word);
      if (count !== undefined) counts.set(word, count + 1);
    }
  const total = documents.length;
  return new Map([...counts].map(([word, n]) => [word, n ? Math.log(1 + (total - n + 0.5) / (n + 0.5)) : 0]));
}
