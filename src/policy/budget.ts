/** Budgets of a session: turns, acts and time. The first to be reached ends it with verdict `budget`. */

export interface Budget {
  turns: number;
  acts: number;
  seconds: number;
}

export interface Spent {
  turns: number;
  acts: number;
  seconds: number;
}

/** For scripted runs; a person in the terminal decides for themselves when it is enough. */
export const RUN_BUDGET: Budget = { turns: 100, acts: 60, seconds: 600 };
export const UNLIMITED: Budget = { turns: Infinity, acts: Infinity, seconds: Infinity };

/** The sentence that names the budget which is used up, or null. */
export function overBudget(budget: Budget, spent: Spent): string | null {
  if (spent.turns >= budget.turns) return `The budget of ${budget.turns} turns is used up.`;
  if (spent.acts >= budget.acts) return `The budget of ${budget.acts} acts is used up.`;
  if (spent.seconds >= budget.seconds) return `The budget of ${budget.seconds} seconds is used up.`;
  return null;
}
