/** What a language model has cost so far, in words. */
import type { ModelTotals, ModelUsage } from '../contract/index.js';

export interface Spending {
  totals: ModelTotals;
  /** For the session; absent: no limit. */
  budget: { tokens?: number | undefined; usd?: number | undefined };
}

/** `940`, `31.2k`, `1.4M`. */
function short(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_950 ? [count / 1000, 'k'] : [count / 1e6, 'M'];
  return `${Number(value.toFixed(1))}${unit}`;
}

/** Four digits where two would show nothing. */
function money(usd: number): string {
  if (usd > 0 && usd < 0.0001) return 'less than $0.0001';
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

type Counted = Pick<ModelTotals, 'calls' | 'promptTokens' | 'answerTokens' | 'cachedTokens' | 'cost'>;

function counted(use: Counted, notes: readonly string[]): string {
  const answers = `${use.calls} ${use.calls === 1 ? 'answer' : 'answers'}`;
  const cached = use.cachedTokens > 0 ? [`${short(use.cachedTokens)} cached`] : [];
  const beside = [...cached, ...notes];
  const tokens = `${short(use.promptTokens + use.answerTokens)} tokens`;
  return [
    answers,
    beside.length ? `${tokens} (${beside.join(', ')})` : tokens,
    use.cost === null ? 'price unknown' : money(use.cost),
  ].join(', ');
}

/** `12 answers, 31.2k tokens (24k cached), $0.04` */
export function totalsText(totals: ModelTotals): string {
  const { calls, recorded } = totals;
  const from = recorded === 0 ? [] : [recorded === calls ? 'recorded' : `${recorded} recorded`];
  return counted(totals, from);
}

export function useText(use: ModelUsage): string {
  return counted(use, [...(use.estimated ? ['estimated'] : []), ...(use.recorded ? ['recorded'] : [])]);
}

/** For `/cost`. */
export function spendingText(spending: Spending | null): string {
  if (!spending) return 'No language model is used here; nothing is spent.';
  const { totals, budget } = spending;
  const lines = [
    totals.calls === 0 ? 'The model has not answered yet; nothing is spent.' : totalsText(totals),
  ];
  if (budget.tokens !== undefined)
    lines.push(
      `Budget: ${short(budget.tokens)} tokens, ${short(Math.max(0, budget.tokens - totals.promptTokens - totals.answerTokens))} left`,
    );
  if (budget.usd !== undefined && totals.cost !== null)
    lines.push(`Budget: ${money(budget.usd)}, ${money(Math.max(0, budget.usd - totals.cost))} left`);
  return lines.join('\n');
}
