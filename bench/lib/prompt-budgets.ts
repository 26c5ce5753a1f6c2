/** Measures on the grounding set whether a page part with a smaller token budget still contains the target. */
import type { Ranker } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { MAX_PASSAGES, createPagePart, MAX_RANKED } from './prompt-parley.js';
import type { ObservedRankingPage } from './ranking-pages.js';

export const BUDGETS = [3_000, 2_000, 1_000, 500];

export interface BudgetUse {
  id: string;
  budget: number;
  tokens: number;
  /** The page part contains the target or an equivalent element. */
  contained: boolean;
  /** The page part contains the whole page. */
  complete: boolean;
  /** The target's rank; infinite if it is not among the MAX_RANKED candidates. */
  rank: number;
}

export async function measureBudgets(
  pages: readonly ObservedRankingPage[],
  ranker: Ranker,
  count: CountTokens,
): Promise<BudgetUse[]> {
  const uses: BudgetUse[] = [];
  for (const { observation, questions } of pages)
    for (const { id, query, functionalTargets } of questions) {
      const { best } = await ranker.rank(query, observation, MAX_RANKED);
      const texts = observation.text.map(({ text }) => text);
      const rankedPassages = await ranker.rankPassages(query.text, texts, MAX_PASSAGES);
      const passages = rankedPassages.map(({ index }) => observation.text[index]!);
      const targetUids = new Set(functionalTargets.map((i) => observation.candidates[i]!.uid));
      const rank = best.find(({ candidate }) => targetUids.has(candidate.uid))?.rank ?? Infinity;
      for (const budget of BUDGETS) {
        const { part, numbers } = createPagePart(observation, { ranked: best, passages }, budget, count);
        const contained = [...targetUids].some((uid) => part.shown.has(numbers.numberOf(uid) ?? -1));
        const complete = part.omitted.length === 0;
        uses.push({ id, budget, tokens: count(part.lines.join('\n')), contained, complete, rank });
      }
    }
  return uses;
}

export interface BudgetSummary {
  budget: number;
  instructionCount: number;
  /** Instructions whose target the page part contains. */
  containedCount: number;
  /** Instructions for which the page part omits some of the page. */
  cutCount: number;
  /** Instructions counted in `cutCount` whose target the page part still contains. */
  cutContainedCount: number;
  tokens: number[];
}

export function summariseBudgets(uses: readonly BudgetUse[]): BudgetSummary[] {
  return [...new Set(uses.map((use) => use.budget))].map((budget) => {
    const budgetUses = uses.filter((use) => use.budget === budget);
    const cutUses = budgetUses.filter(({ complete }) => !complete);
    const countContained = (list: readonly BudgetUse[]): number =>
      list.filter(({ contained }) => contained).length;
    return {
      budget,
      instructionCount: budgetUses.length,
      containedCount: countContained(budgetUses),
      cutCount: cutUses.length,
      cutContainedCount: countContained(cutUses),
      tokens: budgetUses.map(({ tokens }) => tokens),
    };
  });
}
