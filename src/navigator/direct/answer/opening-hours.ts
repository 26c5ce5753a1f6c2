/**
 * Answers "when are you open on Saturday?" from labelled days: "Sat: 10.00–16.00", "Mon–Fri: 9–18", "Weekends: closed".
 */
import { clip, fold } from '../text.js';
import { createAnswer, type Answer, type Facts, type FactTable, type Pair } from './facts.js';
import type { ParsedQuestion } from './parse-question.js';
import { getContentWords, hasWord, isGeneralWord } from './words.js';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?';
const RANGE = new RegExp(`\\b(${DAY})\\.? ?(?:-|–|—|to|until|till|through) ?(${DAY})\\b`, 'gu');
const SINGLE_DAY = new RegExp(`\\b${DAY}\\b`, 'gu');
const ASKS_HOURS = /\b(?:open(?:ed|s|ing)?|clos(?:e[ds]?|ing)|hours)\b/u;
const HOURS = /\d|\bclosed\b|\bnoon\b|\bmidnight\b/iu;
/** Words in questions about opening hours that do not name a place. */
const QUESTION_WORDS =
  /^(?:open\p{L}*|clos\p{L}*|hours?|times?|days?|weekdays?|weekends?|your?|yours|us|we|our|until|till)$/u;

const toDayIndex = (word: string): number => DAYS.findIndex((day) => day.startsWith(word.slice(0, 3)));

/** Returns the indexes of the days that a text names, 0 for Monday; empty if it names none. */
function readDays(text: string): Set<number> {
  const days = new Set<number>();
  const folded = fold(text);
  if (/\b(?:daily|every ?day|all week)\b/u.test(folded)) return new Set(DAYS.keys());
  if (/\bweekdays?\b|\bworking days?\b/u.test(folded)) [0, 1, 2, 3, 4].forEach((day) => days.add(day));
  if (/\bweekends?\b/u.test(folded)) [5, 6].forEach((day) => days.add(day));
  for (const [, first, last] of folded.matchAll(RANGE))
    for (let day = toDayIndex(first!); ; day = (day + 1) % DAYS.length) {
      days.add(day);
      if (day === toDayIndex(last!)) break;
    }
  for (const [word] of folded.matchAll(SINGLE_DAY)) days.add(toDayIndex(word));
  return days;
}

interface Hours {
  /** The day or days: "Mon–Fri". */
  days: string;
  value: string;
  /** The place, service or heading; '' if there is only one. */
  place: string;
  /** Whether the place is a column of a table. */
  isColumn?: true;
}

const isDayLabel = (label: string): boolean => label.length <= 30 && readDays(label).size > 0;
const isClosed = ({ value }: Hours): boolean => /\bclosed\b/iu.test(value);

/** Reads tables with one column for each day, and tables with one row for each day and one column for each service. */
const readHoursTables = (tables: readonly FactTable[]): Hours[] =>
  tables.flatMap(({ rows, keys }) =>
    keys.some(isDayLabel)
      ? rows.flatMap((row) => {
          const place = row.find(({ key }) => !isDayLabel(key))?.value;
          return place === undefined ? [] : row.map(({ key, value }) => ({ days: key, value, place }));
        })
      : keys.length > 2
        ? rows.flatMap((row) =>
            isDayLabel(row[0]!.value)
              ? row.slice(1).map(({ key, value }) => ({
                  days: row[0]!.value,
                  value,
                  place: key,
                  isColumn: true as const,
                }))
              : [],
          )
        : [],
  );

/** Reads hours without days under a heading or label: "Ticket office: 06:00–21:00" below "Oxford". */
const readDailyHours = (pairs: readonly Pair[]): Hours[] =>
  pairs
    .filter(({ label, value }) => !isDayLabel(label) && TIME_RANGE.test(value))
    .map(({ label, value, section }) => ({
      days: '',
      value,
      place: section ? `${label}, ${section}` : label,
    }));

const TIME_RANGE = /^\d{1,2}[:.]\d\d ?(?:am|pm)? ?(?:-|–|—|to) ?\d{1,2}[:.]\d\d ?(?:am|pm)?$|^closed$/iu;

/** Formats "Saturday: 10–16" or, for several services on the same day, "Saturday – Phone: 9–18, Live chat: 10–16". */
function formatHours(hours: readonly Hours[]): string {
  const [first] = hours;
  const places = new Set(hours.map(({ place }) => place));
  const format = ({ days, value }: Hours): string => (days ? `${days}: ${clip(value, 60)}` : clip(value, 60));
  if (places.size > 1 && hours.every(({ days, isColumn }) => isColumn && days === first!.days))
    return `${first!.days} – ${hours.map(({ place, value }) => `${place}: ${clip(value, 60)}`).join(', ')}`;
  return [...places]
    .map((place) => {
      const list = hours
        .filter((entry) => entry.place === place)
        .map(format)
        .join(', ');
      return place ? `${list} (under “${clip(place, 60)}”)` : list;
    })
    .join('; ');
}

/** Returns null if the question is not about opening hours, or the page does not show them for the day or place. */
export function answerOpeningHours(question: ParsedQuestion, { pairs, tables, topic }: Facts): Answer | null {
  if (!ASKS_HOURS.test(question.text) || question.isNegated) return null;
  const days = readDays(question.text);
  const placeWords = getContentWords(question.text.replace(SINGLE_DAY, ' ')).filter(
    (word) => !QUESTION_WORDS.test(word) && !isGeneralWord(word) && !hasWord(topic, word),
  );
  const asksForClosed = /\bclose/u.test(question.text);
  const labelledDays = pairs
    .filter(({ label, value }) => isDayLabel(label) && HOURS.test(value))
    .map(({ label, value, section }) => ({ days: label, value, place: section }));
  const dailyHours =
    days.size === 0 && placeWords.length > 0 && question.form !== 'truth' ? readDailyHours(pairs) : [];
  const hours = [...labelledDays, ...readHoursTables(tables), ...dailyHours].filter(
    (entry) =>
      HOURS.test(entry.value) &&
      (question.form !== 'which' || question.kind === 'date' || isClosed(entry) === asksForClosed) &&
      placeWords.every((word) => hasWord(getContentWords(entry.place), word)) &&
      (days.size === 0 || [...days].some((day) => readDays(entry.days).has(day))),
  );
  if (!hours.length || (question.form === 'truth' && days.size !== 1)) return null;
  const yesOrNo =
    question.form !== 'truth' || new Set(hours.map(isClosed)).size > 1
      ? ''
      : isClosed(hours[0]!) === asksForClosed
        ? 'Yes. '
        : 'No. ';
  return createAnswer(`${yesOrNo}${formatHours(hours)}`, hours.length === 1 ? hours[0]!.value : undefined);
}
