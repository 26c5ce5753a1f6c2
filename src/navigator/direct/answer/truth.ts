/** Answers yes/no questions from rows and labelled values. "No" needs a value of the page that excludes the yes. */
import { ENTRY_NOUNS, OPPOSITES, STATE_LABELS } from '../lexicon/questions.js';
import { fold } from '../text.js';
import type { Asked } from './asked.js';
import { type Answer, type Cell, type Facts, type Row, type FactTable, told } from './facts.js';
import { type Hit, matchRows, nameOfRow, topicOf } from './rows.js';
import { contentOf, has, hasAll, labelWords, same, sameText, without, wordsOf, isLight } from './words.js';

const EXISTS =
  /^(?:is|are|was|were) there (?:an? |any |some )?(.+)$|^(?:do|does|did|have|has) (?:we|i|you|they|it|the \p{L}+) (?:have|got|contain|include) (?:an? |any |some )?(.+)$/u;

const quoteCell = ({ key, value }: Cell): string => (key ? `${key}: ${value}` : `“${value}”`);
const inRow = (row: Row): string => `in the row “${nameOfRow(row).value}”`;

/** Whether two states exclude each other: open and closed. */
const isOpposite = (a: string, b: string): boolean =>
  OPPOSITES.some(([x, y]) => (same(a, x) && fold(b) === y) || (same(a, y) && fold(b) === x));
const isState = (word: string): boolean => OPPOSITES.flat().some((state) => same(word, state));

function rowThatHas(asked: Asked, page: Facts): { hit: Hit; table: FactTable } | null {
  for (const table of page.tables) {
    const [hit] = matchRows(table, asked.words, asked, page, null);
    if (hit) return { hit, table };
  }
  return null;
}

/** "Is there a message from the post office?" */
function exists(asked: Asked, page: Facts): Answer | null {
  if (!EXISTS.test(asked.q)) return null;
  const found = rowThatHas(asked, page);
  if (found) return told(`Yes: ${found.hit.cells.map(quoteCell).join(', ')} ${inRow(found.hit.row)}`);
  const named = asked.words.filter((word) => !isLight(word) && !ENTRY_NOUNS.has(word));
  const table = page.tables.find(
    (t) => t.rows.length > 1 && named.some((word) => has(topicOf(t, page), word)),
  );
  const open = table ? named.filter((word) => !has(topicOf(table, page), word)) : [];
  // Only a name that occurs nowhere on the page is missing for sure.
  const shown = page.lines.flatMap(({ text }) => wordsOf(text));
  return table &&
    open.length > 0 &&
    without(open, shown).length === open.length &&
    named.indexOf(open[0]!) > 0
    ? told(`No row on this page mentions “${open.join(' ')}”`)
    : null;
}

/** The cell of another row's column that has the value, so that this row's cell in the column excludes it. */
function excludes(table: FactTable, row: Row, predicate: string): Cell | null {
  const opposite = row.find(({ value }) => isOpposite(predicate, value));
  if (opposite) return opposite;
  for (const other of table.rows) {
    const at = other.findIndex(
      ({ value }) => contentOf(value).length === 1 && same(contentOf(value)[0]!, predicate),
    );
    if (at < 0 || other === row) continue;
    const { key } = other[at]!;
    const cell = key ? row.find((c) => c.key === key) : row.length === other.length ? row[at] : undefined;
    if (cell) return cell;
  }
  return null;
}

/** "Is 2044 paid?" */
function ofRow(asked: Asked, page: Facts): Answer | null {
  const found = rowThatHas(asked, page);
  if (found) return told(`Yes, ${inRow(found.hit.row)}: ${found.hit.cells.map(quoteCell).join(', ')}`);
  const predicate = asked.words.at(-1);
  const subject = asked.words.slice(0, -1);
  if (predicate === undefined || !subject.length) return null;
  for (const table of page.tables) {
    const hits = matchRows(table, subject, asked, page, null);
    const [hit] = hits;
    if (!hit || hits.length > 1) continue;
    const cell = excludes(table, hit.row, predicate);
    if (cell) return told(`No, ${inRow(hit.row)}: ${quoteCell(cell)}`);
    const state = hit.row.find(({ key }) => has(STATE_LABELS, fold(key)));
    if (state && isState(predicate)) return told(`${inRow(hit.row)}: ${quoteCell(state)}`);
  }
  return null;
}

/** "Is the issue closed?", "is the priority high?" */
function ofPage(asked: Asked, page: Facts): Answer | null {
  const predicate = asked.words.at(-1);
  if (predicate === undefined) return null;
  const subject = asked.words.slice(0, -1);
  const about = (label: string, section: string): boolean =>
    without(subject, [...page.topic, ...labelWords(label), ...contentOf(section)]).filter(
      (w) => !ENTRY_NOUNS.has(w),
    ).length === 0;
  for (const { label, value, section } of page.pairs) {
    const isNamed = hasAll(subject, labelWords(label));
    const isStateLabel = labelWords(label).some((word) => STATE_LABELS.includes(word));
    if ((!isNamed && !isStateLabel) || !about(label, section)) continue;
    const said = `${label}: ${value}`;
    if (
      sameText(value, predicate) ||
      (contentOf(value).length === 1 && same(contentOf(value)[0]!, predicate))
    )
      return told(`Yes, ${said}`);
    if (isNamed || isOpposite(predicate, value)) return told(`No, ${said}`);
    if (isState(predicate)) return told(said);
  }
  return null;
}

export function answerTruth(asked: Asked, page: Facts): Answer | null {
  if (asked.negated) return null;
  return exists(asked, page) ?? (EXISTS.test(asked.q) ? null : (ofRow(asked, page) ?? ofPage(asked, page)));
}
