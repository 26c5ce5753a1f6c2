/**
 * Sets an amount by pressing plus and minus: "quantity for Soup", if the row of Soup has no field but two buttons and
 * the number between them. Each press is verified before the next.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { findOwnRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { StepOf } from '../language/steps.js';
import { QUANTITY_FIELD } from '../lexicon/forms.js';
import { agreement, clip } from '../text.js';
import { judgeOutcome } from './judge-outcome.js';
import { findInRow } from './rows.js';
import { act, rememberTarget, done, fail, type Context, type Move } from './types.js';

const PLUS = /^(?:[+＋]|plus|add(?: one)?|increase(?: quantity)?|increment|one more|more)$/iu;
const MINUS = /^(?:[-−–－]|minus|remove(?: one)?|decrease(?: quantity)?|decrement|one less|less)$/iu;
/** Maximum number of presses; for larger amounts there should be a field. */
const MAX_PRESSES = 12;

interface Stepper {
  plus: Candidate;
  minus: Candidate;
  count: number;
}

const says = (c: Candidate, sign: RegExp): boolean =>
  c.visible && !isField(c) && (sign.test(c.text) || sign.test(c.name));

/** Finds a minus next to the plus, with a number or nothing between them. */
function stepperOf(plus: Candidate, view: View): Stepper | null {
  for (const ancestor of view.getAncestors(plus).slice(0, 2)) {
    const inside = view.candidates.filter((c) => view.getAncestors(c).includes(ancestor));
    const [minus, ...more] = inside.filter((c) => says(c, MINUS));
    if (!minus) continue;
    const number = /^\D*?(\d*)\D*$/u.exec(ancestor.text);
    return more.length || !number ? null : { plus, minus, count: Number(number[1] ?? 0) };
  }
  return null;
}

/** Finds the only one in the row with that name; for a kind, the first whose row shows that kind. */
function stepperFor(words: string, view: View): Stepper | null {
  const steppers = view.candidates
    .filter((c) => says(c, PLUS))
    .map((c) => stepperOf(c, view))
    .filter((s) => s !== null);
  const pluses = steppers.map((s) => s.plus);
  const shows = (plus: Candidate): boolean => {
    const row = findOwnRow(plus, pluses, view);
    return (
      row !== null &&
      view.candidates.some(
        (c) => c.name !== '' && agreement(words, c.name).score >= 0.95 && view.getAncestors(c).includes(row),
      )
    );
  };
  const plus = findInRow(words, pluses, view) ?? pluses.find(shows);
  return steppers.find((s) => s.plus === plus) ?? null;
}

/** Returns null if the step is not about an amount, or if there is a field for it. */
export function stepToValue(step: StepOf<'set'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const { phrase = '', place = null } = step.target?.readings.find((r) => r.place?.relation === 'for') ?? {};
  const wanted = Number(step.value);
  if (!place || !QUANTITY_FIELD.test(phrase) || step.value === null || !Number.isInteger(wanted)) return null;
  if (view.candidates.some((c) => c.visible && isField(c) && QUANTITY_FIELD.test(c.name))) return null;
  const found = stepperFor(place.words, view);
  const wording = `the amount of “${clip(place.words, 60)}”`;
  const before = run.pageBefore === '' ? null : Number(run.pageBefore);
  if (!found) return fail(`I could not find where to set ${wording} on this page`);
  const last = ctx.last.at(-1);
  if (last && run.stage === 'step') {
    const judged = judgeOutcome(last);
    if (judged.kind === 'failed') return fail(`I tried to set ${wording}, but ${judged.detail}`);
    if (found.count === before)
      return fail(`I pressed the button for ${wording}, but the value stayed at ${before}`);
  }
  if (found.count === wanted)
    return done(
      run.stage === 'step' ? `set ${wording} to ${wanted}` : `found ${wording} at ${wanted} already`,
    );
  if (Math.abs(wanted - found.count) > MAX_PRESSES)
    return fail(
      `${wording} would take ${Math.abs(wanted - found.count)} presses, and it has no field to type in`,
    );
  run.pageBefore = String(found.count);
  run.decisionCount = Math.min(run.decisionCount, 2);
  const sign = found.count < wanted ? found.plus : found.minus;
  rememberTarget(ctx, sign, wording, place.words);
  return act('step', { intent: 'click', uid: sign.uid });
}
