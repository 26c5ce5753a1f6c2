/**
 * Handles commands that lead to a separate confirmation page ("Delete row 5 from album?" with “Delete” and “Cancel”).
 * The line already named the action, so a page about the same object is confirmed like a dialog. Consent is checked
 * elsewhere.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isLink, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { scoreAgreement, scoreSimilarity, tokenize } from '../text.js';
import { findForm } from '../ground/form.js';
import { hasChangedPage } from './judge-outcome.js';
import type { Context, Move } from './types.js';

const CANCEL_BUTTON = /^(?:cancel|no\b|back|keep|abort|not now|go back|take me back)/iu;
const CONFIRM_BUTTON = /^(?:yes|ok|okay|confirm|continue|i'm sure)\b/iu;

export function confirmOnNextPage(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { command } = step;
  const lastTurn = ctx.recentActions.at(-1);
  if (
    step.kind !== 'command' ||
    !command?.object ||
    run.stage !== 'act' ||
    !lastTurn ||
    !hasChangedPage(lastTurn)
  )
    return null;
  // If the instructor picked the element from options, the line did not name it.
  if (run.sideActions.includes('confirmed') || !run.target || run.pickedUid !== null) return null;
  const findElementsInForm = (form: Candidate): Candidate[] =>
    view.candidates.filter((c) => c.visible && findForm(c, view)?.uid === form.uid);
  const isConfirmButton = (c: Candidate): boolean =>
    isButton(c) &&
    !c.states.disabled &&
    (scoreSimilarity(command.name, tokenize(getName(c))[0] ?? '') >= 0.85 || CONFIRM_BUTTON.test(getName(c)));
  const confirmButtons = view.candidates.filter((c) => {
    const form = c.visible && isConfirmButton(c) ? findForm(c, view) : null;
    if (!form) return false;
    const formElements = findElementsInForm(form);
    return (
      formElements.some((o) => (isButton(o) || isLink(o)) && CANCEL_BUTTON.test(getName(o))) &&
      // A form that needs input is not confirmed here.
      !formElements.some((o) => isField(o) || isSelect(o))
    );
  });
  const [confirmButton] = confirmButtons;
  if (
    !confirmButton ||
    confirmButtons.length > 1 ||
    !mentionsObject(step, ctx) ||
    (hasFurtherEffects(ctx) && !CERTAINTY_PHRASE.test(ctx.plan.line))
  )
    return null;
  run.sideActions.push('confirmed');
  run.target = { uid: confirmButton.uid, description: describe(confirmButton), name: getName(confirmButton) };
  return { kind: 'act', stage: 'act', actions: [{ intent: 'click', uid: confirmButton.uid }] };
}

/**
 * Words that announce effects beyond what the line named ("the following related items will be deleted"). A page with
 * such words is confirmed only if the line says "I'm sure".
 */
const FURTHER_EFFECT_WORDS = /\b(?:also|related|following|as well|along with|including|and all)\b/iu;

const CERTAINTY_PHRASE = /\bi(?:'|’| a)m (?:quite |absolutely )?sure\b/iu;

const hasFurtherEffects = ({ view }: Context): boolean =>
  view.observation.text.some((b) => FURTHER_EFFECT_WORDS.test(b.text));

/**
 * Whether the page names the command's object. True if the line gives only a pronoun or a position, because the object
 * is then the clicked element.
 */
function mentionsObject(step: StepOf<'click'>, { view }: Context): boolean {
  const { object } = step.command!;
  if (object!.pronoun || object!.interpretations.some((r) => r.nth !== null)) return true;
  const pageText = view.observation.text.map((b) => b.text).join(' ');
  const placeWords = step.target.interpretations.flatMap((r) => (r.place ? [r.place.words] : []));
  return [object!.text, ...placeWords].some((words) => scoreAgreement(words, pageText).coverage >= 0.95);
}
