/** Tracks spending. Before each call, it checks that the call's maximum cost fits the budgets. */
import { createModelFailure, type ModelFailureReport } from '../failure.js';
import type { Usage } from '../types.js';
import type { Price } from './prices.js';

/** An undefined value means no limit. Tokens include prompt and answer. Dollar limits need a known price. */
export interface ModelBudget {
  callTokens?: number;
  sessionTokens?: number;
  callUsd?: number;
  sessionUsd?: number;
}

export interface SpendingTotals {
  calls: number;
  /** Number of calls whose answer was replayed from a cassette; included in all other totals. */
  replayedCalls: number;
  promptTokens: number;
  cachedTokens: number;
  answerTokens: number;
  thinkingTokens: number;
  /** Cost of the calls with a known price. */
  usd: number;
  /** Number of calls with an unknown price. */
  unpricedCalls: number;
  /** Number of calls with estimated tokens. */
  estimatedCalls: number;
}

/** A permitted call. Its maximum cost counts against the budget until it is settled. */
export interface CallReservation {
  readonly purpose: string;
  readonly price: Price | null;
  readonly tokens: number;
  readonly usd: number;
}

export interface Ledger {
  readonly budget: Readonly<ModelBudget>;
  reserve(call: {
    purpose: string;
    promptTokens: number;
    maxTokens: number;
    price: Price | null;
  }): CallReservation | ModelFailureReport;
  /** @param usage null if nothing was spent @returns US dollars; null if the price is unknown */
  settle(reservation: CallReservation, usage: Usage | null, isReplayed: boolean): number | null;
  getTotals(purpose?: string): SpendingTotals;
  /** Lists all purposes, in the order of their first call. */
  listPurposes(): string[];
}

const EMPTY_TOTALS: SpendingTotals = {
  calls: 0,
  replayedCalls: 0,
  promptTokens: 0,
  cachedTokens: 0,
  answerTokens: 0,
  thinkingTokens: 0,
  usd: 0,
  unpricedCalls: 0,
  estimatedCalls: 0,
};

export function computeCost(usage: Usage, price: Price | null): number | null {
  if (!price) return null;
  const { promptTokens, cachedTokens, cacheWriteTokens, answerTokens } = usage;
  const uncachedTokens = Math.max(0, promptTokens - cachedTokens - cacheWriteTokens);
  const microDollars =
    uncachedTokens * price.input +
    cachedTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    answerTokens * price.output;
  return microDollars / 1e6;
}

export function createLedger(budget: ModelBudget = {}): Ledger {
  const totalsByPurpose = new Map<string, SpendingTotals>();
  const openReservations = new Set<CallReservation>();
  const getTotals = (purpose?: string): SpendingTotals => {
    const selectedTotals =
      purpose === undefined ? [...totalsByPurpose.values()] : [totalsByPurpose.get(purpose) ?? EMPTY_TOTALS];
    return selectedTotals.reduce((sum, call) => addTotals(sum, call), EMPTY_TOTALS);
  };

  return {
    budget,
    reserve({ purpose, promptTokens, maxTokens, price }) {
      const tokens = promptTokens + maxTokens;
      // Cache writes may cost more than plain input; assume the higher price.
      const usd =
        price &&
        (promptTokens * Math.max(price.input, price.cacheWrite ?? 0) + maxTokens * price.output) / 1e6;
      const hasUsdBudget = budget.callUsd !== undefined || budget.sessionUsd !== undefined;
      if (hasUsdBudget && usd === null)
        return createModelFailure(
          'budget',
          'There is a budget in dollars, but the price of this model is unknown.',
          {
            next: 'Give the price with --model-price, or set a budget in tokens.',
          },
        );
      const reservedTotals = [...openReservations].reduce(
        (sum, reservation) => ({ tokens: sum.tokens + reservation.tokens, usd: sum.usd + reservation.usd }),
        {
          tokens: 0,
          usd: 0,
        },
      );
      const totalsSoFar = getTotals();
      const spentTokens = totalsSoFar.promptTokens + totalsSoFar.answerTokens + reservedTotals.tokens;
      const spentUsd = totalsSoFar.usd + reservedTotals.usd;
      const estimateText = `about ${promptTokens} tokens of prompt and up to ${maxTokens} of answer`;
      if (budget.callTokens !== undefined && tokens > budget.callTokens)
        return createModelFailure(
          'budget',
          `This call could take ${tokens} tokens (${estimateText}); ${budget.callTokens} are allowed per call.`,
        );
      if (budget.sessionTokens !== undefined && spentTokens + tokens > budget.sessionTokens)
        return createModelFailure(
          'budget',
          `This call could take ${tokens} tokens (${estimateText}); ${spentTokens} of the session’s ${budget.sessionTokens} are already spent.`,
        );
      if (budget.callUsd !== undefined && (usd ?? 0) > budget.callUsd)
        return createModelFailure(
          'budget',
          `This call could cost ${formatDollars(usd ?? 0)} (${estimateText}); ${formatDollars(budget.callUsd)} are allowed per call.`,
        );
      if (budget.sessionUsd !== undefined && spentUsd + (usd ?? 0) > budget.sessionUsd)
        return createModelFailure(
          'budget',
          `This call could cost ${formatDollars(usd ?? 0)} (${estimateText}); ${formatDollars(spentUsd)} of the session’s ${formatDollars(budget.sessionUsd)} are already spent.`,
        );
      const reservation: CallReservation = { purpose, price, tokens, usd: usd ?? 0 };
      openReservations.add(reservation);
      return reservation;
    },
    settle(reservation, usage, isReplayed) {
      openReservations.delete(reservation);
      if (!usage) return reservation.price ? 0 : null;
      const cost = computeCost(usage, reservation.price);
      const call: SpendingTotals = {
        calls: 1,
        replayedCalls: isReplayed ? 1 : 0,
        promptTokens: usage.promptTokens,
        cachedTokens: usage.cachedTokens,
        answerTokens: usage.answerTokens,
        thinkingTokens: usage.thinkingTokens,
        usd: cost ?? 0,
        unpricedCalls: cost === null ? 1 : 0,
        estimatedCalls: usage.estimated ? 1 : 0,
      };
      totalsByPurpose.set(
        reservation.purpose,
        addTotals(totalsByPurpose.get(reservation.purpose) ?? EMPTY_TOTALS, call),
      );
      return cost;
    },
    getTotals,
    listPurposes: () => [...totalsByPurpose.keys()],
  };
}

function addTotals(a: SpendingTotals, b: SpendingTotals): SpendingTotals {
  const sum = { ...a };
  for (const key of Object.keys(sum) as (keyof SpendingTotals)[]) sum[key] += b[key];
  return sum;
}

export function formatDollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}
