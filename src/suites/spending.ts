/**
 * Tracks what a run has spent on language models. All workers append to `spending.jsonl` as soon as a turn has cost
 * something. The suite's budget is compared with the sum, so it covers all workers and resumed runs.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ModelTotals } from '../contract/index.js';

export interface SuiteBudget {
  tokens?: number;
  usd?: number;
}

export interface SuiteSpending {
  tokens: number;
  /** Dollars spent on calls with a known price. */
  usd: number;
}

const SPENDING_FILE = 'spending.jsonl';

export function readSpending(runFolder: string): SuiteSpending {
  const file = join(runFolder, SPENDING_FILE);
  const total = { tokens: 0, usd: 0 };
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    if (line === '') continue;
    const { tokens, usd } = JSON.parse(line) as SuiteSpending;
    total.tokens += tokens;
    total.usd += usd;
  }
  return total;
}

/** Describes which budget is used up, in a message for the user; null if none is. */
export function describeExhaustedBudget(
  { tokens, usd }: SuiteBudget,
  spending: SuiteSpending,
): string | null {
  if (tokens !== undefined && spending.tokens >= tokens)
    return `The suite's budget of ${tokens} tokens is used up (${spending.tokens}).`;
  if (usd !== undefined && spending.usd >= usd)
    return `The suite's budget of $${usd} is used up ($${spending.usd.toFixed(4)}).`;
  return null;
}

/** Returns the limit for a session: the session's own limit, or what is left of the suite's budget if that is less. */
export function limitSession(
  sessionLimit: number | undefined,
  suiteLimit: number | undefined,
  spent: number,
): { limit: number | undefined; isSuiteLimit: boolean } {
  const remaining = suiteLimit === undefined ? Infinity : Math.max(0, suiteLimit - spent);
  // The limit of a session must be positive.
  if (remaining < (sessionLimit ?? Infinity))
    return { limit: Math.max(remaining, Number.MIN_VALUE), isSuiteLimit: true };
  return { limit: sessionLimit, isSuiteLimit: false };
}

/** Appends what a session has spent since the last call. */
export class SpendingRecorder {
  #recorded: SuiteSpending = { tokens: 0, usd: 0 };

  constructor(
    private readonly runFolder: string,
    private readonly id: string,
  ) {}

  record(totals: ModelTotals | null): void {
    if (!totals) return;
    const totalSpending = { tokens: totals.promptTokens + totals.answerTokens, usd: totals.cost ?? 0 };
    const tokens = totalSpending.tokens - this.#recorded.tokens;
    const usd = totalSpending.usd - this.#recorded.usd;
    if (tokens <= 0 && usd <= 0) return;
    this.#recorded = totalSpending;
    appendFileSync(join(this.runFolder, SPENDING_FILE), `${JSON.stringify({ id: this.id, tokens, usd })}\n`);
  }
}
