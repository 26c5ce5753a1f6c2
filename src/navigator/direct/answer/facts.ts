/** A page's facts: tables and lists with their rows, labelled values, counts and sentences. */
import { clip, toSentence } from '../text.js';

export interface Answer {
  text: string;
  /** Whether the page contains the answer. */
  isFound: boolean;
  /** The answer's value without the words around it, if it is a single value. */
  value?: string;
  /**
   * Name of the entry, table row or control that the answer is about, if there is only one. Later lines may say "it".
   */
  entry?: string;
}

export interface Cell {
  /** The column's header; '' if the table has no headers. */
  key: string;
  value: string;
  /** Whether the cell is the heading of a list's entry. */
  isName?: true;
}

export type Row = readonly Cell[];

/** A table, or a list whose entries consist of several pieces of text. */
export interface FactTable {
  /** The headers; empty for a table without headers. */
  keys: readonly string[];
  rows: readonly Row[];
  /** Group headings, by the index of the group's first row. */
  groups: ReadonlyMap<number, string>;
  section: string;
  isList: boolean;
  /** Whether a link names each entry. If so, the entries are about other pages, not about this page's subject. */
  hasLinkedEntries?: boolean;
}

/** A labelled value: "Status: Paid". */
export interface Pair {
  label: string;
  value: string;
  section: string;
  /** Whether it belongs to an entry that links to another page, and so is not about the page's own subject. */
  isInLinkedEntry: boolean;
  /** Whether the value is in a table cell, and so is about one row only. */
  isCell: boolean;
}

/** A comment, message or review. */
export interface Post {
  /** The text before the first paragraph: the name of the author, and perhaps a date. */
  author: string;
  text: string;
  /** Words from the headings, names, ids and classes around the post, such as "reviews". */
  surroundingWords: readonly string[];
}

/** A number that the page states: “Drafts (3)”. */
export interface Count {
  label: string;
  count: string;
  /** The page text that contains the count. */
  text: string;
}

export interface TextLine {
  text: string;
  section: string;
  isItem: boolean;
  isHeading: boolean;
  /** Whether the line consists only of names of links and fields. */
  isControl: boolean;
  /** Whether it belongs to an entry that links to another page, and so is not about the page's own subject. */
  isInLinkedEntry: boolean;
}

/** Which part of a long list the page shows. */
export interface ListRange {
  /** Number of entries on the page. */
  shownCount: number;
  totalCount: number;
  /** The page's own words. */
  text: string;
}

export interface Facts {
  /** The topic of the whole page: words of the title, the main heading and the URL. */
  topic: readonly string[];
  /** The main heading. */
  heading: string;
  tables: readonly FactTable[];
  /** The part of the longest list that the page shows; null if it shows all, or does not say. */
  listRange: ListRange | null;
  pairs: readonly Pair[];
  counts: readonly Count[];
  lines: readonly TextLine[];
  posts: readonly Post[];
  /** The values of text fields in table cells. The page's own text does not contain them. */
  fieldValues: ReadonlySet<string>;
}

const MAX_ANSWER_LENGTH = 500;
const MAX_LISTED_VALUES = 12;

/** Creates an answer that was found on the page. */
export const createAnswer = (text: string, value?: string, entry?: string): Answer => ({
  text: toSentence(clip(text, MAX_ANSWER_LENGTH)),
  isFound: true,
  ...(value === undefined ? {} : { value }),
  ...(entry === undefined ? {} : { entry }),
});

export const formatList = (values: readonly string[]): string => {
  const uniqueValues = [...new Set(values)];
  const listedValues = uniqueValues.slice(0, MAX_LISTED_VALUES);
  if (uniqueValues.length > MAX_LISTED_VALUES)
    return `${listedValues.join(', ')} and ${uniqueValues.length - MAX_LISTED_VALUES} more`;
  return listedValues.length < 2
    ? listedValues.join('')
    : `${listedValues.slice(0, -1).join(', ')} and ${listedValues.at(-1)!}`;
};

export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : /x$/u.test(noun) ? 'es' : 's'}`;
