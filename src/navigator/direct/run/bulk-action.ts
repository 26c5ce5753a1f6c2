/** "Delete them", after rows were ticked: chooses the action from the list for selected rows, and applies it. */
import { isButton, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement } from '../text.js';
import { findForm } from '../ground/form.js';
import { type Context, type Move, update } from './types.js';

const SELECTED = /\b(?:selected|ticked|checked|marked|chosen)\b/iu;
const APPLIES = /^(?:go|apply|ok|run|execute|submit|perform|do it)\b/iu;

export function useBulkAction(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const object = step.command?.object;
  if (step.how !== 'command' || !object || !(object.pronoun || SELECTED.test(object.text))) return null;
  const ticked = view.candidates.some(
    (c) => c.visible && isTickable(c) && c.role !== 'radio' && c.states.checked === true,
  );
  if (!ticked) return null;
  const offers = view.candidates
    .filter((c) => c.visible && isSelect(c) && !c.states.disabled)
    .flatMap((list) =>
      (list.options ?? [])
        .filter((o) => !o.disabled && scoreAgreement(step.command!.name, o.label).coverage >= 0.9)
        .map((option) => ({ list, option })),
    );
  const [offer] = offers;
  if (!offer || offers.length > 1) return null;
  const form = findForm(offer.list, view);
  const buttons = view.candidates.filter(
    (c) => c.visible && isButton(c) && APPLIES.test(getName(c)) && findForm(c, view)?.uid === form?.uid,
  );
  if (buttons.length !== 1) return null;
  const choose = {
    ...run.spokenStep,
    step: {
      do: 'choose',
      value: offer.option.label,
      from: createTarget(getName(offer.list)),
      target: createTarget(offer.option.label),
    },
  } as const;
  const apply = {
    ...run.spokenStep,
    step: { do: 'click', how: 'click', target: createTarget(getName(buttons[0]!)) },
  } as const;
  return {
    kind: 'replace',
    steps: [choose, apply],
    prepare: ([, second]) =>
      void (second && update(second, { pickedUid: buttons[0]!.uid, usesOnlyPicked: true })),
  };
}
