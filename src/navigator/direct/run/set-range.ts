/** Sets both ends of a date range: "set the stay from 3 December to 7 December". */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isPickerField } from '../ground/moment-fields.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { convertValue } from '../language/values.js';
import { scoreSettable } from '../ground/control-values.js';
import { updateRun, type Context, type Move } from './types.js';

const RANGE = /\bfrom (.+?) (?:to|until|till|through|[-–]) (.+)$/iu;
const END_NAME = /\b(?:end|to|until|departure|return|check-?out)\b/iu;

/** Returns the field for the end of the range: the next date field, if its name says so. */
function findEndField(start: Candidate, view: View): Candidate | null {
  const nextField = view.candidates.find((c) => c.order > start.order && c.visible && isPickerField(c));
  const isEnd = nextField && END_NAME.test(`${getName(nextField)} ${nextField.attributes.placeholder ?? ''}`);
  return isEnd ? nextField : null;
}

/** Returns null unless the line gives two dates and the target is the start field of a range. */
export function setRange(step: StepOf<'set'>, target: Target, ctx: Context): Move | null {
  const { run, view, today } = ctx;
  const [, fromText = '', toText = ''] = RANGE.exec(run.spokenStep.clause.text) ?? [];
  if (!toText || run.stage !== '' || run.pickedUid) return null;
  // In "from 3 to 7 December", both days are in December.
  const start = /^\d{1,2}(?:st|nd|rd|th)?$/u.test(fromText) ? toText.replace(/^\S+/u, fromText) : fromText;
  const startDay = convertValue(start, 'date', today);
  if (startDay === null || convertValue(toText, 'date', today) === null) return null;
  const grounding = ground({ target, scoreSuitability: scoreSettable, asField: true }, view);
  const startField = grounding.kind === 'one' ? grounding.hit.candidate : null;
  const endField = startField && isPickerField(startField) ? findEndField(startField, view) : null;
  if (!startField || !endField) return null;
  const rangeEnds = [
    { field: startField, value: start },
    { field: endField, value: toText },
  ];
  // Sets the end first if the new start is after the current end, because the page might swap the two.
  if (/^\d{4}-/u.test(endField.value ?? '') && startDay > endField.value!) rangeEnds.reverse();
  const { isoValue: _isoValue, ...plainStep } = step;
  return {
    kind: 'replace',
    steps: rangeEnds.map(({ field, value }) => ({
      clause: { ...run.spokenStep.clause, text: value },
      step: { ...plainStep, target: createTarget(getName(field)), value },
    })),
    prepare: (runs) =>
      rangeEnds.forEach(({ field }, i) =>
        updateRun(runs[i]!, { pickedUid: field.uid, usesOnlyPicked: true }),
      ),
  };
}
