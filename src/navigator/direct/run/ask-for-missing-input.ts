/**
 * Handles pages that ask for missing input after a button was pressed ("Choose a size."): asks the instructor, enters
 * the answer and presses the button again.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isNativeValueField, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { MISSING_INPUT } from '../lexicon/forms.js';
import { scoreAgreement, clip, tokenizeContent } from '../text.js';
import { askForValueAfterProblem, readSeveralValues } from './ask-about-field.js';
import { isEmpty } from '../ground/form.js';
import { findValidationError } from './error-messages.js';
import type { Context, Move } from './types.js';

const acceptsValue = (c: Candidate): boolean =>
  isField(c) || isNativeValueField(c) || isSelect(c) || opensList(c);

/** Text that a list shows while nothing is selected, such as "Choose …". */
const PLACEHOLDER_OPTION = /^(?:please )?(?:choose|select|pick)\b|^(?:[-–—.…]+|none|not set)$/iu;

/** Returns the page's messages that appeared since the step began. */
export const findNewNotices = ({ run, view }: Context): string[] =>
  view.observation.notices.filter((n) => n.length > 2 && !run.noticesBefore?.includes(n));

/** Asks the instructor for the input that a new message on the page demands; null if there is no such message. */
export function askAfterPageNotice(ctx: Context): Move | null {
  const { run, view } = ctx;
  const hasActed = run.target && ctx.recentActions.length > 0;
  const notice = findNewNotices(ctx).find((n) => MISSING_INPUT.test(n) && n.length < 120);
  if (!hasActed || !notice) return null;
  const noticeContent = tokenizeContent(notice).join(' ');
  const emptyFields = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      acceptsValue(c) &&
      c.name !== '' &&
      (isEmpty(c) || PLACEHOLDER_OPTION.test(c.value ?? c.text)),
  );
  const matchingFields = emptyFields.filter((c) => scoreAgreement(c.name, noticeContent).coverage >= 0.95);
  if (matchingFields.length !== 1) return null;
  const field = matchingFields[0]!;
  run.askedValueKey = `field:${field.uid}`;
  return {
    kind: 'ask',
    text: `The page says “${clip(notice, 120).replace(/[.]$/u, '')}”. What should I ${isSelect(field) || opensList(field) ? 'choose' : 'enter'} in ${describe(field)}?`,
    openQuestion: { kind: 'value', field: run.askedValueKey },
  };
}

/** If an empty field kept the browser from submitting the form, asks for the field's value. */
export function askAfterBrowserValidation(ctx: Context): Move | null {
  const outcome = ctx.recentActions.at(-1)?.outcome;
  const hadNoEffect =
    outcome?.status === 'no-effect' ||
    (outcome?.status === 'done' && outcome.effects.every((e) => e.type === 'focus'));
  const validationError = hadNoEffect && ctx.run.target ? findValidationError(ctx) : null;
  if (
    !validationError ||
    !(
      isField(validationError.field) ||
      isNativeValueField(validationError.field) ||
      isSelect(validationError.field)
    )
  )
    return null;
  return isEmpty(validationError.field)
    ? askForValueAfterProblem(
        validationError.field,
        `I clicked ${ctx.run.target!.description}, but ${validationError.text}`,
        ctx,
      )
    : null;
}

/** Enters the answer and presses the button again. */
export function enterValueAndRetry(ctx: Context): Move | null {
  const { run, view } = ctx;
  const [key, value] = [...run.givenValues].find(([k]) => k.startsWith('field:')) ?? [];
  const field = key === undefined ? undefined : view.byUid.get(key.slice(6));
  if (key === undefined || value === undefined || !field || isButton(field)) return null;
  run.givenValues.delete(key);
  const setStep: SpokenStep = {
    ...run.spokenStep,
    step: { do: 'set', target: createTarget(getName(field)), value, verb: 'set' },
  };
  const fillStep = readSeveralValues(value, ctx);
  if (fillStep) return { kind: 'replace', steps: [{ ...run.spokenStep, step: fillStep }, run.spokenStep] };
  return {
    kind: 'replace',
    steps: [setStep, run.spokenStep],
    prepare: (stepRuns) => {
      stepRuns[0]!.pickedUid = field.uid;
    },
  };
}
