/** Compares the effects of a repeated action with the recorded ones. Pure. */
import type { Effect, Outcome, ReplayAction } from '../../contract/index.js';
import { isMovedLink } from '../../fingerprint/index.js';
import type { PageMap } from './page-map.js';

type EffectType = Effect['type'];

/** Effects that must occur if and only if they were recorded. */
const ESSENTIAL_EFFECTS: readonly EffectType[] = ['dialog', 'tab-opened', 'tab-closed', 'download'];

const listEffects = (outcome: Outcome): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];

/** Finds the URL that an action led to; null if it stayed on its page. */
export function findDestination(outcome: Outcome): string | null {
  const navigation = listEffects(outcome).findLast(
    (effect) => effect.type === 'navigated' || effect.type === 'url',
  );
  if (navigation?.type === 'navigated') return navigation.url;
  return navigation?.type === 'url' ? navigation.to : null;
}

/** Focus and scrolling do not count: they accompany other effects. */
const isVisibleEffect = ({ type }: Effect): boolean => type !== 'focus' && type !== 'scroll';

/** How an action's effect differs from the recorded one. */
export interface Difference {
  /** One sentence. */
  reason: string;
  /** Present if the destination is the only difference. */
  isDestinationOnly?: true;
}

/**
 * Returns null if the action had the recorded effect.
 *
 * @param urlBefore URL before the repeated action
 */
export function findDifference(
  { action, outcome: recordedOutcome, isOptional }: ReplayAction,
  outcome: Outcome,
  urlBefore: string,
  pages: PageMap,
): Difference | null {
  if (outcome.status === 'failed')
    return isOptional ? null : { reason: `This time it failed: ${removeFullStop(outcome.detail)}.` };
  if (recordedOutcome.status !== 'done' || outcome.status === 'already') return null;
  if (action.intent === 'hover' || isOptional) return null;
  const refusal = outcome.pageRefusal;
  if (refusal && !recordedOutcome.pageRefusal)
    return { reason: `This time the page rejected it: ${removeFullStop(refusal)}.` };
  const [recordedEffects, currentEffects] = [listEffects(recordedOutcome), listEffects(outcome)];
  for (const type of ESSENTIAL_EFFECTS) {
    const [wasRecorded, occurred] = [recordedEffects, currentEffects].map((effects) =>
      effects.some((effect) => effect.type === type),
    );
    if (wasRecorded !== occurred)
      return { reason: wasRecorded ? LOST_EFFECT_MESSAGES[type]! : ADDED_EFFECT_MESSAGES[type]! };
  }
  const [recordedDestination, destination] = [findDestination(recordedOutcome), findDestination(outcome)];
  const expectedDestination = recordedDestination === null ? null : pages.rebase(recordedDestination);
  if (
    expectedDestination !== null &&
    destination === null &&
    !pages.isCorresponding(expectedDestination, urlBefore)
  )
    return { reason: `It no longer leads to ${expectedDestination}.` };
  const isExpected =
    destination !== null &&
    (pages.isCorresponding(expectedDestination ?? urlBefore, destination) ||
      (expectedDestination !== null && isMovedLink(expectedDestination, destination)));
  if (destination !== null && !isExpected)
    return expectedDestination === null
      ? { reason: `It now leads to ${destination}.` }
      : { reason: `It now leads to ${destination}, not to ${expectedDestination}.`, isDestinationOnly: true };
  if (
    recordedEffects.some(isVisibleEffect) &&
    !currentEffects.some(isVisibleEffect) &&
    expectedDestination === null
  )
    return { reason: 'It no longer changes anything on the page.' };
  return null;
}

const removeFullStop = (sentence: string): string => sentence.trim().replace(/\.$/u, '');

const LOST_EFFECT_MESSAGES: Partial<Record<EffectType, string>> = {
  dialog: 'It no longer opens a browser dialog.',
  'tab-opened': 'It no longer opens a tab.',
  'tab-closed': 'It no longer closes a tab.',
  download: 'It no longer downloads a file.',
};

const ADDED_EFFECT_MESSAGES: Partial<Record<EffectType, string>> = {
  dialog: 'It now opens a browser dialog.',
  'tab-opened': 'It now opens a tab.',
  'tab-closed': 'It now closes a tab.',
  download: 'It now downloads a file.',
};
