/** The facts of a page: tables and lists with their rows, labelled values, counts and sentences. */
import { clip, toSentence } from '../text.js';

export interface Answer {
  text: string;
  /** Whether the page contains the answer. */
  found: boolean;
  /** The bare value of the answer, if it is one value. */
  value?: string;
}

export interface Cell {
  /** The header of the column; '' if the table has none. */
  key: string;
  value: string;
}

export type Row = readonly Cell[];

/** A table, or a list whose entries consist of several texts. */
export interface FactTable {
  /** The headers; empty if the table has none. */
  keys: readonly string[];
  rows: readonly Row[];
  /** Headings of the groups of rows, by the index of the row. */
  groups: ReadonlyMap<number, string>;
  section: string;
  isList: boolean;
}

export interface Pair {
  label: string;
  value: string;
  section: string;
}

export interface Count {
  label: string;
  count: string;
  /** The text of the page that states the count. */
  text: string;
}

export interface TextLine {
  text: string;
  section: string;
  isItem: boolean;
}

export interface Facts {
  /** Words of the title, the main heading and the URL: the topic of the whole page. */
  topic: readonly string[];
  /** The main heading. */
  heading: string;
  tables: readonly FactTable[];
  pairs: readonly Pair[];
  counts: readonly Count[];
  lines: readonly TextLine[];
}

const MAX_ANSWER = 500;
const MAX_LISTED = 12;

/** Creates an answer that the page contains. */
export const foundAnswer = (text: string, value?: string): Answer => ({
  text: toSentence(clip(text, MAX_ANSWER)),
  found: true,
  ...(value === undefined ? {} : { value }),
});

export const formatList = (values: readonly string[]): string => {
  const all = [...new Set(values)];
  const shown = all.slice(0, MAX_LISTED);
  if (all.length > MAX_LISTED) return `${shown.join(', ')} and ${all.length - MAX_LISTED} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
};

export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : /x$/u.test(noun) ? 'es' : 's'}`;
