/** Answers from the rows of a table or list. Never answers from a row or column that the question does not mean. */
import { MEASURED_TEXTS, PLACE_TEXT, PRICE_CUT_WORD, STATE_LABELS } from '../lexicon/questions.js';
import { ORDINALS } from '../lexicon/places.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type Cell, type Facts, type FactTable, formatList, createAnswer } from './facts.js';
import {
  findRequestedColumns,
  normalizeKey,
  describeCommonCells,
  type RowMatch,
  areRowNouns,
  isYesNo,
  findCountedNoun,
  matchRows,
  matchRowsByNoun,
  getRowName,
  quoteCell,
  findRowNoun,
  getTableTopic,
  getValue,
  listValues,
} from './match-rows.js';
import {
  getContentWords,
  hasWord,
  hasAllWords,
  isAttributeNoun,
  isGeneralWord,
  isValueOfKind,
  getLabelWords,
  isSameText,
  removeWords,
  getWords,
} from './words.js';

const MAX_ROWS = 6;
const MAX_COLUMNS = 3;

const ABOUT_MAIL =
  /\b(?:e-?mails?|mails?|messages?|letters?|sent|send|wrote|write|written|arrived?|came|come|from)\b/u;

/** Answers with the values of cells: "when is invoice 2042 due?". */
export function answerFromRows(question: ParsedQuestion, facts: Facts): Answer | null {
  const namesNoRow = question.form === 'which' && removeWords(question.words, question.noun).length === 0;
  if (question.isNegated || namesNoRow) return null;
  for (const table of facts.tables) {
    const answer = table.keys.length
      ? answerFromKeyedTable(question, table, facts)
      : answerFromPlainTable(question, table, facts);
    if (answer) return answer;
  }
  return null;
}

function answerFromKeyedTable(question: ParsedQuestion, table: FactTable, facts: Facts): Answer | null {
  const { keys, areNamed } = findRequestedColumns(question, table);
  const columnWords = [
    ...(areNamed ? keys.flatMap(getLabelWords) : []),
    ...(areNamed || question.kind === 'money' ? question.measureWords : []),
    ...(areNamed ? keys.flatMap((key) => findCountedNoun(question, key, table)) : []),
  ];
  const subject = removeWords(question.words, columnWords, true).filter(
    (word) => !areNamed || !isAttributeNoun(word),
  );
  const allWordsHits =
    subject.length && (areNamed || !question.asksMeasure)
      ? matchRows(table, subject, question, facts, true)
      : [];
  const hits =
    allWordsHits.length || !areNamed ? allWordsHits : matchNamedRow(subject, question, table, facts);
  const [first] = hits;
  if (!first || hits.length > MAX_ROWS || keys.length > MAX_COLUMNS) return null;
  if (!keys.length || hits.every(({ cells }) => cells.every(({ key }) => keys.includes(key)))) {
    const asksAboutRow =
      /^(?:who|what) (?:is|are|was) /u.test(question.text) &&
      hasAllWords(subject, getContentWords(getRowName(first.row)));
    return hits.length === 1 && asksAboutRow
      ? createAnswer(
          `In the row “${getRowName(first.row)}”: ${first.row.map(quoteCell).join(', ')}`,
          undefined,
          getRowName(first.row),
        )
      : null;
  }
  // "When was it paid?": a row with the state “Paid” and a date does not say that it was paid on that date.
  if (
    !areNamed &&
    question.kind === 'date' &&
    hits.some(({ cells }) => cells.some(({ key }) => hasWord(STATE_LABELS, normalizeKey(key))))
  )
    return null;
  const names = hits.map(({ row }) => getRowName(row));
  if (keys.length === 1 && hits.every(({ row }, i) => getValue(row, keys[0]!) === names[i]))
    return createAnswer(
      `${formatList(names)} (${describeCommonCells(hits)})`,
      hits.length === 1 ? names[0] : undefined,
      hits.length === 1 ? names[0] : undefined,
    );
  return formatCells(
    hits.map((hit) => ({
      hit,
      cells: keys.map((key) => ({ key, value: getValue(hit.row, key) || '(empty)' })),
    })),
  );
}

const ATTRIBUTE_WITH_VERB = /^(?:what|which) .+ (?:do|does) .+ (\p{L}+)$/u;

/** "What voice does Ruth sing?": the row's whole subject is its name, and the page does not use the verb. */
function matchNamedRow(
  subject: readonly string[],
  question: ParsedQuestion,
  table: FactTable,
  facts: Facts,
): RowMatch[] {
  const verb = ATTRIBUTE_WITH_VERB.exec(question.text)?.[1];
  const isUsed =
    verb === undefined ||
    facts.lines.some(({ text }) => hasWord(getWords(text), verb)) ||
    table.rows.some((row) => row.some(({ value }) => hasWord(getWords(value), verb)));
  const words = subject.filter((word) => word !== verb);
  if (isUsed || !words.length || words.length === subject.length) return [];
  return matchRows(table, words, question, facts).filter(({ row }) =>
    hasAllWords(getContentWords(getRowName(row)), words),
  );
}

const BY_POSITION =
  /\bthe (first|second|third|fourth|fifth|last)(?: (?:one|entry|row|item|result|option))?(?: (?:in|on|of) (?:the|this|my) (?:list|table|page))?$/u;

/** Answers "how much is the first one?" from the page's only list or table. */
export function answerFromOrdinal(question: ParsedQuestion, facts: Facts): Answer | null {
  const position = BY_POSITION.exec(question.text)?.[1];
  const [table, ...others] = facts.tables.filter(({ rows }) => rows.length > 1);
  if (position === undefined || question.kind === 'any' || !table || others.length) return null;
  const row = position === 'last' ? table.rows.at(-1) : table.rows[ORDINALS[position]! - 1];
  const words = removeWords(question.words, [position, ...question.measureWords]).filter(
    (word) => !isGeneralWord(word),
  );
  if (!row) return null;
  const { keys } = findRequestedColumns(question, table);
  const hit = { row, cells: [] };
  const cells = keys.length
    ? row.filter(({ key }) => keys.includes(key))
    : table.keys.length
      ? []
      : findCellsOfKind(hit, question, table);
  const columnWords = keys.flatMap(getLabelWords);
  return cells.length === 1 && removeWords(words, columnWords, true).length === 0
    ? formatCells([{ hit, cells }])
    : null;
}

/** Answers from a table without headers with the cells of the requested kind, or with the only other text. */
function answerFromPlainTable(question: ParsedQuestion, table: FactTable, facts: Facts): Answer | null {
  const isEmail = question.kind === 'any' && question.words.includes('email');
  const kind = isEmail ? 'email' : question.kind;
  const [measureWords, unitPattern] =
    MEASURED_TEXTS.find(([words]) =>
      words.some(
        (word) =>
          question.words.includes(word) || (question.asksMeasure && question.measureWords.includes(word)),
      ),
    ) ?? [];
  const subject = removeWords(
    question.words,
    isEmail ? ['email'] : (measureWords ?? (kind === 'money' ? question.measureWords : [])),
  );
  // Without headers, the meaning of a number or a name is unknown. The sender and date of an email are not those of the
  // event that it describes.
  const isUnclear =
    (question.asksMeasure && !unitPattern) ||
    question.form === 'count' ||
    (question.kind === 'person' && /\b(?:with|to|for|get|gets|receive[ds]?)\b/u.test(question.text)) ||
    (question.kind !== 'any' &&
      hasWord(getTableTopic(table, facts), 'message') &&
      !ABOUT_MAIL.test(question.text));
  if (!subject.length || isUnclear) return null;
  const matches = matchRows(table, subject, question, facts).map((hit) => ({
    hit,
    cells: unitPattern
      ? findMeasuredCells(hit, unitPattern)
      : findCellsOfKind(hit, { ...question, kind }, table),
  }));
  return !matches.length || matches.length > MAX_ROWS || matches.some(({ cells }) => !cells.length)
    ? null
    : formatCells(matches);
}

/** Finds the only cell of a row that has the requested unit. */
function findMeasuredCells({ row }: RowMatch, unitPattern: RegExp): Cell[] {
  const cells = row.filter(({ value }) => unitPattern.test(value));
  return cells.length === 1 ? cells : [];
}

const ATTRIBUTE_OF = /^what (?:is|are|was|were) the (.+?) (?:for|of|on) /u;

function findCellsOfKind(
  { row, cells }: RowMatch,
  { kind, text: q, measureWords }: ParsedQuestion,
  table: FactTable,
): Cell[] {
  // "How much is one each?" is answered by the cell “£3 each”.
  const mentionedPrices = kind === 'money' ? cells.filter(({ value }) => isValueOfKind(value, kind)) : [];
  if (mentionedPrices.length === 1) return mentionedPrices;
  // “£8 per day, deposit £50” answers "what is the deposit for the saw?"; the other texts of the entry do not.
  const attribute = getContentWords(ATTRIBUTE_OF.exec(q)?.[1] ?? '');
  const attributeCells = cells.flatMap((cell) =>
    !cell.isName && attribute.length && hasAllWords(getContentWords(cell.value), attribute)
      ? [
          {
            ...cell,
            value:
              cell.value.split(/[,;] /u).find((part) => hasAllWords(getContentWords(part), attribute)) ??
              cell.value,
          },
        ]
      : [],
  );
  const others = row.filter((cell) => !cells.includes(cell));
  const textCells = others.filter(
    ({ value }) =>
      !isValueOfKind(value, 'date') && !isValueOfKind(value, 'number') && /\p{L}{2}/u.test(value),
  );
  if (kind === 'any' && attributeCells.length) return attributeCells.length === 1 ? attributeCells : [];
  if (kind === 'any') return others.length === 1 ? others : textCells.length === 1 ? textCells : [];
  if (kind === 'place') return textCells.filter(({ value }) => PLACE_TEXT.test(value)).slice(0, 1);
  const columnCells = others.filter((cell) => {
    const values = table.rows.filter((r) => r.length === row.length).map((r) => r[row.indexOf(cell)]!.value);
    return values.filter((value) => isValueOfKind(value, kind)).length > values.length / 2;
  });
  const matchingCells = columnCells.length
    ? columnCells
    : others.filter(({ value }) => isValueOfKind(value, kind));
  if (kind === 'money' && !matchingCells.length) {
    // “Total €96” is a price with its label.
    const labelledCells = others.filter(({ value }) => {
      const [, label, figure] = /^(\p{L}[\p{L} ]*) ([^\p{L}]*\d.*)$/u.exec(value) ?? [];
      return (
        label && figure && isValueOfKind(figure, kind) && hasAllWords(measureWords, getLabelWords(label))
      );
    });
    return labelledCells.length === 1 ? labelledCells : [];
  }
  if (kind !== 'date') return matchingCells.length === 1 ? matchingCells : [];
  const isClock = ({ value }: Cell): boolean => /\d:\d\d/u.test(value);
  const preferredCells = /\b(?:time|starts?|begins?|ends?|hour)\b/u.test(q)
    ? matchingCells.filter(isClock)
    : /\bday\b/u.test(q)
      ? matchingCells.filter((cell) => !isClock(cell))
      : [];
  return preferredCells.length ? preferredCells : matchingCells;
}

/** Formats the cells together with the rows that contain them. */
function formatCells(matches: readonly { hit: RowMatch; cells: readonly Cell[] }[]): Answer {
  const [first] = matches;
  const formatValues = (cells: readonly Cell[]): string =>
    cells.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(', ');
  const describeMatch = ({
    hit: { row, cells },
    cells: answerCells,
  }: {
    hit: RowMatch;
    cells: readonly Cell[];
  }): string => {
    const identifyingValues = cells
      .filter(
        (cell) =>
          !answerCells.includes(cell) &&
          (cell.key === '' || !answerCells.some(({ key }) => key === cell.key)),
      )
      .map(({ value }) => value);
    const name = row.find(({ isName }) => isName);
    if (name && matches.length === 1) return name.value;
    return matches.length > 1
      ? row.every(({ key }) => key === '')
        ? row.map(({ value }) => value).join(' · ')
        : getRowName(row)
      : identifyingValues.join(' · ') || getRowName(row);
  };
  if (matches.length === 1)
    return createAnswer(
      `In the row “${describeMatch(first!)}”: ${formatValues(first!.cells)}`,
      first!.cells.length === 1 ? first!.cells[0]!.value : undefined,
      getRowName(first!.hit.row),
    );
  return createAnswer(matches.map((f) => `${formatValues(f.cells)} (row “${describeMatch(f)}”)`).join('; '));
}

/**
 * Finds the rows with a value in the column that the condition names: the column “Expires” for "expire in 2026". The word
 * "Expired" in another column does not meet this condition.
 */
function matchRowsByColumn(
  table: FactTable,
  conditionWords: readonly string[],
  question: ParsedQuestion,
  facts: Facts,
): RowMatch[] {
  return table.keys.flatMap((key) => {
    const valueWords = removeWords(conditionWords, getLabelWords(key), true);
    if (!valueWords.length || !hasAllWords(conditionWords, getLabelWords(key), true)) return [];
    return matchRows(table, valueWords, question, facts).flatMap(({ row, cells }): RowMatch[] => {
      const [cell, ...others] = cells;
      return cell?.key === key && !others.length ? [{ row, cells }] : [];
    });
  });
}

/** Answers "which invoices are overdue?" with the names of the matching rows. */
export function answerWhichRows(question: ParsedQuestion, facts: Facts): Answer | null {
  if (!question.noun.length) return null;
  for (const table of facts.tables) {
    const noun = findRowNoun(question, table, facts);
    // In "which permits expire in May", the words after the noun of the rows are a condition.
    const columnNouns =
      noun === undefined ? question.noun : question.noun.slice(0, question.noun.indexOf(noun) + 1);
    const key = table.keys.find((k) => hasAllWords(columnNouns, getLabelWords(k), true));
    const nounHits = key === undefined && noun === undefined ? matchRowsByNoun(table, question, facts) : [];
    if (nounHits.length)
      return createAnswer(
        `${formatList(nounHits.map(({ row }) => getRowName(row)))} (${describeCommonCells(nounHits)})`,
      );
    if (key === undefined && noun === undefined) continue;
    const columnWords = key === undefined ? [noun!] : getLabelWords(key);
    const conditionWords = removeWords(question.words, columnWords, true);
    const columnHits = matchRowsByColumn(table, conditionWords, question, facts);
    const hits =
      columnHits.length || !conditionWords.length
        ? columnHits
        : matchRows(table, conditionWords, question, facts, key !== undefined);
    const names = hits.map(({ row, cells }) =>
      key === undefined ? getRowName(row, cells) : getValue(row, key),
    );
    const [hit] = hits;
    if (hit && hits.length === 1 && key !== undefined && names[0] !== '' && names[0] !== getRowName(hit.row))
      return formatCells([{ hit, cells: [{ key, value: names[0]! }] }]);
    if (hit && names.every((name) => name !== ''))
      return createAnswer(
        `${formatList(names)} (${describeCommonCells(hits)})`,
        hits.length === 1 ? names[0] : undefined,
        hits.length === 1 ? getRowName(hit.row) : undefined,
      );
    const isRequestedColumn = (k: string): boolean =>
      hasAllWords(getLabelWords(k), conditionWords) && hasAllWords(conditionWords, getLabelWords(k));
    const column = table.keys.find(
      (k) => listValues(table, k).every(isYesNo) && conditionWords.length > 0 && isRequestedColumn(k),
    );
    if (column !== undefined)
      return createAnswer(
        `None of the ${table.rows.length} rows here says ${question.isNegated ? 'no' : 'yes'} under “${column}”`,
      );
  }
  return null;
}

/** Answers "what is out of stock?" with the names of the rows that have this value. */
export function answerWhatHasValue({ text }: ParsedQuestion, facts: Facts): Answer | null {
  const value = /^what (?:is|are) (?:still |currently |now )?(.+)$/u.exec(text)?.[1];
  for (const table of value === undefined ? [] : facts.tables) {
    const hits = table.rows.flatMap((row): RowMatch[] => {
      const cells = row.filter((cell) => cell.key !== '' && isSameText(cell.value, value!));
      return cells.length && !isSameText(getRowName(row), value!) ? [{ row, cells }] : [];
    });
    if (hits.length && table.rows.length > 1)
      return createAnswer(
        `${formatList(hits.map(({ row }) => getRowName(row)))} (${describeCommonCells(hits)})`,
      );
  }
  return null;
}

/** Questions such as "what is in the basket?" and "what do I have on my list?" */
const ASKS_CONTENTS = /^what (?:is|are|do (?:i|we) have) (?:now |currently )?(?:in|on|inside)\b/u;

/**
 * Answers an unrestricted question, such as "what collections are there?" or "what is in the basket?", with the names
 * of all rows on this page.
 */
export function listAllRows(question: ParsedQuestion, facts: Facts): Answer | null {
  const asksContents = ASKS_CONTENTS.test(question.text);
  const nouns = asksContents
    ? question.words
    : question.noun.length
      ? question.noun
      : /^(?:what|who) are /u.test(question.text)
        ? question.words
        : [];
  const conditionWords = removeWords(question.words, nouns).filter((word) => !isGeneralWord(word));
  if (!nouns.length || question.isNegated || question.superlative) return null;
  const [table, ...others] = facts.tables.filter((candidate) => {
    const topic = getTableTopic(candidate, facts);
    // "Which ones are on offer?" under “This week's offers” asks for all.
    const isMet = (word: string): boolean => topic.includes(word) || topic.includes(`${word}s`);
    return areRowNouns(nouns, candidate, facts) && conditionWords.every(isMet);
  });
  if (!table || others.length > 0) return null;
  const names = table.rows.map((row) => {
    // "What is in the basket?" also asks how many of each.
    const quantities = asksContents ? row.filter(({ value }) => /^\d{1,3}$/u.test(value)) : [];
    return quantities.length === 1 ? `${quantities[0]!.value} × ${getRowName(row)}` : getRowName(row);
  });
  return names.length > (asksContents ? 0 : 1) && names.every((name) => name !== '')
    ? createAnswer(`On this page: ${formatList(names)}`)
    : null;
}

/** Answers "which ones are organic?" with "none" if the page has only one list and no row mentions the word. */
export function answerWithNone(question: ParsedQuestion, facts: Facts): Answer | null {
  const [table, ...others] = facts.tables.filter(({ rows }) => rows.length > 1);
  if (question.isNegated || question.superlative || !table || others.length) return null;
  // "Which ones did I book?" asks what the instructor did, which the rows may not say.
  if (/\b(?:(?:did|have|had|do|am|was) i|i (?:have|had|am|was))\b/u.test(question.text)) return null;
  // A missing word is not always an answer: a page may not say whose order it is. But a shop does say what
  // is on offer.
  const isStated =
    /\b(?:anything|which ones)\b/u.test(question.text) ||
    question.words.some((word) => PRICE_CUT_WORD.test(word));
  if (!isStated || !/^(?:truth|which)$/u.test(question.form)) return null;
  if (question.form === 'which' && !areRowNouns(question.noun, table, facts)) return null;
  const conditionWords = removeWords(question.words, question.noun).filter((word) => !isGeneralWord(word));
  const cellWords = [...table.rows.flat(), { key: '', value: table.section }].flatMap(({ key, value }) =>
    getWords(`${key} ${value}`),
  );
  const statedWords = facts.lines.filter(({ isControl }) => !isControl).flatMap(({ text }) => getWords(text));
  return conditionWords.length > 0 &&
    removeWords(conditionWords, [...cellWords, ...statedWords, ...facts.topic], true).length ===
      conditionWords.length
    ? createAnswer(
        `${question.form === 'truth' ? 'No: none' : 'None'} of the ${table.rows.length} rows on this page mentions “${conditionWords.join(' ')}”`,
      )
    : null;
}

/** Asks which row is meant if a question about a column does not name a row. */
export function askWhichRow(question: ParsedQuestion, facts: Facts): string | null {
  for (const table of facts.tables) {
    const { keys, areNamed } = findRequestedColumns(question, table);
    const [key] = keys;
    if (!areNamed || key === undefined || keys.length > 1 || table.rows.length < 2) continue;
    if (
      removeWords(question.words, getLabelWords(key), true).every(
        (word) => isGeneralWord(word) || isAttributeNoun(word),
      )
    )
      return `The page shows ${table.rows.length} rows with a “${key}”; say which row you mean`;
  }
  return null;
}
