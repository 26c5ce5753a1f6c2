/** Answers from the rows of a table or list. Never answers from a different row or column. */
import { PLACE, STATE_LABELS } from '../lexicon/questions.js';
import type { ParsedQuestion } from './asked.js';
import { type Answer, type Cell, type Facts, type FactTable, formatList, foundAnswer } from './facts.js';
import {
  askedColumns,
  normalizeKey,
  conditionOf,
  type Hit,
  isRowNoun,
  isYesNo,
  matchRows,
  nameOfRow,
  quoteCell,
  rowNoun,
  topicOf,
  valueIn,
  valuesOf,
} from './match-rows.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  isAttribute,
  isGeneral,
  isOnlyKind,
  labelWords,
  withoutWords,
} from './words.js';

const MAX_ROWS = 6;
const MAX_COLUMNS = 3;

const ABOUT_MAIL =
  /\b(?:e-?mails?|mails?|messages?|letters?|sent|send|wrote|write|written|arrived?|came|come|from)\b/u;

/** Answers with the values of cells: "when is invoice 2042 due?". */
export function answerFromRows(asked: ParsedQuestion, page: Facts): Answer | null {
  const namesNoRow = asked.form === 'which' && withoutWords(asked.words, asked.noun).length === 0;
  if (asked.negated || namesNoRow) return null;
  for (const table of page.tables) {
    const answer = table.keys.length ? keyedValue(asked, table, page) : plainValue(asked, table, page);
    if (answer) return answer;
  }
  return null;
}

function keyedValue(asked: ParsedQuestion, table: FactTable, page: Facts): Answer | null {
  const { keys, byName } = askedColumns(asked, table);
  const spent = [
    ...(byName ? keys.flatMap(labelWords) : []),
    ...(byName || asked.kind === 'money' ? asked.units : []),
  ];
  const subject = withoutWords(asked.words, spent, true).filter((word) => !byName || !isAttribute(word));
  const hits =
    subject.length && (byName || !asked.measured) ? matchRows(table, subject, asked, page, true) : [];
  const [first] = hits;
  if (!first || hits.length > MAX_ROWS || keys.length > MAX_COLUMNS) return null;
  if (!keys.length || hits.every(({ cells }) => cells.every(({ key }) => keys.includes(key)))) {
    const isAbout =
      /^(?:who|what) (?:is|are|was) /u.test(asked.q) && hasAllWords(subject, contentOf(nameOfRow(first.row)));
    return hits.length === 1 && isAbout
      ? foundAnswer(`In the row “${nameOfRow(first.row)}”: ${first.row.map(quoteCell).join(', ')}`)
      : null;
  }
  // "When was it paid?" asks for more than a state and a date can answer.
  if (
    !byName &&
    asked.kind === 'date' &&
    hits.some(({ cells }) => cells.some(({ key }) => hasWord(STATE_LABELS, normalizeKey(key))))
  )
    return null;
  return formatCells(
    hits.map((hit) => ({
      hit,
      cells: keys.map((key) => ({ key, value: valueIn(hit.row, key) || '(empty)' })),
    })),
  );
}

/** In a table without headers, returns the cells of the requested kind, or the only other text. */
function plainValue(asked: ParsedQuestion, table: FactTable, page: Facts): Answer | null {
  const isEmail = asked.kind === 'any' && asked.words.includes('email');
  const kind = isEmail ? 'email' : asked.kind;
  const subject = withoutWords(asked.words, isEmail ? ['email'] : kind === 'money' ? asked.units : []);
  // Without headers, the meaning of a figure or a name is unknown. A mail has a sender and a date, which are not those
  // of the event it describes.
  const isUnclear =
    asked.measured ||
    asked.form === 'count' ||
    (asked.kind === 'person' && /\b(?:with|to|for|get|gets|receive[ds]?)\b/u.test(asked.q)) ||
    (asked.kind !== 'any' && hasWord(topicOf(table, page), 'message') && !ABOUT_MAIL.test(asked.q));
  if (!subject.length || isUnclear) return null;
  const found = matchRows(table, subject, asked, page).map((hit) => ({
    hit,
    cells: cellsOfKind(hit, { ...asked, kind }, table),
  }));
  return !found.length || found.length > MAX_ROWS || found.some(({ cells }) => !cells.length)
    ? null
    : formatCells(found);
}

function cellsOfKind({ row, cells }: Hit, { kind, q }: ParsedQuestion, table: FactTable): Cell[] {
  const others = row.filter((cell) => !cells.includes(cell));
  const texts = others.filter(
    ({ value }) => !isOnlyKind(value, 'date') && !isOnlyKind(value, 'number') && /\p{L}{2}/u.test(value),
  );
  if (kind === 'any') return others.length === 1 ? others : texts.length === 1 ? texts : [];
  if (kind === 'place') return texts.filter(({ value }) => PLACE.test(value)).slice(0, 1);
  const inColumn = others.filter((cell) => {
    const values = table.rows.filter((r) => r.length === row.length).map((r) => r[row.indexOf(cell)]!.value);
    return values.filter((value) => isOnlyKind(value, kind)).length > values.length / 2;
  });
  const fits = inColumn.length ? inColumn : others.filter(({ value }) => isOnlyKind(value, kind));
  if (kind !== 'date') return fits.length === 1 ? fits : [];
  const isClock = ({ value }: Cell): boolean => /\d:\d\d/u.test(value);
  const part = /\b(?:time|starts?|begins?|ends?|hour)\b/u.test(q)
    ? fits.filter(isClock)
    : /\bday\b/u.test(q)
      ? fits.filter((cell) => !isClock(cell))
      : [];
  return part.length ? part : fits;
}

/** Formats the cells with the row that contains them. */
function formatCells(found: readonly { hit: Hit; cells: readonly Cell[] }[]): Answer {
  const [one] = found;
  const say = (cells: readonly Cell[]): string =>
    cells.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(', ');
  const naming = ({ hit: { row, cells }, cells: said }: { hit: Hit; cells: readonly Cell[] }): string => {
    const named = cells
      .filter(({ key }) => key === '' || !said.some((cell) => cell.key === key))
      .map(({ value }) => value);
    return found.length > 1
      ? row.every(({ key }) => key === '')
        ? row.map(({ value }) => value).join(' · ')
        : nameOfRow(row)
      : named.join(' · ') || nameOfRow(row);
  };
  if (found.length === 1)
    return foundAnswer(
      `In the row “${naming(one!)}”: ${say(one!.cells)}`,
      one!.cells.length === 1 ? one!.cells[0]!.value : undefined,
    );
  return foundAnswer(found.map((f) => `${say(f.cells)} (row “${naming(f)}”)`).join('; '));
}

/** Answers "which invoices are overdue?" with the names of the matching rows. */
export function answerWhichRows(asked: ParsedQuestion, page: Facts): Answer | null {
  if (!asked.noun.length) return null;
  for (const table of page.tables) {
    const key = table.keys.find((k) => hasAllWords(asked.noun, labelWords(k), true));
    const head = rowNoun(asked, table, page);
    if (key === undefined && head === undefined) continue;
    const spent = key === undefined ? [head!] : labelWords(key);
    const conditions = withoutWords(asked.words, spent, true);
    const hits = conditions.length ? matchRows(table, conditions, asked, page, key !== undefined) : [];
    const names = hits.map(({ row, cells }) =>
      key === undefined ? nameOfRow(row, cells) : valueIn(row, key),
    );
    const [hit] = hits;
    if (hit && hits.length === 1 && key !== undefined && names[0] !== '' && names[0] !== nameOfRow(hit.row))
      return formatCells([{ hit, cells: [{ key, value: names[0]! }] }]);
    if (hit && names.every((name) => name !== ''))
      return foundAnswer(
        `${formatList(names)} (${conditionOf(hits)})`,
        hits.length === 1 ? names[0] : undefined,
      );
    const isAsked = (k: string): boolean =>
      hasAllWords(labelWords(k), conditions) && hasAllWords(conditions, labelWords(k));
    const column = table.keys.find(
      (k) => valuesOf(table, k).every(isYesNo) && conditions.length > 0 && isAsked(k),
    );
    if (column !== undefined)
      return foundAnswer(
        `None of the ${table.rows.length} rows here says ${asked.negated ? 'no' : 'yes'} under “${column}”`,
      );
  }
  return null;
}

/** Answers "what collections are there?", which restricts nothing, with the names of all rows on this page. */
export function listAllRows(asked: ParsedQuestion, page: Facts): Answer | null {
  const nouns = asked.noun.length ? asked.noun : /^(?:what|who) are /u.test(asked.q) ? asked.words : [];
  const isRestricted = withoutWords(asked.words, nouns).some((word) => !isGeneral(word));
  if (!nouns.length || asked.negated || asked.best || isRestricted) return null;
  const [table, ...others] = page.tables.filter((each) => isRowNoun(nouns, each, page));
  if (!table || others.length > 0) return null;
  const names = table.rows.map((row) => nameOfRow(row));
  return names.length > 1 && names.every((name) => name !== '')
    ? foundAnswer(`On this page: ${formatList(names)}`)
    : null;
}

/** Reports that a question about a column names no row. */
export function askWhichOfRows(asked: ParsedQuestion, page: Facts): string | null {
  for (const table of page.tables) {
    const { keys, byName } = askedColumns(asked, table);
    const [key] = keys;
    if (!byName || key === undefined || keys.length > 1 || table.rows.length < 2) continue;
    if (
      withoutWords(asked.words, labelWords(key), true).every((word) => isGeneral(word) || isAttribute(word))
    )
      return `The page shows ${table.rows.length} rows with a “${key}”; say of which one`;
  }
  return null;
}
