/** Reads the calendar of a date picker: the months it shows and the buttons that turn it. Pure. */
import type { WireCalendarButton, WireCalendar, WireDay, WireMonth } from '../injected/calendar.js';
import { findMonthName, parseMonth, selectDaysOfMonth, type CalendarMonth } from './dates.js';

const wordPattern = (list: string): RegExp => new RegExp(`(?<!\\p{L})(${list})(?!\\p{L})`, 'iu');

const NEXT = wordPattern(
  'next|forward|later|nächste[rsn]?|weiter|vor|suivante?|prochaine?|siguiente|próximo|próxima|seguinte|avançar|successiv[oa]|prossim[oa]|avanti|volgende?|następny|następna|další|nästa|næste|neste|seuraava|következő|sonraki|ileri|следующий|вперед|вперёд|наступний|επόμενος|التالي|הבא|अगला|berikutnya',
);
const PREVIOUS = wordPattern(
  'prev|previous|back|earlier|vorherige[rsn]?|vorige[rsn]?|zurück|précédente?|anterior|voltar|precedente|indietro|vorige?|poprzedni|poprzednia|předchozí|föregående|forrige|edellinen|előző|önceki|geri|предыдущий|назад|попередній|προηγούμενος|السابق|הקודם|पिछला|sebelumnya',
);
const EASTERN_NEXT = /次|翌|下[一个個]?月|下[一]?[个個]|다음|ถัดไป|[›»→▶❯>]\s*$|chevron_right|arrow_forward/i;
const EASTERN_PREVIOUS = /前|上[一个個]?月|上[一]?[个個]|이전|ก่อนหน้า|^\s*[‹«←◀❮<]|chevron_left|arrow_back/i;
const YEAR = wordPattern(
  'years?|jahr|année|an|año|ano|anno|jaar|rok|år|vuosi|év|yıl|год|рік|έτος|سنة|שנה|tahun',
);
const EASTERN_YEAR = /年|년|^\s*(«|<<|»|>>)\s*$|keyboard_double/;
const CONFIRM =
  /^(ok|okay|apply|done|set|select|choose|confirm|save|übernehmen|fertig|auswählen|bestätigen|valider|appliquer|confirmer|aceptar|aplicar|listo|confirmar|applica|conferma|fatto|toepassen|gereed|zastosuj|gotowe|klar|valmis|kész|tamam|uygula|готово|применить|выбрать|確定|完了|适用|确定|확인)$/i;

export type TurnDirection = 'next' | 'previous';

function turnDirection(name: string): TurnDirection | null {
  if (NEXT.test(name) || EASTERN_NEXT.test(name)) return 'next';
  if (PREVIOUS.test(name) || EASTERN_PREVIOUS.test(name)) return 'previous';
  return null;
}

const isYearButton = (name: string): boolean => YEAR.test(name) || EASTERN_YEAR.test(name);

function readMonthFromDays(days: readonly WireDay[], lang: string): CalendarMonth | null {
  // Cells whose name contains the whole date are most reliable, if several of them agree.
  const own = selectDaysOfMonth(days);
  const middle = own.slice(9, 19).map(({ name, day }) => {
    const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(name);
    if (iso && Number(iso[3]) === day) return { year: Number(iso[1]), month: Number(iso[2]) };
    return findMonthName(name, lang) ? parseMonth(name, lang) : null;
  });
  const first = middle[0];
  return first && middle.every((at) => at?.year === first.year && at.month === first.month) ? first : null;
}

function readMonthFromHeadings(headings: WireMonth['headings'], lang: string): CalendarMonth | null {
  for (const { text } of headings) {
    const found = parseMonth(text, lang);
    if (found) return found;
  }
  // `March` and `2026` in separate texts or buttons.
  const named = headings.find(({ text }) => findMonthName(text, lang) > 0);
  const year = headings.find(({ text }) => /^\D{0,3}(19|20|21)\d\d\D{0,3}$/.test(text));
  return named && year
    ? { year: Number(/\d{4}/.exec(year.text)![0]), month: findMonthName(named.text, lang) }
    : null;
}

export interface CalendarSelects {
  month: { uid: string; valueOf(month: number): number } | null;
  year: { uid: string; valueOf(year: number): number } | null;
  shows: CalendarMonth | null;
}

/** Finds the select elements for month and year; `valueOf` returns the index of an option. */
export function findCalendarSelects({ selects, lang }: WireCalendar): CalendarSelects {
  const out: CalendarSelects = { month: null, year: null, shows: null };
  let month = 0;
  let year = 0;
  for (const { uid, options } of selects) {
    const months = options.map(({ label }) => findMonthName(label, lang));
    const chosen = options.findIndex((option) => option.selected);
    if (months.filter(Boolean).length >= Math.max(1, options.length - 1) && options.length > 1) {
      out.month = { uid, valueOf: (target) => months.indexOf(target) };
      month = months[chosen] ?? 0;
    } else if (options.some(({ label }) => /^(19|20|21)\d\d$/.test(label))) {
      out.year = { uid, valueOf: (target) => options.findIndex(({ label }) => Number(label) === target) };
      year = Number(options[chosen]?.label ?? 0);
    }
  }
  if (month && year) out.shows = { year, month };
  return out;
}

/** The month of each grid; null if it is unknown. */
export function readShownMonths(calendar: WireCalendar): (CalendarMonth | null)[] {
  const { shows } = findCalendarSelects(calendar);
  return calendar.months.map(
    ({ days, headings }, i) =>
      readMonthFromDays(days, calendar.lang) ??
      readMonthFromHeadings(headings, calendar.lang) ??
      (i === 0 ? shows : null),
  );
}

/**
 * Finds the button that turns the calendar: by its name, else by its position beside the month's name.
 * With `years`, the button must turn by a year. Null if there is no such button.
 */
export function findTurnButton(
  calendar: WireCalendar,
  to: TurnDirection,
  years: boolean,
): WireCalendarButton | null {
  const named = calendar.buttons.filter((button) => turnDirection(button.name) === to);
  const byName = named.find((button) => isYearButton(button.name) === years);
  if (byName) return byName;
  if (years) return null;
  if (named.length) return named[0]!;
  const heading = calendar.months[0]?.headings[0];
  if (!heading) return null;
  const beside = calendar.buttons
    .filter((button) => button.inHeadingRow && turnDirection(button.name) === null)
    .sort((a, b) => a.x - b.x);
  const left = beside.filter((button) => button.x < heading.x - 4);
  const right = beside.filter((button) => button.x > heading.x + 4);
  const forward = (to === 'next') !== calendar.isRightToLeft;
  if (left.length && right.length) return (forward ? right[0] : left.at(-1)) ?? null;
  // Both are on one side: the first turns back.
  const pair = left.length >= 2 ? left : right;
  return pair.length >= 2 ? (forward ? pair[1]! : pair[0]!) : null;
}

export function findConfirmButton({ buttons }: WireCalendar): WireCalendarButton | null {
  return buttons.find((button) => !button.disabled && CONFIRM.test(button.name.trim())) ?? null;
}
