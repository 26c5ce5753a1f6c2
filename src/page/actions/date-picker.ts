/**
 * Sets date fields that have a custom calendar. If the field accepts text, it types the date in the field's format.
 * Otherwise it opens the calendar, turns to the month and clicks the day. In the end the field must show the day.
 */
import type { WireCalendar } from '../injected/calendar.js';
import type { WireDateField } from '../injected/date-fields.js';
import { ActionFailure } from './action-failure.js';
import {
  findConfirmButton,
  readShownMonths,
  findTurnButton,
  findCalendarSelects,
  type TurnDirection,
} from './calendar-reading.js';
import { detectDateFormat, formatDay } from './date-format.js';
import { monthsBetween, selectDaysOfMonth, showsDay, type CalendarDay, type CalendarMonth } from './dates.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { clickOn, leftClick } from './pointer.js';
import { makeReachable } from './verify-target.js';
import { readField, typeKeys } from './typing.js';

const MAX_TURNS = 80;

const toIsoDay = ({ year, month, day }: CalendarDay): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export class DatePicker {
  readonly #target: TargetHandle;
  readonly #field: string;
  readonly #day: CalendarDay;
  readonly #lang: string;

  constructor(target: TargetHandle, field: string, day: CalendarDay, lang: string) {
    this.#target = target;
    this.#field = field;
    this.#day = day;
    this.#lang = lang;
  }

  #read = (): Promise<WireCalendar | null> => this.#target.ask<WireCalendar | null>('calendar');

  async #waitUntilShown(ms: number): Promise<boolean> {
    const shown = await this.#target.waiter.poll(async () => {
      const field = await this.#target.ask<WireDateField | null>('date-field', this.#field);
      // If the page has navigated, the comparison of the page before and after reports the effect.
      return field === null || showsDay(field.displayedValue, this.#day, this.#lang);
    }, ms);
    return shown === true;
  }

  /** Types the day in the field's format. @returns false if the field discards it */
  async type({ hints, displayedValue }: WireDateField): Promise<boolean> {
    const target = this.#target;
    const format = detectDateFormat([...hints, displayedValue], this.#lang);
    if (!format) return false;
    const wasOpen = (await this.#read()) !== null;
    await typeKeys(target, await readField(target), formatDay(this.#day, format, this.#lang));
    if (!(await this.#waitUntilShown(target.limits.typedDateMs))) return false;
    // Some fields accept the date only on blur.
    if (!wasOpen && (await this.#read())) await target.waiter.run(target.page.keyboard.press('Escape'));
    await target.waiter.run(target.page.keyboard.press('Tab'));
    return this.#waitUntilShown(target.limits.typedDateMs);
  }

  /** Opens the calendar. @returns null if none appears */
  async open(): Promise<WireCalendar | null> {
    const target = this.#target;
    const waitForCalendar = (): Promise<WireCalendar | null> =>
      target.waiter.poll(this.#read, target.limits.calendarOpenMs);
    await makeReachable(target);
    await leftClick(target);
    let calendar = await waitForCalendar();
    for (const opener of calendar ? [] : await target.ask<string[]>('calendar-openers', this.#field, 'any')) {
      await clickOn(target, opener).catch(() => undefined);
      calendar = await waitForCalendar();
      if (calendar) return calendar;
    }
    return calendar;
  }

  /** Turns to the month and clicks the day. @throws ActionFailure */
  async pick(first: WireCalendar, tries = 3): Promise<void> {
    const calendar = await this.#turnTo(first);
    const monthIndex = readShownMonths(calendar).findIndex(
      (month) => month !== null && monthsBetween(month, this.#day) === 0,
    );
    const day = selectDaysOfMonth(calendar.months[monthIndex]?.days ?? []).find(
      ({ day }) => day === this.#day.day,
    );
    if (!day)
      throw new ActionFailure(
        'no-option',
        `the calendar of ${this.#target.title} does not contain ${toIsoDay(this.#day)}`,
      );
    if (day.disabled)
      throw new ActionFailure(
        'no-option',
        `${toIsoDay(this.#day)} is disabled in the calendar of ${this.#target.title}`,
      );
    if (await clickOn(this.#target, day.uid)) return;
    const reread = tries > 0 ? await this.#read() : null;
    if (!reread)
      throw new ActionFailure(
        'vanished',
        `the calendar of ${this.#target.title} keeps re-rendering, so I could not click a day`,
      );
    await this.pick(reread, tries - 1);
  }

  /** Verifies that the field shows the clicked day; confirms the calendar if necessary. @throws ActionFailure */
  async verify(): Promise<void> {
    if (await this.#waitUntilShown(this.#target.limits.valueShownMs)) return;
    const open = await this.#read();
    const confirm = open ? findConfirmButton(open) : null;
    if (confirm) {
      await clickOn(this.#target, confirm.uid);
      if (await this.#waitUntilShown(this.#target.limits.valueShownMs)) return;
    }
    const field = await this.#target.ask<WireDateField | null>('date-field', this.#field);
    throw new ActionFailure(
      'timeout',
      `${toIsoDay(this.#day)} was clicked, but ${this.#target.title} shows “${(field?.displayedValue ?? '').slice(0, 60)}”`,
    );
  }

  async #turnTo(first: WireCalendar): Promise<WireCalendar> {
    let calendar = first;
    let isReversed = false;
    for (let steps = 0; steps < MAX_TURNS; steps++) {
      const months = readShownMonths(calendar);
      const shown = months.filter((month): month is CalendarMonth => month !== null);
      if (!shown.length)
        throw new ActionFailure(
          'timeout',
          `the calendar of ${this.#target.title} does not show a month that I can read`,
        );
      if (shown.some((month) => monthsBetween(month, this.#day) === 0)) return calendar;
      const monthsAway = monthsBetween(shown[0]!, this.#day);
      if (await this.#setSelects(calendar)) {
        calendar = await this.#waitForTurn(calendar);
        continue;
      }
      const direction: TurnDirection = monthsAway > 0 !== isReversed ? 'next' : 'previous';
      const button =
        (Math.abs(monthsAway) >= 12 ? findTurnButton(calendar, direction, true) : null) ??
        findTurnButton(calendar, direction, false);
      if (!button || button.disabled)
        throw new ActionFailure(
          'no-option',
          `the calendar of ${this.#target.title} ends at ${shown[monthsAway > 0 ? shown.length - 1 : 0]!.year}-${String(shown[monthsAway > 0 ? shown.length - 1 : 0]!.month).padStart(2, '0')}`,
        );
      if (!(await clickOn(this.#target, button.uid))) {
        calendar = (await this.#read()) ?? calendar;
        continue;
      }
      const turned = await this.#waitForTurn(calendar);
      const monthNow = readShownMonths(turned)[0];
      if (turned === calendar)
        throw new ActionFailure(
          'timeout',
          `“${button.name}” does not change the month in the calendar of ${this.#target.title}`,
        );
      // The button turns in the other direction than its position suggested.
      if (monthNow && Math.abs(monthsBetween(monthNow, this.#day)) > Math.abs(monthsAway)) {
        if (isReversed)
          throw new ActionFailure(
            'timeout',
            `the calendar of ${this.#target.title} cannot be turned to ${toIsoDay(this.#day)}`,
          );
        isReversed = true;
      }
      calendar = turned;
    }
    throw new ActionFailure(
      'timeout',
      `${toIsoDay(this.#day)} is too far away in the calendar of ${this.#target.title}`,
    );
  }

  /** Waits until the calendar shows another month. @returns `from` if it does not */
  async #waitForTurn(from: WireCalendar): Promise<WireCalendar> {
    const key = (calendar: WireCalendar): string => JSON.stringify(readShownMonths(calendar));
    const before = key(from);
    return (
      (await this.#target.waiter.poll(async () => {
        const calendarAfter = await this.#read();
        return calendarAfter !== null && key(calendarAfter) !== before && calendarAfter;
      }, this.#target.limits.calendarTurnMs)) ?? from
    );
  }

  /** Sets the `select` element for the year or the month. @returns false if neither needs to change */
  async #setSelects(calendar: WireCalendar): Promise<boolean> {
    const { month, year, shownMonth } = findCalendarSelects(calendar);
    const currentMonth = shownMonth ?? readShownMonths(calendar)[0] ?? null;
    for (const [list, requested, current] of [
      [year, this.#day.year, currentMonth?.year],
      [month, this.#day.month, currentMonth?.month],
    ] as const) {
      if (!list || requested === current) continue;
      const index = list.valueOf(requested);
      if (index < 0) continue;
      await this.#target.waiter.run(
        this.#target
          .locate(list.uid)
          .selectOption({ index }, { timeout: this.#target.limits.elementActionMs, noWaitAfter: true }),
      );
      return true;
    }
    return false;
  }
}

/** Sets a custom date field. @returns null, without any effect, if the target is not one. @throws ActionFailure */
export async function pickDay(target: TargetHandle, day: CalendarDay): Promise<HandlerResult | null> {
  const field = await readField(target);
  const uid = field.kind === 'text' ? field.uid : target.controlUid;
  const dateField = await target.ask<WireDateField | null>('date-field', uid);
  if (!dateField) return null;
  const { attributes, states, inputType } = target.probe;
  const declaresPopup =
    /^(dialog|grid|true)$/.test(attributes['aria-haspopup'] ?? '') || states.expanded !== undefined;
  // Some libraries mark their fields only with a class.
  const hasPickerClass = /date-?picker|flatpickr|pikaday/i.test(attributes.class ?? '');
  const isReadonly = (inputType === 'text' && states.readonly === true) || hasPickerClass;
  const format = detectDateFormat([...dateField.hints, dateField.displayedValue], dateField.lang);
  const openers =
    declaresPopup || isReadonly || format ? [] : await target.ask<string[]>('calendar-openers', uid, '');
  if (!declaresPopup && !isReadonly && !format && !openers.length) return null;
  if (dateField.displayedValue && showsDay(dateField.displayedValue, day, dateField.lang))
    return { already: `${target.title} already shows ${dateField.displayedValue}` };
  const picker = new DatePicker(target, uid, day, dateField.lang);
  if (field.kind === 'text' && (await picker.type(dateField))) return {};
  const calendar = await picker.open();
  if (!calendar) {
    if (field.kind !== 'text') throw new ActionFailure('timeout', `${target.title} did not open a calendar`);
    if (!format) return null;
    const fieldAfter = await target.ask<WireDateField | null>('date-field', uid);
    throw new ActionFailure(
      'bad-value',
      `${target.title} did not keep ${formatDay(day, format, dateField.lang)}; it shows “${fieldAfter?.displayedValue ?? ''}”`,
    );
  }
  await picker.pick(calendar);
  await picker.verify();
  return {};
}
