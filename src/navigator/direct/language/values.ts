/** Dates and times in everyday spelling → ISO text for native fields. Pure; `today` is passed in. */
import { COLOURS } from '../lexicon/colours.js';
import { ONES } from '../lexicon/numbers.js';
import { readNumber } from './numbers.js';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = '(sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?';

const monthOf = (word: string): number =>
  MONTHS.findIndex((m) => m.startsWith(word.toLowerCase().slice(0, 3))) + 1;
const pad = (n: number, width = 2): string => String(n).padStart(width, '0');

function iso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1000 && year <= 9999 ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null;
}

const plusDays = (today: Date, days: number): string => {
  const d = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return iso(d.getFullYear(), d.getMonth() + 1, d.getDate())!;
};

/** The next such day: this year, or the year after when it has passed. */
function withoutYear(today: Date, month: number, day: number): string | null {
  const here = iso(today.getFullYear(), month, day);
  const now = plusDays(today, 0);
  return here && here >= now ? here : (iso(today.getFullYear() + 1, month, day) ?? here);
}

/** A date in words or figures as `YYYY-MM-DD`, or null. */
export function readDate(text: string, today: Date): string | null {
  const t = text
    .toLowerCase()
    .replace(/[,]/gu, ' ')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:on |the |for )+/u, '')
    .replace(new RegExp(`^${WEEKDAY}\\.? (?=.*\\d)`, 'u'), '')
    .replace(/^the /u, '');
  let m = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(t);
  if (m) return iso(+m[1]!, +m[2]!, +m[3]!);
  m = new RegExp(`^(\\d{1,2})(?: of)? ${MONTH}(?: (\\d{4}))?$`, 'u').exec(t);
  if (m) return m[3] ? iso(+m[3], monthOf(m[2]!), +m[1]!) : withoutYear(today, monthOf(m[2]!), +m[1]!);
  m = new RegExp(`^${MONTH} (?:the )?(\\d{1,2})(?: (\\d{4}))?$`, 'u').exec(t);
  if (m) return m[3] ? iso(+m[3], monthOf(m[1]!), +m[2]!) : withoutYear(today, monthOf(m[1]!), +m[2]!);
  m = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/u.exec(t);
  if (m) return m[3] ? iso(+m[3], +m[2]!, +m[1]!) : withoutYear(today, +m[2]!, +m[1]!);
  m = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/u.exec(t);
  if (m) {
    const [a, b] = [+m[1]!, +m[2]!];
    // 13/02/2026 can only be day first; 02/13 only month first; else the American order of English pages.
    return a > 12 ? iso(+m[3]!, b, a) : iso(+m[3]!, a, b);
  }
  const ofMonth = /^(\d{1,2}) of (this|next) month$/u.exec(t);
  if (ofMonth) {
    const first = new Date(today.getFullYear(), today.getMonth() + (ofMonth[2] === 'next' ? 1 : 0), 1);
    return iso(first.getFullYear(), first.getMonth() + 1, +ofMonth[1]!);
  }
  if (t === 'today') return plusDays(today, 0);
  if (t === 'tomorrow') return plusDays(today, 1);
  if (t === 'the day after tomorrow' || t === 'day after tomorrow') return plusDays(today, 2);
  if (t === 'yesterday') return plusDays(today, -1);
  m = /^in (\S+) (day|week)s?$/u.exec(t);
  const many = m && (m[1] === 'a' ? 1 : readNumber(m[1]!));
  if (m && many !== null && Number.isInteger(many)) return plusDays(today, many * (m[2] === 'week' ? 7 : 1));
  if (t === 'next week') return plusDays(today, 7);
  m = new RegExp(`^(?:(this|next|coming|this coming) )?${WEEKDAY}$`, 'u').exec(t);
  if (m) {
    const want = DAYS.findIndex((d) => d.startsWith(m[2]!.slice(0, 3)));
    const ahead = (want - today.getDay() + 7) % 7 || 7;
    // "next Friday" said on a Tuesday is this week's Friday for some and next week's for others; the nearest is taken
    // unless that is tomorrow or today, which nobody calls "next".
    return plusDays(today, m[1] === 'next' && ahead <= 1 ? ahead + 7 : ahead);
  }
  return null;
}

/** An hour as it is said: "7", "seven". */
const hourOf = (word: string): number | null => {
  const hour = readNumber(word);
  return hour !== null && Number.isInteger(hour) && hour >= 0 && hour <= 24 ? hour : null;
};

/** A time as `HH:MM`, or null. */
export function readTime(text: string): string | null {
  const t = text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:at |the |around |about )+/u, '')
    .replace(/ (?:o'clock|sharp|hours)$/u, '')
    .replace(/ o'clock(?= (?:in the|at night|am|pm|sharp))/u, '')
    .replace(/\./gu, (_d, i: number, all: string) =>
      /\d/u.test(all[i - 1] ?? '') && /\d/u.test(all[i + 1] ?? '') ? ':' : '',
    );
  if (t === 'noon' || t === 'midday') return '12:00';
  if (t === 'midnight') return '00:00';
  let m =
    /^(\d{1,2})(?::(\d{2}))?(?::\d{2})? ?(am|pm|a m|p m|in the (?:morning|afternoon|evening)|at night)?$/u.exec(
      t,
    );
  if (m) {
    if (!m[2] && !m[3] && !/o'clock/iu.test(text) && !/^\s*at\s/iu.test(text)) return null;
    return clock(+m[1]!, m[2] ? +m[2] : 0, m[3]);
  }
  m =
    /^(half past|quarter past|quarter to|a quarter past|a quarter to) (\w+) ?(am|pm|in the (?:morning|afternoon|evening)|at night)?$/u.exec(
      t,
    );
  if (m) {
    const hour = hourOf(m[2]!);
    if (hour === null) return null;
    const half = m[3] ?? (hour <= 6 ? 'pm' : undefined);
    return m[1]!.endsWith('to')
      ? clock(hour - 1, 45, half)
      : clock(hour, m[1]!.startsWith('half') ? 30 : 15, half);
  }
  m =
    /^(\S+?)(?: minutes?)? (past|after|to|before) (\w+) ?(am|pm|in the (?:morning|afternoon|evening)|at night)?$/u.exec(
      t,
    );
  const minutes = m ? readNumber(m[1]!) : null;
  if (m && minutes !== null && minutes > 0 && minutes < 60) {
    const hour = hourOf(m[3]!);
    if (hour === null) return null;
    const half = m[4] ?? (hour <= 6 ? 'pm' : undefined);
    return /past|after/u.test(m[2]!) ? clock(hour, minutes, half) : clock(hour - 1, 60 - minutes, half);
  }
  m = /^(\w+) ?(am|pm|in the (?:morning|afternoon|evening))?$/u.exec(t);
  const hour = m && m[1]! in ONES ? hourOf(m[1]!) : null;
  return hour !== null && hour > 0 && hour <= 12
    ? clock(hour, 0, m![2] ?? (hour <= 6 ? 'pm' : undefined))
    : null;
}

function clock(hour: number, minute: number, half: string | undefined): string | null {
  let h = hour;
  const late = half && /^p|afternoon|evening|night/u.test(half) && !/^a/u.test(half);
  if (half && (h < 1 || h > 12) && h !== 0)
    return h <= 23 && minute <= 59 ? `${pad(h)}:${pad(minute)}` : null;
  if (late && h < 12) h += 12;
  if (half && !late && h === 12) h = 0;
  return h >= 0 && h <= 23 && minute >= 0 && minute <= 59 ? `${pad(h)}:${pad(minute)}` : null;
}

/** The value in the form that a native field of this type takes, or null where it cannot be read so. */
export function valueForType(value: string, type: string, today: Date): string | null {
  const v = value.trim();
  switch (type) {
    case 'date':
      return readDate(v, today) ?? null;
    case 'time':
      return readTime(v) ?? readTime(`at ${v}`);
    case 'datetime-local': {
      if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(v)) return v;
      const cut = /^(.+?)(?:,)?\s+(?:at\s+)?(\S+(?:\s*[ap]\.?m\.?)?)$/iu.exec(v);
      const [date, time] = cut
        ? [readDate(cut[1]!, today), readTime(cut[2]!) ?? readTime(`at ${cut[2]!}`)]
        : [null, null];
      return date && time ? `${date}T${time}` : null;
    }
    case 'month': {
      const m = new RegExp(`^${MONTH} (\\d{4})$`, 'iu').exec(v);
      return m ? `${m[2]}-${pad(monthOf(m[1]!))}` : /^\d{4}-\d{2}$/u.test(v) ? v : null;
    }
    case 'week':
      return /^\d{4}-W\d{2}$/u.test(v) ? v : null;
    case 'color': {
      const word = v.toLowerCase();
      return /^#[0-9a-f]{6}$/u.test(word) ? word : (COLOURS[word] ?? null);
    }
    case 'number':
    case 'range': {
      const m = /-?\d+(?:[.,]\d+)?/u.exec(v);
      return m ? m[0].replace(',', '.') : (readNumber(v)?.toString() ?? null);
    }
    default:
      return v;
  }
}

/** A date in the spelling that a text field's hint shows (`dd/mm/yyyy`), else as said. */
export function dateByHint(value: string, hint: string, today: Date): string {
  const pattern =
    /\b(d{1,2}|m{1,2}|y{2,4})([-/. ])(d{1,2}|m{1,2}|mmm|y{2,4})\2(d{1,2}|m{1,2}|y{2,4})\b/iu.exec(hint);
  const date = pattern && readDate(value, today);
  if (!date) return value;
  const [y, m, d] = date.split('-') as [string, string, string];
  const part = (p: string): string =>
    /^y/iu.test(p) ? (p.length === 2 ? y.slice(2) : y) : /^m/iu.test(p) ? m : d;
  return [pattern[1]!, pattern[3]!, pattern[4]!].map(part).join(pattern[2]);
}
