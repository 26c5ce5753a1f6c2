/**
 * Reads lists whose entries are rows, sections or cards with controls. Finds the entry that the instructor means: by a
 * whole value (“Delivered”), by a number (“GR-20881”), by its date, or as the newest or oldest.
 */
import type { Candidate } from '../../../contract/index.js';
import { readDate } from '../language/dates.js';
import { findDay, isSameDay } from '../language/day-and-time.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { stem, tokenize } from '../text.js';
import { normalizeDates } from './element-values.js';
import { isButton, isField } from './kinds.js';
import { getListPath, isHeader } from './lists.js';
import { removeTrailingNames } from './own-row.js';
import { findPageNouns } from './topic.js';
import type { View } from './view.js';
import { groupBy } from '../group-by.js';

export interface ListEntry {
  element: Candidate;
  /** The visible elements inside, in page order. */
  parts: readonly Candidate[];
}

/** The text of an element is cut at 400 code points, so this text is complete. */
const MAX_ENTRY_LENGTH = 399;
const MAX_VALUE_LENGTH = 60;
const ENTRY_TAGS: ReadonlySet<string> = new Set(['tr', 'li', 'section', 'article', 'div']);

/** Returns the lists of the page, the longest first. Leaves out lists inside the entries of other lists. */
export function findEntryLists(view: View): ListEntry[][] {
  const visibleParts = view.candidates.filter((c) => c.visible && !c.behindModal);
  const partsByUid = groupBy(
    visibleParts.flatMap((part) => view.getAncestors(part).map(({ uid }) => ({ part, uid }))),
    ({ uid }) => uid,
  );
  const entries = view.candidates
    .map((element) => ({ element, parts: (partsByUid.get(element.uid) ?? []).map(({ part }) => part) }))
    .filter(
      ({ element, parts }) =>
        ENTRY_TAGS.has(element.tag) &&
        element.visible &&
        !element.interactive &&
        element.text.length <= MAX_ENTRY_LENGTH &&
        !['nav', 'header', 'footer'].includes(element.landmark) &&
        !isHeader(element, view) &&
        parts.some((c) => c.interactive && !isField(c)),
    );
  const groups = groupBy(entries, ({ element }) => `${element.parent ?? ''} ${getListPath(element)}`);
  const candidateLists = [...groups.values()].filter(({ length }) => length > 1);
  const records = candidateLists.filter((list) => list.every(isRecord));
  const partsWithRecords = new Set(records.flatMap(([first]) => view.getAncestors(first!.element)));
  // Columns of the page, one of which contains a table, are not entries.
  const lists = candidateLists.filter(
    (list) => list.filter(({ element }) => partsWithRecords.has(element)).length !== 1,
  );
  const entryUids = new Set(lists.flatMap((list) => list.map(({ element }) => element.uid)));
  return lists
    .filter(([first]) => !view.getAncestors(first!.element).some(({ uid }) => entryUids.has(uid)))
    .sort((a, b) => b.length - a.length);
}

const RECORD_TAGS: ReadonlySet<string> = new Set(['tr', 'li', 'article']);
/** Whether it is an entry by its markup, and contains text besides its controls. */
const isRecord = ({ element, parts }: ListEntry): boolean =>
  RECORD_TAGS.has(element.tag) &&
  parts.some(
    (c) => !c.interactive && c.text !== '' && !parts.some((o) => o.interactive && o.text === c.text),
  );

const MONTH_NAME = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';
const DATE = new RegExp(
  `\\b(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\d{1,2}(?:st|nd|rd|th)? ${MONTH_NAME}(?:,? \\d{4})?|${MONTH_NAME} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)(?!\\w)`,
  'giu',
);

/** Reads a date as a timestamp. Without a year, the one nearest to today is meant. */
function parseDate(text: string, today: Date): number | null {
  const iso = /\d{4}-\d\d-\d\d/u.test(text) ? text : readDate(text, today);
  if (iso === null) return null;
  const date = new Date(`${iso}T12:00`);
  if (!/\d{4}/u.test(text) && date.getTime() - today.getTime() > HALF_YEAR_MS)
    date.setFullYear(date.getFullYear() - 1);
  return date.getTime();
}
const HALF_YEAR_MS = 183 * 24 * 3_600_000;

/** Returns the dates of each entry; null if an entry has none. */
function readEntryDates(list: readonly ListEntry[], today: Date): number[][] | null {
  const texts = list.map(({ element }) => element.text.match(DATE) ?? []);
  const dateCount = Math.min(...texts.map(({ length }) => length));
  if (dateCount === 0) return null;
  const columns = Array.from({ length: dateCount }, (_, i) =>
    normalizeDates(texts.map((dates) => dates[i]!)),
  );
  const dates = list.map((_, row) => columns.map((column) => parseDate(column[row]!, today)));
  return dates.every((entryDates): entryDates is number[] => !entryDates.includes(null)) ? dates : null;
}

/**
 * Returns the newest or oldest entry of a list; null if an entry shows no date. `isCertain` is false if two entries have
 * the same date, or if the entries have several dates that disagree.
 */
export function findEntryByAge(
  list: readonly ListEntry[],
  which: 'newest' | 'oldest',
  today: Date,
): { entry: ListEntry; isCertain: boolean } | null {
  const dates = readEntryDates(list, today);
  if (!dates) return null;
  const listBestIndexes = (column: number): number[] => {
    const values = dates.map((entryDates) => entryDates[column]!);
    const best = which === 'newest' ? Math.max(...values) : Math.min(...values);
    return values.flatMap((value, i) => (value === best ? [i] : []));
  };
  const [first] = listBestIndexes(0);
  const isCertain = dates[0]!.every(
    (_, column) => listBestIndexes(column).length === 1 && listBestIndexes(column)[0] === first,
  );
  return { entry: list[first!]!, isCertain };
}

/** Returns the entries of a list that the words mean; empty if the words are about something else. */
export function findEntriesByWords(
  words: string,
  list: readonly ListEntry[],
  view: View,
  today: Date,
): ListEntry[] {
  const day = findDay(words, today);
  const hasDay = day?.value.day !== undefined && day.value.month !== undefined;
  const nouns = findPageNouns(view);
  const entryTokens = list.map(({ element }) => tokenize(element.text));
  const isCommon = (word: string): boolean => entryTokens.every((tokens) => tokens.includes(word));
  const isNoun = (word: string): boolean =>
    STOP_WORDS.has(word) ||
    nouns.has(stem(word)) ||
    isCommon(word) ||
    /^(?:ones?|that's|which|from)$/u.test(word);
  const keyWords = tokenize(hasDay ? day.rest : words).filter((word) => !isNoun(word));
  if (!hasDay && !keyWords.length) return [];
  const entriesOnDay = hasDay
    ? list.filter(({ element }) =>
        (element.text.match(DATE) ?? []).some((date) => {
          const entryDay = findDay(date, today);
          return (
            entryDay !== null && isSameDay({ day: day.value.day!, month: day.value.month! }, entryDay.value)
          );
        }),
      )
    : list;
  if (!keyWords.length) return [...entriesOnDay];
  const hasValue = ({ text, interactive }: Candidate): boolean => {
    if (text.length > MAX_VALUE_LENGTH) return false;
    const tokens = tokenize(text).filter((word) => !isNoun(word));
    return keyWords.some((word) => /\d/u.test(word))
      ? keyWords.every((word) => tokens.includes(word))
      : !interactive && tokens.join(' ') === keyWords.join(' ');
  };
  // The text of “Garden plan [Copy] [Open]” that is not inside an element of its own.
  const hasOwnText = ({ element, parts }: ListEntry): boolean => {
    const ownText = removeTrailingNames(element.text, parts.filter(isButton));
    return (
      tokenize(ownText)
        .filter((word) => !isNoun(word))
        .join(' ') === keyWords.join(' ')
    );
  };
  return entriesOnDay.filter((entry) => entry.parts.some(hasValue) || hasOwnText(entry));
}
