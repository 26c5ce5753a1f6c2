/** Submits the current form, and answers questions from the page. */
import { answerQuestion } from '../answer/answer.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { clip, toSentence } from '../text.js';
import { useElement } from './use-element.js';
import { findSubmitButton, findForm, findMissingFields } from '../ground/form.js';
import { reportSentForm, rememberSubmission } from './going-on.js';
import { judgeOutcome } from './judge-outcome.js';
import type { StepOf } from '../language/steps.js';
import { findValidationError, findNewError } from './error-messages.js';
import { uncover } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

export async function answerPageQuestion(step: StepOf<'question'>, ctx: Context): Promise<Move> {
  const pageAnswer = answerQuestion(step.text, ctx.view);
  ctx.memory.value = pageAnswer.value;
  return pageAnswer.isFound
    ? { kind: 'done', answer: toSentence(pageAnswer.text) }
    : fail(
        pageAnswer.text || `I can't find that on this page: “${clip(step.text.replace(/\?+$/u, ''), 120)}”`,
      );
}

/** Submits the form that was edited last, or else the only one. */
export async function submitForm(step: StepOf<'submit'>, ctx: Context): Promise<Move> {
  const { view, run } = ctx;
  if (step.target) {
    const phrase = step.target.text;
    const target = {
      ...step.target,
      readings: [
        { phrase: `submit ${phrase}`, role: null, nth: null, place: null, prior: 1 },
        ...step.target.readings,
      ] as typeof step.target.readings,
    };
    return useElement(
      {
        target,
        suits: scoreClickable,
        createActions: (c) => [{ intent: 'click', uid: c.uid }],
        describeDone: ({ description }) => `clicked ${description}`,
      },
      ctx,
    );
  }
  if (ctx.last.length && run.stage !== 'uncover') {
    const judged = judgeOutcome(ctx.last.at(-1)!);
    if (judged.kind === 'covered') return uncover(ctx, judged.detail);
    const complaint = judged.kind === 'nothing' ? findValidationError(ctx) : null;
    if (complaint)
      return fail(`I clicked ${run.target?.description ?? 'the button'} to submit, but ${complaint.text}`);
    if (judged.kind !== 'ok')
      return fail(
        `I clicked ${run.target?.description ?? 'the button'} to submit, but ${'detail' in judged ? judged.detail : 'I saw no change'}`,
      );
    const invalid = view.candidates.filter(
      (c) => c.visible && c.states.invalid && (c.value ?? '') === '' && c.states.required,
    );
    const still = view.byUid.get(run.target?.uid ?? '');
    const onlyFocus = judged.effects.every((e) => e.type === 'focus' || e.type === 'dom');
    if (invalid.length && onlyFocus && view.observation.url === run.url)
      return fail(`I clicked ${run.target!.description}, but the form still needs ${describe(invalid[0]!)}`);
    const trouble = findNewError(ctx, still ? findForm(still, view) : null);
    if (trouble)
      return fail(`I clicked ${run.target!.description}, but the page says “${clip(trouble, 160)}”`);
    rememberSubmission(ctx, run.target!.description);
    return done(`submitted the form with ${run.target!.description}${judged.extra}`);
  }
  const sent = run.stage === '' ? reportSentForm(ctx) : null;
  if (sent) return sent;
  const fields = view.candidates.filter(
    (c) => c.visible && (isField(c) || c.tag === 'select') && !c.states.disabled,
  );
  const last = ctx.memory.target ? view.byUid.get(ctx.memory.target.uid) : undefined;
  const seed =
    last && fields.includes(last)
      ? last
      : (fields.find((c) => view.isInDialog(c)) ?? fields.find((c) => !isSearchField(c)) ?? fields[0]);
  const form = seed ? findForm(seed, view) : null;
  const button = seed ? findSubmitButton(form, [seed], '', view) : null;
  const plain = ground({ target: createTarget('submit'), scoreSuitability: scoreClickable }, view);
  const hit =
    (plain.kind === 'one' && plain.hit.score >= MIN_FULL_NAME_SCORE ? plain.hit.candidate : null) ?? button;
  const lacks = form ? findMissingFields(form, [], view)[0] : undefined;
  if (!hit && seed && form) return act('submit', { intent: 'submit', uid: seed.uid });
  if (!hit) return fail('There is no form to submit on this page');
  rememberTarget(ctx, hit, describe(hit), getName(hit));
  if (hit.states.disabled)
    return fail(`${describe(hit)} is disabled${lacks ? `; the form still needs ${describe(lacks)}` : ''}`);
  return act('submit', { intent: 'click', uid: hit.uid });
}
