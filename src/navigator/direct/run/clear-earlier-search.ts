/** If an earlier search by the navigator hides what the next line names, clears the search and looks again. */
import { isField } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

export function clearOwnFilter({ run, view, memory, plan }: Context): Move | null {
  const typed = memory.performedActions.findLast((action) => action.act.intent === 'textInput');
  if (!typed?.element || typed.spoken.step.do !== 'search' || typed.intention === plan.intention) return null;
  const field = view.byUid.get(typed.element.uid);
  // A separate results page is not a filtered list.
  if (!field?.visible || !isField(field) || !field.value || run.revealedUids.has(field.uid)) return null;
  if (typed.act.intent !== 'textInput' || field.value !== typed.act.text) return null;
  run.revealedUids.add(field.uid);
  run.sideActions.push(`cleared the search for “${field.value}”`);
  return act('reveal', { intent: 'textInput', uid: field.uid, text: '' });
}
