/** Answers "when are you open on Saturday?" from labelled days: "Sat: 10.00–16.00", "Mon–Fri: 9–18", "Weekends: closed". */
import { clip, fold } from '../text.js';
import { createAnswer, type Answer, type Facts, type FactTable, type Pair } from './facts.js';
import { getRowName } from './match-rows.js';
import type { ParsedQuestion } from './parse-question.js';
import { getContentWords, hasWord, isGeneralWord } from './words.js';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?';
const RANGE = new RegExp(`\\b(${DAY})\\.? ?(?:-|–|—|to|until|till|through) ?(${DAY})\\b`, 'gu');
const SINGLE_DAY = new RegExp(`\\b${DAY}\\b`, 'gu');
const ASKS_HOURS = /\b(?:open(?:ed|s|ing)?|clos(?:e[ds]?|ing)|hours)\b/u;
const HOURS = /\d|\bclosed\b|\bnoon\b|\bmidnight\b/iu;
/** Words of such questions that name no place. */
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

const isDayLabel = ({ label, value }: Pair): boolean =>
  label.length <= 30 && readDays(label).size > 0 && HOURS.test(value);

const isClosed = ({ value }: Pair): boolean => /\bclosed\b/iu.test(value);

/** Reads tables with one column for each day, and one row for each place. */
const readDayColumns = (tables: readonly FactTable[]): Pair[] =>
  tables.flatMap(({ rows, keys }) =>
    keys.some((key) => readDays(key).size > 0)
      ? rows.flatMap((row) => row.map(({ key, value }) => ({ label: key, value, section: getRowName(row) })))
      : [],
  );

/** @returns null if the question is not about opening hours, or the page does not show them for the day or place */
export function answerOpeningHours(question: ParsedQuestion, { pairs, tables, topic }: Facts): Answer | null {
  if (!ASKS_HOURS.test(question.text) || question.isNegated) return null;
  const days = readDays(question.text);
  const placeWords = getContentWords(question.text.replace(SINGLE_DAY, ' ')).filter(
    (word) => !QUESTION_WORDS.test(word) && !isGeneralWord(word) && !hasWord(topic, word),
  );
  const asksForClosed = /\bclose/u.test(question.text);
  const hours = [...pairs, ...readDayColumns(tables)].filter(
    (pair) =>
      isDayLabel(pair) &&
      (question.form !== 'which' || isClosed(pair) === asksForClosed) &&
      placeWords.every((word) => hasWord(getContentWords(pair.section), word)) &&
      (days.size === 0 || [...days].some((day) => readDays(pair.label).has(day))),
  );
  if (!hours.length || (question.form === 'truth' && days.size !== 1)) return null;
  const sections = [...new Set(hours.map(({ section }) => section))];
  const text = sections
    .map((section) => {
      const lines = hours.filter((pair) => pair.section === section);
      const list = lines.map(({ label, value }) => `${label}: ${clip(value, 60)}`).join(', ');
      return section ? `${list} (under “${clip(section, 60)}”)` : list;
    })
    .join('; ');
  const verdict =
    question.form !== 'truth' || new Set(hours.map(isClosed)).size > 1
      ? ''
      : isClosed(hours[0]!) === asksForClosed
        ? 'Yes. '
        : 'No. ';
  return createAnswer(`${verdict}${text}`, hours.length === 1 ? hours[0]!.value : undefined);
}
