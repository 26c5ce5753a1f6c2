/** Asks a model whether a conversation orders an irreversible action. Without a usable answer nothing is ordered. */
import type { ConsentSearchRequest } from '../contract/index.js';
import type { Model } from '../llm/index.js';
import { type JudgeCallOptions, askUntilUsable, createAskModel } from './ask-until-usable.js';
import { buildConsentOrderRequest, parseConsentOrder } from './protocol/consent-order.js';

const CONSENT_ORDER_PURPOSE = 'consent-order';

/** @returns the instructor's words that order it; null if there are none */
export async function findConsentOrder(
  model: Model,
  order: ConsentSearchRequest,
  options: JudgeCallOptions,
): Promise<string | null> {
  const { parsed } = await askUntilUsable(
    createAskModel(model, CONSENT_ORDER_PURPOSE, options),
    (maxTokens) => buildConsentOrderRequest(order, maxTokens),
    parseConsentOrder,
  );
  return parsed === '' ? null : parsed;
}
