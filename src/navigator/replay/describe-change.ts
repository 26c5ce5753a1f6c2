/** Describes how an element has changed, once the healer has found it. Pure. */
import type {
  Decision,
  ElementFingerprint,
  Observation,
  ReplayAction,
  ReplayLine,
} from '../../contract/index.js';
import {
  createFingerprint,
  describeRole,
  findElement,
  indexElements,
  normalise,
} from '../../fingerprint/index.js';

/**
 * Returns a sentence such as `The button “Add to cart” is now called “Add to basket”.`, or null if the decision uses
 * another element.
 *
 * @param line the recorded line; an element of its other actions does not count as renamed
 */
export function describeRenaming(
  { action, fingerprint, turn }: ReplayAction,
  line: ReplayLine | null,
  { actions }: Decision,
  observation: Observation,
): string | null {
  const usedAction = actions.find(
    (other) => other.intent === action.intent && 'uid' in other && other.uid !== undefined,
  );
  if (!fingerprint || !usedAction || !('uid' in usedAction)) return null;
  const element = findElement(usedAction.uid, observation);
  if (!element) return null;
  const currentFingerprint = createFingerprint(element, indexElements(observation));
  if (!isSuccessor(fingerprint, currentFingerprint) || belongsToOtherAction(currentFingerprint, turn, line))
    return null;
  const [recordedRole, currentRole] = [describeRole(fingerprint.role), describeRole(currentFingerprint.role)];
  const name = fingerprint.name || fingerprint.row?.key || '';
  const subject = name ? `The ${recordedRole} “${name}”` : `The ${recordedRole}`;
  if (normalise(currentFingerprint.name) !== normalise(fingerprint.name))
    return `${subject} is now called “${currentFingerprint.name}”${recordedRole === currentRole ? '' : ` and is a ${currentRole}`}.`;
  if (recordedRole !== currentRole) return `${subject} is now a ${currentRole}.`;
  if (normalise(currentFingerprint.section) !== normalise(fingerprint.section))
    return `${subject} is now under “${currentFingerprint.section || 'no heading'}”.`;
  return null;
}

/** Whether the element may be the recorded one: their names share a word, or role and place are the same. */
function isSuccessor(recorded: ElementFingerprint, current: ElementFingerprint): boolean {
  const listWords = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const recordedWords = listWords(recorded.name);
  const sharesWord = listWords(current.name).some((word) => recordedWords.includes(word));
  const isInSamePlace = recorded.section === current.section && recorded.landmark === current.landmark;
  return sharesWord || (recorded.role === current.role && isInSamePlace);
}

const belongsToOtherAction = (current: ElementFingerprint, turn: number, line: ReplayLine | null): boolean =>
  line?.turns.some(
    (other) =>
      other.type === 'action' &&
      other.turn !== turn &&
      normalise(other.fingerprint?.name ?? '') === normalise(current.name),
  ) ?? false;
