/**
 * Finds the columns or rows of a grid that a line names: by day, by time of day or by the words of their headers. Pure.
 */
import {
  findDay,
  findTime,
  isSameDay,
  type DayParts,
  type FoundValue,
  type TimeSpan,
} from '../language/day-and-time.js';
import { fold, tokenize } from '../text.js';

export type AxisKind = 'day' | 'time' | 'text';

export interface Axis {
  kind: AxisKind;
  headers: readonly string[];
}

/**
 * Matches headers that are times: they have a colon, am or pm, a range or a part of the day. Seat numbers have none of
 * these.
 */
const TIME_HEADER = /\d[:.]\d\d|\d ?[ap]\.?m\b|\d ?[-–—] ?\d|noon|morning|afternoon|evening/iu;

/** Determines whether the headers are days or times. One header may be something else, such as a column of notes. */
export function classifyAxis(headers: readonly string[], today: Date): Axis {
  const isKind = (test: (header: string) => boolean): boolean =>
    headers.filter(test).length >= Math.max(2, headers.length - 1);
  const kind = isKind((header) => findDay(header, today) !== null)
    ? 'day'
    : isKind((header) => TIME_HEADER.test(header) && findTime(header) !== null)
      ? 'time'
      : 'text';
  return { kind, headers };
}

const isHeaderOfDay = (header: string, day: DayParts, today: Date): boolean => {
  const headerDay = findDay(header, today);
  return headerDay !== null && isSameDay(day, headerDay.value);
};

/** Scores how well a header's time span fits the requested one; 0 if not at all. */
function scoreSpan(requested: TimeSpan, header: TimeSpan): number {
  if (requested.from === header.from && requested.to === header.to) return 4;
  if (requested.from === requested.to) {
    if (requested.from === header.from) return 3;
    return requested.from > header.from && requested.from < header.to ? 2 : 0;
  }
  return header.from >= requested.from && header.from < requested.to && header.to <= requested.to ? 1 : 0;
}

/** Matches 24-hour times such as “08:00” and “18:00”, which need no am or pm. */
const TWENTY_FOUR_HOURS = /\b(?:0\d|1[3-9]|2[0-3])[:.]\d\d/u;

function findHeadersByTime(axis: Axis, spans: readonly TimeSpan[]): string[] {
  const hasTwentyFourHours = axis.headers.some((header) => TWENTY_FOUR_HOURS.test(header));
  const scores = axis.headers.map((header) =>
    Math.max(
      0,
      ...(findTime(header, hasTwentyFourHours)?.value ?? []).flatMap((headerSpan) =>
        spans.map((span) => scoreSpan(span, headerSpan)),
      ),
    ),
  );
  const bestScore = Math.max(...scores);
  return bestScore === 0 ? [] : axis.headers.filter((_, i) => scores[i] === bestScore);
}

/**
 * Returns the headers whose words the text contains, and the other words. Words that all headers share do not count.
 */
function findHeadersByWords(axis: Axis, text: string): FoundValue<string[]> | null {
  const words = text.split(/[\s,.!?]+/u).filter(Boolean);
  const foldedWords = words.map(fold);
  const headerWords = axis.headers.map((header) => tokenize(header));
  const commonWords = new Set(
    (headerWords[0] ?? []).filter((word) => headerWords.every((list) => list.includes(word))),
  );
  const matchingHeaders = axis.headers
    .map((header, i) => ({ header, ownWords: headerWords[i]!.filter((word) => !commonWords.has(word)) }))
    .filter(
      ({ header, ownWords }) =>
        ownWords.length > 0 &&
        ownWords.every((word) => {
          const wordIndex = foldedWords.indexOf(word);
          // The article "a" does not name the row “A”.
          const isArticle =
            word === 'a' &&
            words[wordIndex] === 'a' &&
            !/row|column|seat|section|block/u.test(foldedWords[wordIndex - 1] ?? '');
          return wordIndex >= 0 && !isArticle && header !== '';
        }),
    );
  const maxWordCount = Math.max(0, ...matchingHeaders.map(({ ownWords }) => ownWords.length));
  const bestHeaders = matchingHeaders.filter(({ ownWords }) => ownWords.length === maxWordCount);
  if (!bestHeaders.length) return null;
  const usedWords = new Set([...bestHeaders.flatMap(({ ownWords }) => ownWords), ...commonWords]);
  return {
    value: bestHeaders.map(({ header }) => header),
    rest: words.filter((_, i) => !usedWords.has(foldedWords[i]!)).join(' '),
  };
}

/**
 * Returns the headers that the text names. Null if the text has nothing of this kind; an empty list if it names a day
 * or a time that no header has.
 */
export function findHeaders(axis: Axis, text: string, today: Date): FoundValue<string[]> | null {
  if (axis.kind === 'day') {
    const day = findDay(text, today);
    return (
      day && {
        value: axis.headers.filter((header) => isHeaderOfDay(header, day.value, today)),
        rest: day.rest,
      }
    );
  }
  if (axis.kind === 'time') {
    const time = findTime(text);
    return time && { value: findHeadersByTime(axis, time.value), rest: time.rest };
  }
  return findHeadersByWords(axis, text);
}
