/** Reads a date picker's calendar: which months it shows, and which buttons lead to other months. No side effects. */
import type { WireCalendarButton, WireCalendar, WireDay, WireMonth } from '../injected/calendar.js';
import { findMonthNumber, parseMonth, selectDaysOfMonth, type CalendarMonth } from './dates.js';

const createWordPattern = (list: string): RegExp => new RegExp(`(?<!\\p{L})(${list})(?!\\p{L})`, 'iu');

const NEXT_WORD = createWordPattern(
  'next|forward|later|nächste[rsn]?|weiter|vor|suivante?|prochaine?|siguiente|próximo|próxima|seguinte|avançar|successiv[oa]|prossim[oa]|avanti|volgende?|następny|następna|další|nästa|næste|neste|seuraava|következő|sonraki|ileri|следующий|вперед|вперёд|наступний|επόμενος|التالي|הבא|अगला|berikutnya',
);
const PREVIOUS_WORD = createWordPattern(
  'prev|previous|back|earlier|vorherige[rsn]?|vorige[rsn]?|zurück|précédente?|anterior|voltar|precedente|indietro|vorige?|poprzedni|poprzednia|předchozí|föregående|forrige|edellinen|előző|önceki|geri|предыдущий|назад|попередній|προηγούμενος|السابق|הקודם|पिछला|sebelumnya',
);
/** Words in languages without spaces between words, and arrow symbols. */
const NEXT_WITHOUT_SPACES =
  /次|翌|下[一个個]?月|下[一]?[个個]|다음|ถัดไป|[›»→▶❯>]\s*$|chevron_right|arrow_forward/i;
const PREVIOUS_WITHOUT_SPACES =
  /前|上[一个個]?月|上[一]?[个個]|이전|ก่อนหน้า|^\s*[‹«←◀❮<]|chevron_left|arrow_back/i;
const YEAR_WORD = createWordPattern(
  'years?|jahr|année|an|año|ano|anno|jaar|rok|år|vuosi|év|yıl|год|рік|έτος|سنة|שנה|tahun',
);
const YEAR_WITHOUT_SPACES = /年|년|^\s*(«|<<|»|>>)\s*$|keyboard_double/;
const CONFIRM_LABEL =
  /^(ok|okay|apply|done|set|select|choose|confirm|save|übernehmen|fertig|auswählen|bestätigen|valider|appliquer|confirmer|aceptar|aplicar|listo|confirmar|applica|conferma|fatto|toepassen|gereed|zastosuj|gotowe|klar|valmis|kész|tamam|uygula|готово|применить|выбрать|確定|完了|适用|确定|확인)$/i;

export type CalendarDirection = 'next' | 'previous';

function findDirection(name: string): CalendarDirection | null {
  if (NEXT_WORD.test(name) || NEXT_WITHOUT_SPACES.test(name)) return 'next';
  if (PREVIOUS_WORD.test(name) || PREVIOUS_WITHOUT_SPACES.test(name)) return 'previous';
  return null;
}

const isYearButton = (name: string): boolean => YEAR_WORD.test(name) || YEAR_WITHOUT_SPACES.test(name);

function readMonthFromDays(days: readonly WireDay[], lang: string): CalendarMonth | null {
  // If several cells have the whole date in their names and agree, they are the most reliable source.
  const daysOfMonth = selectDaysOfMonth(days);
  const middleMonths = daysOfMonth.slice(9, 19).map(({ name, day }) => {
    const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(name);
    if (iso && Number(iso[3]) === day) return { year: Number(iso[1]), month: Number(iso[2]) };
    return findMonthNumber(name, lang) ? parseMonth(name, lang) : null;
  });
  const firstMonth = middleMonths[0];
  return firstMonth &&
    middleMonths.every((month) => month?.year === firstMonth.year && month.month === firstMonth.month)
    ? firstMonth
    : null;
}

function readMonthFromHeadings(headings: WireMonth['headings'], lang: string): CalendarMonth | null {
  for (const { text } of headings) {
    const month = parseMonth(text, lang);
    if (month) return month;
  }
  // `March` and `2026` may be in separate headings.
  const monthHeading = headings.find(({ text }) => findMonthNumber(text, lang) > 0);
  const yearHeading = headings.find(({ text }) => /^\D{0,3}(19|20|21)\d\d\D{0,3}$/.test(text));
  return monthHeading && yearHeading
    ? { year: Number(/\d{4}/.exec(yearHeading.text)![0]), month: findMonthNumber(monthHeading.text, lang) }
    : null;
}

export interface CalendarSelects {
  month: { uid: string; findOptionIndex(month: number): number } | null;
  year: { uid: string; findOptionIndex(year: number): number } | null;
  displayedMonth: CalendarMonth | null;
}

/** Finds the `select` elements for month and year. */
export function findCalendarSelects({ selects, lang }: WireCalendar): CalendarSelects {
  const calendarSelects: CalendarSelects = { month: null, year: null, displayedMonth: null };
  let displayedMonth = 0;
  let displayedYear = 0;
  for (const { uid, options } of selects) {
    const months = options.map(({ label }) => findMonthNumber(label, lang));
    const selectedIndex = options.findIndex((option) => option.selected);
    if (months.filter(Boolean).length >= Math.max(1, options.length - 1) && options.length > 1) {
      calendarSelects.month = { uid, findOptionIndex: (target) => months.indexOf(target) };
      displayedMonth = months[selectedIndex] ?? 0;
    } else if (options.some(({ label }) => /^(19|20|21)\d\d$/.test(label))) {
      calendarSelects.year = {
        uid,
        findOptionIndex: (target) => options.findIndex(({ label }) => Number(label) === target),
      };
      displayedYear = Number(options[selectedIndex]?.label ?? 0);
    }
  }
  if (displayedMonth && displayedYear)
    calendarSelects.displayedMonth = { year: displayedYear, month: displayedMonth };
  return calendarSelects;
}

/** Returns the month that each grid shows; null if it cannot be determined. */
export function readDisplayedMonths(calendar: WireCalendar): (CalendarMonth | null)[] {
  const { displayedMonth } = findCalendarSelects(calendar);
  return calendar.months.map(
    ({ days, headings }, i) =>
      readMonthFromDays(days, calendar.lang) ??
      readMonthFromHeadings(headings, calendar.lang) ??
      (i === 0 ? displayedMonth : null),
  );
}

/**
 * Finds the button that moves the calendar by one month, or by one year if `byYear` is set. Looks first at the buttons'
 * names, then at their positions to the left and right of the heading. Returns null if there is no such button.
 */
export function findNavigationButton(
  calendar: WireCalendar,
  direction: CalendarDirection,
  byYear: boolean,
): WireCalendarButton | null {
  const namedButtons = calendar.buttons.filter((button) => findDirection(button.name) === direction);
  const matchingButton = namedButtons.find((button) => isYearButton(button.name) === byYear);
  if (matchingButton) return matchingButton;
  if (byYear) return null;
  if (namedButtons.length) return namedButtons[0]!;
  const heading = calendar.months[0]?.headings[0];
  if (!heading) return null;
  const unnamedButtons = calendar.buttons
    .filter((button) => button.isInHeadingRow && findDirection(button.name) === null)
    .sort((a, b) => a.x - b.x);
  const leftButtons = unnamedButtons.filter((button) => button.x < heading.x - 4);
  const rightButtons = unnamedButtons.filter((button) => button.x > heading.x + 4);
  const isRightward = (direction === 'next') !== calendar.isRightToLeft;
  if (leftButtons.length && rightButtons.length)
    return (isRightward ? rightButtons[0] : leftButtons.at(-1)) ?? null;
  // If both buttons are on the same side of the heading, the right one moves the calendar to the right.
  const navigationButtons = leftButtons.length >= 2 ? leftButtons : rightButtons;
  return navigationButtons.length >= 2 ? (isRightward ? navigationButtons[1]! : navigationButtons[0]!) : null;
}

export function findConfirmButton({ buttons }: WireCalendar): WireCalendarButton | null {
  return buttons.find((button) => !button.disabled && CONFIRM_LABEL.test(button.name.trim())) ?? null;
}
