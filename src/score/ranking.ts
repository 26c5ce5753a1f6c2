/** Computes the metrics of a ranker (spec 3.5), record by record, because the official files take gigabytes. */

const RECALL_AT = [1, 5, 10, 20, 50, 100, 200] as const;
/** Ranks beyond this count as 0 in the mean reciprocal rank. */
const MRR_AT = 50;

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
  recall: Readonly<Record<(typeof RECALL_AT)[number], number>> | null;
  mrr: number | null;
}

export class RankingTally {
  private records = 0;
  private readonly ranks: number[] = [];

  add({ label, rank }: RankedRecord): void {
    this.records += 1;
    if (label === 1) this.ranks.push(rank);
  }

  /** @param mrrAt every rank counts if this is null, below 1, or greater than the number of records */
  computeScores(mrrAt: number | null = MRR_AT): RankingScores {
    const { records, ranks } = this;
    const positives = ranks.length;
    if (positives === 0) return { records, positives, recall: null, mrr: null };
    const limit = mrrAt === null || mrrAt < 1 || mrrAt > records ? Infinity : mrrAt;
    const reciprocal = ranks.reduce((sum, rank) => sum + (rank <= limit ? 1 / rank : 0), 0);
    const recallAt = (k: number): number => ranks.filter((rank) => rank <= k).length / positives;
    return {
      records,
      positives,
      recall: Object.fromEntries(RECALL_AT.map((k) => [k, recallAt(k)])) as NonNullable<
        RankingScores['recall']
      >,
      mrr: reciprocal / positives,
    };
  }
}
