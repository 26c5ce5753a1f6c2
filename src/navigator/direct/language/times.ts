/** Times in everyday spelling → `14:30`. Pure. */
import { ONES } from '../lexicon/numbers.js';
import { pad } from './dates.js';
import { readNumber } from './numbers.js';

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
  const hour = m && (m[1] ?? '') in ONES ? hourOf(m[1]!) : null;
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
