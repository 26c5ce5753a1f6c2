/**
 * Asks a model for the instructor's words that command an irreversible action. Without a usable answer, nothing counts as
 * commanded.
 */
import type { ConsentSearchRequest } from '../contract/index.js';
import type { Model } from '../llm/index.js';
import { type JudgeCallOptions, askUntilUsable, createAskModel } from './ask-until-usable.js';
import { buildConsentCommandRequest, parseConsentCommand } from './protocol/consent-command.js';

const CONSENT_ORDER_PURPOSE = 'consent-order';

/** @returns the instructor's words that command the action; null if there are none or the answer was unusable */
export async function findConsentCommand(
  model: Model,
  searchRequest: ConsentSearchRequest,
  options: JudgeCallOptions,
): Promise<string | null> {
  const { parsed } = await askUntilUsable(
    createAskModel(model, CONSENT_ORDER_PURPOSE, options),
    (maxTokens) => buildConsentCommandRequest(searchRequest, maxTokens),
    parseConsentCommand,
  );
  return parsed === '' ? null : parsed;
}
