/** Says what changed on the page, once the healing navigator has found what the recorded action is done with now. Pure. */
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
 * `The button “Add to cart” is called “Add to basket” now.`; null if the decision does something else.
 *
 * @param line the recorded line, whose other actions may be done again first
 */
export function describeRenaming(
  { action, fingerprint, turn }: ReplayAction,
  line: ReplayLine | null,
  { actions }: Decision,
  observation: Observation,
): string | null {
  const used = actions.find((one) => one.intent === action.intent && 'uid' in one && one.uid !== undefined);
  if (!fingerprint || !used || !('uid' in used)) return null;
  const element = findElement(used.uid, observation);
  if (!element) return null;
  const now = createFingerprint(element, indexElements(observation));
  if (!isSuccessor(fingerprint, now) || isOfOtherAction(now, turn, line)) return null;
  const [was, is] = [describeRole(fingerprint.role), describeRole(now.role)];
  const name = fingerprint.name || fingerprint.row?.key || '';
  const subject = name ? `The ${was} “${name}”` : `The ${was}`;
  if (normalise(now.name) !== normalise(fingerprint.name))
    return `${subject} is called “${now.name}” now${was === is ? '' : `, and is a ${is}`}.`;
  if (was !== is) return `${subject} is a ${is} now.`;
  if (normalise(now.section) !== normalise(fingerprint.section))
    return `${subject} is under “${now.section || 'no heading'}” now.`;
  return null;
}

/** Whether the element may be the recorded one in another form: same kind, or same place, or a word in common. */
function isSuccessor(recorded: ElementFingerprint, now: ElementFingerprint): boolean {
  const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = wordsOf(recorded.name);
  const sharesWord = wordsOf(now.name).some((word) => known.includes(word));
  const isInPlace = recorded.section === now.section && recorded.landmark === now.landmark;
  return sharesWord || (recorded.role === now.role && isInPlace);
}

const isOfOtherAction = (now: ElementFingerprint, turn: number, line: ReplayLine | null): boolean =>
  line?.turns.some(
    (one) =>
      one.type === 'action' &&
      one.turn !== turn &&
      normalise(one.fingerprint?.name ?? '') === normalise(now.name),
  ) ?? false;
