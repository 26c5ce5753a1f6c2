/**
 * Decides which action sets a control to a value. Each kind of control gets its own format: native fields get ISO text,
 * date fields with a calendar get an ISO date, lists get an option's label.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import {
  isField,
  isNativeValueField,
  isSelect,
  isSlider,
  isTickable,
  takesOption,
  takesSeveralOptions,
} from '../ground/kinds.js';
import { MONTH } from '../language/dates.js';
import { reorderDate, convertValue } from '../language/values.js';
import { clip, splitEntries } from '../text.js';
import { formatColour, isColourField } from './colour.js';
import {
  readIsoDate,
  hasCalendar,
  formatForInput,
  isPickerField,
  type MomentText,
} from '../ground/moment-fields.js';
import { findDisabledOption, findOption, formatDisabledOption } from '../ground/options.js';

export interface SetAction {
  action: PageAction;
  /** What the control should show afterwards; '' if that is not visible (passwords). */
  expectedValue: string;
}

const MAX_DAYS_APART = 183;
const DAY_MS = 86_400_000;

/**
 * In a field that shows a past date, "1 October" gets the year that brings it closest to that date. In other fields, a
 * date without a year is in the future.
 */
function useYearOfField(c: Candidate, { value, isoValue }: MomentText, today: Date): MomentText {
  const shownTime = /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? '') ? Date.parse(c.value!) : Number.NaN;
  const isPast = shownTime <= today.getTime();
  if (!isPast || !isoValue || !MENTIONS_MONTH.test(value) || /\d{4}/u.test(value)) return { value, isoValue };
  const year = new Date(shownTime).getUTCFullYear();
  const closest = [year - 1, year, year + 1]
    .map((y) => isoValue.replace(/^\d{4}/u, String(y)))
    .find((iso) => Math.abs(Date.parse(iso) - shownTime) <= MAX_DAYS_APART * DAY_MS);
  return { value, isoValue: closest ?? isoValue };
}

const MENTIONS_MONTH = new RegExp(`\\b${MONTH}`, 'iu');

/**
 * Returns the action that sets the value, or a message that says why that is impossible.
 *
 * @param onlyTypes whether to type the text without choosing an option, so that the list's suggestions stay open
 */
export function planSetAction(
  c: Candidate,
  requestedValue: MomentText,
  today: Date,
  onlyTypes = false,
): SetAction | string {
  const { uid } = c;
  const { value, isoValue } = useYearOfField(c, requestedValue, today);
  const isoDate = readIsoDate({ value, isoValue }, today);
  // The `change` action types the date in the field's own format or picks it in the calendar.
  if (isoDate && hasCalendar(c))
    return { action: { intent: 'change', uid, value: isoDate }, expectedValue: '' };
  const pickedTime = isPickerField(c) ? formatForInput('time', { value, isoValue }, today) : null;
  if (pickedTime) return { action: { intent: 'change', uid, value: pickedTime }, expectedValue: '' };
  // If a field contains a time, a value in words such as "half past three" is converted to the field's format.
  const isTimeInWords = /^\d{1,2}:\d{2}$/u.test(c.value ?? '') && !/^\d{1,2}(?::\d{2})?$/u.test(value);
  const time = isTimeInWords ? formatForInput('time', { value, isoValue }, today) : null;
  // The `change` action opens the list and verifies what the control shows afterwards.
  if (takesOption(c) && value !== '' && !onlyTypes) {
    const option = time ?? value;
    return { action: { intent: 'change', uid, value: option }, expectedValue: option };
  }
  if (c.states.readonly && isField(c) && !isNativeValueField(c)) return `${describe(c)} cannot be written to`;
  if (isSelect(c)) {
    const option = findOption(c, value);
    const entries =
      takesSeveralOptions(c) && !option ? splitEntries(value).map((e) => findOption(c, e)?.label) : [];
    if (entries.length > 1 && entries.every((e) => e !== undefined)) {
      const labels = entries.join(', ');
      return { action: { intent: 'change', uid, value: labels }, expectedValue: labels };
    }
    if (!option) {
      const disabledOption = findDisabledOption(c, value);
      if (disabledOption !== null) return formatDisabledOption(c, disabledOption);
      const optionLabels = (c.options ?? [])
        // An option without a value is a remark about the list, such as “3 addresses found”.
        .filter((o) => !o.disabled && o.value !== '')
        .map((o) => clip(o.label, 60))
        .filter(Boolean);
      return `${describe(c)} does not offer “${clip(value, 40)}”; it offers ${optionLabels.slice(0, 12).join(', ')}${optionLabels.length > 12 ? ' …' : ''}`;
    }
    return { action: { intent: 'change', uid, value: option.label }, expectedValue: option.label };
  }
  if (isTickable(c)) {
    const checkedValue = /^(?:yes|on|true|checked|ticked|enabled|selected)$/iu.test(value)
      ? 'true'
      : /^(?:no|off|false|unchecked|unticked|disabled)$/iu.test(value)
        ? 'false'
        : null;
    return checkedValue
      ? { action: { intent: 'change', uid, value: checkedValue }, expectedValue: checkedValue }
      : `${describe(c)} can only be on or off`;
  }
  if (isNativeValueField(c)) {
    const isoText = value === '' ? '' : formatForInput(c.inputType ?? '', { value, isoValue }, today);
    return isoText === null
      ? `“${clip(value, 40)}” is not a ${c.inputType} that I understand; write it like ${EXAMPLES[c.inputType ?? ''] ?? 'in the field'}`
      : { action: { intent: 'change', uid, value: isoText }, expectedValue: isoText };
  }
  if (!isField(c) && !isSlider(c)) return `${describe(c)} does not take text`;
  if (c.inputType === 'number' || c.role === 'spinbutton' || isSlider(c)) {
    const number = value === '' ? '' : convertValue(value, 'number', today);
    if (number !== null)
      return {
        action:
          isSlider(c) || (c.role === 'spinbutton' && c.inputType !== 'number')
            ? { intent: 'change', uid, value: number }
            : { intent: 'textInput', uid, text: number },
        expectedValue: number,
      };
    if (c.inputType === 'number') return `${describe(c)} only accepts a number, not “${clip(value, 40)}”`;
  }
  // If a field contains an ISO date, the new date is typed in that format.
  if (isoDate && /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? ''))
    return { action: { intent: 'textInput', uid, text: isoDate }, expectedValue: isoDate };
  if (time) return { action: { intent: 'textInput', uid, text: time }, expectedValue: time };
  const colour = isColourField(c) ? formatColour(c.value ?? '', value) : null;
  if (colour) return { action: { intent: 'textInput', uid, text: colour }, expectedValue: colour };
  const formattedText = reorderDate(
    value,
    `${c.attributes.placeholder ?? ''} ${c.attributes['data-date-format'] ?? ''} ${c.name}`,
    today,
  );
  return {
    action: { intent: 'textInput', uid, text: formattedText },
    expectedValue: c.inputType === 'password' ? '' : formattedText,
  };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-03-05',
  time: '14:30',
  'datetime-local': '2026-03-05 14:30',
  month: 'March 2026',
  color: '#3366ff',
  range: '42',
};
