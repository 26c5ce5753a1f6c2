/** Asks a model for its opinion on one irreversible action. An unusable answer counts as an objection. */
import type { ConsentOpinion, ConsentReviewRequest } from '../contract/index.js';
import type { Model } from '../llm/index.js';
import { type JudgeCallOptions, askUntilUsable, createAskModel } from './ask-until-usable.js';
import { buildConsentRequest, parseConsentOpinion } from './protocol/consent.js';

const CONSENT_PURPOSE = 'consent';

/** @returns null if the model is a cassette (recorded answers) that was recorded before such calls existed */
export async function reviewConsent(
  model: Model,
  reviewRequest: ConsentReviewRequest,
  options: JudgeCallOptions,
): Promise<ConsentOpinion | null> {
  const reply = await askUntilUsable(
    createAskModel(model, CONSENT_PURPOSE, options),
    (maxTokens) => buildConsentRequest(reviewRequest, maxTokens),
    parseConsentOpinion,
  );
  if (reply.parsed) return reply.parsed;
  const { result } = reply;
  if (!result.ok && result.kind === 'cassette') return null;
  return { ordered: false, difference: result.ok ? 'The model gave no usable opinion.' : result.sentence };
}
