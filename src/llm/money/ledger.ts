/** Tracks spending and enforces budgets before each call, based on its maximum cost. */
import { trouble, type TroubleReport } from '../trouble.js';
import type { Usage } from '../types.js';
import type { Price } from './prices.js';

/** Undefined means no limit. Tokens include prompt and answer. Dollar limits need a known price. */
export interface ModelBudget {
  callTokens?: number;
  sessionTokens?: number;
  callUsd?: number;
  sessionUsd?: number;
}

export interface Totals {
  calls: number;
  /** Calls answered from a cassette; included in all other totals. */
  recordedCalls: number;
  promptTokens: number;
  cachedTokens: number;
  answerTokens: number;
  thinkingTokens: number;
  /** Cost of the calls with a known price. */
  usd: number;
  /** Number of calls with an unknown price. */
  unpriced: number;
  /** Number of calls with estimated tokens. */
  estimated: number;
}

/** A permitted call. Its maximum cost counts against the budget until it is settled. */
export interface Ticket {
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
  }): Ticket | TroubleReport;
  /** Null usage: nothing was spent. Returns US dollars, or null if the price is unknown. */
  settle(ticket: Ticket, usage: Usage | null, recorded: boolean): number | null;
  totals(purpose?: string): Totals;
  /** All purposes, in the order of their first call. */
  purposes(): string[];
}

const NOTHING: Totals = {
  calls: 0,
  recordedCalls: 0,
  promptTokens: 0,
  cachedTokens: 0,
  answerTokens: 0,
  thinkingTokens: 0,
  usd: 0,
  unpriced: 0,
  estimated: 0,
};

export function costOf(usage: Usage, price: Price | null): number | null {
  if (!price) return null;
  const { promptTokens, cachedTokens, cacheWriteTokens, answerTokens } = usage;
  const fresh = Math.max(0, promptTokens - cachedTokens - cacheWriteTokens);
  const micro =
    fresh * price.input +
    cachedTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    answerTokens * price.output;
  return micro / 1e6;
}

export function createLedger(budget: ModelBudget = {}): Ledger {
  const spent = new Map<string, Totals>();
  const open = new Set<Ticket>();
  const totals = (purpose?: string): Totals => {
    const chosen = purpose === undefined ? [...spent.values()] : [spent.get(purpose) ?? NOTHING];
    return chosen.reduce((sum, one) => plus(sum, one), NOTHING);
  };

  return {
    budget,
    reserve({ purpose, promptTokens, maxTokens, price }) {
      const tokens = promptTokens + maxTokens;
      // Cache writes may cost more than plain input; assume the higher price.
      const usd =
        price &&
        (promptTokens * Math.max(price.input, price.cacheWrite ?? 0) + maxTokens * price.output) / 1e6;
      const wantsUsd = budget.callUsd !== undefined || budget.sessionUsd !== undefined;
      if (wantsUsd && usd === null)
        return trouble('budget', 'There is a budget in dollars, and the price of this model is unknown.', {
          next: 'Give the price with --model-price, or a budget in tokens.',
        });
      const running = [...open].reduce(
        (sum, ticket) => ({ tokens: sum.tokens + ticket.tokens, usd: sum.usd + ticket.usd }),
        {
          tokens: 0,
          usd: 0,
        },
      );
      const before = totals();
      const spentTokens = before.promptTokens + before.answerTokens + running.tokens;
      const spentUsd = before.usd + running.usd;
      const most = `about ${promptTokens} tokens of prompt and up to ${maxTokens} of answer`;
      if (budget.callTokens !== undefined && tokens > budget.callTokens)
        return trouble(
          'budget',
          `This call could take ${tokens} tokens (${most}); ${budget.callTokens} are allowed per call.`,
        );
      if (budget.sessionTokens !== undefined && spentTokens + tokens > budget.sessionTokens)
        return trouble(
          'budget',
          `This call could take ${tokens} tokens (${most}); of ${budget.sessionTokens} for the session ${spentTokens} are spent.`,
        );
      if (budget.callUsd !== undefined && (usd ?? 0) > budget.callUsd)
        return trouble(
          'budget',
          `This call could cost ${dollars(usd ?? 0)} (${most}); ${dollars(budget.callUsd)} are allowed per call.`,
        );
      if (budget.sessionUsd !== undefined && spentUsd + (usd ?? 0) > budget.sessionUsd)
        return trouble(
          'budget',
          `This call could cost ${dollars(usd ?? 0)} (${most}); of ${dollars(budget.sessionUsd)} for the session ${dollars(spentUsd)} are spent.`,
        );
      const ticket: Ticket = { purpose, price, tokens, usd: usd ?? 0 };
      open.add(ticket);
      return ticket;
    },
    settle(ticket, usage, recorded) {
      open.delete(ticket);
      if (!usage) return ticket.price ? 0 : null;
      const cost = costOf(usage, ticket.price);
      const one: Totals = {
        calls: 1,
        recordedCalls: recorded ? 1 : 0,
        promptTokens: usage.promptTokens,
        cachedTokens: usage.cachedTokens,
        answerTokens: usage.answerTokens,
        thinkingTokens: usage.thinkingTokens,
        usd: cost ?? 0,
        unpriced: cost === null ? 1 : 0,
        estimated: usage.estimated ? 1 : 0,
      };
      spent.set(ticket.purpose, plus(spent.get(ticket.purpose) ?? NOTHING, one));
      return cost;
    },
    totals,
    purposes: () => [...spent.keys()],
  };
}

function plus(a: Totals, b: Totals): Totals {
  const sum = { ...a };
  for (const key of Object.keys(sum) as (keyof Totals)[]) sum[key] += b[key];
  return sum;
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}
