/** What else a choice may be where nothing is called so: a field that takes the value, a list that lacks it. */
import { ground } from '../ground/ground.js';
import { STRONG } from '../ground/score.js';
import { isField, isSelect } from '../ground/kinds.js';
import type { StepOf } from '../language/steps.js';
import { nameOf } from '../ground/names.js';
import { named } from '../language/target.js';
import { listNamed } from './choose-list.js';
import { disabledOption, optionIsOff } from './options.js';
import { settable, settingFor } from './setting.js';
import { onlyTaker } from './takers.js';
import { fail, type Context, type Move } from './types.js';

type Choose = StepOf<'choose'>;

/** A date, a colour or a number for the only field that takes such: it is set, not looked for among the choices. */
export function fieldTakes(step: Choose, ctx: Context): Move | null {
  const c = onlyTaker(step, step.from, ctx);
  if (!c || isSelect(c)) return null;
  const { value, meant } = step;
  const target = named(nameOf(c) || 'field');
  return {
    kind: 'replace',
    steps: [
      { ...ctx.run.spoken, step: { do: 'set', target, value, ...(meant ? { meant } : {}), verb: 'set' } },
    ],
    prepare: ([run]) => void (run && ((run.picked = c.uid), (run.only = true))),
  };
}

/** The list is there and lacks the value: its offers are the useful thing to say. */
export function offersInstead(step: Choose, ctx: Context): Move | null {
  const list = step.from ? listNamed(step.from, step.value, ctx) : null;
  const setting = list && isSelect(list.candidate) ? settingFor(list.candidate, step, ctx.today) : null;
  if (typeof setting === 'string') return fail(setting);
  // "choose Large in size" where size is a field to write into.
  if (step.from && !/^(?:sort|filter)$/u.test(step.from.text) && ctx.run.reveals.size === 0) {
    const field = ground(
      { target: step.from, suits: (c) => (isSelect(c) ? 0 : settable(c)), asField: true },
      ctx.view,
    );
    if (field.kind === 'one' && isField(field.hit.candidate) && field.hit.score >= STRONG)
      return {
        kind: 'replace',
        steps: [
          { ...ctx.run.spoken, step: { do: 'set', target: step.from, value: step.value, verb: 'enter' } },
        ],
      };
  }
  for (const c of step.from ? [] : ctx.view.candidates.filter((x) => isSelect(x) && x.visible)) {
    const off = disabledOption(c, step.value);
    if (off !== null) return fail(optionIsOff(c, off));
  }
  return null;
}
