/**
 * Prevents submitting a form twice. In "create a ticket called X, set the priority to major and submit it", the first
 * step does not submit the form, because the last step does. "Submit it" right after a submission only gets a report.
 */
import { ground } from '../ground/ground.js';
import { MIN_ACCEPTED_SCORE } from '../ground/score.js';
import type { Candidate } from '../../../contract/index.js';
import { TEXT_ITEMS } from '../language/fields.js';
import type { Step, Target } from '../language/steps.js';
import { findForm } from '../ground/form.js';
import { scoreSettable } from '../ground/control-values.js';
import { isTickable } from '../ground/kinds.js';
import type { Context, Move } from './types.js';

const getFieldTarget = (step: Step): Target | null =>
  step.do === 'set' || step.do === 'tick' ? step.target : step.do === 'choose' ? step.from : null;

const isSubmitStep = (step: Step): boolean =>
  step.do === 'submit' ||
  (step.do === 'click' && step.kind === 'command' && /^(?:save|submit)\b/iu.test(step.target.text));

/** Whether the following steps set more fields of the same form and then submit it. */
export function isSubmittedLater(form: Candidate | null, { plan, run, view }: Context): boolean {
  const followingSteps = plan.steps.slice(plan.cursor + 1).map((stepRun) => stepRun.step);
  const submitIndex = followingSteps.findIndex(isSubmitStep);
  if (submitIndex < 1 || !form) return false;
  return followingSteps.slice(0, submitIndex).every((step) => {
    const target = getFieldTarget(step);
    const grounding = target
      ? ground(
          { target, scoreSuitability: (c) => (isTickable(c) ? 0.95 : scoreSettable(c)), asField: true },
          view,
        )
      : null;
    // A comment is submitted together with the entry's other changes, even if the fields for those are still hidden.
    if (grounding?.kind === 'none' && run.step.do === 'fill' && TEXT_ITEMS.test(run.step.item?.text ?? ''))
      return true;
    return (
      grounding?.kind === 'one' &&
      grounding.hit.score >= MIN_ACCEPTED_SCORE &&
      findForm(grounding.hit.candidate, view)?.uid === form.uid
    );
  });
}

/** Remembers that the last action submitted the form, and with which button. */
export function rememberSubmission({ memory }: Context, button: string): void {
  const action = memory.performedActions.at(-1);
  if (action) memory.submission = { action, button };
}

/** For "submit it" directly after a submission, reports that the form was already submitted. */
export function reportAlreadySubmitted({ memory, recentActions }: Context): Move | null {
  const { submission } = memory;
  if (!submission || recentActions.length > 0 || memory.performedActions.at(-1) !== submission.action)
    return null;
  return { kind: 'done', answer: `The form was already submitted with ${submission.button}.` };
}
