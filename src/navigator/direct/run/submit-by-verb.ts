/** Handles clicks that finish a form: "save it", "… and press login". */
import { describe } from '../ground/describe.js';
import { isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { GENERIC_SUBMIT, SUBMITS_FORM } from '../lexicon/forms.js';
import { findOnlyFormButton, findSubmitButton, findForm } from '../ground/form.js';
import { offerOptions } from './offer-options.js';
import type { Context, Move } from './types.js';

const SENDS_FORM = /\b(?:accept|send|submit|confirm|pay|order|buy|sign)\b/iu;
const FINISHES_FORM = /^(save|submit|send|confirm)(?: (?:it|this|that|everything))?(?: (?:off|in))?$/iu;

/** For "… and press login" after typing, presses the form's submit button, even if it is only called “OK”. */
export function submitInsteadOfClicking(
  step: StepOf<'click'>,
  { plan, memory, view, run }: Context,
): Move | null {
  const [, finishingVerb] = FINISHES_FORM.exec(run.spokenStep.clause.text) ?? [];
  const onlyButton = finishingVerb ? findOnlyFormButton(view) : null;
  // "Save it" does not ask to send anything.
  if (onlyButton && fold(finishingVerb!) === 'save' && SENDS_FORM.test(getName(onlyButton)))
    return offerOptions(`Should I click ${describe(onlyButton)}?`, [onlyButton], [describe(onlyButton)]);
  if (onlyButton)
    return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'submit', target: null } }] };
  const previousStepKind = plan.steps[plan.cursor - 1]?.step.do;
  const field = memory.lastTarget ? view.byUid.get(memory.lastTarget.uid) : undefined;
  if ((previousStepKind !== 'set' && previousStepKind !== 'fill') || !field || !isField(field)) return null;
  if (!SUBMITS_FORM.test(step.target.interpretations[0].phrase || step.target.text)) return null;
  const button = findSubmitButton(findForm(field, view), [field], '', view);
  if (!button || !GENERIC_SUBMIT.test(getName(button))) return null;
  const target = { ...createTarget(getName(button)), quoted: true };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'click', kind: 'click', target } }] };
}
