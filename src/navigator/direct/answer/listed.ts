/** Answers questions about the list on a page: how many entries there are, and which have a given value. */
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
/** "30 orders", "8 results (30 total)", "1-20 of 25 products"; the numbers of a pager may come first. */
const STATED = /(?:^|\s)(\d[\d,.]* (\p{L}[\p{L} ]{2,30}?)(?: \(.{1,30}\)| found| in (?:all|total))?)\.?$/u;
const GENERAL = new Set(['result', 'entri', 'item', 'row', 'record', 'match', 'hit'].map(stem));

const asked = (question: string): string => fold(question).replace(/[?.! ]+$/u, '');

/** Answers "how many are there?" with the number that the page states, or else by counting the visible rows. */
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

/** Whether the words after a number are what the question asks about or, if it names nothing, the page's topic. */
function counts(words: string, noun: string, view: View): boolean {
  const last = stem(fold(words).split(' ').at(-1)!);
  if (GENERAL.has(last)) return true;
  return noun === '' ? !/ed$/u.test(words) && topicWords(view).has(last) : last === stem(noun);
}

interface Row {
  cells: readonly { key: string; value: string }[];
}

/** Returns the rows of tables whose columns have headers. */
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

/** The cell that names a row: the first one or, if that is only a row number, one under a header such as "name". */
const calledBy = (cells: Row['cells']): Row['cells'][number] =>
  (/^(?:id|#|no\.?|nr\.?)$/iu.test(cells[0]!.key)
    ? cells.find(({ key }) => NAME_COLUMNS.has(fold(key)))
    : undefined) ?? cells[0]!;

const NAMES =
  /^(?:which|what) (\p{L}+) (?:there are|(?:are|do) (?:there|left|listed|shown|we have|you see|in (?:the|this) (?:list|table)))(?: now| left)?$/u;

/** Returns the values of a label that is repeated for each entry: "Milestone: 1.0", "Milestone: 2.0". */
function saidOfEach(noun: string, view: View): string[] {
  const names = view.observation.text.flatMap((b) => {
    const [, kind, name] = b.kind === 'heading' ? (/^(\p{L}+): (\S.*)$/u.exec(b.text) ?? []) : [];
    return kind && name && stem(fold(kind)) === stem(noun) ? [name] : [];
  });
  return [...new Set(names)];
}

/** Answers "which customers are left?" with the names of the rows. */
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

/** Answers "which orders has Ida Holm placed?" with the rows that have a cell for each value in the question. */
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
  // A value that occurs in two columns is ambiguous. Values in different columns must all match.
  if (!said.size || new Set(said.values()).size < said.size) return null;
  const hits = rows.filter((r) =>
    [...said].every(([value, key]) => r.cells.some((c) => c.key === key && c.value === value)),
  );
  if (!hits.length) return null;
  const names = hits.map((r) => calledBy(r.cells).value);
  const under = [...said].map(([value, key]) => `“${clip(value, 60)}” under “${key}”`).join(' and ');
  return told(`${hits.length} ${hits.length === 1 ? 'row' : 'rows'} here with ${under}: ${some(names)}`);
}
