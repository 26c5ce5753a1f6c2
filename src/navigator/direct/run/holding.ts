/**
 * Conditional instructions: "if" and "unless" are checked once, "when" waits, "until" repeats. If a condition cannot be
 * checked, the instruction is not carried out, and the report says so.
 */
import { isConditionMet } from '../answer/conditions.js';
import type { Condition, Step } from '../language/steps.js';
import { clip } from '../text.js';
import { act, done, fail, startRun, type Context, type Move, update } from './types.js';

type Handle = (step: Step, ctx: Context) => Promise<Move>;

const MAX_WAITS = 20;
const WAIT_MS = 1_000;
const MAX_REPEATS = 20;

/** "if it is enabled": "it" is the instruction's target. */
function said({ text }: Condition, step: Step): string {
  const target = 'target' in step ? step.target : null;
  return target ? text.replace(/^(?:it|that|this|they)\b/iu, target.description?.name || target.text) : text;
}

export async function waitForCondition(
  on: Condition,
  step: Step,
  ctx: Context,
  handle: Handle,
): Promise<Move> {
  const { run } = ctx;
  const so = isConditionMet(said(on, step), ctx.view);
  const spoken = clip(run.spoken.clause.text, 80);
  if (on.word === 'until') return repeated(on, so, step, ctx, handle);
  if (so === null) return fail(`I cannot tell whether ${clip(on.text, 100)}, so I did not do “${spoken}”`);
  if (on.word === 'when') {
    if (!so) {
      run.decisionCount = 0;
      if (++run.repeats > MAX_WAITS) return fail(`I waited, but this did not happen: ${clip(on.text, 100)}`);
      return act('look', { intent: 'wait', ms: WAIT_MS });
    }
  } else if (so !== (on.word === 'if'))
    return done(`skipped “${spoken}”, because it is ${so ? '' : 'not '}true that ${clip(on.text, 100)}`);
  run.isConditionMet = true;
  run.stage = '';
  return handle(step, { ...ctx, last: [] });
}

async function repeated(
  on: Condition,
  so: boolean | null,
  step: Step,
  ctx: Context,
  handle: Handle,
): Promise<Move> {
  const { run } = ctx;
  const busy = run.stage !== '' || (on.needsNewResult === true && run.repeats === 0);
  if (so === null && !busy)
    return fail(
      `I cannot tell whether ${clip(on.text, 100)}, so I ${run.repeats ? 'stopped there' : 'did not start'}`,
    );
  if (so && !busy)
    return done(
      run.repeats
        ? `did that ${times(run.repeats)}, until ${clip(on.text, 100)}`
        : `saw that ${clip(on.text, 100)} already`,
    );
  const move = await handle(step, ctx);
  if (move.kind !== 'done') return move;
  if (run.repeats + 1 >= MAX_REPEATS)
    return fail(`I did that ${MAX_REPEATS} times, but this did not happen: ${clip(on.text, 100)}`);
  update(run, { ...startRun(run.spoken, ctx.view.observation.url), repeats: run.repeats + 1 });
  return repeated(on, isConditionMet(said(on, step), ctx.view), step, { ...ctx, last: [] }, handle);
}

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);
