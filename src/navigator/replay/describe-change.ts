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
 * @param line the recorded line; its other actions may be repeated first
 */
export function describeRenaming(
  { action, fingerprint, turn }: ReplayAction,
  line: ReplayLine | null,
  { actions }: Decision,
  observation: Observation,
): string | null {
  const used = actions.find(
    (other) => other.intent === action.intent && 'uid' in other && other.uid !== undefined,
  );
  if (!fingerprint || !used || !('uid' in used)) return null;
  const element = findElement(used.uid, observation);
  if (!element) return null;
  const now = createFingerprint(element, indexElements(observation));
  if (!isSuccessor(fingerprint, now) || belongsToOtherAction(now, turn, line)) return null;
  const [was, is] = [describeRole(fingerprint.role), describeRole(now.role)];
  const name = fingerprint.name || fingerprint.row?.key || '';
  const subject = name ? `The ${was} “${name}”` : `The ${was}`;
  if (normalise(now.name) !== normalise(fingerprint.name))
    return `${subject} is now called “${now.name}”${was === is ? '' : ` and is a ${is}`}.`;
  if (was !== is) return `${subject} is now a ${is}.`;
  if (normalise(now.section) !== normalise(fingerprint.section))
    return `${subject} is now under “${now.section || 'no heading'}”.`;
  return null;
}

/** Whether the element may be the recorded one: a common word in their names, or the same role and place. */
function isSuccessor(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = wordsOf(recorded.name);
  const sharesWord = wordsOf(now.name).some((word) => known.includes(word));
  const isInPlace = recorded.section === now.section && recorded.landmark === now.landmark;
  return sharesWord || (recorded.role === now.role && isInPlace);
}

const belongsToOtherAction = (now: ElementFingerprint, turn: number, line: ReplayLine | null): boolean =>
  line?.turns.some(
    (other) =>
      other.type === 'action' &&
      other.turn !== turn &&
      normalise(other.fingerprint?.name ?? '') === normalise(now.name),
  ) ?? false;
