/** Figures that need no browser: what the prefilter lets through, and the data set's own candidate files. */
import { createSimilarities, type Similarities } from '../../src/rank/dense/similarity.js';
import { addDocument, bm25, noPostings, type Postings } from '../../src/rank/bm25.js';
import { wordsOf } from '../../src/rank/words.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { RankingTally, readCandidateTurns, type RankingScores } from '../../src/score/index.js';
import type { Encoder } from '../../src/rank/dense/encoder.js';
import { memoryStore } from '../../src/rank/dense/store.js';
import { order } from '../../src/rank/weights.js';
import type { Question, RankedLook } from './rank-looks.js';
import { ranksOf, rankingOf, recall } from './rank-quality.js';

/** All pages of the set side by side, as one page of thousands of elements; every question is asked of it. */
export function oneLargePage(looks: readonly RankedLook[]): RankedLook {
  const candidates: RankedLook['candidates'] = [];
  const questions: Question[] = [];
  looks.forEach((look, page) => {
    const first = candidates.length;
    const own = (uid: string): string => `${page} ${uid}`;
    for (const one of look.candidates)
      candidates.push({
        ...one,
        uid: own(one.uid),
        parent: one.parent === null ? null : own(one.parent),
        // Pages lie one below the other.
        box: { ...one.box, y: one.box.y + page * 10_000 },
        xpath: one.xpath.replace('/body', `/body[${page + 1}]`),
      });
    const shift = (all: readonly number[]): number[] => all.map((i) => i + first);
    for (const question of look.questions)
      questions.push({ ...question, strict: shift(question.strict), functional: shift(question.functional) });
  });
  return { url: 'all', candidates, viewport: looks[0]!.viewport, questions };
}

export interface Prefilter {
  candidates: number;
  questions: number;
  /** Share of the questions whose element is among the first k by words and kinds alone. */
  recall: [k: number, share: number][];
}

export async function prefilterOf(looks: readonly RankedLook[]): Promise<Prefilter> {
  const page = oneLargePage(looks);
  const ranks = await ranksOf([page], rankingOf(createLexicalRanker()));
  const functional = ranks.map((rank) => rank.functional);
  const ks = [64, 128, 256, 512, 768, 1_024, 2_048];
  return {
    candidates: page.candidates.length,
    questions: page.questions.length,
    recall: ks.map((k) => [k, recall(functional, k)]),
  };
}

export function postingsOf(documents: readonly string[]): Postings {
  const postings = noPostings();
  for (const text of documents) addDocument(postings, wordsOf(text));
  return postings;
}

async function cosineOrder(
  similarities: Similarities,
  query: string,
  texts: readonly string[],
): Promise<number[]> {
  const [found] = await similarities.to([query], texts, new AbortController().signal);
  return order(Float64Array.from(found!), texts.length);
}

/** Metrics of a candidate file of the data set: as it was ranked, and as it is ranked here. */
export async function candidateFile(
  path: string,
  encoder: Encoder,
  most: number,
): Promise<{ turns: number; scores: Record<string, RankingScores> }> {
  const tallies = {
    'as ranked in the file': new RankingTally(),
    BM25: new RankingTally(),
    'bundled encoder': new RankingTally(),
  };
  const similarities = createSimilarities(encoder, Promise.resolve(memoryStore()), {
    query: 512,
    document: 512,
  });
  let turns = 0;
  for await (const { query, records } of readCandidateTurns(path)) {
    if (turns++ >= most) break;
    const docs = records.map(({ doc }) => doc);
    const words = new Map(wordsOf(query).map((word) => [word, 1]));
    const orders = {
      BM25: order(bm25(postingsOf(docs), words), docs.length),
      'bundled encoder': await cosineOrder(similarities, query, docs),
    };
    for (const record of records) tallies['as ranked in the file'].add(record);
    for (const [name, best] of Object.entries(orders))
      best.forEach((i, at) =>
        tallies[name as keyof typeof tallies].add({ label: records[i]!.label, rank: at + 1 }),
      );
  }
  const scores = Object.fromEntries(Object.entries(tallies).map(([name, tally]) => [name, tally.scores()]));
  return { turns: Math.min(turns, most), scores };
}
