/**
 * Custom date fields. One that takes text is typed into in the form that it shows; otherwise its calendar is
 * opened and gone through month by month, as people do, and the field must show the day in the end.
 */
import type { WireCalendar } from '../injected/calendar.js';
import type { WireDateField } from '../injected/date-fields.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import { confirmButton, monthsShown, mover, selectsOf, type Direction } from './calendar-reading.js';
import { dateFormat, writeDay } from './date-format.js';
import { monthsBetween, ownDays, showsDay, type Day, type Month } from './dates.js';
import type { Deed, Hand } from './hand.js';
import { clickOn, leftClick } from './pointer.js';
import { uncover } from './recheck.js';
import { fieldOf, typeKeys } from './typing.js';

const MOST_STEPS = 80;
const OPEN_MS = 1_200;
const TURN_MS = 1_500;
const SHOWS_MS = 1_200;

const dayText = ({ year, month, day }: Day): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

export class DatePicker {
  readonly #hand: Hand;
  readonly #field: string;
  readonly #day: Day;
  readonly #lang: string;

  constructor(hand: Hand, field: string, day: Day, lang: string) {
    this.#hand = hand;
    this.#field = field;
    this.#day = day;
    this.#lang = lang;
  }

  #read = (): Promise<WireCalendar | null> => this.#hand.ask<WireCalendar | null>('calendar');

  async #shows(ms: number): Promise<boolean> {
    const shown = await this.#hand.patience.until(async () => {
      const now = await this.#hand.ask<WireDateField | null>('date-field', this.#field);
      // A page that went elsewhere shows what it did from outside.
      return now === null || showsDay(now.shows, this.#day, this.#lang);
    }, ms);
    return shown === true;
  }

  /** Types the day in the form that the field shows; false when it did not stay. */
  async type({ hints, shows }: WireDateField): Promise<boolean> {
    const hand = this.#hand;
    const format = dateFormat([...hints, shows], this.#lang);
    if (!format) return false;
    const open = (await this.#read()) !== null;
    await typeKeys(hand, await fieldOf(hand), writeDay(this.#day, format, this.#lang));
    if (!(await this.#shows(300))) return false;
    // Some fields take it only when they are left.
    if (!open && (await this.#read())) await hand.patience.run(hand.page.keyboard.press('Escape'));
    await hand.patience.run(hand.page.keyboard.press('Tab'));
    return this.#shows(400);
  }

  /** Opens the calendar; null when none appears. */
  async open(): Promise<WireCalendar | null> {
    const hand = this.#hand;
    const appears = (): Promise<WireCalendar | null> => hand.patience.until(this.#read, OPEN_MS);
    await uncover(hand);
    await leftClick(hand);
    let calendar = await appears();
    for (const opener of calendar ? [] : await hand.ask<string[]>('openers', this.#field, 'any')) {
      await clickOn(hand, opener).catch(() => undefined);
      calendar = await appears();
      if (calendar) return calendar;
    }
    return calendar;
  }

  /** Goes to the month and clicks the day. @throws ActFailure */
  async pick(first: WireCalendar, tries = 3): Promise<void> {
    const calendar = await this.#turnTo(first);
    const at = monthsShown(calendar).findIndex(
      (month) => month !== null && monthsBetween(month, this.#day) === 0,
    );
    const day = ownDays(calendar.months[at]?.days ?? []).find(({ day }) => day === this.#day.day);
    if (!day)
      throw new ActFailure('no-option', `the calendar of ${this.#hand.title} shows no ${dayText(this.#day)}`);
    if (day.disabled)
      throw new ActFailure(
        'no-option',
        `${dayText(this.#day)} cannot be chosen in the calendar of ${this.#hand.title}`,
      );
    if (await clickOn(this.#hand, day.uid)) return;
    const again = tries > 0 ? await this.#read() : null;
    if (!again)
      throw new ActFailure('vanished', `the calendar of ${this.#hand.title} draws itself again without end`);
    await this.pick(again, tries - 1);
  }

  /** After the day was clicked: the field shows it, at the latest once the calendar is confirmed. @throws ActFailure */
  async verify(): Promise<void> {
    if (await this.#shows(SHOWS_MS)) return;
    const open = await this.#read();
    const confirm = open ? confirmButton(open) : null;
    if (confirm) {
      await clickOn(this.#hand, confirm.uid);
      if (await this.#shows(SHOWS_MS)) return;
    }
    const now = await this.#hand.ask<WireDateField | null>('date-field', this.#field);
    throw new ActFailure(
      'timeout',
      `${dayText(this.#day)} was clicked, but ${this.#hand.title} shows “${(now?.shows ?? '').slice(0, 60)}”`,
    );
  }

  async #turnTo(first: WireCalendar): Promise<WireCalendar> {
    let calendar = first;
    let swapped = false;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const months = monthsShown(calendar);
      const shown = months.filter((month): month is Month => month !== null);
      if (!shown.length)
        throw new ActFailure(
          'timeout',
          `the calendar of ${this.#hand.title} does not say which month it shows`,
        );
      if (shown.some((month) => monthsBetween(month, this.#day) === 0)) return calendar;
      const away = monthsBetween(shown[0]!, this.#day);
      if (await this.#bySelects(calendar)) {
        calendar = await this.#turned(calendar);
        continue;
      }
      const to: Direction = away > 0 !== swapped ? 'next' : 'previous';
      const button = (Math.abs(away) >= 12 ? mover(calendar, to, true) : null) ?? mover(calendar, to, false);
      if (!button || button.disabled)
        throw new ActFailure(
          'no-option',
          `the calendar of ${this.#hand.title} goes no further than ${shown[away > 0 ? shown.length - 1 : 0]!.year}-${String(shown[away > 0 ? shown.length - 1 : 0]!.month).padStart(2, '0')}`,
        );
      if (!(await clickOn(this.#hand, button.uid))) {
        calendar = (await this.#read()) ?? calendar;
        continue;
      }
      const next = await this.#turned(calendar);
      const nowAt = monthsShown(next)[0];
      if (next === calendar)
        throw new ActFailure('timeout', `“${button.name}” does not turn the calendar of ${this.#hand.title}`);
      // The other way round than its place said.
      if (nowAt && Math.abs(monthsBetween(nowAt, this.#day)) > Math.abs(away)) {
        if (swapped)
          throw new ActFailure(
            'timeout',
            `the calendar of ${this.#hand.title} does not turn to ${dayText(this.#day)}`,
          );
        swapped = true;
      }
      calendar = next;
    }
    throw new ActFailure(
      'timeout',
      `${dayText(this.#day)} is too far away in the calendar of ${this.#hand.title}`,
    );
  }

  /** The calendar once it shows another month; the same one when it never does. */
  async #turned(from: WireCalendar): Promise<WireCalendar> {
    const key = (calendar: WireCalendar): string => JSON.stringify(monthsShown(calendar));
    const before = key(from);
    return (
      (await this.#hand.patience.until(async () => {
        const now = await this.#read();
        return now !== null && key(now) !== before && now;
      }, TURN_MS)) ?? from
    );
  }

  /** Sets the lists of year and month where there are any; false when nothing was to be set there. */
  async #bySelects(calendar: WireCalendar): Promise<boolean> {
    const { month, year, shows } = selectsOf(calendar);
    const at = shows ?? monthsShown(calendar)[0] ?? null;
    for (const [list, wanted, now] of [
      [year, this.#day.year, at?.year],
      [month, this.#day.month, at?.month],
    ] as const) {
      if (!list || wanted === now) continue;
      const index = list.valueOf(wanted);
      if (index < 0) continue;
      await this.#hand.patience.run(
        this.#hand.at(list.uid).selectOption({ index }, { timeout: ACT_MS, noWaitAfter: true }),
      );
      return true;
    }
    return false;
  }
}

/** Sets a custom date field; null when the target is none, and nothing was done. @throws ActFailure */
export async function pickDay(hand: Hand, day: Day): Promise<Deed | null> {
  const field = await fieldOf(hand);
  const uid = field.kind === 'text' ? field.uid : hand.control;
  const said = await hand.ask<WireDateField | null>('date-field', uid);
  if (!said) return null;
  const { attributes, states, inputType } = hand.probe;
  const opens =
    /^(dialog|grid|true)$/.test(attributes['aria-haspopup'] ?? '') || states.expanded !== undefined;
  // Fields of libraries that attach a calendar and say so in their class alone.
  const marked = /date-?picker|flatpickr|pikaday/i.test(attributes.class ?? '');
  const readonly = (inputType === 'text' && states.readonly === true) || marked;
  const format = dateFormat([...said.hints, said.shows], said.lang);
  const openers = opens || readonly || format ? [] : await hand.ask<string[]>('openers', uid, '');
  if (!opens && !readonly && !format && !openers.length) return null;
  if (said.shows && showsDay(said.shows, day, said.lang))
    return { already: `${hand.title} already shows ${said.shows}` };
  const picker = new DatePicker(hand, uid, day, said.lang);
  if (field.kind === 'text' && (await picker.type(said))) return {};
  const calendar = await picker.open();
  if (!calendar) {
    if (field.kind !== 'text') throw new ActFailure('timeout', `${hand.title} opened no calendar`);
    if (!format) return null;
    const now = await hand.ask<WireDateField | null>('date-field', uid);
    throw new ActFailure(
      'bad-value',
      `${hand.title} does not keep ${writeDay(day, format, said.lang)}; it shows “${now?.shows ?? ''}”`,
    );
  }
  await picker.pick(calendar);
  await picker.verify();
  return {};
}
