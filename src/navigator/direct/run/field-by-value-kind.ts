/** Finds a field by the kind of value that it accepts (date, colour, number), if its name does not identify it. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSlider } from '../ground/kinds.js';
import { listWeightedNames } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { scoreAgreement, tokenizeContent } from '../text.js';
import { parseColour, isColourField } from './colour.js';
import { readIsoDate, hasCalendar, type MomentText } from '../ground/moment-fields.js';
import type { Context } from './types.js';

interface ValueKind {
  isFieldOfKind: (c: Candidate) => boolean;
  /** Whether the value is of this kind. */
  isValueOfKind: (momentText: MomentText, today: Date) => boolean;
  /** Generic names of these fields: "date", "calendar". */
  namePattern: RegExp;
}

const isNumber = ({ value }: MomentText): boolean => /^[-+]?\d+(?:[.,]\d+)?\s*%?$/u.test(value.trim());

const VALUE_KINDS: readonly ValueKind[] = [
  {
    isFieldOfKind: (c) => c.inputType === 'date' || hasCalendar(c),
    isValueOfKind: (momentText, today) => readIsoDate(momentText, today) !== null,
    namePattern: /\b(?:dates?|day|calendar|date ?picker)\b/iu,
  },
  {
    isFieldOfKind: (c) => c.inputType === 'time',
    isValueOfKind: ({ value, isoValue }) => /^\d{2}:\d{2}$/u.test(isoValue ?? value),
    namePattern: /\b(?:time|hour|clock)\b/iu,
  },
  {
    isFieldOfKind: isColourField,
    isValueOfKind: ({ value }) => parseColour(value) !== null,
    namePattern: /\bcolou?rs?\b|\bpicker\b/iu,
  },
  { isFieldOfKind: isSlider, isValueOfKind: isNumber, namePattern: /\bsliders?\b|\brange\b/iu },
  {
    isFieldOfKind: (c) => isField(c) && (c.role === 'spinbutton' || c.inputType === 'number'),
    isValueOfKind: isNumber,
    namePattern: /\b(?:spinn?er|stepper|number|quantity|amount|counter|spin ?box)\b/iu,
  },
];

/**
 * Returns the only field that accepts this kind of value, if the target names that kind of field.
 * @param fieldTarget null if the line names no field, which is allowed only for dates
 */
export function findOnlyFieldForValue(
  momentText: MomentText,
  fieldTarget: Target | null,
  ctx: Context,
): Candidate | null {
  for (const { isFieldOfKind, isValueOfKind, namePattern } of VALUE_KINDS) {
    if (
      !isValueOfKind(momentText, ctx.today) ||
      (fieldTarget ? !namePattern.test(fieldTarget.text) : momentText.isoValue === undefined)
    )
      continue;
    const matchingFields = ctx.view.candidates.filter(
      (c) =>
        c.visible &&
        !c.states.disabled &&
        isFieldOfKind(c) &&
        (!ctx.view.isDialogOpen || ctx.view.isInDialog(c)),
    );
    const [onlyField] = matchingFields;
    if (
      onlyField &&
      matchingFields.length === 1 &&
      (!fieldTarget || isCompatibleName(fieldTarget, namePattern, onlyField, ctx))
    )
      return onlyField;
  }
  return null;
}

/** Whether the other words of the target fit the field: "the delivery date" does not mean the field “Date of birth”. */
function isCompatibleName(
  fieldTarget: Target,
  namePattern: RegExp,
  c: Candidate,
  { view }: Context,
): boolean {
  const otherWords = tokenizeContent(fieldTarget.text.replace(new RegExp(namePattern, 'giu'), ' ')).join(' ');
  const precedingText = view.getPreviousTextSibling(c)?.text ?? '';
  return (
    !/\p{L}/u.test(otherWords) ||
    scoreAgreement(
      otherWords,
      `${listWeightedNames(c)
        .map((n) => n.text)
        .join(' ')} ${precedingText} ${c.section}`,
      true,
    ).coverage >= 0.8
  );
}
