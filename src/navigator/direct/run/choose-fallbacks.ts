/**
 * Fallbacks for a choice whose option is not found: sets a field that accepts the value, or reports the list's options.
 */
import { ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isSelect } from '../ground/kinds.js';
import type { StepOf } from '../language/steps.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { findNamedList } from './choose-from-list.js';
import { findDisabledOption, formatDisabledOption } from '../ground/options.js';
import { scoreSettable } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { findOnlyFieldForValue } from './field-by-value-kind.js';
import { fail, type Context, type Move } from './types.js';

type ChooseStep = StepOf<'choose'>;

/** Sets a date, colour or number in the only field that accepts it, instead of looking for an option. */
export function setFieldInsteadOfChoosing(step: ChooseStep, ctx: Context): Move | null {
  const field = findOnlyFieldForValue(step, step.from, ctx);
  if (!field || isSelect(field)) return null;
  const { value, isoValue } = step;
  const target = createTarget(getName(field) || 'field');
  return {
    kind: 'replace',
    steps: [
      {
        ...ctx.run.spokenStep,
        step: { do: 'set', target, value, ...(isoValue ? { isoValue } : {}), verb: 'set' },
      },
    ],
    prepare: ([run]) => void (run && ((run.pickedUid = field.uid), (run.usesOnlyPicked = true))),
  };
}

/**
 * If the list does not offer the value, reports its options. If the name belongs to a text field, sets the field. Also
 * reports an option that is disabled.
 */
export function reportMissingOption(step: ChooseStep, ctx: Context): Move | null {
  const namedList = step.from ? findNamedList(step.from, step.value, ctx) : null;
  const setAction =
    namedList && isSelect(namedList.candidate) ? planSetAction(namedList.candidate, step, ctx.today) : null;
  if (typeof setAction === 'string') return fail(setAction);
  // The instructor says "choose Large in size", and “Size” is a text field.
  if (step.from && !/^(?:sort|filter)$/u.test(step.from.text) && ctx.run.revealedUids.size === 0) {
    const fieldGrounding = ground(
      {
        target: step.from,
        scoreSuitability: (c) => (isSelect(c) ? 0 : scoreSettable(c)),
        asField: true,
      },
      ctx.view,
    );
    if (
      fieldGrounding.kind === 'one' &&
      isField(fieldGrounding.hit.candidate) &&
      fieldGrounding.hit.score >= MIN_FULL_NAME_SCORE
    )
      return {
        kind: 'replace',
        steps: [
          { ...ctx.run.spokenStep, step: { do: 'set', target: step.from, value: step.value, verb: 'enter' } },
        ],
      };
  }
  for (const nativeList of step.from ? [] : ctx.view.candidates.filter((c) => isSelect(c) && c.visible)) {
    const disabledOption = findDisabledOption(nativeList, step.value);
    if (disabledOption !== null) return fail(formatDisabledOption(nativeList, disabledOption));
  }
  return null;
}
