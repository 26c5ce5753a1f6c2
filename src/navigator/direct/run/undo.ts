/** Undoes what the last line did, latest action first. Reports what cannot be undone. */
import { judge } from './judge.js';
import type { Deed, UndoState } from './deeds.js';
import { listed } from './speech.js';
import { wayBack } from './way-back.js';
import { act, done, fail, type Context, type Memory, type Move } from './types.js';

/** Returns the actions of the last intention that had an effect, latest first. */
export function lastDeeds({ deeds }: Memory, only: (d: Deed) => boolean = () => true): Deed[] {
  const intention = deeds.at(-1)?.intention;
  return deeds.filter((d) => d.intention === intention && only(d)).toReversed();
}

export const takingBack = (left: Deed[], soft = false): UndoState => ({
  left,
  soft,
  now: null,
  did: [],
  not: [],
});

export function undo(ctx: Context): Move {
  const { run, memory, view, plan } = ctx;
  run.undo ??= takingBack(lastDeeds(memory));
  const state = run.undo;
  if (state.now && ctx.last.length) {
    const { deed, way } = state.now;
    const judged = judge(ctx.last.at(-1)!, { focus: true });
    const seen =
      judged.kind === 'ok' || judged.kind === 'already' || ctx.last.at(-1)!.action.intent === 'scroll';
    if (seen && (way.holds?.(view) ?? true)) {
      state.did.push(way.did);
      if (way.but) state.not.push(way.but);
    } else
      state.not.push(
        `I tried to undo ${deed.said || 'the last action'}, but ${'detail' in judged ? judged.detail : 'it did not change'}`,
      );
    state.now = null;
  }
  while (state.left.length) {
    const deed = state.left.shift()!;
    memory.deeds = memory.deeds.filter((d) => d !== deed);
    const way = wayBack(deed, view);
    if (way.kind === 'none') state.not.push(way.why);
    if (way.kind !== 'act') continue;
    state.now = { deed, way };
    run.moves = 0;
    return act('undo', way.act);
  }
  const did = [...new Set(state.did)];
  const not = [...new Set(state.not)];
  if (state.soft) return done(did.length ? listed(did) : undefined);
  if (!did.length && !not.length) return fail('I have done nothing that could be undone');
  if (!not.length) return done(listed(did));
  plan.did.push(...did);
  return fail(not.join('; '));
}
