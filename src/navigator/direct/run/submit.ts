/** Submits the current form. */
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { clip } from '../text.js';
import { useElement } from './use-element.js';
import { findOnlyFormButton, findSubmitButton, findForm, findMissingFields } from '../ground/form.js';
import { reportAlreadySubmitted, rememberSubmission } from './submit-form-once.js';
import { judgeOutcome } from './judge-outcome.js';
import type { StepOf } from '../language/steps.js';
import { findValidationError, findNewError } from './error-messages.js';
import { uncoverElement } from './clear-obstruction.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

/** Submits the form that was edited last, or else the only one. */
export async function submitForm(step: StepOf<'submit'>, ctx: Context): Promise<Move> {
  const { view, run } = ctx;
  if (step.target) {
    const phrase = step.target.text;
    const target = {
      ...step.target,
      interpretations: [
        { phrase: `submit ${phrase}`, role: null, nth: null, place: null, prior: 1 },
        ...step.target.interpretations,
      ] as typeof step.target.interpretations,
    };
    return useElement(
      {
        target,
        scoreSuitability: scoreClickable,
        createActions: (c) => [{ intent: 'click', uid: c.uid }],
        describeDone: ({ description }) => `clicked ${description}`,
      },
      ctx,
    );
  }
  if (ctx.recentActions.length && run.stage !== 'uncover') {
    const judgement = judgeOutcome(ctx.recentActions.at(-1)!);
    if (judgement.kind === 'covered') return uncoverElement(ctx, judgement.detail);
    const validationError = judgement.kind === 'nothing' ? findValidationError(ctx) : null;
    if (validationError)
      return fail(
        `I clicked ${run.target?.description ?? 'the button'} to submit, but ${validationError.text}`,
      );
    if (judgement.kind !== 'ok')
      return fail(
        `I clicked ${run.target?.description ?? 'the button'} to submit, but ${'detail' in judgement ? judgement.detail : 'I saw no change'}`,
      );
    const emptyRequiredFields = view.candidates.filter(
      (c) => c.visible && c.states.invalid && (c.value ?? '') === '' && c.states.required,
    );
    const pressedButton = view.byUid.get(run.target?.uid ?? '');
    const hasOnlyMinorEffects = judgement.effects.every((e) => e.type === 'focus' || e.type === 'dom');
    if (emptyRequiredFields.length && hasOnlyMinorEffects && view.observation.url === run.startUrl)
      return fail(
        `I clicked ${run.target!.description}, but the form still needs ${describe(emptyRequiredFields[0]!)}`,
      );
    const errorText = findNewError(ctx, pressedButton ? findForm(pressedButton, view) : null);
    if (errorText)
      return fail(`I clicked ${run.target!.description}, but the page says “${clip(errorText, 160)}”`);
    rememberSubmission(ctx, run.target!.description);
    return done(`submitted the form with ${run.target!.description}${judgement.extra}`);
  }
  const alreadySubmitted = run.stage === '' ? reportAlreadySubmitted(ctx) : null;
  if (alreadySubmitted) return alreadySubmitted;
  const fields = view.candidates.filter(
    (c) => c.visible && (isField(c) || c.tag === 'select') && !c.states.disabled,
  );
  const lastElement = ctx.memory.lastTarget ? view.byUid.get(ctx.memory.lastTarget.uid) : undefined;
  const anchorField =
    lastElement && fields.includes(lastElement)
      ? lastElement
      : (fields.find((c) => view.isInDialog(c)) ?? fields.find((c) => !isSearchField(c)) ?? fields[0]);
  const form = anchorField ? findForm(anchorField, view) : null;
  const button = anchorField ? findSubmitButton(form, [anchorField], '', view) : findOnlyFormButton(view);
  const grounding = ground({ target: createTarget('submit'), scoreSuitability: scoreClickable }, view);
  const submitControl =
    (grounding.kind === 'one' && grounding.hit.score >= MIN_FULL_NAME_SCORE
      ? grounding.hit.candidate
      : null) ?? button;
  const missingField = form ? findMissingFields(form, [], view)[0] : undefined;
  if (!submitControl && anchorField && form) return act('submit', { intent: 'submit', uid: anchorField.uid });
  if (!submitControl) return fail('There is no form to submit on this page');
  rememberTarget(ctx, submitControl, describe(submitControl), getName(submitControl));
  if (submitControl.states.disabled)
    return fail(
      `${describe(submitControl)} is disabled${missingField ? `; the form still needs ${describe(missingField)}` : ''}`,
    );
  return act('submit', { intent: 'click', uid: submitControl.uid });
}
