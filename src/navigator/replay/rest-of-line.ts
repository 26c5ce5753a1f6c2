/** What is left of a line for the navigator that heals it. Pure. */
import type { Outcome, ReplayAction } from '../../contract/index.js';
import type { CurrentLine, HealingRequest } from './line.js';

const WHOLE_LINE: HealingRequest = { text: null, resumeAt: null };

const isDirect = (name: string): boolean => name === 'direct' || name.endsWith(' direct');

/**
 * The request of the line that does not fit, in the words of the line. The requests before are done, and doing them
 * twice could add two items to a basket. Those after it are repeated from the recording. Navigator `direct` records the
 * request that each action belongs to, and does not look at what was done before. Language models see it, and finish
 * the line.
 */
export function requestFor(
  { recorded, performed, isHealed }: CurrentLine,
  misfit: ReplayAction | null,
  recordedBy: string,
  healer: string,
): HealingRequest {
  // An answer belongs to the question that the other navigator asked.
  if (!recorded || recorded.isAnswer || !misfit || !isDirect(recordedBy) || !isDirect(healer))
    return WHOLE_LINE;
  const { turns } = recorded;
  const start = turns.indexOf(misfit);
  const text = misfit.request;
  if (text === undefined || text === '') return WHOLE_LINE;
  const next = turns.findIndex((turn, i) => i > start && turn.type === 'action' && turn.request !== text);
  const isFirst = !turns.slice(0, start).some((turn) => turn.type === 'action' && turn.request !== text);
  if (next < 0) return isFirst && performed === 0 && !isHealed ? WHOLE_LINE : { text, resumeAt: null };
  return { text, resumeAt: next };
}

/** Asks for the one action whose element was found and could not be used, because something else lies over it. */
export function requestForCovered(
  { recorded, next }: CurrentLine,
  { action, fingerprint }: ReplayAction,
  outcome: Outcome,
  healer: string,
): HealingRequest | null {
  const isCovered = outcome.status === 'failed' && outcome.reason === 'covered';
  if (!isCovered || !recorded || !fingerprint || !isDirect(healer)) return null;
  if (action.intent !== 'click' || fingerprint.name === '' || /["“”]/u.test(fingerprint.name)) return null;
  return { text: `click “${fingerprint.name}”`, resumeAt: next };
}
