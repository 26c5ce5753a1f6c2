/** Clears the navigator's earlier search, in case it filters out the target of the next line. */
import { isField } from '../ground/kinds.js';
import { act, type Context, type Move } from './types.js';

export function clearEarlierSearch({ run, view, memory, plan }: Context): Move | null {
  // After a search, "delete them" means its results, so the search must not be cleared.
  const { step } = run;
  if (step.do === 'click' && step.command?.object?.pronoun) return null;
  const lastInput = memory.performedActions.findLast((action) => action.pageAction.intent === 'textInput');
  if (
    !lastInput?.element ||
    lastInput.spokenStep.step.do !== 'search' ||
    lastInput.requestTurnIndex === plan.requestTurnIndex
  )
    return null;
  const field = view.byUid.get(lastInput.element.uid);
  // Does nothing on a separate results page, because it is not a filtered list.
  if (!field?.visible || !isField(field) || !field.value || run.revealedUids.has(field.uid)) return null;
  if (lastInput.pageAction.intent !== 'textInput' || field.value !== lastInput.pageAction.text) return null;
  run.revealedUids.add(field.uid);
  run.sideActions.push(`cleared the search for “${field.value}”`);
  return act('reveal', { intent: 'textInput', uid: field.uid, text: '' });
}
