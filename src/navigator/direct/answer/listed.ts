/** Questions about the list that a page shows: how many there are, and which of them have what was said. */
import type { TextBlock } from '../../../contract/index.js';
import { isTopic, topicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import { NAME_COLUMNS } from '../lexicon/questions.js';
import { clip, fold, sentence, stem } from '../text.js';
import type { Answer } from './page-facts.js';

const told = (text: string): Answer => ({ text: sentence(text), found: true });

const HOW_MANY =
  /^(?:how many|count)(?: of them| of these| of those| results?| rows?| entries| items)?(?: (?:are|is|do|does|can|were) (?:there|shown|listed|left|in (?:the|this) (?:list|table)|it|you see|we have)(?: now| left| in all| altogether| on (?:this|the) page)?| them)?$/u;
const HOW_MANY_NAMED =
  /^how many (\p{L}+)(?: (?:are|do|can) (?:there|shown|listed|left|we have|you see|in (?:the|this) (?:list|table))(?: now| left| in all| altogether| on (?:this|the) page)?)?$/u;
/** "30 orders", "8 results (30 total)", "1-20 of 25 products"; the figures of a pager may stand before it. */
const STATED = /(?:^|\s)(\d[\d,.]* (\p{L}[\p{L} ]{2,30}?)(?: \(.{1,30}\)| found| in (?:all|total))?)\.?$/u;
const GENERAL = new Set(['result', 'entri', 'item', 'row', 'record', 'match', 'hit'].map(stem));

const asked = (question: string): string => fold(question).replace(/[?.! ]+$/u, '');

/** "How many are there?": what the page itself says of its list, else the rows that it shows. */
export function countOfList(question: string, view: View): Answer | null {
  const q = asked(question);
  const noun = HOW_MANY.test(q) ? '' : HOW_MANY_NAMED.exec(q)?.[1];
  const each = noun ? saidOfEach(noun, view) : [];
  if (each.length > 1) return told(`I count ${each.length} on this page: ${some(each)}`);
  if (noun === undefined || (noun !== '' && !isTopic(noun, view))) return null;
  const stated = view.observation.text.flatMap((b) => {
    const [, whole, words] = b.text.length <= 60 ? (STATED.exec(b.text) ?? []) : [];
    return whole && words && counts(words, noun, view) ? [whole] : [];
  })[0];
  if (stated) return told(`The page says “${stated}”`);
  const rows = keyedRows(view).length;
  return rows ? told(`I count ${rows} ${rows === 1 ? 'row' : 'rows'} in the list on this page`) : null;
}

/** The words behind a figure are what is asked about; where nothing was named, what the page is about. */
function counts(words: string, noun: string, view: View): boolean {
  const last = stem(fold(words).split(' ').at(-1)!);
  if (GENERAL.has(last)) return true;
  return noun === '' ? !/ed$/u.test(words) && topicWords(view).has(last) : last === stem(noun);
}

interface Row {
  cells: readonly { key: string; value: string }[];
}

/** Rows of tables whose columns have names. */
function keyedRows(view: View): Row[] {
  const cellsOf = ({ text }: TextBlock): Row['cells'] =>
    text.split(' | ').flatMap((cell) => {
      const [, key, value] = /^([^:]{1,40}): (.+)$/u.exec(cell) ?? [];
      return key && value ? [{ key, value }] : [];
    });
  return view.observation.text
    .filter((b) => b.kind === 'row')
    .map((b) => ({ cells: cellsOf(b) }))
    .filter((row) => row.cells.length > 1);
}

/** Its first cell; behind a number that only counts the rows, the cell under "name" or the like. */
const calledBy = (cells: Row['cells']): Row['cells'][number] =>
  (/^(?:id|#|no\.?|nr\.?)$/iu.test(cells[0]!.key)
    ? cells.find(({ key }) => NAME_COLUMNS.has(fold(key)))
    : undefined) ?? cells[0]!;

const NAMES =
  /^(?:which|what) (\p{L}+) (?:there are|(?:are|do) (?:there|left|listed|shown|we have|you see|in (?:the|this) (?:list|table)))(?: now| left)?$/u;

/** What stands there once for each, with the kind in front: "Milestone: 1.0", "Milestone: 2.0". */
function saidOfEach(noun: string, view: View): string[] {
  const names = view.observation.text.flatMap((b) => {
    const [, kind, name] = b.kind === 'heading' ? (/^(\p{L}+): (\S.*)$/u.exec(b.text) ?? []) : [];
    return kind && name && stem(fold(kind)) === stem(noun) ? [name] : [];
  });
  return [...new Set(names)];
}

/** "Which customers are left?": what the rows are called. */
export function namesOfList(question: string, view: View): Answer | null {
  const noun = NAMES.exec(asked(question))?.[1];
  const each = noun ? saidOfEach(noun, view) : [];
  if (each.length) return told(some(each));
  const names = keyedRows(view).map((r) => calledBy(r.cells).value);
  if (!noun || !names.length || !(isTopic(noun, view) || /^(?:rows|entries|records|items|ones)$/u.test(noun)))
    return null;
  return told(some(names));
}

const NAMED = 12;
const some = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;

/** "Which orders has Ida Holm placed?": the rows that have a cell for each value that was said. */
export function rowsThatSay(question: string, view: View): Answer | null {
  const m = /^(?:which|what) (?!(?:is|was|does|has|this)\b)((?:\p{L}+ ){0,2}?\p{L}+s) (.+)$/u.exec(
    asked(question),
  );
  if (!m || /\b(?:not|no|never|without|except|more|less|most|least|before|after)\b/u.test(m[2]!)) return null;
  const rest = ` ${`${m[1]!} ${m[2]!}`.replace(/'s\b/gu, '').replace(/[^\p{L}\p{N}@.-]+/gu, ' ')} `;
  const rows = keyedRows(view);
  const said = new Map<string, string>();
  for (const { key, value } of rows.flatMap((r) => r.cells))
    if (/\p{L}/u.test(value) && rest.includes(` ${fold(value)} `)) said.set(value, key);
  // One value under two names of columns is not clear; of several columns all count.
  if (!said.size || new Set(said.values()).size < said.size) return null;
  const hits = rows.filter((r) =>
    [...said].every(([value, key]) => r.cells.some((c) => c.key === key && c.value === value)),
  );
  if (!hits.length) return null;
  const names = hits.map((r) => calledBy(r.cells).value);
  const under = [...said].map(([value, key]) => `“${clip(value, 60)}” under “${key}”`).join(' and ');
  return told(`${hits.length} ${hits.length === 1 ? 'row' : 'rows'} here with ${under}: ${some(names)}`);
}
