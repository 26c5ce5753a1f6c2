/**
 * Decides which action sets a control to a value. Each kind of control gets the value in its own format: native fields
 * get ISO text, date fields with their own calendar the date, lists the label of an option.
 */
import type { Candidate, PageAction } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isField, isNativeValue, isSelect, isSlider, isTickable } from '../ground/kinds.js';
import { reorderDate, convertValue } from '../language/values.js';
import { clip } from '../text.js';
import { formatColour, isColourField } from './colour.js';
import { readDate, hasCalendar, formatForInput, type MomentText } from '../ground/moment-fields.js';
import { findDisabledOption, findOption, formatDisabledOption } from '../ground/options.js';

export interface Setting {
  act: PageAction;
  /** What the control should show afterwards; '' if that is not visible (passwords). */
  shows: string;
}

/** Returns the action that sets the value, or the reason why that is impossible. */
export function findSetting(
  c: Candidate,
  { value, isoValue: meant }: MomentText,
  today: Date,
): Setting | string {
  const { uid } = c;
  const day = readDate({ value, isoValue: meant }, today);
  // The action sets the date: it types it in the field's own format or uses the calendar.
  if (day && hasCalendar(c)) return { act: { intent: 'change', uid, value: day }, shows: '' };
  if (c.states.readonly && isField(c) && !isNativeValue(c)) return `${describe(c)} cannot be written to`;
  if (isSelect(c)) {
    const option = findOption(c, value);
    if (!option) {
      const off = findDisabledOption(c, value);
      if (off !== null) return formatDisabledOption(c, off);
      const offered = (c.options ?? [])
        .filter((o) => !o.disabled)
        .map((o) => o.label)
        .filter(Boolean);
      return `${describe(c)} does not offer “${clip(value, 40)}”; it offers ${offered.slice(0, 12).join(', ')}${offered.length > 12 ? ' …' : ''}`;
    }
    return { act: { intent: 'change', uid, value: option.label }, shows: option.label };
  }
  if (isTickable(c)) {
    const on = /^(?:yes|on|true|checked|ticked|enabled|selected)$/iu.test(value)
      ? 'true'
      : /^(?:no|off|false|unchecked|unticked|disabled)$/iu.test(value)
        ? 'false'
        : null;
    return on
      ? { act: { intent: 'change', uid, value: on }, shows: on }
      : `${describe(c)} can only be on or off`;
  }
  if (isNativeValue(c)) {
    const iso = value === '' ? '' : formatForInput(c.inputType ?? '', { value, isoValue: meant }, today);
    return iso === null
      ? `“${clip(value, 40)}” is not a ${c.inputType} I understand; give it like ${EXAMPLES[c.inputType ?? ''] ?? 'in the field'}`
      : { act: { intent: 'change', uid, value: iso }, shows: iso };
  }
  if (!isField(c) && !isSlider(c)) return `${describe(c)} does not take text`;
  if (c.inputType === 'number' || c.role === 'spinbutton' || isSlider(c)) {
    const number = value === '' ? '' : convertValue(value, 'number', today);
    if (number !== null)
      return {
        act:
          isSlider(c) || (c.role === 'spinbutton' && c.inputType !== 'number')
            ? { intent: 'change', uid, value: number }
            : { intent: 'textInput', uid, text: number },
        shows: number,
      };
    if (c.inputType === 'number') return `${describe(c)} only accepts a number, not “${clip(value, 40)}”`;
  }
  // A field that contains an ISO date gets the new date in the same format.
  if (day && /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? ''))
    return { act: { intent: 'textInput', uid, text: day }, shows: day };
  // Likewise a field with a time, if the value is in words: "half past three".
  const words = /^\d{1,2}:\d{2}$/u.test(c.value ?? '') && !/^\d{1,2}(?::\d{2})?$/u.test(value);
  const hour = words ? formatForInput('time', { value, isoValue: meant }, today) : null;
  if (hour) return { act: { intent: 'textInput', uid, text: hour }, shows: hour };
  const colour = isColourField(c) ? formatColour(c.value ?? '', value) : null;
  if (colour) return { act: { intent: 'textInput', uid, text: colour }, shows: colour };
  const hinted = reorderDate(
    value,
    `${c.attributes.placeholder ?? ''} ${c.attributes['data-date-format'] ?? ''} ${c.name}`,
    today,
  );
  return { act: { intent: 'textInput', uid, text: hinted }, shows: c.inputType === 'password' ? '' : hinted };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-03-05',
  time: '14:30',
  'datetime-local': '2026-03-05 14:30',
  month: 'March 2026',
  color: '#3366ff',
  range: '42',
};
