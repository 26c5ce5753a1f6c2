/** Decides what follows from the outcome of a repeated action: it fits, it fits in another way, or it does not. */
import type { Observation, ReplayAction, Turn } from '../../contract/index.js';
import { isSamePage, normalise } from '../../fingerprint/index.js';
import { destinationOf, type Difference, findDifference } from './effects.js';
import { fitAction } from './fit.js';
import { type CurrentLine, describeAction, type HealingRequest } from './line.js';
import { PageMap } from './page-map.js';
import { requestForCovered } from './rest-of-line.js';

export type ActionTurn = Extract<Turn, { type: 'action' }>;

/** What does not fit. `step` is the recorded action; `request` says what to do about it, if that is known. */
export interface Misfit {
  reason: string;
  step: ReplayAction | null;
  request?: HealingRequest;
}

interface Repeated {
  line: CurrentLine;
  step: ReplayAction;
  done: ActionTurn;
  /** Of the page before the action. */
  url: string;
  /** The page after it. */
  observation: Observation;
}

interface Healers {
  healer: { name: string } | null;
  approve?: unknown;
}

/** `change` is a sentence about an action that fits in another way. */
export function reviewOutcome(
  repeated: Repeated,
  pages: PageMap,
  healers: Healers,
): { misfit: Misfit | null; change: string | null } {
  const { line, step, done, url } = repeated;
  // The session asks as it does for every navigator; the recorded question was given before.
  if (done.outcome.status === 'failed' && done.outcome.consent)
    return { misfit: { reason: `It was not allowed: ${done.outcome.detail}.`, step }, change: null };
  const difference = findDifference(step, done.outcome, url, pages);
  const mayGoOn = healers.healer !== null && healers.approve === undefined && !step.isIrreversible;
  const isOtherWay = difference !== null && mayGoOn && isOtherWayOn(repeated, difference, pages);
  const [from, to] = [destinationOf(step.outcome), destinationOf(done.outcome)];
  if ((difference === null || isOtherWay) && from !== null && to !== null)
    pages.learn(pages.rebase(from), to);
  if (difference === null) return { misfit: null, change: null };
  const reason = `${describeAction(done)} does not do what it did. ${difference.reason}`;
  if (isOtherWay) return { misfit: null, change: reason };
  const request = requestForCovered(line, step, done.outcome, healers.healer?.name ?? '');
  return { misfit: { reason, step, ...(request ? { request } : {}) }, change: null };
}

/**
 * Whether the action was done and only its page is another one. It is then not done again, if its control is gone (a
 * form that was refused is still there) and the replay can go on: with the next action on the page, or because the site
 * went back to a page that it has shown before.
 */
function isOtherWayOn(
  { line, step, done, url, observation }: Repeated,
  { isDestination }: Difference,
  pages: PageMap,
): boolean {
  const destination = destinationOf(step.outcome);
  if (!isDestination || destination === null || isStillThere(done, observation)) return false;
  if (pages.hasVisited(observation.url)) return true;
  const next = line.recorded?.turns[line.next];
  if (next?.type !== 'action' || isSamePage(url, observation.url)) return false;
  const trial = new PageMap(pages.rebase);
  trial.learn(pages.rebase(destination), observation.url);
  return fitAction(next, observation, trial).status === 'fits';
}

const isStillThere = ({ target }: ActionTurn, { candidates }: Observation): boolean =>
  target === null ||
  candidates.some(
    ({ visible, role, name }) =>
      visible && role === target.role && normalise(name) === normalise(target.name),
  );
