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
  if (spent.turns >= budget.turns) return sentence(budget.turns, 'turn');
  if (spent.acts >= budget.acts) return sentence(budget.acts, 'act');
  if (spent.seconds >= budget.seconds) return sentence(budget.seconds, 'second');
  return null;
}

function sentence(most: number, unit: string): string {
  return `The budget of ${most} ${unit}${most === 1 ? '' : 's'} is used up.`;
}
