/**
 * A session's budgets: turns, actions, decisions and time. A session that has used up one of them ends with verdict
 * `budget`.
 */

export interface Budget {
  turns: number;
  actions: number;
  seconds: number;
  /** Navigator decisions; unlimited by default. */
  decisions?: number;
}

export interface BudgetUse {
  turns: number;
  actions: number;
  seconds: number;
}

/** Default for scripted runs. A person at a terminal has no limits. */
export const RUN_BUDGET: Budget = { turns: 100, actions: 60, seconds: 600 };
export const UNLIMITED_BUDGET: Budget = { turns: Infinity, actions: Infinity, seconds: Infinity };

/** Returns a message that names the exceeded budget, or null. */
export function describeExceededBudget(budget: Budget, usage: BudgetUse): string | null {
  if (usage.turns >= budget.turns) return formatExceededBudget(budget.turns, 'turn');
  if (usage.actions >= budget.actions) return formatExceededBudget(budget.actions, 'action');
  if (usage.seconds >= budget.seconds) return formatExceededBudget(budget.seconds, 'second');
  return null;
}

/**
 * Returns a message if no decision is left, otherwise null. Check this only before a decision: the last allowed
 * decision's actions may still be performed and judged.
 */
export function describeExceededDecisionBudget({ decisions }: Budget, decisionCount: number): string | null {
  return decisions !== undefined && decisionCount >= decisions
    ? formatExceededBudget(decisions, 'decision')
    : null;
}

function formatExceededBudget(max: number, unit: string): string {
  return `The budget of ${max} ${unit}${max === 1 ? '' : 's'} is used up.`;
}
