/**
 * Answers "which issue is urgent?" in tables with group rows: a row with a single cell is a heading for the rows below
 * it, and the question names that cell and nothing else.
 */
import type { TextBlock } from '../../../contract/index.js';
import { QUESTION_NOISE } from '../lexicon/questions.js';
import { STOP } from '../lexicon/polite.js';
import { clip, fold, sentence, stem, tokens } from '../text.js';
import type { Answer } from './page-facts.js';
import { listed, nameOfRow, rowsOf, type Row } from './tables.js';

interface Group {
  head: string;
  rows: Row[];
}

/** Longer cells are remarks across the whole table, not group headings. */
const HEAD = 40;

/** Finds rows with a single cell, each with the labelled rows that follow it. */
export function groupsOf(text: readonly TextBlock[]): Group[] {
  const groups: Group[] = [];
  let open: Group | null = null;
  for (const block of text) {
    const [row] = rowsOf([block]);
    if (block.kind === 'row' && row && open) open.rows.push(row);
    else {
      open =
        block.kind === 'row' && !row && !block.text.includes(' | ') && block.text.length <= HEAD
          ? { head: block.text, rows: [] }
          : null;
      if (open) groups.push(open);
    }
  }
  return groups.filter(({ rows }) => rows.length > 0);
}

const ASKS =
  /^(?:which|what) (\p{L}+) (?:is|are|has|have|do|does|was|were|(?=with|in|under|marked))\s*(?!.*\b(?:not|no|never|without|except|than|most|least|best)\b)(.+)$/u;

const wordsOf = (text: string): string =>
  tokens(text)
    .filter((word) => !STOP.has(word) && !QUESTION_NOISE.has(word))
    .map(stem)
    .join(' ');

export function rowsOfGroup(question: string, text: readonly TextBlock[]): Answer | null {
  const [, kind = '', said = ''] = ASKS.exec(fold(question).replace(/[?.! ]+$/gu, '')) ?? [];
  const left = wordsOf(said);
  if (!left) return null;
  const same = (head: string): boolean => wordsOf(head) === left;
  const hits = groupsOf(text).filter(({ head }) => same(head));
  const [group] = hits;
  if (!group || hits.length > 1) return null;
  const names = group.rows.map((row) => nameOfRow(row, kind)?.value ?? '');
  return names.every(Boolean)
    ? { text: sentence(clip(`${listed(names)} (under “${group.head}”)`, 500)), found: true }
    : null;
}
