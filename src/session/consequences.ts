/** Finds an action's target, and decides whether the remaining actions of the decision still apply. Pure. */
import type { ActionTarget, Candidate, Effect, Observation, Outcome, PageAction } from '../contract/index.js';
import { describePlace } from './element-place.js';

/** Effects after which the rest of the decision no longer applies. */
const INVALIDATING_EFFECTS: ReadonlySet<Effect['type']> = new Set([
  'navigated',
  'url',
  'tab-opened',
  'tab-closed',
  'tab-switched',
  'dialog',
  'dialog-answered',
  'download',
  'crashed',
]);

/** Effects after which the browser shows another document. */
const DOCUMENT_CHANGING_EFFECTS: ReadonlySet<Effect['type']> = new Set([
  'navigated',
  'tab-opened',
  'tab-closed',
  'tab-switched',
  'crashed',
]);

const hasEffect = (outcome: Outcome, types: ReadonlySet<Effect['type']>): boolean =>
  outcome.status === 'done' && outcome.effects.some((effect) => types.has(effect.type));

/** Whether the outcome allows the next action of the same decision. */
export function allowsNextAction(outcome: Outcome): boolean {
  if (outcome.status === 'already') return true;
  return outcome.status === 'done' && !hasEffect(outcome, INVALIDATING_EFFECTS);
}

export const changesDocument = (outcome: Outcome): boolean => hasEffect(outcome, DOCUMENT_CHANGING_EFFECTS);

/** Whether a dialog or a crash since the last action makes the decision outdated. */
export function isOutdated(action: PageAction, { dialog, pageEvents }: Observation): boolean {
  return (dialog !== null && action.intent !== 'dialog') || pageEvents.some(({ type }) => type === 'crash');
}

/**
 * Whether another element has the same role and name but different text. Example: two links with the name `Unshared`,
 * one of which has the text `Unshared Photos`.
 */
function isAmbiguous({ uid, role, name, text, states }: Candidate, { candidates }: Observation): boolean {
  if (name === '' || states.editable || text === name || !text.includes(name)) return false;
  return candidates.some(
    (other) => other.uid !== uid && other.role === role && other.name === name && other.text !== text,
  );
}

/** Converts an observed element to an action target. */
export function toActionTarget(uid: string | undefined, observation: Observation): ActionTarget | null {
  // A folded element is described by the candidate that contains it, because a click on either has the same effect.
  const candidate = observation.candidates.find(
    (element) => element.uid === uid || element.folded.some((folded) => folded.uid === uid),
  );
  if (!candidate) return null;
  const { tag, role, name, attributes, xpath, states } = candidate;
  const placeDescription = describePlace(candidate, observation);
  // An editor's text is its value, not its name.
  const displayName = name || (states.editable ? '' : candidate.text.slice(0, 80));
  return {
    uid: candidate.uid,
    tag,
    role,
    name: isAmbiguous(candidate, observation) ? candidate.text.slice(0, 80) : displayName,
    ...(placeDescription === null ? {} : { place: placeDescription }),
    attributes,
    xpath,
  };
}

export const findActionTarget = (action: PageAction, observation: Observation): ActionTarget | null =>
  toActionTarget('uid' in action ? action.uid : undefined, observation);

export const findDropTarget = (action: PageAction, observation: Observation): ActionTarget | null =>
  action.intent === 'drag' && 'uid' in action.to ? toActionTarget(action.to.uid, observation) : null;
