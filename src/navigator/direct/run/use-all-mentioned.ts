/** For "turn them off", repeats the step for all checkboxes and switches that the last instruction used. */
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import type { Context, Move } from './types.js';

const PLURAL_PRONOUN = /\b(?:them|both|these|those)\b/iu;

/** Returns null unless the last instruction used several checkboxes or switches. */
export function useAllMentioned(step: Step, { run, view, memory }: Context): Move | null {
  if (step.do !== 'tick' || !step.target.pronoun || run.stage !== '' || run.pickedUid) return null;
  if (!PLURAL_PRONOUN.test(run.spokenStep.clause.text)) return null;
  const lastTurnIndex = memory.performedActions.at(-1)?.requestTurnIndex;
  const uids = memory.performedActions
    .filter(({ requestTurnIndex }) => requestTurnIndex === lastTurnIndex)
    .flatMap(({ element }) => (element ? [element.uid] : []));
  const checkboxes = [...new Set(uids)].flatMap((uid) => view.byUid.get(uid) ?? []).filter(isTickable);
  if (checkboxes.length < 2) return null;
  return {
    kind: 'replace',
    steps: checkboxes.map((c) => ({
      ...run.spokenStep,
      step: { ...step, target: createTarget(getName(c)) },
    })),
    prepare: (runs) => runs.forEach((newRun, i) => (newRun.pickedUid = checkboxes[i]!.uid)),
  };
}
