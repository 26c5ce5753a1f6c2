/** Asks a model for JSON. Repeats the call once if the answer is unusable, and once with more tokens if it is cut off. */
import type { ChatRequest, Model, ModelFailure, ModelResult } from '../llm/index.js';

/** Failures of the model rather than the server. */
export const UNUSABLE_ANSWERS: ReadonlySet<ModelFailure['kind']> = new Set([
  'not-json',
  'empty',
  'refused',
  'cut-short',
]);

/** Maximum number of repeated calls after unusable answers. */
const MAX_REPEATED_CALLS = 1;
/** Token limit after a cut-off answer. It is enough for models that reason before they answer. */
const LONG_ANSWER_TOKENS = 8_000;

export interface JudgeCallOptions {
  signal: AbortSignal;
  onWait?(message: string): void;
}

export type AskModel = (request: ChatRequest) => Promise<ModelResult>;

/** @param purpose the purpose of the calls in the ledger and in `prompts.jsonl` */
export const createAskModel =
  (model: Model, purpose: string, { signal, onWait }: JudgeCallOptions): AskModel =>
  (request) =>
    model.ask(request, { signal, purpose, onWait: ({ sentence }) => onWait?.(sentence) });

/** @returns the parsed answer, or the last result if none could be parsed */
export async function askUntilUsable<T>(
  ask: AskModel,
  buildRequest: (maxTokens?: number) => ChatRequest,
  parse: (json: unknown) => T | null,
): Promise<{ parsed: T } | { parsed: null; result: ModelResult }> {
  let maxTokens: number | undefined;
  for (let repeatCount = 0; ;) {
    const result = await ask(buildRequest(maxTokens));
    const parsed = result.ok ? parse(result.json) : null;
    if (parsed !== null) return { parsed };
    if (!result.ok && result.kind === 'cut-short' && maxTokens === undefined) maxTokens = LONG_ANSWER_TOKENS;
    else if (
      (result.ok || result.kind === 'not-json' || result.kind === 'empty') &&
      repeatCount < MAX_REPEATED_CALLS
    )
      repeatCount += 1;
    else return { parsed: null, result };
  }
}
