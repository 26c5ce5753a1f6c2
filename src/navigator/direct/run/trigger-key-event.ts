/**
 * Presses a harmless key in the previous step's field. Some forms notice typed text only on a key-up event and keep
 * their button disabled until then.
 */
import { isField } from '../ground/kinds.js';
import { StepVariable } from './step-variable.js';
import { act, type Context, type Move } from './types.js';

const hasPressedKeyVariable = new StepVariable<true>();
const WAIT_MS = 400;

export function triggerKeyEvent({ run, plan, view }: Context): Move | null {
  const previousStep = plan.steps[plan.cursor - 1];
  const field = view.byUid.get(previousStep?.target?.uid ?? '');
  if (!field || !isField(field) || previousStep?.step.do === 'search' || hasPressedKeyVariable.has(run))
    return null;
  hasPressedKeyVariable.set(run, true);
  return act('look', { intent: 'press', key: 'End', uid: field.uid }, { intent: 'wait', ms: WAIT_MS });
}
