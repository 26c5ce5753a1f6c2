/** Formats what a language model has cost so far. */
import type { ModelTotals, ModelUsage } from '../contract/index.js';

export interface Spending {
  totals: ModelTotals;
  /** The session's limits; an absent value means unlimited. */
  budget: { tokens?: number | undefined; usd?: number | undefined };
}

/** Formats a count, such as `940`, `31.2k` or `1.4M`. */
function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_950 ? [count / 1000, 'k'] : [count / 1e6, 'M'];
  return `${Number(value.toFixed(1))}${unit}`;
}

/** Formats dollars; amounts below 0.1 get four digits. */
function formatUsd(usd: number): string {
  if (usd > 0 && usd < 0.0001) return 'less than $0.0001';
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

type CallTotals = Pick<ModelTotals, 'calls' | 'promptTokens' | 'answerTokens' | 'cachedTokens' | 'cost'>;

function formatCalls(totals: CallTotals, notes: readonly string[]): string {
  const answersText = `${totals.calls} ${totals.calls === 1 ? 'answer' : 'answers'}`;
  const cachedNotes = totals.cachedTokens > 0 ? [`${formatCount(totals.cachedTokens)} cached`] : [];
  const details = [...cachedNotes, ...notes];
  const tokensText = `${formatCount(totals.promptTokens + totals.answerTokens)} tokens`;
  return [
    answersText,
    details.length ? `${tokensText} (${details.join(', ')})` : tokensText,
    totals.cost === null ? 'price unknown' : formatUsd(totals.cost),
  ].join(', ');
}

/** Formats totals, such as `12 answers, 31.2k tokens (24k cached), $0.04`. */
export function formatTotals(totals: ModelTotals): string {
  const { calls, recorded } = totals;
  const notes = recorded === 0 ? [] : [recorded === calls ? 'recorded' : `${recorded} recorded`];
  return formatCalls(totals, notes);
}

export function formatUsage(usage: ModelUsage): string {
  return formatCalls(usage, [
    ...(usage.estimated ? ['estimated'] : []),
    ...(usage.recorded ? ['recorded'] : []),
  ]);
}

/** Formats the output of `/cost`. */
export function formatSpending(spending: Spending | null): string {
  if (!spending) return 'This session uses no language model, so it costs nothing.';
  const { totals, budget } = spending;
  const lines = [
    totals.calls === 0 ? 'The model has not answered yet, so nothing has been spent.' : formatTotals(totals),
  ];
  if (budget.tokens !== undefined)
    lines.push(
      `Budget: ${formatCount(budget.tokens)} tokens, ${formatCount(Math.max(0, budget.tokens - totals.promptTokens - totals.answerTokens))} left`,
    );
  if (budget.usd !== undefined && totals.cost !== null)
    lines.push(`Budget: ${formatUsd(budget.usd)}, ${formatUsd(Math.max(0, budget.usd - totals.cost))} left`);
  return lines.join('\n');
}
