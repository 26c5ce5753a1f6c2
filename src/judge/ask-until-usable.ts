/** Asks a model for JSON, again if the answer cannot be used: once as before, and once with room for a longer answer. */
import type { ChatRequest, Model, ModelFailure, ModelResult } from '../llm/index.js';

/** Failures of the model rather than the server. */
export const UNUSABLE_ANSWERS: ReadonlySet<ModelFailure['kind']> = new Set([
  'not-json',
  'empty',
  'refused',
  'cut-short',
]);

/** Number of times that an unusable answer is requested again. */
const MAX_REPEATS = 1;
/** Enough for models that reason before they answer. */
const LONG_ANSWER_TOKENS = 8_000;

export interface JudgeCallOptions {
  signal: AbortSignal;
  onWait?(sentence: string): void;
}

export type Ask = (request: ChatRequest) => Promise<ModelResult>;

/** @param purpose the purpose of the calls in the ledger and in `prompts.jsonl` */
export const createAsk =
  (model: Model, purpose: string, { signal, onWait }: JudgeCallOptions): Ask =>
  (request) =>
    model.ask(request, { signal, purpose, onWait: ({ sentence }) => onWait?.(sentence) });

/** @returns the parsed answer, or the last result if none could be parsed */
export async function askUntilUsable<T>(
  ask: Ask,
  buildRequest: (maxTokens?: number) => ChatRequest,
  parse: (json: unknown) => T | null,
): Promise<{ parsed: T } | { parsed: null; result: ModelResult }> {
  let maxTokens: number | undefined;
  for (let repeats = 0; ;) {
    const result = await ask(buildRequest(maxTokens));
    const parsed = result.ok ? parse(result.json) : null;
    if (parsed !== null) return { parsed };
    if (!result.ok && result.kind === 'cut-short' && maxTokens === undefined) maxTokens = LONG_ANSWER_TOKENS;
    else if ((result.ok || result.kind === 'not-json' || result.kind === 'empty') && repeats < MAX_REPEATS)
      repeats += 1;
    else return { parsed: null, result };
  }
}
