/**
 * Some forms only notice what was typed when a key comes up in the field, and leave their button disabled until then. A
 * key that changes nothing, in the field that the step before wrote to, lets them.
 */
import { isField } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

const TRIED = 'noticed';
const WAIT_MS = 400;

export function letNotice({ run, plan, view }: Context): Move | null {
  const before = plan.steps[plan.cursor - 1];
  const field = view.byUid.get(before?.target?.uid ?? '');
  if (!field || !isField(field) || before?.step.do === 'search' || run.given.has(TRIED)) return null;
  run.given.set(TRIED, '');
  return act('look', { intent: 'press', key: 'End', uid: field.uid }, { intent: 'wait', ms: WAIT_MS });
}
