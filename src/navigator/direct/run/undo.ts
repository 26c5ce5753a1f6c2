/** Undoes the last line's actions, latest first. Reports those that cannot be undone. */
import { judgeOutcome } from './judge-outcome.js';
import type { PerformedAction, UndoState } from './performed-actions.js';
import { formatList } from './messages.js';
import { planUndo } from './plan-undo.js';
import { act, done, fail, type Context, type Memory, type Move } from './types.js';

/** Returns the effective actions of the last request, latest first. */
export function findLastActions(
  { performedActions: actions }: Memory,
  condition: (action: PerformedAction) => boolean = () => true,
): PerformedAction[] {
  const lastRequestIndex = actions.at(-1)?.requestTurnIndex;
  return actions
    .filter((action) => action.requestTurnIndex === lastRequestIndex && condition(action))
    .toReversed();
}

export const createUndoState = (remainingActions: PerformedAction[], isOptional = false): UndoState => ({
  remainingActions,
  isOptional,
  current: null,
  donePhrases: [],
  failures: [],
});

export function undoActions(ctx: Context): Move {
  const { run, memory, view, plan } = ctx;
  run.undoState ??= createUndoState(findLastActions(memory));
  const state = run.undoState;
  if (state.current && ctx.recentActions.length) {
    const { action, undoPlan } = state.current;
    const judgement = judgeOutcome(ctx.recentActions.at(-1)!, { allowFocus: true });
    const hasSucceeded =
      judgement.kind === 'ok' ||
      judgement.kind === 'already' ||
      ctx.recentActions.at(-1)!.action.intent === 'scroll';
    if (hasSucceeded && (undoPlan.isRestored?.(view) ?? true)) {
      state.donePhrases.push(undoPlan.donePhrase);
      if (undoPlan.lastingEffect) state.failures.push(undoPlan.lastingEffect);
    } else
      state.failures.push(
        `I tried to undo ${action.description || 'the last action'}, but ${'detail' in judgement ? judgement.detail : 'it did not change'}`,
      );
    state.current = null;
  }
  while (state.remainingActions.length) {
    const action = state.remainingActions.shift()!;
    memory.performedActions = memory.performedActions.filter((performed) => performed !== action);
    const undoPlan = planUndo(action, view);
    if (undoPlan.kind === 'impossible') state.failures.push(undoPlan.reason);
    if (undoPlan.kind !== 'act') continue;
    state.current = { action, undoPlan };
    run.decisionCount = 0;
    return act('undo', undoPlan.pageAction);
  }
  const reports = [...new Set(state.donePhrases)];
  const failures = [...new Set(state.failures)];
  if (state.isOptional) return done(reports.length ? formatList(reports) : undefined);
  if (!reports.length && !failures.length) return fail('I have not done anything that I can undo');
  if (!failures.length) return done(formatList(reports));
  plan.donePhrases.push(...reports);
  return fail(failures.join('; '));
}
