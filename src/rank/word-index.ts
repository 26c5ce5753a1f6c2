/** Word index of an observation's elements, built once, with BM25 scores for a query. */
import type { Candidate } from '../contract/index.js';
import {
  addDocument,
  scoreBm25,
  createPostings,
  computeInverseDocumentFrequency,
  type Postings,
} from './bm25.js';
import { listNames, splitNames } from './names.js';
import { CANDIDATES_PER_STEP, type Steps } from './steps.js';
import { matchVocabulary, weighWords, type PageQuery } from './query.js';
import { getWords } from './words.js';

/** Lists the documents of a candidate: its own and those of folded elements. */
export function listDocuments(candidate: Candidate): string[] {
  // A query may use the words of a folded element, such as a span inside a button.
  const texts = [candidate.document, ...candidate.folded.map((alias) => alias.document)];
  // Names that the document lacks (`aria-labelledby`, a caption, a distant label) become separate documents.
  const name = candidate.name.replace(/\s+/g, ' ').trim().slice(0, 80);
  if (name) {
    const start = name.slice(0, 50).toLowerCase();
    if (!texts.some((text) => text.toLowerCase().includes(start))) {
      const [role] = candidate.document.split(' | ', 1);
      texts.push(`${role || candidate.role} | ${name}`);
    }
  }
  return texts.length > 1 ? [...new Set(texts)] : texts;
}

export interface WordIndex {
  candidateCount: number;
  documents: Postings;
  /** The candidate of each document. */
  candidateIndexByDocument: number[];
  /** Word → candidates that contain it anywhere: in their full text, name or class names. */
  candidatesByWord: Map<string, number[]>;
  /** Words of each name of a candidate. */
  names: (readonly (readonly string[])[])[];
}

export function* buildWordIndex(candidates: readonly Candidate[]): Steps<WordIndex> {
  const index: WordIndex = {
    candidateCount: candidates.length,
    documents: createPostings(),
    candidateIndexByDocument: [],
    candidatesByWord: new Map(),
    names: [],
  };
  const sections = new Set<string>();
  const addWords = (i: number, text: string): void => {
    for (const word of text ? getWords(text) : []) {
      const list = index.candidatesByWord.get(word);
      if (!list) index.candidatesByWord.set(word, [i]);
      else if (list.at(-1) !== i) list.push(i);
    }
  };
  for (const [i, candidate] of candidates.entries()) {
    if (i % (CANDIDATES_PER_STEP / 4) === 0) yield;
    for (const text of listDocuments(candidate)) {
      const words = getWords(text);
      addDocument(index.documents, words);
      index.candidateIndexByDocument.push(i);
      addWords(i, text);
    }
    const { name, text, attributes } = candidate;
    addWords(i, name);
    if (text !== name) addWords(i, text);
    addWords(i, attributes.id ?? '');
    addWords(i, attributes.class ?? '');
    index.names.push(splitNames(listNames(candidate)));
    sections.add(candidate.section);
  }
  // Region names occur in queries although no element has them; they belong to the page but score for no element.
  for (const section of sections)
    for (const word of getWords(section))
      if (!index.documents.postingsByWord.has(word)) index.documents.postingsByWord.set(word, []);
  return index;
}

export interface WordScores {
  /** BM25 of a candidate's best document. */
  scores: Float64Array;
  query: PageQuery;
}

export function scoreWords(
  text: string,
  { candidateCount, documents, candidateIndexByDocument }: WordIndex,
): WordScores {
  const query = matchVocabulary(text, weighWords(text), documents.postingsByWord);
  const scores = new Float64Array(candidateCount);
  scoreBm25(documents, query.words).forEach((score, documentIndex) => {
    const candidateIndex = candidateIndexByDocument[documentIndex]!;
    scores[candidateIndex] = Math.max(scores[candidateIndex]!, score);
  });
  return { scores, query };
}

/** Finds the candidates with a document that contains the word. */
export function findCandidatesByDocumentWord(
  { documents, candidateIndexByDocument }: WordIndex,
  word: string,
): ReadonlySet<number> {
  const postings = documents.postingsByWord.get(word) ?? [];
  const candidateIndexes = new Set<number>();
  for (let i = 0; i < postings.length; i += 2) candidateIndexes.add(candidateIndexByDocument[postings[i]!]!);
  return candidateIndexes;
}

/** Candidates that contain the word anywhere. */
export const findCandidatesContaining = (
  { candidatesByWord }: WordIndex,
  word: string,
): ReadonlySet<number> => new Set(candidatesByWord.get(word));

/** Inverse document frequency of a word on this page (BM25's idf). */
export function getRarity({ documents }: WordIndex, word: string): number {
  const postings = documents.postingsByWord.get(word);
  return postings ? computeInverseDocumentFrequency(documents.lengths.length, postings.length / 2) : 0;
}
