/** Ranking measurements that need no browser: the prefilter's recall, and scores of WebLINX candidate files. */
import { createSimilarities, type Similarities } from '../../src/rank/dense/similarity.js';
import { addDocument, scoreBm25, createPostings, type Postings } from '../../src/rank/bm25.js';
import { splitIntoWords } from '../../src/rank/words.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { RankingTally, readCandidateTurns, type RankingScores } from '../../src/score/index.js';
import type { Encoder } from '../../src/rank/dense/encoder.js';
import { createMemoryStore } from '../../src/rank/dense/store.js';
import { rankIndices } from '../../src/rank/weights.js';
import type { RankingQuestion, RankingPage } from './ranking-pages.js';
import { rankQuestions, createRankFunction, computeRecall } from './rank-quality.js';

/** Merges all pages into one page of thousands of elements, with the questions of all pages. */
export function mergePages(pages: readonly RankingPage[]): RankingPage {
  const candidates: RankingPage['candidates'] = [];
  const questions: RankingQuestion[] = [];
  pages.forEach((page, pageIndex) => {
    const firstIndex = candidates.length;
    const toUniqueUid = (uid: string): string => `${pageIndex} ${uid}`;
    for (const candidate of page.candidates)
      candidates.push({
        ...candidate,
        uid: toUniqueUid(candidate.uid),
        parent: candidate.parent === null ? null : toUniqueUid(candidate.parent),
        // The pages are placed one below the other.
        box: { ...candidate.box, y: candidate.box.y + pageIndex * 10_000 },
        xpath: candidate.xpath.replace('/body', `/body[${pageIndex + 1}]`),
      });
    const shiftIndices = (indices: readonly number[]): number[] => indices.map((i) => i + firstIndex);
    for (const question of page.questions)
      questions.push({
        ...question,
        strictTargets: shiftIndices(question.strictTargets),
        functionalTargets: shiftIndices(question.functionalTargets),
      });
  });
  return { url: 'all', candidates, viewport: pages[0]!.viewport, questions };
}

export interface PrefilterResult {
  candidateCount: number;
  questionCount: number;
  /** Share of the questions whose target is among the first k by words and kinds alone. */
  recall: [k: number, share: number][];
}

export async function measurePrefilter(pages: readonly RankingPage[]): Promise<PrefilterResult> {
  const page = mergePages(pages);
  const ranks = await rankQuestions([page], createRankFunction(createLexicalRanker()));
  const functionalRanks = ranks.map((rank) => rank.functionalRank);
  const ks = [64, 128, 256, 512, 768, 1_024, 2_048];
  return {
    candidateCount: page.candidates.length,
    questionCount: page.questions.length,
    recall: ks.map((k) => [k, computeRecall(functionalRanks, k)]),
  };
}

export function buildPostings(documents: readonly string[]): Postings {
  const postings = createPostings();
  for (const text of documents) addDocument(postings, splitIntoWords(text));
  return postings;
}

async function rankByCosine(
  similarities: Similarities,
  query: string,
  documents: readonly string[],
): Promise<number[]> {
  const [cosines] = await similarities.compute([query], documents, new AbortController().signal);
  return rankIndices(Float64Array.from(cosines!), documents.length);
}

/** Scores three rankings of a WebLINX candidate file: the one in the file, BM25, and the bundled encoder. */
export async function scoreCandidateFile(
  path: string,
  encoder: Encoder,
  maxTurns: number,
): Promise<{ turns: number; scores: Record<string, RankingScores> }> {
  const tallies = {
    'as ranked in the file': new RankingTally(),
    BM25: new RankingTally(),
    'bundled encoder': new RankingTally(),
  };
  const similarities = createSimilarities(encoder, Promise.resolve(createMemoryStore()), {
    query: 512,
    document: 512,
  });
  let turnCount = 0;
  for await (const { query, records } of readCandidateTurns(path)) {
    if (turnCount++ >= maxTurns) break;
    const docs = records.map(({ doc }) => doc);
    const queryWeights = new Map(splitIntoWords(query).map((word) => [word, 1]));
    const rankings = {
      BM25: rankIndices(scoreBm25(buildPostings(docs), queryWeights), docs.length),
      'bundled encoder': await rankByCosine(similarities, query, docs),
    };
    for (const record of records) tallies['as ranked in the file'].add(record);
    for (const [name, indices] of Object.entries(rankings))
      indices.forEach((i, position) =>
        tallies[name as keyof typeof tallies].add({ label: records[i]!.label, rank: position + 1 }),
      );
  }
  const scores = Object.fromEntries(
    Object.entries(tallies).map(([name, tally]) => [name, tally.computeScores()]),
  );
  return { turns: Math.min(turnCount, maxTurns), scores };
}
