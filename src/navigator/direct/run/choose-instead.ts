/** Other meanings of a choice if nothing has that name: a field that accepts the value, or a list without it. */
import { ground } from '../ground/ground.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import { isField, isSelect } from '../ground/kinds.js';
import type { StepOf } from '../language/steps.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { findNamedList } from './choose-list.js';
import { findDisabledOption, formatDisabledOption } from '../ground/options.js';
import { scoreSettable } from '../ground/control-values.js';
import { planSetAction } from './plan-set-action.js';
import { findOnlyFieldForValue } from './field-by-value-kind.js';
import { fail, type Context, type Move } from './types.js';

type Choose = StepOf<'choose'>;

/** Sets a date, colour or number in the only field that accepts it, instead of looking for an option. */
export function typeInstead(step: Choose, ctx: Context): Move | null {
  const c = findOnlyFieldForValue(step, step.from, ctx);
  if (!c || isSelect(c)) return null;
  const { value, isoValue: meant } = step;
  const target = createTarget(getName(c) || 'field');
  return {
    kind: 'replace',
    steps: [
      {
        ...ctx.run.spokenStep,
        step: { do: 'set', target, value, ...(meant ? { isoValue: meant } : {}), verb: 'set' },
      },
    ],
    prepare: ([run]) => void (run && ((run.pickedUid = c.uid), (run.usesOnlyPicked = true))),
  };
}

/** If the list exists but lacks the value, reports its options. */
export function offersInstead(step: Choose, ctx: Context): Move | null {
  const list = step.from ? findNamedList(step.from, step.value, ctx) : null;
  const setting = list && isSelect(list.candidate) ? planSetAction(list.candidate, step, ctx.today) : null;
  if (typeof setting === 'string') return fail(setting);
  // "choose Large in size", if size is a text field.
  if (step.from && !/^(?:sort|filter)$/u.test(step.from.text) && ctx.run.revealedUids.size === 0) {
    const field = ground(
      { target: step.from, scoreSuitability: (c) => (isSelect(c) ? 0 : scoreSettable(c)), asField: true },
      ctx.view,
    );
    if (field.kind === 'one' && isField(field.hit.candidate) && field.hit.score >= MIN_FULL_NAME_SCORE)
      return {
        kind: 'replace',
        steps: [
          { ...ctx.run.spokenStep, step: { do: 'set', target: step.from, value: step.value, verb: 'enter' } },
        ],
      };
  }
  for (const c of step.from ? [] : ctx.view.candidates.filter((x) => isSelect(x) && x.visible)) {
    const off = findDisabledOption(c, step.value);
    if (off !== null) return fail(formatDisabledOption(c, off));
  }
  return null;
}
