/** Describes the waits between attempts. */
import type { AttemptResult } from './attempt.js';
import { classifyRefusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { Wait } from './types.js';

export function describeWait(
  result: Extract<AttemptResult, { kind: 'refused' | 'unreachable' }>,
  ms: number,
  attempt: number,
  maxAttempts: number,
  settings: ModelSettings,
): Wait {
  const reason =
    result.kind === 'unreachable'
      ? 'unreachable'
      : classifyRefusal(result.refusal, false) === 'rate-limit'
        ? 'rate-limit'
        : 'server';
  const cause = {
    'rate-limit': `${settings.model} accepts no more requests for now`,
    server: `${settings.model} failed`,
    unreachable: `The model server at ${settings.baseUrl} cannot be reached`,
  }[reason];
  const seconds = Math.round(ms / 100) / 10;
  return {
    reason,
    ms,
    attempt,
    maxAttempts,
    sentence: `${cause}; trying again in ${seconds} s (${attempt + 1} of ${maxAttempts}).`,
  };
}

/** Adds the wait that the server asked for to its error message. */
export function addRequestedWait(
  result: Extract<AttemptResult, { kind: 'refused' | 'unreachable' }>,
  ms: number,
): AttemptResult {
  if (result.kind === 'unreachable') return result;
  const { refusal } = result;
  const waitRequest = `it asks to wait ${Math.ceil(ms / 1000)} s`;
  return {
    ...result,
    refusal: { ...refusal, message: refusal.message ? `${refusal.message}; ${waitRequest}` : waitRequest },
  };
}
