/** "Apply promo code RAIL10": types the value into the field that the command names, and then presses the button. */
import type { Candidate } from '../../../contract/index.js';
import { findForm } from '../ground/form.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, scoreAgreement } from '../text.js';
import type { Context, Move } from './types.js';

/** Commands that use a value. "Delete the photo of the vase" types nothing into a field “Photo”. */
const USES_VALUE = /^(?:apply|redeem|track|check|verify|validate)$/u;
/** A code, number, name or address, not a description. */
const IS_VALUE = /^(?!of |in |for |from )(?=.*[\p{Lu}\d@])\S+(?: \S+){0,3}$/u;
const MAX_LABEL_WORDS = 3;
const MIN_LABEL_SCORE = 0.86;

const isTogether = (field: Candidate, button: Candidate, view: View): boolean => {
  const form = findForm(field, view);
  return form ? findForm(button, view)?.uid === form.uid : field.parent === button.parent;
};

/** Splits "promo code RAIL10" into a field of the page and its value. */
function readFieldAndValue(
  text: string,
  fields: readonly Candidate[],
): { field: Candidate; value: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(MAX_LABEL_WORDS, words.length - 1); count > 0; count--) {
    const label = words.slice(0, count).join(' ');
    const [field, ...others] = fields.filter(
      (c) => scoreAgreement(label, getName(c), true).score >= MIN_LABEL_SCORE,
    );
    const value = words.slice(count).join(' ');
    if (field && !others.length && IS_VALUE.test(value)) return { field, value };
  }
  return null;
}

export function fillBeforeCommand(
  { how, command, target }: StepOf<'click'>,
  { run, view }: Context,
): Move | null {
  const object = command?.object;
  if (
    how !== 'command' ||
    !USES_VALUE.test(command?.name ?? '') ||
    !object ||
    object.pronoun ||
    target.quoted ||
    run.stage !== '' ||
    run.pickedUid
  )
    return null;
  const fields = view.candidates.filter(
    (c) => c.visible && isField(c) && !c.states.disabled && !c.states.readonly,
  );
  const setting = readFieldAndValue(object.text, fields);
  const button = view.candidates.find(
    (c) =>
      setting &&
      c.visible &&
      isButton(c) &&
      fold(getName(c)).split(' ')[0] === command.name &&
      isTogether(setting.field, c, view),
  );
  if (!setting || !button) return null;
  const { clause } = run.spokenStep;
  return {
    kind: 'replace',
    steps: [
      {
        clause,
        step: { do: 'set', target: createTarget(getName(setting.field)), value: setting.value, verb: 'type' },
      },
      { clause, step: createClick('click', createTarget(getName(button))) },
    ],
    prepare: ([first, second]) => {
      if (first) first.pickedUid = setting.field.uid;
      if (second) second.pickedUid = button.uid;
    },
  };
}
