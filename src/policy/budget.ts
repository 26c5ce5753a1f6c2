/** Budgets of a session: turns, actions and time. The first one reached ends it with verdict `budget`. */

export interface Budget {
  turns: number;
  actions: number;
  seconds: number;
}

export interface Spent {
  turns: number;
  actions: number;
  seconds: number;
}

/** Default for scripted runs. A person at a terminal has no limits, and stops when they like. */
export const RUN_BUDGET: Budget = { turns: 100, actions: 60, seconds: 600 };
export const UNLIMITED: Budget = { turns: Infinity, actions: Infinity, seconds: Infinity };

/** Returns a sentence that names the exceeded budget, or null. */
export function overBudget(budget: Budget, spent: Spent): string | null {
  if (spent.turns >= budget.turns) return sentence(budget.turns, 'turn');
  if (spent.actions >= budget.actions) return sentence(budget.actions, 'action');
  if (spent.seconds >= budget.seconds) return sentence(budget.seconds, 'second');
  return null;
}

function sentence(max: number, unit: string): string {
  return `The budget of ${max} ${unit}${max === 1 ? '' : 's'} is used up.`;
}
