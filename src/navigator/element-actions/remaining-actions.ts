/** Finds actions of a decision that the session dropped although they still apply. Pure. */
import type { Action, Effect, Outcome, Turn } from '../../contract/index.js';

/**
 * The session drops the remaining actions after one without effect and after one that changed the URL. The paper types
 * even if the click before it changed nothing, and presses Enter even if the page searches during typing. The remaining
 * actions still apply while the document is the same.
 *
 * @param turns the turns since the decision
 * @returns null if no action remains, or if something else happened
 */
export function findRemainingActions(
  decided: readonly Action[],
  turns: readonly Turn[],
): [Action, ...Action[]] | null {
  const actions = turns.filter((turn) => turn.type === 'action');
  const last = actions.at(-1)?.outcome;
  if (actions.length !== turns.length || last === undefined || !allowsRest(last)) return null;
  const [next, ...rest] = decided.slice(actions.length);
  return next === undefined ? null : [next, ...rest];
}

/** Effects that do not replace the document. */
const WITHIN_DOCUMENT: ReadonlySet<Effect['type']> = new Set([
  'value',
  'state',
  'dom',
  'url',
  'scroll',
  'clipboard',
  'focus',
]);

/** Whether the remaining actions still apply after this outcome. */
const allowsRest = (outcome: Outcome): boolean => {
  const effects = effectsOf(outcome);
  return (
    outcome.status === 'no-effect' ||
    (effects.some(({ type }) => type === 'url') && effects.every(({ type }) => WITHIN_DOCUMENT.has(type)))
  );
};

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);
