/** Describes the waits between attempts. */
import type { AttemptResult } from './attempt.js';
import { classifyRefusal } from './refusal.js';
import type { ModelSettings } from './settings.js';
import type { Wait } from './types.js';

export function describeWait(
  tried: Extract<AttemptResult, { is: 'refused' | 'unreachable' }>,
  ms: number,
  attempt: number,
  of: number,
  settings: ModelSettings,
): Wait {
  const reason =
    tried.is === 'unreachable'
      ? 'unreachable'
      : classifyRefusal(tried.refusal, false) === 'rate-limit'
        ? 'rate-limit'
        : 'server';
  const cause = {
    'rate-limit': `${settings.model} accepts no more requests for now`,
    server: `${settings.model} failed`,
    unreachable: `The model server at ${settings.baseUrl} cannot be reached`,
  }[reason];
  const seconds = Math.round(ms / 100) / 10;
  return {
    why: reason,
    ms,
    attempt,
    of,
    sentence: `${cause}; trying again in ${seconds} s (${attempt + 1} of ${of}).`,
  };
}

/** Adds the wait that the server asked for to its error message. */
export function addRequestedWait(
  tried: Extract<AttemptResult, { is: 'refused' | 'unreachable' }>,
  ms: number,
): AttemptResult {
  if (tried.is === 'unreachable') return tried;
  const { refusal } = tried;
  const request = `it asks to wait ${Math.ceil(ms / 1000)} s`;
  return {
    ...tried,
    refusal: { ...refusal, message: refusal.message ? `${refusal.message}; ${request}` : request },
  };
}
