/** What a calendar on the page means: which months it shows, and which of its buttons lead where. Pure. */
import type { WireButton, WireCalendar, WireDay, WireMonth } from '../injected/calendar.js';
import { monthNamed, monthOf, ownDays, type Month } from './dates.js';

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(${list})(?!\\p{L})`, 'iu');

const NEXT = words(
  'next|forward|later|nächste[rsn]?|weiter|vor|suivante?|prochaine?|siguiente|próximo|próxima|seguinte|avançar|successiv[oa]|prossim[oa]|avanti|volgende?|następny|następna|další|nästa|næste|neste|seuraava|következő|sonraki|ileri|следующий|вперед|вперёд|наступний|επόμενος|التالي|הבא|अगला|berikutnya',
);
const PREVIOUS = words(
  'prev|previous|back|earlier|vorherige[rsn]?|vorige[rsn]?|zurück|précédente?|anterior|voltar|precedente|indietro|vorige?|poprzedni|poprzednia|předchozí|föregående|forrige|edellinen|előző|önceki|geri|предыдущий|назад|попередній|προηγούμενος|السابق|הקודם|पिछला|sebelumnya',
);
const EASTERN_NEXT = /次|翌|下[一个個]?月|下[一]?[个個]|다음|ถัดไป|[›»→▶❯>]\s*$|chevron_right|arrow_forward/i;
const EASTERN_PREVIOUS = /前|上[一个個]?月|上[一]?[个個]|이전|ก่อนหน้า|^\s*[‹«←◀❮<]|chevron_left|arrow_back/i;
const YEAR = words('years?|jahr|année|an|año|ano|anno|jaar|rok|år|vuosi|év|yıl|год|рік|έτος|سنة|שנה|tahun');
const EASTERN_YEAR = /年|년|^\s*(«|<<|»|>>)\s*$|keyboard_double/;
const CONFIRM =
  /^(ok|okay|apply|done|set|select|choose|confirm|save|übernehmen|fertig|auswählen|bestätigen|valider|appliquer|confirmer|aceptar|aplicar|listo|confirmar|applica|conferma|fatto|toepassen|gereed|zastosuj|gotowe|klar|valmis|kész|tamam|uygula|готово|применить|выбрать|確定|完了|适用|确定|확인)$/i;

export type Direction = 'next' | 'previous';

function direction(name: string): Direction | null {
  if (NEXT.test(name) || EASTERN_NEXT.test(name)) return 'next';
  if (PREVIOUS.test(name) || EASTERN_PREVIOUS.test(name)) return 'previous';
  return null;
}

const isYear = (name: string): boolean => YEAR.test(name) || EASTERN_YEAR.test(name);

function fromDays(days: readonly WireDay[], lang: string): Month | null {
  // Cells that name their whole date say it best; several have to agree.
  const own = ownDays(days);
  const middle = own.slice(9, 19).map(({ name, day }) => {
    const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(name);
    if (iso && Number(iso[3]) === day) return { year: Number(iso[1]), month: Number(iso[2]) };
    return monthNamed(name, lang) ? monthOf(name, lang) : null;
  });
  const first = middle[0];
  return first && middle.every((at) => at?.year === first.year && at.month === first.month) ? first : null;
}

function fromHeadings(headings: WireMonth['headings'], lang: string): Month | null {
  for (const { text } of headings) {
    const found = monthOf(text, lang);
    if (found) return found;
  }
  // `March` and `2026` as texts, or buttons, of their own.
  const named = headings.find(({ text }) => monthNamed(text, lang) > 0);
  const year = headings.find(({ text }) => /^\D{0,3}(19|20|21)\d\d\D{0,3}$/.test(text));
  return named && year
    ? { year: Number(/\d{4}/.exec(year.text)![0]), month: monthNamed(named.text, lang) }
    : null;
}

export interface Selects {
  month: { uid: string; valueOf(month: number): number } | null;
  year: { uid: string; valueOf(year: number): number } | null;
  shows: Month | null;
}

/** Lists of months and years, where a calendar has them; `valueOf` gives the index of the option. */
export function selectsOf({ selects, lang }: WireCalendar): Selects {
  const out: Selects = { month: null, year: null, shows: null };
  let month = 0;
  let year = 0;
  for (const { uid, options } of selects) {
    const months = options.map(({ label }) => monthNamed(label, lang));
    const chosen = options.findIndex((option) => option.selected);
    if (months.filter(Boolean).length >= Math.max(1, options.length - 1) && options.length > 1) {
      out.month = { uid, valueOf: (wanted) => months.indexOf(wanted) };
      month = months[chosen] ?? 0;
    } else if (options.some(({ label }) => /^(19|20|21)\d\d$/.test(label))) {
      out.year = { uid, valueOf: (wanted) => options.findIndex(({ label }) => Number(label) === wanted) };
      year = Number(options[chosen]?.label ?? 0);
    }
  }
  if (month && year) out.shows = { year, month };
  return out;
}

/** The month of each grid; null for one that cannot be made out. */
export function monthsShown(calendar: WireCalendar): (Month | null)[] {
  const { shows } = selectsOf(calendar);
  return calendar.months.map(
    ({ days, headings }, i) =>
      fromDays(days, calendar.lang) ?? fromHeadings(headings, calendar.lang) ?? (i === 0 ? shows : null),
  );
}

/**
 * The button that leads on in a direction: by its name, else by where it stands beside the month's name.
 * `years` asks for the one that goes by years; null when there is none.
 */
export function mover(calendar: WireCalendar, to: Direction, years: boolean): WireButton | null {
  const named = calendar.buttons.filter((button) => direction(button.name) === to);
  const byName = named.find((button) => isYear(button.name) === years);
  if (byName) return byName;
  if (years) return null;
  if (named.length) return named[0]!;
  const heading = calendar.months[0]?.headings[0];
  if (!heading) return null;
  const beside = calendar.buttons
    .filter((button) => button.beside && direction(button.name) === null)
    .sort((a, b) => a.x - b.x);
  const left = beside.filter((button) => button.x < heading.x - 4);
  const right = beside.filter((button) => button.x > heading.x + 4);
  const forward = (to === 'next') !== calendar.rtl;
  if (left.length && right.length) return (forward ? right[0] : left.at(-1)) ?? null;
  // Both on one side: the first leads back.
  const pair = left.length >= 2 ? left : right;
  return pair.length >= 2 ? (forward ? pair[1]! : pair[0]!) : null;
}

export function confirmButton({ buttons }: WireCalendar): WireButton | null {
  return buttons.find((button) => !button.disabled && CONFIRM.test(button.name.trim())) ?? null;
}
