/** Asks a model for its opinion on one irreversible action. An answer that cannot be used is an objection. */
import type { ConsentOpinion, ConsentReviewRequest } from '../contract/index.js';
import type { Model } from '../llm/index.js';
import { type JudgeCallOptions, askUntilUsable, createAsk } from './ask-until-usable.js';
import { buildConsentRequest, parseConsentOpinion } from './protocol/consent.js';

const CONSENT_PURPOSE = 'consent';

/** @returns null if the cassette, recorded before such calls existed, has no answer */
export async function reviewConsent(
  model: Model,
  review: ConsentReviewRequest,
  options: JudgeCallOptions,
): Promise<ConsentOpinion | null> {
  const answer = await askUntilUsable(
    createAsk(model, CONSENT_PURPOSE, options),
    (maxTokens) => buildConsentRequest(review, maxTokens),
    parseConsentOpinion,
  );
  if (answer.parsed) return answer.parsed;
  const { result } = answer;
  if (!result.ok && result.kind === 'cassette') return null;
  return { ordered: false, difference: result.ok ? 'The model gave no usable opinion.' : result.sentence };
}
