/** Asks a model for its opinion on one irreversible action. An answer that cannot be used is an objection. */
import type { ConsentOpinion, ConsentReviewRequest } from '../contract/index.js';
import type { ChatRequest, Model, ModelResult } from '../llm/index.js';
import { buildConsentRequest, parseConsentOpinion } from './protocol/consent.js';

/** The purpose of these calls in the ledger and in `prompts.jsonl`. */
const CONSENT_PURPOSE = 'consent';

/** Enough for models that reason before they answer. */
const LONG_ANSWER_TOKENS = 8_000;
/** Number of times that an answer without an opinion is requested again. */
const MAX_REPEATS = 1;

export interface ReviewConsentOptions {
  signal: AbortSignal;
  onWait?(sentence: string): void;
}

/** @returns null if the cassette, recorded before such calls existed, has no answer */
export async function reviewConsent(
  model: Model,
  review: ConsentReviewRequest,
  { signal, onWait }: ReviewConsentOptions,
): Promise<ConsentOpinion | null> {
  const ask = (request: ChatRequest): Promise<ModelResult> =>
    model.ask(request, {
      signal,
      purpose: CONSENT_PURPOSE,
      onWait: ({ sentence }) => onWait?.(sentence),
    });
  let maxTokens: number | undefined;
  for (let repeats = 0; ;) {
    const result = await ask(buildConsentRequest(review, maxTokens));
    const opinion = result.ok ? parseConsentOpinion(result.json) : null;
    if (opinion) return opinion;
    if (!result.ok && result.kind === 'cassette') return null;
    if (!result.ok && result.kind === 'cut-short' && maxTokens === undefined) maxTokens = LONG_ANSWER_TOKENS;
    else if ((result.ok || result.kind === 'not-json' || result.kind === 'empty') && repeats < MAX_REPEATS)
      repeats += 1;
    else
      return {
        ordered: false,
        difference: result.ok ? 'The model gave no usable opinion.' : result.sentence,
      };
  }
}
