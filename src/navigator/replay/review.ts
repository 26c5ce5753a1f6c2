/** Decides whether a repeated action had the recorded outcome, an acceptable difference, or a mismatch. Pure. */
import type { Observation, ReplayAction, Turn } from '../../contract/index.js';
import { isSamePage, normalise } from '../../fingerprint/index.js';
import { findDestination, type Difference, findDifference } from './effects.js';
import { fitAction } from './fit.js';
import { type CurrentLine, describeAction, type HealingRequest } from './current-line.js';
import { PageMap } from './page-map.js';
import { createClickRequest } from './healing-request.js';

export type ActionTurn = Extract<Turn, { type: 'action' }>;

/** Says why an instructor line cannot be replayed. `request`: the healing request, if it is known. */
export interface Mismatch {
  reason: string;
  recordedAction: ReplayAction | null;
  request?: HealingRequest;
}

interface RepeatedAction {
  line: CurrentLine;
  recordedAction: ReplayAction;
  performedTurn: ActionTurn;
  /** URL before the action. */
  urlBefore: string;
  /** The page after the action. */
  observation: Observation;
}

interface HealingOptions {
  healer: { name: string } | null;
  /** Present if a person must approve healing. */
  approve?: unknown;
}

/** `change`: a sentence about an acceptable difference. */
export function reviewOutcome(
  repeatedAction: RepeatedAction,
  pages: PageMap,
  options: HealingOptions,
): { mismatch: Mismatch | null; change: string | null } {
  const { line, recordedAction, performedTurn, urlBefore } = repeatedAction;
  // The session also asks for consent during a replay. Here it was denied.
  if (performedTurn.outcome.status === 'failed' && performedTurn.outcome.consent)
    return {
      mismatch: { reason: `It was not allowed: ${performedTurn.outcome.detail}.`, recordedAction },
      change: null,
    };
  const difference = findDifference(recordedAction, performedTurn.outcome, urlBefore, pages);
  const mayAcceptDifferences =
    options.healer !== null && options.approve === undefined && !recordedAction.isIrreversible;
  const isDifferenceAccepted =
    difference !== null && mayAcceptDifferences && isAcceptableDestination(repeatedAction, difference, pages);
  const [recordedDestination, destination] = [
    findDestination(recordedAction.outcome),
    findDestination(performedTurn.outcome),
  ];
  if ((difference === null || isDifferenceAccepted) && recordedDestination !== null && destination !== null)
    pages.addCorrespondence(pages.rebase(recordedDestination), destination);
  if (difference === null) return { mismatch: null, change: null };
  const reason = `${describeAction(performedTurn)} did not have the effect that was recorded. ${difference.reason}`;
  if (isDifferenceAccepted) return { mismatch: null, change: reason };
  const request = createClickRequest(line, recordedAction, performedTurn.outcome, options.healer?.name ?? '');
  return { mismatch: { reason, recordedAction, ...(request ? { request } : {}) }, change: null };
}

/**
 * Whether only the destination differs and the replay can continue there. The element must no longer be on the
 * page: if it is, the page may have rejected the form. The page must fit the next action, or have been visited before.
 */
function isAcceptableDestination(
  { line, recordedAction, performedTurn, urlBefore, observation }: RepeatedAction,
  { isDestinationOnly }: Difference,
  pages: PageMap,
): boolean {
  const destination = findDestination(recordedAction.outcome);
  if (!isDestinationOnly || destination === null || mayTargetStillBeVisible(performedTurn, observation))
    return false;
  if (pages.hasVisited(observation.url)) return true;
  const nextTurn = line.recordedLine?.turns[line.nextIndex];
  if (nextTurn?.type !== 'action' || isSamePage(urlBefore, observation.url)) return false;
  const trialPages = new PageMap(pages.rebase);
  trialPages.addCorrespondence(pages.rebase(destination), observation.url);
  return fitAction(nextTurn, observation, trialPages).status === 'fits';
}

const mayTargetStillBeVisible = ({ target }: ActionTurn, { candidates }: Observation): boolean =>
  target === null ||
  candidates.some(
    ({ visible, role, name }) =>
      visible && role === target.role && normalise(name) === normalise(target.name),
  );
