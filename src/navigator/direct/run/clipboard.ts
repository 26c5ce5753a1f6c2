/** Copies a named text from the page, and pastes into a field. */
import type { Candidate } from '../../../contract/index.js';
import { findValueElement } from '../ground/element-values.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, fold } from '../text.js';
import { useElement } from './element.js';
import { judgeOutcome } from './judge-outcome.js';
import { formatNothingFound } from './messages.js';
import { uncover } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** A longer text is not a value that someone would copy by name. */
const MAX_LENGTH = 400;

export async function copyElement(step: StepOf<'copy'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const turn = ctx.recentActions.at(-1);
  if (turn) return copied(ctx);
  const button = copyButton(ctx);
  if (button)
    return {
      kind: 'replace',
      steps: [
        {
          ...run.spokenStep,
          step: { do: 'click', how: 'command', target: { ...createTarget(getName(button)), quoted: true } },
        },
      ],
    };
  const hit = step.target.pronoun
    ? lastOne(ctx)
    : (heldIn(step, ctx) ?? findValueElement(step.target.text, view) ?? byName(step, view));
  if (!hit) return fail(formatNothingFound(step.target.text, [], 'anything called'));
  rememberTarget(ctx, hit, describe(hit), getName(hit));
  return act('copy', { intent: 'copy', uid: hit.uid });
}

function copied(ctx: Context): Move {
  const judged = judgeOutcome(ctx.recentActions.at(-1)!);
  if (judged.kind === 'ok') {
    const effect = judged.effects.find((e) => e.type === 'clipboard');
    return done(
      effect?.type === 'clipboard'
        ? `copied “${clip(effect.text, 80)}”`
        : `copied ${ctx.run.target!.description}`,
    );
  }
  if (judged.kind === 'already') return done(`had ${ctx.run.target!.description} copied already`);
  return fail(
    `I tried to copy ${ctx.run.target!.description}, but ${'detail' in judged ? judged.detail : 'there was nothing to copy'}`,
  );
}

/** Finds the page's own copy button. */
function copyButton({ run, view }: Context): Candidate | null {
  const phrase = fold(run.spokenStep.clause.text);
  const named_ = view.candidates.filter(
    (c) => c.visible && c.interactive && isButton(c) && fold(getName(c)) === phrase,
  );
  return named_.length === 1 ? named_[0]! : null;
}

const HELD =
  /^(?:all )?(?:text|contents?|value|words?|everything)(?: that is)? (?:in|of|from|inside|within) (?:the )?(.+?)(?: (?:below|above|here))?$/iu;

/** "the text in the text area": finds the field with the text. */
function heldIn({ target }: StepOf<'copy'>, { view }: Context): Candidate | null {
  const phrase = HELD.exec(target.text)?.[1];
  if (!phrase) return null;
  const suits = (c: Candidate): number => (c.visible && isField(c) ? 1 : 0);
  const found = ground({ target: createTarget(phrase), scoreSuitability: suits, asField: true }, view);
  if (found.kind === 'one') return found.hit.candidate;
  const full = view.candidates.filter((c) => suits(c) && (c.value ?? '') !== '');
  return full.length === 1 && /\b(?:field|box|area|textarea|textbox|input)\b/iu.test(phrase)
    ? full[0]!
    : null;
}

const lastOne = ({ memory, view }: Context): Candidate | null =>
  view.byUid.get(memory.lastTarget?.uid ?? '') ?? null;

/** Finds a field with that name, or an element with that name but other text. */
function byName(step: StepOf<'copy'>, view: View): Candidate | null {
  const suits = (c: Candidate): number =>
    !c.visible || (c.text === '' && (c.value ?? '') === '') || c.text.length > MAX_LENGTH
      ? 0
      : isField(c)
        ? 1
        : isButton(c)
          ? 0.9
          : 0.97;
  const found = ground({ target: step.target, scoreSuitability: suits, asField: true }, view);
  if (found.kind === 'one') return found.hit.candidate;
  return found.kind === 'several' && found.hits[0]!.score >= MIN_FULL_NAME_SCORE
    ? found.hits[0]!.candidate
    : null;
}

export async function pasteText(step: StepOf<'paste'>, ctx: Context): Promise<Move> {
  const { run, view } = ctx;
  const turn = ctx.recentActions.at(-1);
  if (step.target)
    return useElement(
      {
        target: step.target,
        scoreSuitability: (c) => (isField(c) && !c.states.readonly ? 1 : 0),
        asField: true,
        acts: (c) => [{ intent: 'paste', uid: c.uid }],
        verb: 'tried to paste into',
        did: ({ description }) => `pasted it into ${description}`,
        kindPhrase: 'a field called',
      },
      ctx,
    );
  if (turn && run.stage !== 'uncover') {
    const judged = judgeOutcome(turn);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    if (judged.kind === 'ok') return done(`pasted it into ${run.target!.description}`);
    return fail(
      `I tried to paste into ${run.target!.description}, but ${'detail' in judged ? judged.detail : 'nothing was pasted; has anything been copied?'}`,
    );
  }
  const last = lastOne(ctx);
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && scoreClickable(c) > 0 && !c.states.readonly,
  );
  const field =
    last && isField(last)
      ? last
      : (fields.find((c) => c.states.focused) ?? (fields.length === 1 ? fields[0] : undefined));
  if (!field) return fail("I don't know which field to paste into. Please name it");
  rememberTarget(ctx, field, describe(field), getName(field));
  return act('paste', { intent: 'paste', uid: field.uid });
}
