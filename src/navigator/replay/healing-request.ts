/** Determines which part of an instructor line the healer must carry out. Pure. */
import type { Outcome, ReplayAction } from '../../contract/index.js';
import type { CurrentLine, HealingRequest } from './current-line.js';

const WHOLE_LINE: HealingRequest = { text: null, resumeAt: null };

const isDirectNavigator = (name: string): boolean => name === 'direct' || name.endsWith(' direct');

/**
 * Requests only the part of the line that cannot be replayed, in the line's own words. Earlier parts are done, and
 * repeating them could add an item to a basket twice. Later parts are replayed from the recording. This works only with
 * the `direct` navigator, which records for each action the part of the line that it belongs to, and ignores earlier
 * turns. Language models see the earlier turns and finish the line.
 */
export function createHealingRequest(
  { recordedLine, performedCount: performed, isHealed }: CurrentLine,
  mismatchedAction: ReplayAction | null,
  recordedNavigator: string,
  healerName: string,
): HealingRequest {
  // A recorded answer cannot be split: the healer needs all of it, as the answer to its question.
  if (
    !recordedLine ||
    recordedLine.isAnswer ||
    !mismatchedAction ||
    !isDirectNavigator(recordedNavigator) ||
    !isDirectNavigator(healerName)
  )
    return WHOLE_LINE;
  const { turns } = recordedLine;
  const mismatchIndex = turns.indexOf(mismatchedAction);
  const text = mismatchedAction.request;
  if (text === undefined || text === '') return WHOLE_LINE;
  const nextIndex = turns.findIndex(
    (turn, i) => i > mismatchIndex && turn.type === 'action' && turn.request !== text,
  );
  const isFirstRequest = !turns
    .slice(0, mismatchIndex)
    .some((turn) => turn.type === 'action' && turn.request !== text);
  if (nextIndex < 0)
    return isFirstRequest && performed === 0 && !isHealed ? WHOLE_LINE : { text, resumeAt: null };
  return { text, resumeAt: nextIndex };
}

/** Creates a request for a single click, for an element that was found but covered. */
export function createClickRequest(
  { recordedLine, nextIndex }: CurrentLine,
  { action, fingerprint }: ReplayAction,
  outcome: Outcome,
  healerName: string,
): HealingRequest | null {
  const isCovered = outcome.status === 'failed' && outcome.reason === 'covered';
  if (!isCovered || !recordedLine || !fingerprint || !isDirectNavigator(healerName)) return null;
  if (action.intent !== 'click' || fingerprint.name === '' || /["“”]/u.test(fingerprint.name)) return null;
  return { text: `click “${fingerprint.name}”`, resumeAt: nextIndex };
}
