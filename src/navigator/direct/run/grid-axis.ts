/** Finds the columns or rows of a grid that a line names: by day, by time of day or by the words of their headers. Pure. */
import {
  findDay,
  findTime,
  isSameDay,
  type DayParts,
  type Found,
  type TimeSpan,
} from '../language/day-and-time.js';
import { fold, tokenize } from '../text.js';

export type AxisKind = 'day' | 'time' | 'text';

export interface Axis {
  kind: AxisKind;
  headers: readonly string[];
}

/** A header that is a time has a colon, a half of the day or a range: not the numbers of seats. */
const TIME_HEADER = /\d[:.]\d\d|\d ?[ap]\.?m\b|\d ?[-–—] ?\d|noon|morning|afternoon|evening/iu;

/** Tells what the headers are; all but one of them must be so, because a column of notes may stand beside them. */
export function readAxis(headers: readonly string[], today: Date): Axis {
  const isKind = (test: (header: string) => boolean): boolean =>
    headers.filter(test).length >= Math.max(2, headers.length - 1);
  const kind = isKind((header) => findDay(header, today) !== null)
    ? 'day'
    : isKind((header) => TIME_HEADER.test(header) && findTime(header) !== null)
      ? 'time'
      : 'text';
  return { kind, headers };
}

const isDayIn = (header: string, day: DayParts, today: Date): boolean => {
  const headerDay = findDay(header, today);
  return headerDay !== null && isSameDay(day, headerDay.value);
};

/** How well a header's span fits the requested one; 0 if not at all. */
function scoreSpan(wanted: TimeSpan, header: TimeSpan): number {
  if (wanted.from === header.from && wanted.to === header.to) return 4;
  if (wanted.from === wanted.to)
    return wanted.from === header.from ? 3 : wanted.from > header.from && wanted.from < header.to ? 2 : 0;
  return header.from >= wanted.from && header.from < wanted.to && header.to <= wanted.to ? 1 : 0;
}

/** Headers such as “08:00” and “18:00”, which need no half of the day. */
const TWENTY_FOUR_HOURS = /\b(?:0\d|1[3-9]|2[0-3])[:.]\d\d/u;

function findTimes(axis: Axis, spans: readonly TimeSpan[]): string[] {
  const hasTwentyFourHours = axis.headers.some((header) => TWENTY_FOUR_HOURS.test(header));
  const scores = axis.headers.map((header) =>
    Math.max(
      0,
      ...(findTime(header, hasTwentyFourHours)?.value ?? []).flatMap((own) =>
        spans.map((wanted) => scoreSpan(wanted, own)),
      ),
    ),
  );
  const best = Math.max(...scores);
  return best === 0 ? [] : axis.headers.filter((_, i) => scores[i] === best);
}

/** Returns the headers whose words the text contains, and the text without them. Words of all headers do not count. */
function findByWords(axis: Axis, text: string): Found<string[]> | null {
  const words = text.split(/[\s,.!?]+/u).filter(Boolean);
  const folded = words.map(fold);
  const headerWords = axis.headers.map((header) => tokenize(header));
  const common = new Set(
    (headerWords[0] ?? []).filter((word) => headerWords.every((list) => list.includes(word))),
  );
  const matches = axis.headers
    .map((header, i) => ({ header, own: headerWords[i]!.filter((word) => !common.has(word)) }))
    .filter(
      ({ header, own }) =>
        own.length > 0 &&
        own.every((word) => {
          const at = folded.indexOf(word);
          // The row “A” is not the article.
          const isArticle =
            word === 'a' && words[at] === 'a' && !/row|column|seat|section|block/u.test(folded[at - 1] ?? '');
          return at >= 0 && !isArticle && header !== '';
        }),
    );
  const longest = Math.max(0, ...matches.map(({ own }) => own.length));
  const found = matches.filter(({ own }) => own.length === longest);
  if (!found.length) return null;
  const used = new Set([...found.flatMap(({ own }) => own), ...common]);
  return {
    value: found.map(({ header }) => header),
    rest: words.filter((_, i) => !used.has(folded[i]!)).join(' '),
  };
}

/**
 * Returns the headers that the text names; null if it names none of this kind, an empty list if it names a day or a time
 * that no header has.
 */
export function findHeaders(axis: Axis, text: string, today: Date): Found<string[]> | null {
  if (axis.kind === 'day') {
    const day = findDay(text, today);
    return (
      day && { value: axis.headers.filter((header) => isDayIn(header, day.value, today)), rest: day.rest }
    );
  }
  if (axis.kind === 'time') {
    const time = findTime(text);
    return time && { value: findTimes(axis, time.value), rest: time.rest };
  }
  return findByWords(axis, text);
}
