/** How well rankings find the right element: recall and reciprocal rank over the grounding set. */
import type { Ranker } from '../../src/contract/index.js';
import type { Question, RankedLook } from './rank-looks.js';

/** Orders the candidates of a look for one question, best first. */
export type Ranking = (look: RankedLook, question: Question) => Promise<number[]>;

export interface Rank {
  question: Question;
  /** From 1; infinite where the element was no candidate. */
  strict: number;
  functional: number;
}

export function rankingOf(ranker: Ranker): Ranking {
  return async (look, { query }) => {
    const at = new Map(look.candidates.map(({ uid }, i) => [uid, i]));
    const { best } = await ranker.rank(query, look as never, look.candidates.length);
    return best.map(({ candidate }) => at.get(candidate.uid)!);
  };
}

export async function ranksOf(looks: readonly RankedLook[], ranking: Ranking): Promise<Rank[]> {
  const ranks: Rank[] = [];
  for (const look of looks)
    for (const question of look.questions) {
      const order = await ranking(look, question);
      const first = (right: readonly number[]): number => {
        const at = order.findIndex((i) => right.includes(i));
        return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
      };
      ranks.push({ question, strict: first(question.strict), functional: first(question.functional) });
    }
  return ranks;
}

export const recall = (ranks: readonly number[], k: number): number =>
  ranks.filter((rank) => rank <= k).length / Math.max(1, ranks.length);

/** Ranks beyond 50 count as nothing, as in WebLINX (spec 3.5). */
export const mrr = (ranks: readonly number[]): number =>
  ranks.reduce((sum, rank) => sum + (rank <= 50 ? 1 / rank : 0), 0) / Math.max(1, ranks.length);
