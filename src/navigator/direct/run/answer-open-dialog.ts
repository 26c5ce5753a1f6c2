/** Answers a question that the page asks in a dialog or a form, when the instructor says only "yes" or "no". */
import type { Candidate } from '../../../contract/index.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { isEmpty } from '../ground/form.js';
import { createTarget } from '../language/target.js';
import { CLOSE_BUTTONS } from '../lexicon/consent.js';
import { CANCEL_BUTTON, CONFIRMATION_TEXT } from '../lexicon/dialogs.js';
import { tokenize } from '../text.js';
import { findConfirmation, type OpenOverlay } from './open-overlay.js';
import type { Context, Move } from './types.js';

/** Presses the dialog's button for the answer; null if no dialog asks a question, or if its buttons are ambiguous. */
export function answerOpenDialog(answer: 'yes' | 'no', ctx: Context): Move | null {
  const { run, view } = ctx;
  const overlay = findConfirmation(view);
  if (!overlay || !asksQuestion(overlay)) return null;
  // A dialog that asks for a value is not answered with "yes".
  if (answer === 'yes' && overlay.elements.some((c) => isField(c) && isEmpty(c))) return null;
  const { confirmButton, cancelButton } = findButtons(overlay);
  const button = answer === 'yes' ? confirmButton : cancelButton;
  if (!button) return null;
  const target = { ...createTarget(getName(button)), quoted: true };
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'click', kind: 'click', target } }],
    prepare: ([clickRun]) => Object.assign(clickRun!, { pickedUid: button.uid, usesOnlyPicked: true }),
  };
}

const YES_AND_NO = [/^yes\b/iu, /^no\b/iu] as const;

/** Chooses “Yes” or “No” if the page has exactly one such pair of radio buttons, and neither is chosen yet. */
export function answerPageChoice(answer: 'yes' | 'no', { run, view }: Context): Move | null {
  const radios = view.candidates.filter((c) => c.role === 'radio' && c.visible && !c.states.disabled);
  const [yesRadios, noRadios] = YES_AND_NO.map((pattern) => radios.filter((c) => pattern.test(getName(c))));
  const [yes, no] = [yesRadios![0], noRadios![0]];
  if (!yes || !no || yesRadios!.length + noRadios!.length > 2) return null;
  if ([yes, no].some(({ states }) => states.checked === true)) return null;
  const choice = answer === 'yes' ? yes : no;
  const target = { ...createTarget(getName(choice)), quoted: true };
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'tick', target, newState: true, verb: 'choose' } }],
    prepare: ([tickRun]) => Object.assign(tickRun!, { pickedUid: choice.uid, usesOnlyPicked: true }),
  };
}

const asksQuestion = ({ name, elements }: OpenOverlay): boolean =>
  [name, ...elements.map((c) => c.text)].some((text) => /\?\s*$/u.test(text) || CONFIRMATION_TEXT.test(text));

const getFirstWord = (text: string): string => tokenize(text.replace(/^yes,?\s+/iu, ''))[0] ?? '';

function findButtons({ name, elements }: OpenOverlay): {
  confirmButton: Candidate | null;
  cancelButton: Candidate | null;
} {
  const buttons = elements.filter(
    (c) =>
      isButton(c) &&
      c.interactive &&
      !c.states.disabled &&
      !CLOSE_BUTTONS.slice(0, 2).some((p) => p.test(getName(c))),
  );
  // In the dialog “Cancel this booking?”, the button “Cancel booking” confirms.
  const buttonsRepeatingTitle = buttons.filter((c) => getFirstWord(getName(c)) === getFirstWord(name));
  const confirmingButtons =
    buttonsRepeatingTitle.length === 1
      ? buttonsRepeatingTitle
      : buttons.filter((c) => !CANCEL_BUTTON.test(getName(c)));
  const cancellingButtons = buttons.filter(
    (c) => CANCEL_BUTTON.test(getName(c)) && !confirmingButtons.includes(c),
  );
  return {
    confirmButton:
      confirmingButtons.length === 1 && cancellingButtons.length > 0 ? confirmingButtons[0]! : null,
    cancelButton: cancellingButtons.length === 1 ? cancellingButtons[0]! : null,
  };
}
