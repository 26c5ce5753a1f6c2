/**
 * Types into the fields of date and time pickers. They accept only text in their own format and only after Enter.
 * Otherwise they restore the previous value when the focus leaves.
 */
import type { WireDateField, WirePicker } from '../injected/date-fields.js';
import { ActionFailure } from './action-failure.js';
import { detectDateFormat, formatDay } from './date-format.js';
import { parseIsoDay } from './dates.js';
import { clickField } from './field-focus.js';
import { isSameFormattedText, parseTimeOfDay } from './matching.js';
import { formatTime } from './time-format.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { readField, replaceTextWithKeys } from './typing.js';

/** Lists the texts to try, in order: the value in the picker's format and, for a time, the same with seconds. */
function listTexts(value: string, { hints, displayedValue, lang }: WireDateField): string[] {
  const day = parseIsoDay(value);
  if (day) {
    const format = detectDateFormat([...hints, displayedValue], lang);
    return [format ? formatDay(day, format, lang) : value];
  }
  const minutes = parseTimeOfDay(value);
  if (minutes === null) return [value];
  const time = formatTime(value, minutes, [...hints, displayedValue]);
  return /^\d{1,2}:\d{2}$/.test(time) ? [time, `${time}:00`] : [time];
}

/**
 * Sets the field of a picker. A range picker discards the text of its first field if the focus leaves the picker before
 * the second field is set. Therefore the focus stays in the picker after the first field.
 *
 * @returns null, without doing anything, if the target is not a picker's field. @throws ActionFailure `bad-value`
 */
export async function typeIntoPicker(target: TargetHandle, value: string): Promise<HandlerResult | null> {
  const field = await readField(target);
  if (field.kind !== 'text' || value === '') return null;
  const picker = await target.queryPage<WirePicker | null>('picker', field.uid);
  const dateField = picker && (await target.queryPage<WireDateField | null>('date-field', field.uid));
  if (!dateField) return null;
  const { keyboard } = target.page;
  const { waiter, limits } = target;
  const readValue = async (): Promise<string> => (await readField(target)).value;
  for (const text of listTexts(value, dateField)) {
    if (field.value === text) return { noActionReason: `${target.description} already shows ${text}` };
    await clickField(target);
    await replaceTextWithKeys(target, await readField(target), text);
    await target.queryPage('hold-submission', field.uid);
    await waiter.run(keyboard.press('Enter'));
    if (picker.hasNextField) {
      if (isSameFormattedText(await readValue(), text)) return {};
      continue;
    }
    await waiter.run(keyboard.press('Tab'));
    await waiter.pause(limits.typedDateMs);
    const shownValue = await readValue();
    if (isSameFormattedText(shownValue, text))
      return { effects: [{ type: 'value', from: field.value, to: shownValue }] };
  }
  throw new ActionFailure(
    'bad-value',
    `${target.description} did not keep “${value.slice(0, 60)}”; it shows “${(await readValue()).slice(0, 60)}”`,
  );
}
