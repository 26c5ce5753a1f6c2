/** Checks controls and values: whether a control can be set, contradicts a value, or shows it. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from './describe.js';
import {
  isField,
  isNativeValueField,
  isSelect,
  isSlider,
  isTickable,
  opensList,
  takesOption,
  takesSeveralOptions,
} from './kinds.js';
import { hasCalendar } from './moment-fields.js';
import type { View } from './view.js';
import { convertValue } from '../language/values.js';
import { clip, splitEntries } from '../text.js';

const getHints = (c: Candidate): string =>
  `${c.name} ${c.attributes.placeholder ?? ''} ${c.attributes.name ?? ''} ${c.attributes.id ?? ''} ${c.attributes.class ?? ''}`;

/** Whether value and field contradict each other: a date for a time field, or a time for a date field. */
export function contradictsField(c: Candidate, value: string, today: Date): boolean {
  if (!isField(c) && !isNativeValueField(c)) return false;
  const isDate = convertValue(value, 'date', today) !== null;
  const isTime = convertValue(value, 'time', today) !== null;
  if (isDate === isTime) return false;
  const isTimeField =
    c.inputType === 'time' ||
    /^\d{1,2}:\d{2}/u.test(c.value ?? '') ||
    /\btime(?:field)?\b|hh:mm/iu.test(getHints(c).replace(/date ?time|[_-]/giu, ' '));
  const isDateField = c.inputType === 'date' || /^\d{4}-\d{2}-\d{2}$/u.test(c.value ?? '');
  return isDate ? isTimeField && !isDateField : isDateField && !isTimeField;
}

/** Scores how suitable an element is for setting a value. */
export const scoreSettable = (c: Candidate): number => {
  if (!c.visible || c.inputType === 'file') return 0;
  if (isField(c) || isNativeValueField(c)) return c.states.readonly && !hasCalendar(c) ? 0.95 : 1;
  if (isSelect(c) || isSlider(c)) return 0.99;
  if (c.role === 'combobox' || c.role === 'listbox') return 0.98;
  return opensList(c) && c.role === 'button' ? 0.85 : 0;
};

/** The name of a secret in a text: `<SHOP_PASSWORD>`. */
const SECRET_NAME = /<[A-Z][A-Z0-9_]*>/u;
/** Observations contain this many characters of a value, so only the beginning of a longer value can be compared. */
const MAX_OBSERVED_VALUE_LENGTH = 500;

const simplify = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns how the control's value differs from the requested one; null if they match. A field may add punctuation
 * (phone numbers).
 */
export function describeMismatch(view: View, uid: string, expectedValue: string): string | null {
  const c = view.byUid.get(uid);
  // In a control that takes an option, the text may only be a search term. `page/` verifies which option was chosen.
  if (!c || expectedValue === '' || c.inputType === 'password' || takesOption(c)) return null;
  if (isTickable(c))
    return c.states.checked === undefined || String(c.states.checked) === expectedValue
      ? null
      : `${describe(c)} is still ${expectedValue === 'true' ? 'off' : 'on'}`;
  if (takesSeveralOptions(c)) {
    const selectedLabels = new Set(c.options?.filter((o) => o.selected).map(({ label }) => simplify(label)));
    if (splitEntries(expectedValue).every((entry) => selectedLabels.has(simplify(entry)))) return null;
  }
  const currentValue = isSelect(c)
    ? (c.options?.find((o) => o.selected)?.label ?? c.text)
    : (c.value ?? c.text);
  if (currentValue === '' && c.value === undefined) return null;
  // The navigator does not know the value of a secret, so `page/` compares it.
  if (SECRET_NAME.test(expectedValue)) return null;
  if (
    simplify(currentValue) === simplify(expectedValue) ||
    (isNativeValueField(c) && currentValue.startsWith(expectedValue))
  )
    return null;
  if (
    [...currentValue].length >= MAX_OBSERVED_VALUE_LENGTH &&
    simplify(expectedValue).startsWith(simplify(currentValue))
  )
    return null;
  if (/^\d/u.test(expectedValue) && Number(currentValue) === Number(expectedValue)) return null;
  return `${describe(c)} now shows “${clip(currentValue, 60)}” and not “${clip(expectedValue, 60)}”`;
}
