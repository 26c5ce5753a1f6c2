/** For "put two in the basket", enters the number into the quantity field before the button is pressed. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { QUANTITY_FIELD } from '../lexicon/forms.js';
import { fail, type Context, type Move } from './types.js';

const readFieldValue = (c: Candidate): string =>
  isSelect(c) ? (c.options?.find((o) => o.selected)?.label ?? '') : (c.value ?? c.text);

/** Returns null if the command has no amount. If the field already contains the amount, only presses the button. */
export function setQuantityFirst(step: StepOf<'click'>, ctx: Context): Move | null {
  const { command } = step;
  const amount = command?.amount;
  if (amount === undefined || !command || ctx.recentActions.length) return null;
  const fields = ctx.view.candidates.filter(
    (c) => c.visible && !c.states.disabled && (isField(c) || isSelect(c)) && QUANTITY_FIELD.test(getName(c)),
  );
  const field = fields.length === 1 ? fields[0]! : null;
  if (!field)
    return fail(
      fields.length
        ? `There are ${fields.length} quantity fields here. Tell me which one should be ${amount}`
        : `I can't find a quantity field here. I did not press “${command.name}”, because that would add only one`,
    );
  const { amount: _, ...commandWithoutAmount } = command;
  const pressStep: SpokenStep = { ...ctx.run.spokenStep, step: { ...step, command: commandWithoutAmount } };
  if (Number(readFieldValue(field)) === amount) return { kind: 'replace', steps: [pressStep] };
  const setStep: SpokenStep = {
    ...ctx.run.spokenStep,
    step: { do: 'set', target: createTarget(getName(field)), value: String(amount), verb: 'set' },
  };
  return {
    kind: 'replace',
    steps: [setStep, pressStep],
    prepare: (runs) => {
      runs[0]!.pickedUid = field.uid;
    },
  };
}
