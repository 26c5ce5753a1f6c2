/**
 * "Create a ticket called X, set the priority to major and submit it": the rest of the line continues the form and
 * submits it itself. Conversely, a form that was already submitted is not submitted again.
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

const fieldOf = (step: Step): Target | null =>
  step.do === 'set' || step.do === 'tick' ? step.target : step.do === 'choose' ? step.from : null;

const finishes = (step: Step): boolean =>
  step.do === 'submit' ||
  (step.do === 'click' && step.how === 'command' && /^(?:save|submit)\b/iu.test(step.target.text));

/** Whether the following steps set more fields of the same form and then submit it. */
export function continuesForm(form: Candidate | null, { plan, run, view }: Context): boolean {
  const after = plan.steps.slice(plan.cursor + 1).map((run) => run.step);
  const end = after.findIndex(finishes);
  if (end < 1 || !form) return false;
  return after.slice(0, end).every((step) => {
    const target = fieldOf(step);
    const found = target
      ? ground(
          { target, scoreSuitability: (c) => (isTickable(c) ? 0.95 : scoreSettable(c)), asField: true },
          view,
        )
      : null;
    // A comment is submitted together with the thing's other changes, even if their fields are still hidden.
    if (found?.kind === 'none' && run.step.do === 'fill' && TEXT_ITEMS.test(run.step.item?.text ?? ''))
      return true;
    return (
      found?.kind === 'one' &&
      found.hit.score >= MIN_ACCEPTED_SCORE &&
      findForm(found.hit.candidate, view)?.uid === form.uid
    );
  });
}

/** Remembers that the last action submitted the form. */
export function rememberSubmission({ memory }: Context, button: string): void {
  const action = memory.performedActions.at(-1);
  if (action) memory.submission = { action, button };
}

/** "Submit it" directly after the form was submitted: there is nothing left to submit. */
export function reportSentForm({ memory, last }: Context): Move | null {
  const { submission } = memory;
  if (!submission || last.length > 0 || memory.performedActions.at(-1) !== submission.action) return null;
  return { kind: 'done', answer: `The form was already submitted with ${submission.button}.` };
}
