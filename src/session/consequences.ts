/** What an act was aimed at, and what follows from its outcome for the acts that were decided with it. Pure. */
import type { Effect, Observation, Outcome, PageAction, ActionTarget } from '../contract/index.js';

/** Effects after which what was decided on the old page no longer holds. */
const UNSETTLING: ReadonlySet<Effect['type']> = new Set([
  'navigated',
  'url',
  'tab',
  'tab-closed',
  'tab-switched',
  'dialog',
  'answered',
  'download',
  'crashed',
]);

/** Effects after which another document is to be seen. */
const ELSEWHERE: ReadonlySet<Effect['type']> = new Set([
  'navigated',
  'tab',
  'tab-closed',
  'tab-switched',
  'crashed',
]);

const some = (outcome: Outcome, types: ReadonlySet<Effect['type']>): boolean =>
  outcome.status === 'done' && outcome.effects.some((effect) => types.has(effect.type));

/** The act went as its navigator may have expected: the next one of the same decision still makes sense. */
export function expected(outcome: Outcome): boolean {
  if (outcome.status === 'already') return true;
  return outcome.status === 'done' && !some(outcome, UNSETTLING);
}

export const leadsElsewhere = (outcome: Outcome): boolean => some(outcome, ELSEWHERE);

/** Something came up between two acts of one decision that its navigator could not know. */
export function overtaken(act: PageAction, { dialog, pageEvents: incidents }: Observation): boolean {
  return (dialog !== null && act.intent !== 'dialog') || incidents.some(({ type }) => type === 'crash');
}

/** An element as it was observed. */
export function targetFor(uid: string | undefined, observation: Observation): ActionTarget | null {
  const found =
    uid === undefined ? undefined : observation.candidates.find((candidate) => candidate.uid === uid);
  if (!found) return null;
  const { tag, role, name, attributes, xpath } = found;
  return { uid: found.uid, tag, role, name: name || found.text.slice(0, 80), attributes, xpath };
}

export const targetOf = (act: PageAction, observation: Observation): ActionTarget | null =>
  targetFor('uid' in act ? act.uid : undefined, observation);

export const dropOf = (act: PageAction, observation: Observation): ActionTarget | null =>
  act.intent === 'drag' && 'uid' in act.to ? targetFor(act.to.uid, observation) : null;
