/** Undoes what the last line did, latest action first. Reports what cannot be undone. */
import { judgeOutcome } from './judge-outcome.js';
import type { PerformedAction, UndoState } from './performed-actions.js';
import { formatList } from './messages.js';
import { findWayBack } from './plan-undo.js';
import { act, done, fail, type Context, type Memory, type Move } from './types.js';

/** Returns the actions of the last intention that had an effect, latest first. */
export function findLastActions(
  { performedActions: actions }: Memory,
  only: (d: PerformedAction) => boolean = () => true,
): PerformedAction[] {
  const intention = actions.at(-1)?.intention;
  return actions.filter((d) => d.intention === intention && only(d)).toReversed();
}

export const startUndo = (left: PerformedAction[], soft = false): UndoState => ({
  left,
  soft,
  now: null,
  did: [],
  not: [],
});

export function undoActions(ctx: Context): Move {
  const { run, memory, view, plan } = ctx;
  run.undo ??= startUndo(findLastActions(memory));
  const state = run.undo;
  if (state.now && ctx.last.length) {
    const { action, way } = state.now;
    const judged = judgeOutcome(ctx.last.at(-1)!, { allowFocus: true });
    const seen =
      judged.kind === 'ok' || judged.kind === 'already' || ctx.last.at(-1)!.action.intent === 'scroll';
    if (seen && (way.holds?.(view) ?? true)) {
      state.did.push(way.did);
      if (way.but) state.not.push(way.but);
    } else
      state.not.push(
        `I tried to undo ${action.description || 'the last action'}, but ${'detail' in judged ? judged.detail : 'it did not change'}`,
      );
    state.now = null;
  }
  while (state.left.length) {
    const action = state.left.shift()!;
    memory.performedActions = memory.performedActions.filter((d) => d !== action);
    const way = findWayBack(action, view);
    if (way.kind === 'none') state.not.push(way.why);
    if (way.kind !== 'act') continue;
    state.now = { action, way };
    run.decisionCount = 0;
    return act('undo', way.act);
  }
  const did = [...new Set(state.did)];
  const not = [...new Set(state.not)];
  if (state.soft) return done(did.length ? formatList(did) : undefined);
  if (!did.length && !not.length) return fail('I have done nothing that could be undone');
  if (!not.length) return done(formatList(did));
  plan.doneParts.push(...did);
  return fail(not.join('; '));
}
