/**
 * Sets date fields that have a custom calendar. If the field accepts text, types the date in the field's format.
 * Otherwise, opens the calendar, moves it to the month and clicks the day. Finally, checks that the field shows the day.
 */
import type { WireCalendar } from '../injected/calendar.js';
import type { WireDateField } from '../injected/date-fields.js';
import { ActionFailure } from './action-failure.js';
import {
  findConfirmButton,
  readDisplayedMonths,
  findNavigationButton,
  findCalendarSelects,
  type CalendarDirection,
} from './calendar-reading.js';
import { detectDateFormat, formatDay } from './date-format.js';
import {
  countMonthsBetween,
  selectDaysOfMonth,
  showsDay,
  type CalendarDay,
  type CalendarMonth,
} from './dates.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { clickElement, leftClick } from './pointer.js';
import { makeReachable } from './verify-target.js';
import { readField, replaceTextWithKeys } from './typing.js';

const MAX_MONTH_CHANGES = 80;

const toIsoDay = ({ year, month, day }: CalendarDay): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export class DatePicker {
  readonly #target: TargetHandle;
  readonly #fieldUid: string;
  readonly #day: CalendarDay;
  readonly #lang: string;

  constructor(target: TargetHandle, fieldUid: string, day: CalendarDay, lang: string) {
    this.#target = target;
    this.#fieldUid = fieldUid;
    this.#day = day;
    this.#lang = lang;
  }

  #readCalendar = (): Promise<WireCalendar | null> => this.#target.queryPage<WireCalendar | null>('calendar');

  async #waitUntilFieldShowsDay(ms: number): Promise<boolean> {
    const isShown = await this.#target.waiter.poll(async () => {
      const field = await this.#target.queryPage<WireDateField | null>('date-field', this.#fieldUid);
      // Null: the page has navigated. The caller then finds the effect by comparing the page before and after.
      return field === null || showsDay(field.displayedValue, this.#day, this.#lang);
    }, ms);
    return isShown === true;
  }

  /** Types the day in the field's format. @returns false if the format is unknown or the field discards the text */
  async type({ hints, displayedValue }: WireDateField): Promise<boolean> {
    const target = this.#target;
    const format = detectDateFormat([...hints, displayedValue], this.#lang);
    if (!format) return false;
    const wasOpen = (await this.#readCalendar()) !== null;
    await replaceTextWithKeys(target, await readField(target), formatDay(this.#day, format, this.#lang));
    if (!(await this.#waitUntilFieldShowsDay(target.limits.typedDateMs))) return false;
    // Some fields accept the date only on blur.
    if (!wasOpen && (await this.#readCalendar()))
      await target.waiter.run(target.page.keyboard.press('Escape'));
    await target.waiter.run(target.page.keyboard.press('Tab'));
    return this.#waitUntilFieldShowsDay(target.limits.typedDateMs);
  }

  /** Opens the calendar. @returns null if no calendar appears */
  async open(): Promise<WireCalendar | null> {
    const target = this.#target;
    const waitForCalendar = (): Promise<WireCalendar | null> =>
      target.waiter.poll(this.#readCalendar, target.limits.calendarOpenMs);
    await makeReachable(target);
    await leftClick(target);
    let calendar = await waitForCalendar();
    for (const openerUid of calendar
      ? []
      : await target.queryPage<string[]>('calendar-openers', this.#fieldUid, 'any')) {
      await clickElement(target, openerUid).catch(() => undefined);
      calendar = await waitForCalendar();
      if (calendar) return calendar;
    }
    return calendar;
  }

  /** Moves the calendar to the month and clicks the day. @throws ActionFailure */
  async pick(initialCalendar: WireCalendar, remainingTries = 3): Promise<void> {
    const calendar = await this.#showRequestedMonth(initialCalendar);
    const monthIndex = readDisplayedMonths(calendar).findIndex(
      (month) => month !== null && countMonthsBetween(month, this.#day) === 0,
    );
    const day = selectDaysOfMonth(calendar.months[monthIndex]?.days ?? []).find(
      ({ day }) => day === this.#day.day,
    );
    if (!day)
      throw new ActionFailure(
        'no-option',
        `the calendar of ${this.#target.description} does not contain ${toIsoDay(this.#day)}`,
      );
    if (day.disabled)
      throw new ActionFailure(
        'no-option',
        `${toIsoDay(this.#day)} is disabled in the calendar of ${this.#target.description}`,
      );
    if (await clickElement(this.#target, day.uid)) return;
    const newCalendar = remainingTries > 0 ? await this.#readCalendar() : null;
    if (!newCalendar)
      throw new ActionFailure(
        'vanished',
        `the calendar of ${this.#target.description} keeps re-rendering, so I could not click a day`,
      );
    await this.pick(newCalendar, remainingTries - 1);
  }

  /** Verifies that the field shows the clicked day. Clicks the confirm button if necessary. @throws ActionFailure */
  async verify(): Promise<void> {
    if (await this.#waitUntilFieldShowsDay(this.#target.limits.valueShownMs)) return;
    const openCalendar = await this.#readCalendar();
    const confirmButton = openCalendar ? findConfirmButton(openCalendar) : null;
    if (confirmButton) {
      await clickElement(this.#target, confirmButton.uid);
      if (await this.#waitUntilFieldShowsDay(this.#target.limits.valueShownMs)) return;
    }
    const field = await this.#target.queryPage<WireDateField | null>('date-field', this.#fieldUid);
    throw new ActionFailure(
      'timeout',
      `${toIsoDay(this.#day)} was clicked, but ${this.#target.description} shows “${(field?.displayedValue ?? '').slice(0, 60)}”`,
    );
  }

  async #showRequestedMonth(initialCalendar: WireCalendar): Promise<WireCalendar> {
    let calendar = initialCalendar;
    let isReversed = false;
    for (let changeCount = 0; changeCount < MAX_MONTH_CHANGES; changeCount++) {
      const months = readDisplayedMonths(calendar);
      const displayedMonths = months.filter((month): month is CalendarMonth => month !== null);
      if (!displayedMonths.length)
        throw new ActionFailure(
          'timeout',
          `the calendar of ${this.#target.description} does not show a month that I can read`,
        );
      if (displayedMonths.some((month) => countMonthsBetween(month, this.#day) === 0)) return calendar;
      const monthsAway = countMonthsBetween(displayedMonths[0]!, this.#day);
      if (await this.#setOneSelect(calendar)) {
        calendar = await this.#waitForMonthChange(calendar);
        continue;
      }
      const direction: CalendarDirection = monthsAway > 0 !== isReversed ? 'next' : 'previous';
      const button =
        (Math.abs(monthsAway) >= 12 ? findNavigationButton(calendar, direction, true) : null) ??
        findNavigationButton(calendar, direction, false);
      if (!button || button.disabled)
        throw new ActionFailure(
          'no-option',
          `the calendar of ${this.#target.description} ends at ${displayedMonths[monthsAway > 0 ? displayedMonths.length - 1 : 0]!.year}-${String(displayedMonths[monthsAway > 0 ? displayedMonths.length - 1 : 0]!.month).padStart(2, '0')}`,
        );
      if (!(await clickElement(this.#target, button.uid))) {
        calendar = (await this.#readCalendar()) ?? calendar;
        continue;
      }
      const calendarAfterClick = await this.#waitForMonthChange(calendar);
      const currentMonth = readDisplayedMonths(calendarAfterClick)[0];
      if (calendarAfterClick === calendar)
        throw new ActionFailure(
          'timeout',
          `“${button.name}” does not change the month in the calendar of ${this.#target.description}`,
        );
      // The button moved the calendar the wrong way, so the two buttons are swapped from now on.
      if (currentMonth && Math.abs(countMonthsBetween(currentMonth, this.#day)) > Math.abs(monthsAway)) {
        if (isReversed)
          throw new ActionFailure(
            'timeout',
            `the calendar of ${this.#target.description} cannot be moved to ${toIsoDay(this.#day)}`,
          );
        isReversed = true;
      }
      calendar = calendarAfterClick;
    }
    throw new ActionFailure(
      'timeout',
      `${toIsoDay(this.#day)} is too far away in the calendar of ${this.#target.description}`,
    );
  }

  /** Waits until the calendar shows a different month. @returns `initialCalendar` if the month does not change */
  async #waitForMonthChange(initialCalendar: WireCalendar): Promise<WireCalendar> {
    const toComparisonKey = (calendar: WireCalendar): string => JSON.stringify(readDisplayedMonths(calendar));
    const initialKey = toComparisonKey(initialCalendar);
    return (
      (await this.#target.waiter.poll(async () => {
        const calendarAfter = await this.#readCalendar();
        return calendarAfter !== null && toComparisonKey(calendarAfter) !== initialKey && calendarAfter;
      }, this.#target.limits.calendarMonthChangeMs)) ?? initialCalendar
    );
  }

  /** Sets the calendar's year in its `select` or, if that is right, the month. @returns false if it set neither */
  async #setOneSelect(calendar: WireCalendar): Promise<boolean> {
    const { month, year, displayedMonth } = findCalendarSelects(calendar);
    const currentMonth = displayedMonth ?? readDisplayedMonths(calendar)[0] ?? null;
    for (const [select, requestedNumber, currentNumber] of [
      [year, this.#day.year, currentMonth?.year],
      [month, this.#day.month, currentMonth?.month],
    ] as const) {
      if (!select || requestedNumber === currentNumber) continue;
      const index = select.findOptionIndex(requestedNumber);
      if (index < 0) continue;
      await this.#target.waiter.run(
        this.#target
          .locate(select.uid)
          .selectOption({ index }, { timeout: this.#target.limits.elementActionMs, noWaitAfter: true }),
      );
      return true;
    }
    return false;
  }
}

/**
 * Sets a custom date field.
 *
 * @returns null if the target is not a custom date field, or cannot be recognised as one. @throws ActionFailure
 */
export async function pickDay(target: TargetHandle, day: CalendarDay): Promise<HandlerResult | null> {
  const field = await readField(target);
  const uid = field.kind === 'text' ? field.uid : target.controlUid;
  const dateField = await target.queryPage<WireDateField | null>('date-field', uid);
  if (!dateField) return null;
  const { attributes, states, inputType } = target.snapshot;
  const declaresPopup =
    /^(dialog|grid|true)$/.test(attributes['aria-haspopup'] ?? '') || states.expanded !== undefined;
  // Some date picker libraries mark their fields only with a class name.
  const hasPickerClass = /date-?picker|flatpickr|pikaday/i.test(attributes.class ?? '');
  const looksLikePicker = (inputType === 'text' && states.readonly === true) || hasPickerClass;
  const format = detectDateFormat([...dateField.hints, dateField.displayedValue], dateField.lang);
  const openers =
    declaresPopup || looksLikePicker || format
      ? []
      : await target.queryPage<string[]>('calendar-openers', uid, '');
  if (!declaresPopup && !looksLikePicker && !format && !openers.length) return null;
  if (dateField.displayedValue && showsDay(dateField.displayedValue, day, dateField.lang))
    return { noActionReason: `${target.description} already shows ${dateField.displayedValue}` };
  const picker = new DatePicker(target, uid, day, dateField.lang);
  if (field.kind === 'text' && (await picker.type(dateField))) return {};
  const calendar = await picker.open();
  if (!calendar) {
    if (field.kind !== 'text')
      throw new ActionFailure('timeout', `${target.description} did not open a calendar`);
    if (!format) return null;
    const fieldAfter = await target.queryPage<WireDateField | null>('date-field', uid);
    throw new ActionFailure(
      'bad-value',
      `${target.description} did not keep ${formatDay(day, format, dateField.lang)}; it shows “${fieldAfter?.displayedValue ?? ''}”`,
    );
  }
  await picker.pick(calendar);
  await picker.verify();
  return {};
}
