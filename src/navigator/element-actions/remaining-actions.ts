/** Finds actions of a decision that the session dropped although they still apply. Pure. */
import type { Action, Effect, Outcome, Turn } from '../../contract/index.js';

/**
 * The session drops the remaining actions after an action without effect and after one that changed the URL.
 * WebVoyager's agent types even if the click before changed nothing, and presses Enter even if the page searches as the
 * text is typed. The remaining actions still apply while the document is the same.
 *
 * @param turns the turns since the decision
 * @returns null if no action remains, if the turns are not all actions, or if the document may have changed
 */
export function findRemainingActions(
  decidedActions: readonly Action[],
  turns: readonly Turn[],
): [Action, ...Action[]] | null {
  const performedActions = turns.filter((turn) => turn.type === 'action');
  const lastOutcome = performedActions.at(-1)?.outcome;
  if (
    performedActions.length !== turns.length ||
    lastOutcome === undefined ||
    !keepsRemainingActions(lastOutcome)
  )
    return null;
  const [nextAction, ...otherActions] = decidedActions.slice(performedActions.length);
  return nextAction === undefined ? null : [nextAction, ...otherActions];
}

/** Effects that do not replace the document. */
const SAME_DOCUMENT_EFFECTS: ReadonlySet<Effect['type']> = new Set([
  'value',
  'state',
  'dom',
  'url',
  'scroll',
  'clipboard',
  'focus',
]);

/** Whether the remaining actions still apply after this outcome. */
const keepsRemainingActions = (outcome: Outcome): boolean => {
  const effects = listEffects(outcome);
  return (
    outcome.status === 'no-effect' ||
    (effects.some(({ type }) => type === 'url') &&
      effects.every(({ type }) => SAME_DOCUMENT_EFFECTS.has(type)))
  );
};

const listEffects = (outcome: Outcome): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];
