/**
 * Recognises date and time fields, and formats values for native ones. A "moment" is a date, a time or both. If the
 * parser recognised the value as a moment, its result (`isoValue`) takes precedence over the instructor's words.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isNativeValueField } from './kinds.js';
import { convertValue } from '../language/values.js';

/** A value in the instructor's words, with the date or time that it means. */
export interface MomentText {
  value: string;
  isoValue?: string | undefined;
}

const DATE = /\d{4}-\d{2}-\d{2}/u;
const TIME = /\d{2}:\d{2}/u;
/** Markup that libraries use for fields with their own calendar. */
const PICKER_MARKUP = /date-?picker|flatpickr|pikaday|calendar|date-?field/iu;

/** Class names of the wrapper that libraries draw around the text field of a date or time picker. */
const PICKER_WRAPPER = /(?:^|[\s_-])(?:date|time)?-?picker(?:$|[\s_-])/iu;

const PICKER_PLACEHOLDER =
  /^(?:select|choose|pick) (?:an? |the )?(?:date|time|day)$|^(?:start|end) (?:date|time)$/iu;

/** Whether it is the text field of a date or time picker. It accepts text only in the picker's format. */
export const isPickerField = (c: Candidate): boolean =>
  isField(c) &&
  !isNativeValueField(c) &&
  (PICKER_PLACEHOLDER.test(c.attributes.placeholder ?? '') ||
    [c, ...c.folded].some(({ attributes }) => PICKER_WRAPPER.test(attributes.class ?? '')));

/** Returns the date as `2026-03-05`. */
export const readIsoDate = ({ value, isoValue }: MomentText, today: Date): string | null =>
  DATE.exec(isoValue ?? '')?.[0] ?? (isoValue ? null : convertValue(value, 'date', today));

/** Whether a non-native field has a calendar to pick dates from. */
export const hasCalendar = (c: Candidate): boolean =>
  !isNativeValueField(c) &&
  (isField(c) || c.role === 'combobox') &&
  c.tag !== 'textarea' &&
  (isPickerField(c) ||
    /^(?:dialog|grid)$/u.test(c.attributes['aria-haspopup'] ?? '') ||
    PICKER_MARKUP.test(
      `${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${c.attributes['data-provide'] ?? ''}`,
    ) ||
    (c.states.readonly === true && /\b(?:date|day)\b/iu.test(`${c.name} ${c.attributes.name ?? ''}`)));

function formatWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  // A week belongs to the year of its Thursday.
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((date.getTime() - yearStart) / 86_400_000 + 1) / 7);
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

function formatIsoValue(type: string, isoValue: string): string | null {
  const [day, time] = [DATE.exec(isoValue)?.[0], TIME.exec(isoValue)?.[0]];
  switch (type) {
    case 'date':
      return day ?? null;
    case 'time':
      return time ?? null;
    case 'datetime-local':
      return day && time ? `${day}T${time}` : null;
    case 'month':
      return day?.slice(0, 7) ?? null;
    case 'week':
      return day ? formatWeek(day) : null;
    default:
      return null;
  }
}

/** Formats the value for a native field of this type; null if that is impossible. */
export const formatForInput = (type: string, { value, isoValue }: MomentText, today: Date): string | null =>
  (isoValue ? formatIsoValue(type, isoValue) : null) ?? convertValue(value, type, today);
