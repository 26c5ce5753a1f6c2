/** Computes the metrics of a ranker, record by record, because the official files take gigabytes. */

const RECALL_RANKS = [1, 5, 10, 20, 50, 100, 200] as const;
/** Ranks beyond this count as 0 in the mean reciprocal rank. */
const MAX_MRR_RANK = 50;

export interface RankedRecord {
  /** 1 for the target element. */
  label: number;
  /** From 1, within its turn. */
  rank: number;
}

export interface RankingScores {
  records: number;
  /** Number of records with label 1; turns without one are ignored. */
  positives: number;
  /** Share of positives with rank <= k, by k; null if there are none. */
  recall: Readonly<Record<(typeof RECALL_RANKS)[number], number>> | null;
  mrr: number | null;
}

export class RankingTally {
  private records = 0;
  private readonly ranks: number[] = [];

  add({ label, rank }: RankedRecord): void {
    this.records += 1;
    if (label === 1) this.ranks.push(rank);
  }

  /** @param maxRank every rank counts if this is null, below 1, or greater than the number of records */
  computeScores(maxRank: number | null = MAX_MRR_RANK): RankingScores {
    const { records, ranks } = this;
    const positives = ranks.length;
    if (positives === 0) return { records, positives, recall: null, mrr: null };
    const limit = maxRank === null || maxRank < 1 || maxRank > records ? Infinity : maxRank;
    const reciprocalSum = ranks.reduce((sum, rank) => sum + (rank <= limit ? 1 / rank : 0), 0);
    const computeRecall = (k: number): number => ranks.filter((rank) => rank <= k).length / positives;
    return {
      records,
      positives,
      recall: Object.fromEntries(RECALL_RANKS.map((k) => [k, computeRecall(k)])) as NonNullable<
        RankingScores['recall']
      >,
      mrr: reciprocalSum / positives,
    };
  }
}
