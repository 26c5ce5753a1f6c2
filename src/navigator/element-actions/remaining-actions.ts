/** The rest of a decision that still applies although the session dropped it. Pure. */
import type { Action, Effect, Outcome, Turn } from '../../contract/index.js';

/**
 * The session drops the rest of a decision after an action without effect, and after one that changed the address. The
 * paper types after a click even if the click changed nothing, and presses Enter even if the page searches while one
 * types. The rest still applies as long as the document is the same.
 *
 * @param turns those since the decision
 * @returns null if nothing is left, or something else happened
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

/** Effects that leave the document as it is. */
const WITHIN_DOCUMENT: ReadonlySet<Effect['type']> = new Set([
  'value',
  'state',
  'dom',
  'url',
  'scroll',
  'clipboard',
  'focus',
]);

/** Whether the session dropped the rest for an outcome after which it still applies. */
const allowsRest = (outcome: Outcome): boolean => {
  const effects = effectsOf(outcome);
  return (
    outcome.status === 'no-effect' ||
    (effects.some(({ type }) => type === 'url') && effects.every(({ type }) => WITHIN_DOCUMENT.has(type)))
  );
};

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);
