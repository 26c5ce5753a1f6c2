/** Compares what a repeated action did with what the recorded one did. Pure. */
import type { Effect, Outcome, ReplayAction } from '../../contract/index.js';
import { isMovedLink } from '../../fingerprint/index.js';
import type { PageMap } from './page-map.js';

type EffectType = Effect['type'];

/** Effects that lead elsewhere. They must be there if they were recorded, and must not be there otherwise. */
const LEADING: readonly EffectType[] = ['dialog', 'tab-opened', 'tab-closed', 'download'];

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);

/** The address that an action led to; null if it stayed. */
export function destinationOf(outcome: Outcome): string | null {
  const moved = effectsOf(outcome).findLast((effect) => effect.type === 'navigated' || effect.type === 'url');
  if (moved?.type === 'navigated') return moved.url;
  return moved?.type === 'url' ? moved.to : null;
}

/** Effects that every action may have beside its own. */
const isVisible = ({ type }: Effect): boolean => type !== 'focus' && type !== 'scroll';

/** What an action did otherwise than recorded. */
export interface Difference {
  /** A sentence. */
  reason: string;
  /** It led to another page than recorded, and had no other difference. */
  isDestination?: true;
}

/**
 * What differs; null if the action had the effect that was recorded.
 *
 * @param url of the page before the repeated action
 */
export function findDifference(
  { action, outcome: recorded, isOptional }: ReplayAction,
  outcome: Outcome,
  url: string,
  pages: PageMap,
): Difference | null {
  if (outcome.status === 'failed')
    return isOptional ? null : { reason: `It failed now: ${asClause(outcome.detail)}.` };
  if (recorded.status !== 'done' || outcome.status === 'already') return null;
  if (action.intent === 'hover' || isOptional) return null;
  const refusal = outcome.pageRefusal;
  if (refusal && !recorded.pageRefusal) return { reason: `The page refused it now: ${asClause(refusal)}.` };
  const [before, now] = [effectsOf(recorded), effectsOf(outcome)];
  for (const type of LEADING) {
    const [was, is] = [before, now].map((effects) => effects.some((effect) => effect.type === type));
    if (was !== is) return { reason: was ? LACKS[type]! : ADDS[type]! };
  }
  const [from, to] = [destinationOf(recorded), destinationOf(outcome)];
  const target = from === null ? null : pages.rebase(from);
  if (target !== null && to === null && !pages.isSame(target, url))
    return { reason: `It led to ${target}, and stays here now.` };
  const isSame =
    to !== null && (pages.isSame(target ?? url, to) || (target !== null && isMovedLink(target, to)));
  if (to !== null && !isSame)
    return target === null
      ? { reason: `It leads to ${to} now.` }
      : { reason: `It leads to ${to} now, and led to ${target}.`, isDestination: true };
  if (before.some(isVisible) && !now.some(isVisible) && target === null)
    return { reason: 'It changes nothing on the page now.' };
  return null;
}

const asClause = (sentence: string): string => sentence.trim().replace(/\.$/u, '');

const LACKS: Partial<Record<EffectType, string>> = {
  dialog: 'It opened a dialog of the browser, and opens none now.',
  'tab-opened': 'It opened a tab, and opens none now.',
  'tab-closed': 'It closed a tab, and closes none now.',
  download: 'It downloaded a file, and downloads none now.',
};

const ADDS: Partial<Record<EffectType, string>> = {
  dialog: 'It opens a dialog of the browser now.',
  'tab-opened': 'It opens a tab now.',
  'tab-closed': 'It closes a tab now.',
  download: 'It downloads a file now.',
};
