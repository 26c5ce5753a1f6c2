/**
 * Sets an amount by pressing plus and minus: "set the quantity for Soup to 3", if Soup's row has two buttons with the
 * number between them instead of a field. Each press is verified before the next.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { findOwnRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { QUANTITY_FIELD } from '../lexicon/forms.js';
import { scoreAgreement, clip } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { findElementInRow } from './rows.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

const PLUS = /^(?:[+＋]|plus|add(?: one)?|increase(?: quantity)?|increment|one more|more)$/iu;
const MINUS = /^(?:[-−–－]|minus|remove(?: one)?|decrease(?: quantity)?|decrement|one less|less)$/iu;
/** Maximum number of presses; larger amounts need a field. */
const MAX_PRESSES = 12;

interface Stepper {
  plus: Candidate;
  minus: Candidate;
  value: number;
}

const hasSign = (c: Candidate, sign: RegExp): boolean =>
  c.visible && !isField(c) && (sign.test(c.text) || sign.test(c.name));

/** Finds the minus button next to a plus button, with a number or nothing between them. */
function findStepper(plus: Candidate, view: View): Stepper | null {
  for (const ancestor of view.getAncestors(plus).slice(0, 2)) {
    const descendants = view.candidates.filter((c) => view.getAncestors(c).includes(ancestor));
    const [minus, ...otherMinusButtons] = descendants.filter((c) => hasSign(c, MINUS));
    if (!minus) continue;
    const numberMatch = /^\D*?(\d*)\D*$/u.exec(ancestor.text);
    return otherMinusButtons.length || !numberMatch
      ? null
      : { plus, minus, value: Number(numberMatch[1] ?? 0) };
  }
  return null;
}

/** Finds the stepper in the row that has the name, or else in the first row with an element of that name. */
function findStepperInRow(rowName: string, view: View): Stepper | null {
  const steppers = view.candidates
    .filter((c) => hasSign(c, PLUS))
    .map((c) => findStepper(c, view))
    .filter((s) => s !== null);
  const plusButtons = steppers.map((s) => s.plus);
  const isInMatchingRow = (plus: Candidate): boolean => {
    const row = findOwnRow(plus, plusButtons, view);
    return (
      row !== null &&
      view.candidates.some(
        (c) =>
          c.name !== '' &&
          scoreAgreement(rowName, c.name).score >= 0.95 &&
          view.getAncestors(c).includes(row),
      )
    );
  };
  const plus = findElementInRow(rowName, plusButtons, view) ?? plusButtons.find(isInMatchingRow);
  return steppers.find((s) => s.plus === plus) ?? null;
}

/** Presses plus or minus once; null if the step does not set an amount, or if there is a field for it. */
export function stepToValue(step: StepOf<'set'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { phrase = '', place = null } =
    step.target?.interpretations.find((r) => r.place?.relation === 'for') ?? {};
  const requestedValue = Number(step.value);
  if (!place || !QUANTITY_FIELD.test(phrase) || step.value === null || !Number.isInteger(requestedValue))
    return null;
  if (view.candidates.some((c) => c.visible && isField(c) && QUANTITY_FIELD.test(c.name))) return null;
  const stepper = findStepperInRow(place.words, view);
  const amountPhrase = `the amount of “${clip(place.words, 60)}”`;
  const previousValue = run.handlerState === '' ? null : Number(run.handlerState);
  if (!stepper) return fail(`I could not find where to set ${amountPhrase} on this page`);
  const lastAction = ctx.recentActions.at(-1);
  if (lastAction && run.stage === 'step') {
    const judgement = judgeOutcome(lastAction);
    if (judgement.kind === 'failed') return fail(`I tried to set ${amountPhrase}, but ${judgement.detail}`);
    if (stepper.value === previousValue)
      return fail(`I pressed the button for ${amountPhrase}, but the value stayed at ${previousValue}`);
  }
  if (stepper.value === requestedValue)
    return done(
      run.stage === 'step'
        ? `set ${amountPhrase} to ${requestedValue}`
        : `found ${amountPhrase} at ${requestedValue} already`,
    );
  if (Math.abs(requestedValue - stepper.value) > MAX_PRESSES)
    return fail(
      `${amountPhrase} would take ${Math.abs(requestedValue - stepper.value)} presses, and it has no field to type in`,
    );
  run.handlerState = String(stepper.value);
  run.decisionCount = Math.min(run.decisionCount, 2);
  const button = stepper.value < requestedValue ? stepper.plus : stepper.minus;
  rememberTarget(ctx, button, amountPhrase, place.words);
  return act('step', { intent: 'click', uid: button.uid });
}
