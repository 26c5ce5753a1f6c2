/**
 * Asks a model whether the instructor has ordered an irreversible action. An order here is a command, not a purchase. If
 * the model gives no usable answer, nothing counts as ordered.
 */
import type { ConsentSearchRequest } from '../contract/index.js';
import type { Model } from '../llm/index.js';
import { type JudgeCallOptions, askUntilUsable, createAskModel } from './ask-until-usable.js';
import { buildConsentOrderRequest, parseConsentOrder } from './protocol/consent-order.js';

const CONSENT_ORDER_PURPOSE = 'searchRequest';

/** @returns the instructor's words that order the action; null if there are none */
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
