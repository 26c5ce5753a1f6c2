/**
 * Some forms notice typed text only on a key-up event and keep their button disabled until then. Presses a key without
 * effect in the field of the previous step.
 */
import { isField } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

const TRIED = 'noticed';
const WAIT_MS = 400;

export function waitForNotice({ run, plan, view }: Context): Move | null {
  const before = plan.steps[plan.cursor - 1];
  const field = view.byUid.get(before?.target?.uid ?? '');
  if (!field || !isField(field) || before?.step.do === 'search' || run.givenValues.has(TRIED)) return null;
  run.givenValues.set(TRIED, '');
  return act('look', { intent: 'press', key: 'End', uid: field.uid }, { intent: 'wait', ms: WAIT_MS });
}
