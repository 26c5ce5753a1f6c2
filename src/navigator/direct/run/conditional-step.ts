/**
 * Handles conditional instructions: "if" and "unless" are checked once, "when" waits, "until" repeats. If a condition
 * cannot be checked, the instruction is not carried out, and the report says so.
 */
import { isConditionMet } from '../answer/conditions.js';
import type { Condition, Step } from '../language/steps.js';
import { clip } from '../text.js';
import { act, done, fail, startRun, type Context, type Move, updateRun } from './types.js';

type StepHandler = (step: Step, ctx: Context) => Promise<Move>;

const MAX_WAITS = 20;
const WAIT_MS = 1_000;
const MAX_REPEATS = 20;

/** Replaces a pronoun at the start of the condition ("if it is enabled") with the name of the step's target. */
function resolveConditionText({ text }: Condition, step: Step): string {
  const target = 'target' in step ? step.target : null;
  return target ? text.replace(/^(?:it|that|this|they)\b/iu, target.description?.name || target.text) : text;
}

export async function runConditionalStep(
  condition: Condition,
  step: Step,
  ctx: Context,
  handleStep: StepHandler,
): Promise<Move> {
  const { run } = ctx;
  const isMet = isConditionMet(resolveConditionText(condition, step), ctx.view);
  const stepText = clip(run.spokenStep.clause.text, 80);
  if (condition.word === 'until') return repeatUntil(condition, isMet, step, ctx, handleStep);
  if (isMet === null)
    return fail(`I cannot tell whether ${clip(condition.text, 100)}, so I did not do “${stepText}”`);
  if (condition.word === 'when') {
    if (!isMet) {
      run.decisionCount = 0;
      if (++run.repeatCount > MAX_WAITS)
        return fail(`I waited, but this did not happen: ${clip(condition.text, 100)}`);
      return act('look', { intent: 'wait', ms: WAIT_MS });
    }
  } else if (isMet !== (condition.word === 'if'))
    return done(
      `skipped “${stepText}”, because it is ${isMet ? '' : 'not '}true that ${clip(condition.text, 100)}`,
    );
  run.isConditionMet = true;
  run.stage = '';
  return handleStep(step, { ...ctx, recentActions: [] });
}

async function repeatUntil(
  condition: Condition,
  isMet: boolean | null,
  step: Step,
  ctx: Context,
  handleStep: StepHandler,
): Promise<Move> {
  const { run } = ctx;
  const mustContinue = run.stage !== '' || (condition.needsNewResult === true && run.repeatCount === 0);
  if (isMet === null && !mustContinue)
    return fail(
      `I cannot tell whether ${clip(condition.text, 100)}, so I ${run.repeatCount ? 'stopped there' : 'did not start'}`,
    );
  if (isMet && !mustContinue)
    return done(
      run.repeatCount
        ? `did that ${formatTimes(run.repeatCount)}, until ${clip(condition.text, 100)}`
        : `saw that ${clip(condition.text, 100)} already`,
    );
  const move = await handleStep(step, ctx);
  if (move.kind !== 'done') return move;
  if (run.repeatCount + 1 >= MAX_REPEATS)
    return fail(`I did that ${MAX_REPEATS} times, but this did not happen: ${clip(condition.text, 100)}`);
  updateRun(run, { ...startRun(run.spokenStep, ctx.view.observation.url), repeatCount: run.repeatCount + 1 });
  return repeatUntil(
    condition,
    isConditionMet(resolveConditionText(condition, step), ctx.view),
    step,
    { ...ctx, recentActions: [] },
    handleStep,
  );
}

const formatTimes = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);
