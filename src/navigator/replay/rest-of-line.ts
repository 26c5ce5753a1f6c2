/** Determines which part of a line the healer carries out. Pure. */
import type { Outcome, ReplayAction } from '../../contract/index.js';
import type { CurrentLine, HealingRequest } from './line.js';

const WHOLE_LINE: HealingRequest = { text: null, resumeAt: null };

const isDirect = (name: string): boolean => name === 'direct' || name.endsWith(' direct');

/**
 * Returns the part of the line that does not fit, in the line's own words. Earlier parts are done, and repeating them
 * could add an item to a basket twice. Later parts are replayed from the recording. This works only with navigator
 * `direct`, which records the part that each action belongs to and ignores earlier turns. Language models see the
 * earlier turns and finish the line.
 */
export function requestFor(
  { recorded, performed, isHealed }: CurrentLine,
  misfit: ReplayAction | null,
  recordedBy: string,
  healer: string,
): HealingRequest {
  // An answer makes sense only with the question that the healer asked.
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

/** Returns a request for a single click whose element was found but covered. */
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
