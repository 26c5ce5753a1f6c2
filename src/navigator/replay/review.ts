/** Reviews the outcome of a repeated action: as recorded, acceptably different, or a misfit. Pure. */
import type { Observation, ReplayAction, Turn } from '../../contract/index.js';
import { isSamePage, normalise } from '../../fingerprint/index.js';
import { destinationOf, type Difference, findDifference } from './effects.js';
import { fitAction } from './fit.js';
import { type CurrentLine, describeAction, type HealingRequest } from './line.js';
import { PageMap } from './page-map.js';
import { requestForCovered } from './rest-of-line.js';

export type ActionTurn = Extract<Turn, { type: 'action' }>;

/** Why a line does not fit. `step` is the recorded action; `request` is the healing request, if it is known. */
export interface Misfit {
  reason: string;
  step: ReplayAction | null;
  request?: HealingRequest;
}

interface Repeated {
  line: CurrentLine;
  step: ReplayAction;
  done: ActionTurn;
  /** URL before the action. */
  url: string;
  /** The page after the action. */
  observation: Observation;
}

interface Healers {
  healer: { name: string } | null;
  approve?: unknown;
}

/** `change`: a sentence about an acceptable difference. */
export function reviewOutcome(
  repeated: Repeated,
  pages: PageMap,
  healers: Healers,
): { misfit: Misfit | null; change: string | null } {
  const { line, step, done, url } = repeated;
  // The session asks for consent in a replay too; it was denied.
  if (done.outcome.status === 'failed' && done.outcome.consent)
    return { misfit: { reason: `It was not allowed: ${done.outcome.detail}.`, step }, change: null };
  const difference = findDifference(step, done.outcome, url, pages);
  const mayDiffer = healers.healer !== null && healers.approve === undefined && !step.isIrreversible;
  const isAcceptable =
    difference !== null && mayDiffer && isAcceptableDestination(repeated, difference, pages);
  const [from, to] = [destinationOf(step.outcome), destinationOf(done.outcome)];
  if ((difference === null || isAcceptable) && from !== null && to !== null)
    pages.learn(pages.rebase(from), to);
  if (difference === null) return { misfit: null, change: null };
  const reason = `${describeAction(done)} does not have its recorded effect. ${difference.reason}`;
  if (isAcceptable) return { misfit: null, change: reason };
  const request = requestForCovered(line, step, done.outcome, healers.healer?.name ?? '');
  return { misfit: { reason, step, ...(request ? { request } : {}) }, change: null };
}

/**
 * Whether only the destination differs and the replay can continue from it. The action's control must be gone, because
 * a rejected form is still there. The page must fit the next action, or have been visited before.
 */
function isAcceptableDestination(
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
