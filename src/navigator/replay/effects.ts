/** Compares the effects of a repeated action with the recorded ones. Pure. */
import type { Effect, Outcome, ReplayAction } from '../../contract/index.js';
import { isMovedLink } from '../../fingerprint/index.js';
import type { PageMap } from './page-map.js';

type EffectType = Effect['type'];

/** Effects that must occur if and only if they were recorded. */
const ESSENTIAL: readonly EffectType[] = ['dialog', 'tab-opened', 'tab-closed', 'download'];

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);

/** The URL that an action led to; null if it stayed on its page. */
export function destinationOf(outcome: Outcome): string | null {
  const moved = effectsOf(outcome).findLast((effect) => effect.type === 'navigated' || effect.type === 'url');
  if (moved?.type === 'navigated') return moved.url;
  return moved?.type === 'url' ? moved.to : null;
}

/** Focus and scrolling accompany other effects. */
const isVisible = ({ type }: Effect): boolean => type !== 'focus' && type !== 'scroll';

/** How an action's effect differs from the recorded one. */
export interface Difference {
  /** One sentence. */
  reason: string;
  /** The only difference is the destination. */
  isDestination?: true;
}

/**
 * Returns null if the action had the recorded effect.
 *
 * @param url URL before the repeated action
 */
export function findDifference(
  { action, outcome: recorded, isOptional }: ReplayAction,
  outcome: Outcome,
  url: string,
  pages: PageMap,
): Difference | null {
  if (outcome.status === 'failed')
    return isOptional ? null : { reason: `This time it failed: ${withoutFullStop(outcome.detail)}.` };
  if (recorded.status !== 'done' || outcome.status === 'already') return null;
  if (action.intent === 'hover' || isOptional) return null;
  const refusal = outcome.pageRefusal;
  if (refusal && !recorded.pageRefusal)
    return { reason: `This time the page rejected it: ${withoutFullStop(refusal)}.` };
  const [before, now] = [effectsOf(recorded), effectsOf(outcome)];
  for (const type of ESSENTIAL) {
    const [was, is] = [before, now].map((effects) => effects.some((effect) => effect.type === type));
    if (was !== is) return { reason: was ? LOST[type]! : ADDED[type]! };
  }
  const [from, to] = [destinationOf(recorded), destinationOf(outcome)];
  const target = from === null ? null : pages.rebase(from);
  if (target !== null && to === null && !pages.isSame(target, url))
    return { reason: `It no longer leads to ${target}.` };
  const isSame =
    to !== null && (pages.isSame(target ?? url, to) || (target !== null && isMovedLink(target, to)));
  if (to !== null && !isSame)
    return target === null
      ? { reason: `It now leads to ${to}.` }
      : { reason: `It now leads to ${to}, not to ${target}.`, isDestination: true };
  if (before.some(isVisible) && !now.some(isVisible) && target === null)
    return { reason: 'It no longer changes anything on the page.' };
  return null;
}

const withoutFullStop = (sentence: string): string => sentence.trim().replace(/\.$/u, '');

const LOST: Partial<Record<EffectType, string>> = {
  dialog: 'It no longer opens a browser dialog.',
  'tab-opened': 'It no longer opens a tab.',
  'tab-closed': 'It no longer closes a tab.',
  download: 'It no longer downloads a file.',
};

const ADDED: Partial<Record<EffectType, string>> = {
  dialog: 'It now opens a browser dialog.',
  'tab-opened': 'It now opens a tab.',
  'tab-closed': 'It now closes a tab.',
  download: 'It now downloads a file.',
};
