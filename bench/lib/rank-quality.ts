/** Measures ranking quality on the grounding set: recall and mean reciprocal rank of the correct elements. */
import type { Ranker } from '../../src/contract/index.js';
import type { RankingQuestion, RankingPage } from './ranking-pages.js';

/** Ranks a page's candidates for one question. @returns their indices, best first */
export type RankFunction = (page: RankingPage, question: RankingQuestion) => Promise<number[]>;

export interface QuestionRank {
  question: RankingQuestion;
  /** Best rank of the element that the instruction means, from 1; infinite if the page has none. */
  strictRank: number;
  /** Best rank of an element that has the same effect, such as the icon inside the button. */
  functionalRank: number;
}

export function createRankFunction(ranker: Ranker): RankFunction {
  return async (page, { query }) => {
    const indices = new Map(page.candidates.map(({ uid }, i) => [uid, i]));
    const { best } = await ranker.rank(query, page as never, page.candidates.length);
    return best.map(({ candidate }) => indices.get(candidate.uid)!);
  };
}

export async function rankQuestions(
  pages: readonly RankingPage[],
  rank: RankFunction,
): Promise<QuestionRank[]> {
  const ranks: QuestionRank[] = [];
  for (const page of pages)
    for (const question of page.questions) {
      const rankedIndices = await rank(page, question);
      const findRank = (targets: readonly number[]): number => {
        const index = rankedIndices.findIndex((i) => targets.includes(i));
        return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
      };
      ranks.push({
        question,
        strictRank: findRank(question.strictTargets),
        functionalRank: findRank(question.functionalTargets),
      });
    }
  return ranks;
}

export const computeRecall = (ranks: readonly number[], k: number): number =>
  ranks.filter((rank) => rank <= k).length / Math.max(1, ranks.length);

/** Mean reciprocal rank. Ranks beyond 50 count as 0, as in WebLINX. */
export const computeMrr = (ranks: readonly number[]): number =>
  ranks.reduce((sum, rank) => sum + (rank <= 50 ? 1 / rank : 0), 0) / Math.max(1, ranks.length);
