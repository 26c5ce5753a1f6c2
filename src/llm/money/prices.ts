/**
 * Prices of models in US dollars per million tokens, with the date of each. A model that is missing here has an
 * unknown price. `--model-price` overrides the table.
 */
export interface Price {
  input: number;
  output: number;
  /** Price of prompt tokens read from the provider's cache; defaults to `input`. */
  cacheRead?: number;
  cacheWrite?: number;
}

interface PriceRow extends Price {
  /** The full name, or the part before a date or `-latest`. */
  model: string;
  /** When the price was looked up. */
  asOf: string;
}

/** Standard tier, prompts of normal length. Sources: Anthropic's price page, and OpenAI's prices as of each date. */
export const PRICES: readonly PriceRow[] = [
  { model: 'claude-opus-5-5', input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5, asOf: '2026-10-10' },
  { model: 'claude-opus-5', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, asOf: '2026-10-10' },
  { model: 'claude-opus-4-8', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, asOf: '2026-10-10' },
  { model: 'claude-opus-4-7', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, asOf: '2026-10-10' },
  { model: 'claude-opus-4-6', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, asOf: '2026-10-10' },
  { model: 'claude-opus-4-5', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, asOf: '2026-10-10' },
  { model: 'claude-sonnet-5-5', input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5, asOf: '2026-10-10' },
  { model: 'claude-sonnet-5', input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, asOf: '2026-10-10' },
  { model: 'claude-sonnet-4-6', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, asOf: '2026-10-10' },
  { model: 'claude-sonnet-4-5', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, asOf: '2026-10-10' },
  { model: 'claude-haiku-4-5', input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, asOf: '2026-10-10' },
  { model: 'gpt-5.2', input: 1.75, output: 14, asOf: '2026-07-18' },
  { model: 'gpt-5.1', input: 1.25, output: 10, asOf: '2026-07-18' },
  { model: 'gpt-5', input: 1.25, output: 10, cacheRead: 0.125, asOf: '2026-03-21' },
  { model: 'gpt-5-mini', input: 0.25, output: 2, cacheRead: 0.025, asOf: '2026-03-21' },
  { model: 'gpt-5-nano', input: 0.05, output: 0.4, asOf: '2026-07-18' },
  { model: 'gpt-4.1', input: 2, output: 8, cacheRead: 0.5, asOf: '2026-04-01' },
  { model: 'gpt-4.1-mini', input: 0.4, output: 1.6, cacheRead: 0.1, asOf: '2026-04-01' },
  { model: 'gpt-4.1-nano', input: 0.1, output: 0.4, cacheRead: 0.025, asOf: '2026-04-01' },
  { model: 'gpt-4o', input: 2.5, output: 10, cacheRead: 1.25, asOf: '2026-05-01' },
  { model: 'gpt-4o-mini', input: 0.15, output: 0.6, cacheRead: 0.075, asOf: '2026-05-01' },
  { model: 'gpt-3.5-turbo', input: 0.5, output: 1.5, asOf: '2026-05-01' },
];

/** Prices apply only to the official APIs; gateways have their own. */
const OFFICIAL_HOSTS = /(^|\.)(openai\.com|anthropic\.com)$/;

/** A date or version at the end of a model name. */
const VERSION_SUFFIX = /^(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-\d{4})$/;

export function findPrice(model: string, baseUrl: string): (Price & { asOf: string }) | null {
  if (!OFFICIAL_HOSTS.test(new URL(baseUrl).hostname)) return null;
  return (
    PRICES.find(
      (row) =>
        row.model === model ||
        (model.startsWith(row.model) && VERSION_SUFFIX.test(model.slice(row.model.length))),
    ) ?? null
  );
}
