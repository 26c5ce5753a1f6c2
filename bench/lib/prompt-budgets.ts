/** Measures on the grounding set whether a page section with a smaller token budget still contains the target. */
import type { Ranker } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { MAX_PASSAGES, buildFirstPageSection, MAX_RANKED_CANDIDATES } from './parley-prompts.js';
import type { ObservedRankingPage } from './ranking-pages.js';

export const TOKEN_BUDGETS = [3_000, 2_000, 1_000, 500];

export interface BudgetResult {
  id: string;
  budget: number;
  tokens: number;
  /** Whether the page section contains the target or an equivalent element. */
  containsTarget: boolean;
  /** Whether the page section contains the whole page. */
  isComplete: boolean;
  /** The target's rank; infinite if it is not among the MAX_RANKED_CANDIDATES best. */
  rank: number;
}

export async function measureBudgets(
  pages: readonly ObservedRankingPage[],
  ranker: Ranker,
  countTokens: CountTokens,
): Promise<BudgetResult[]> {
  const results: BudgetResult[] = [];
  for (const { observation, questions } of pages)
    for (const { id, query, functionalTargets } of questions) {
      const { best } = await ranker.rank(query, observation, MAX_RANKED_CANDIDATES);
      const blockTexts = observation.text.map(({ text }) => text);
      const rankedPassages = await ranker.rankPassages(query.text, blockTexts, MAX_PASSAGES);
      const passages = rankedPassages.map(({ index }) => observation.text[index]!);
      const targetUids = new Set(functionalTargets.map((i) => observation.candidates[i]!.uid));
      const rank = best.find(({ candidate }) => targetUids.has(candidate.uid))?.rank ?? Infinity;
      for (const budget of TOKEN_BUDGETS) {
        const { section, numbers } = buildFirstPageSection(
          observation,
          { ranked: best, passages },
          budget,
          countTokens,
        );
        const containsTarget = [...targetUids].some((uid) =>
          section.shownNumbers.has(numbers.getNumber(uid) ?? -1),
        );
        const isComplete = section.omittedLines.length === 0;
        results.push({
          id,
          budget,
          tokens: countTokens(section.lines.join('\n')),
          containsTarget,
          isComplete,
          rank,
        });
      }
    }
  return results;
}

export interface BudgetSummary {
  budget: number;
  instructionCount: number;
  /** Instructions whose target the page section contains. */
  containedCount: number;
  /** Instructions for which the page section omits some of the page. */
  truncatedCount: number;
  /** Instructions counted in `truncatedCount` whose target the page section still contains. */
  truncatedContainedCount: number;
  tokens: number[];
}

export function summariseBudgets(results: readonly BudgetResult[]): BudgetSummary[] {
  return [...new Set(results.map((result) => result.budget))].map((budget) => {
    const budgetResults = results.filter((result) => result.budget === budget);
    const truncatedResults = budgetResults.filter(({ isComplete }) => !isComplete);
    const countContained = (results: readonly BudgetResult[]): number =>
      results.filter(({ containsTarget }) => containsTarget).length;
    return {
      budget,
      instructionCount: budgetResults.length,
      containedCount: countContained(budgetResults),
      truncatedCount: truncatedResults.length,
      truncatedContainedCount: countContained(truncatedResults),
      tokens: budgetResults.map(({ tokens }) => tokens),
    };
  });
}
