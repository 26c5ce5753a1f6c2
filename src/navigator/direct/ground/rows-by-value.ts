/**
 * Finds the rows and entries that the instructor identifies by a value: "the pending orders" are the rows in which a
 * whole cell, or the chosen option of a list, is “Pending”. A cell that only contains the word does not count: “Carrot
 * cake” is not “Cake”.
 */
import type { Candidate } from '../../../contract/index.js';
import { fold, stem, tokenize } from '../text.js';
import { isHeader } from './lists.js';
import { findTopicWords } from './topic.js';
import type { View } from './view.js';

/** Words around a value that do not belong to it: "everyone in Leeds", "all the pending ones". */
const LEADING_WORDS =
  /^(?:(?:all|every|each|any|both|everyone|everybody|everything|anyone|people|of|the|those|these|my|our|with|in|from|at|that|who|which|is|are)\s+)+(?=\S)/u;
const TRAILING_WORDS =
  /(?:\s+(?:ones?|items?|rows?|entries|entry|things?|people|persons?|members?|users?|on this page|here))+$/u;
const MAX_CELL_LENGTH = 60;

/**
 * Returns the values that the words may mean: the whole phrase and, if it ends with a plural, the phrase without its last
 * word. Each value consists of stems separated by spaces.
 */
function listValues(words: string, view: View): string[] {
  const topicWords = findTopicWords(view);
  const phrase = fold(words).replace(LEADING_WORDS, '').replace(TRAILING_WORDS, '');
  const stems = tokenize(phrase).map(stem);
  while (stems.length > 0 && topicWords.has(stems.at(-1)!)) stems.pop();
  // "Overdue books" means “Overdue”, even if the page does not call its rows books.
  const isPlural = /\p{L}{2}s$/u.test(phrase);
  return [stems, ...(isPlural ? [stems.slice(0, -1)] : [])].map((value) => value.join(' ')).filter(Boolean);
}

const isRow = (c: Candidate, view: View): boolean =>
  (c.tag === 'tr' || ['row', 'listitem', 'article'].includes(c.role)) && c.visible && !isHeader(c, view);

/** Returns the rows with that value, in page order. */
export function findRowsWithValue(words: string, view: View): Candidate[] {
  return (
    listValues(words, view)
      .map((value) => findRowsWithStems(value, view))
      .find(({ length }) => length > 0) ?? []
  );
}

/** @param value stems, separated by spaces; never empty */
function findRowsWithStems(value: string, view: View): Candidate[] {
  const hasValue = (text: string): boolean =>
    text.length <= MAX_CELL_LENGTH && tokenize(text).map(stem).join(' ') === value;
  const rowUids = new Set(
    view.candidates
      .filter((c) =>
        c.options ? c.options.some(({ label, selected }) => selected && hasValue(label)) : hasValue(c.text),
      )
      .flatMap((c) => view.getAncestors(c).map(({ uid }) => uid)),
  );
  return view.candidates.filter((c) => rowUids.has(c.uid) && isRow(c, view));
}
