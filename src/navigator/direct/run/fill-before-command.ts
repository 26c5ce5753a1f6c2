/** For "apply promo code RAIL10", types the code into the field that the command names, and then presses the button. */
import type { Candidate } from '../../../contract/index.js';
import { findForm } from '../ground/form.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createClick, type StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { tokenize } from '../text.js';
import type { Context, Move } from './types.js';

/** Commands with a verb that takes a value. "Delete the photo of the vase" does not fill in a field “Photo”. */
const VALUE_COMMAND = /^(use|apply|redeem|track|check|verify|validate) (?:(?:the|my|our|this) )?(.+)$/iu;
/** A code, number, name or address, as opposed to a description. */
const VALUE = /^(?!of |in |for |from )(?=.*[\p{Lu}\d@])\S+(?: \S+){0,3}$/u;
/** A code that is recognised without the name of its field. */
const CODE = /^(?=.*\p{Lu})(?=.*\d)[\p{Lu}\d-]{3,}$/u;
const MAX_LABEL_WORDS = 3;

const areTogether = (field: Candidate, button: Candidate, view: View): boolean => {
  const form = findForm(field, view);
  return form ? findForm(button, view)?.uid === form.uid : field.parent === button.parent;
};

/**
 * Splits "promo code RAIL10" into a field of the page and its value. A code without a field name is for the only field.
 */
function readFieldAndValue(
  text: string,
  fields: readonly Candidate[],
): { field: Candidate; value: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(MAX_LABEL_WORDS, words.length - 1); count >= 0; count--) {
    const labelWords = tokenize(words.slice(0, count).join(' '));
    const value = words.slice(count).join(' ');
    const [field, ...others] = fields.filter((c) => {
      const nameWords = tokenize(getName(c));
      return labelWords.every((word) => nameWords.includes(word));
    });
    if (field && !others.length && (count > 0 ? VALUE : CODE).test(value)) return { field, value };
  }
  return null;
}

export function fillBeforeCommand(step: StepOf<'click'>, { run, view }: Context): Move | null {
  const { clause } = run.spokenStep;
  const [, verb, object] = VALUE_COMMAND.exec(clause.text) ?? [];
  if (!verb || !object || step.command?.object?.pronoun || step.target.quoted || run.stage || run.pickedUid)
    return null;
  const usesAnyButton = verb.toLowerCase() === 'use';
  const buttons = view.candidates.filter((c) => {
    const [firstWord = ''] = tokenize(getName(c));
    const isNamed = usesAnyButton ? VALUE_COMMAND.test(`${firstWord} it`) : firstWord === verb.toLowerCase();
    return c.visible && isButton(c) && isNamed;
  });
  const fields = view.candidates.filter(
    (c) =>
      c.visible &&
      isField(c) &&
      !c.states.disabled &&
      !c.states.readonly &&
      buttons.some((button) => areTogether(c, button, view)),
  );
  const fieldAndValue = readFieldAndValue(object, fields);
  const button = fieldAndValue && buttons.find((c) => areTogether(fieldAndValue.field, c, view));
  if (!fieldAndValue || !button) return null;
  return {
    kind: 'replace',
    steps: [
      {
        clause,
        step: {
          do: 'set',
          target: createTarget(getName(fieldAndValue.field)),
          value: fieldAndValue.value,
          verb: 'type',
        },
      },
      { clause, step: createClick('click', createTarget(getName(button))) },
    ],
    prepare: ([first, second]) => {
      if (first) first.pickedUid = fieldAndValue.field.uid;
      if (second) second.pickedUid = button.uid;
    },
  };
}
