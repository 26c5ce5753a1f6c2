/** Answers "how many", "which is the most …" and "what do they add up to" from counts, rows and labelled values. */
import { MEASURES } from '../lexicon/best.js';
import { ENTRY_NOUNS } from '../lexicon/questions.js';
import type { View } from '../ground/view.js';
import { listOf } from '../ground/lists.js';
import type { Asked } from './asked.js';
import { measure } from './element-values.js';
import { type Answer, type Count, listed, type Facts, type Row, type FactTable, told } from './facts.js';
import { conditionOf, matchRows, nameOfRow, topicOf, valueFromRows, valuesOf } from './rows.js';
import { has, hasAll, holdsKind, isOnly, labelWords, same, without, withRowNouns, isLight } from './words.js';

/** Words of a count's label that do not say what is counted. */
const COUNT_NOISE = new Set(['new', 'unread', 'all', 'my', 'total', 'found', 'selected']);

/** Whether a stated count counts what the question names: all its words are the question's, and the other way round. */
function countsWhat({ label }: Count, asked: Asked, page: Facts): boolean {
  const own = labelWords(label).filter((word) => !COUNT_NOISE.has(word));
  const words = asked.words.filter((word) => !isLight(word) && !COUNT_NOISE.has(word) && word !== 'count');
  const general = own.length === 1 && ENTRY_NOUNS.has(own[0]!);
  if (!words.length || (words.length === 1 && ENTRY_NOUNS.has(words[0]!)))
    return own.length > 0 && (general || hasAll(page.topic, own));
  if (general) return words.every((word) => has(page.topic, word));
  // "Messages in the inbox": the name of the list says what it contains.
  return own.length > 0 && hasAll(words, own) && without(words, withRowNouns(own)).length === 0;
}

const COUNTED_ELEMENTS: Readonly<Record<string, (c: View['candidates'][number]) => boolean>> = {
  link: (c) => c.role === 'link',
  button: (c) => c.role === 'button',
  checkbox: (c) => c.role === 'checkbox',
  field: (c) => c.role === 'textbox' || c.role === 'searchbox',
  image: (c) => c.role === 'img' || c.role === 'image',
  heading: (c) => c.role === 'heading',
  tab: (c) => c.role === 'tab',
};

const plural = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : noun.replace(/x$/u, 'xe')}${count === 1 ? '' : 's'}`;

export function answerCount(asked: Asked, page: Facts, view: View): Answer | null {
  if (asked.negated) return null;
  const stated = page.counts.filter((count) => countsWhat(count, asked, page));
  const distinct = [...new Set(stated.map(({ count }) => count))];
  if (distinct.length === 1) return told(`The page says “${stated[0]!.text}”`, distinct[0]);
  if (distinct.length > 1) return null;
  return (
    valueFromRows(asked, page) ?? repeated(asked, page) ?? countRows(asked, page) ?? counted(asked, view)
  );
}

/** Headings such as "Milestone: 1.0", "Milestone: 2.0" name the entries of a list. */
export function repeated(asked: Asked, page: Facts): Answer | null {
  const [noun, ...more] = asked.words.filter((word) => !isLight(word));
  const named =
    noun && !more.length
      ? page.pairs.filter(({ label }) => same(label.toLowerCase(), noun)).map(({ value }) => value)
      : [];
  if (named.length < 2) return null;
  return asked.form === 'count'
    ? told(`I count ${named.length} on this page: ${listed(named)}`, String(named.length))
    : told(listed(named));
}

function countRows(asked: Asked, page: Facts): Answer | null {
  const head = asked.noun.at(-1);
  for (const table of page.tables) {
    const isTopic = head === undefined || has(topicOf(table, page), head) || ENTRY_NOUNS.has(head);
    if (!isTopic) continue;
    const own = asked.words.filter((word) => word !== head && word !== 'count' && !isLight(word));
    const conditions = own.filter((word) => !has(topicOf(table, page), word) && !ENTRY_NOUNS.has(word));
    if (!conditions.length) {
      if (table.isList && !table.rows.length) continue;
      return told(
        `I count ${plural(table.rows.length, 'row')} in the ${table.isList ? 'list' : 'table'} on this page`,
        String(table.rows.length),
      );
    }
    const hits = matchRows(table, conditions, asked, page, null);
    if (hits.length)
      return told(
        `${hits.length === 1 ? '1 row on this page has' : `${hits.length} rows on this page have`} ${conditionOf(hits)}`,
        String(hits.length),
      );
  }
  return null;
}

/** Counts elements of the page: links, buttons, results. */
function counted({ words }: Asked, view: View): Answer | null {
  const [noun, ...more] = words.filter((word) => !isLight(word) && !ENTRY_NOUNS.has(word));
  const all = words.some((word) => /^results?$/u.test(word));
  const kind = noun ? Object.keys(COUNTED_ELEMENTS).find((key) => same(key, noun)) : undefined;
  if (more.length > 0) return null;
  const { title, url } = view.observation;
  const count = kind
    ? view.candidates.filter(COUNTED_ELEMENTS[kind]!).length
    : !noun && all && /\b(?:search|results?)\b/iu.test(`${title} ${url}`)
      ? listOf(view, 'result').length
      : 0;
  return count ? told(`I count ${plural(count, kind ?? 'result')} on this page`, String(count)) : null;
}

/** The only column with comparable values of the measure, by its name or by its values. */
function measuredColumn(by: string, words: readonly string[], table: FactTable): string | null {
  const comparable = (key: string): boolean => {
    const values = valuesOf(table, key);
    return (
      values.length === table.rows.length &&
      values.every(
        (value) => measure(value, by) !== null && (holdsKind(value, 'date') || isOnly(value, 'number')),
      )
    );
  };
  const keys = table.keys.filter(comparable).filter((key) => !/^(?:#|id|no\.?|number|nr\.?)$/iu.test(key));
  const named = keys.filter((key) => hasAll(words, labelWords(key), true));
  if (named.length) return named.length === 1 ? named[0]! : null;
  const verb = keys.filter((key) => labelWords(key).some((word) => has(words, word, true)));
  if (verb.length === 1) return verb[0]!;
  const meant = keys.filter((key) => labelWords(key).some((word) => MEASURES[by]?.includes(word)));
  if (meant.length === 1) return meant[0]!;
  const typed = keys.filter((key) =>
    by === 'price'
      ? valuesOf(table, key).every((v) => isOnly(v, 'money'))
      : by === 'date' && valuesOf(table, key).every((v) => holdsKind(v, 'date')),
  );
  return typed.length === 1 ? typed[0]! : null;
}

/** Answers "which invoice has the highest amount?" by comparing the rows. */
export function answerBest(asked: Asked, page: Facts): Answer | null {
  const { best, negated } = asked;
  if (!best || negated) return null;
  for (const table of page.tables) {
    const words = without(asked.words, best.words);
    const column = measuredColumn(best.by, words, table);
    if (column === null) continue;
    const topic = topicOf(table, page);
    const target = table.keys.find(
      (key) =>
        key !== column &&
        asked.noun.length > 0 &&
        hasAll(without(asked.noun, best.words), labelWords(key), true),
    );
    const left = words.filter(
      (word) =>
        !labelWords(column).some((w) => same(w, word, true)) &&
        !has(target ? labelWords(target) : [], word, true) &&
        !has(topic, word) &&
        !ENTRY_NOUNS.has(word) &&
        !isLight(word) &&
        !(MEASURES[best.by] ?? []).includes(word),
    );
    const own = asked.noun.at(-1);
    // "Which band" in a table of artists: the noun may have another name, if only the names can be meant.
    const conditions = left.filter((word) => word !== own || table.rows.length < 2);
    const rows: readonly Row[] = conditions.length
      ? matchRows(table, conditions, asked, page, null).map(({ row }) => row)
      : table.rows;
    if (rows.length < 2 && table.rows.length < 2) continue;
    const figures = rows.map((row) => ({
      row,
      figure: measure(row.find(({ key }) => key === column)?.value ?? '', best.by),
    }));
    if (!figures.length || figures.some(({ figure }) => figure === null)) continue;
    const top = (best.way === 'most' ? Math.max : Math.min)(...figures.map(({ figure }) => figure!));
    const winners = figures.filter(({ figure }) => figure === top).map(({ row }) => row);
    const valueOf = (row: Row): string => row.find(({ key }) => key === column)!.value;
    const said = winners.map(
      (row) =>
        (target ? row.find(({ key }) => key === target)?.value : undefined) ??
        nameOfRow(
          row,
          row.filter(({ key }) => key === column),
        ).value,
    );
    const many =
      rows.length === table.rows.length
        ? `Of the ${rows.length} rows on this page`
        : `Of the ${rows.length} rows with ${conditions.join(' ')}`;
    const asksValue =
      !asked.noun.length && labelWords(column).some((w) => has(words, w, true)) && !/^who\b/u.test(asked.q);
    return told(
      `${many}, ${listed(said)} ${winners.length === 1 ? 'has' : 'have'} the ${best.words.join(' ')} ${column}: ${valueOf(winners[0]!)}`.replace(
        /the (most|least|first|last) /u,
        (_, w: string) =>
          `the ${{ most: 'highest', least: 'lowest', first: 'earliest', last: 'latest' }[w]!} `,
      ),
      asksValue ? valueOf(winners[0]!) : said[0],
    );
  }
  return null;
}

/** Answers "what is the total of the overdue invoices?": a stated total, or the sum of the matching rows. */
export function answerSum(asked: Asked, page: Facts): Answer | null {
  if (asked.negated || /\b(?:average|mean|median)\b/u.test(asked.q)) return null;
  for (const table of page.tables) {
    const money = table.keys.filter((key) => {
      const v = valuesOf(table, key);
      return (
        v.length > 0 &&
        v.every((value) => isOnly(value, 'money') || isOnly(value, 'number')) &&
        !/^(?:#|id|no\.?|nr\.?|number)$/iu.test(key)
      );
    });
    const named = money.filter((key) => hasAll(asked.words, labelWords(key), true));
    const typed = money.filter((key) => valuesOf(table, key).every((value) => isOnly(value, 'money')));
    const [column, ...others] = named.length ? named : typed;
    if (column === undefined || others.length) continue;
    const topic = topicOf(table, page);
    const conditions = without(
      asked.words,
      ['sum', 'total', 'add', 'altogether', 'amount', 'price', 'cost', ...labelWords(column)],
      true,
    ).filter((word) => !has(topic, word) && !ENTRY_NOUNS.has(word) && !isLight(word));
    const hits = conditions.length
      ? matchRows(table, conditions, asked, page, null)
      : table.rows.map((row) => ({ row, cells: [] }));
    const values = hits.map(({ row }) => row.find(({ key }) => key === column)?.value ?? '');
    const signs = new Set(values.map((value) => value.replace(/[\d.,\s-]/gu, '')));
    const figures = values.map((value) => measure(value, 'number'));
    if (!values.length || signs.size > 1 || figures.some((figure) => figure === null)) continue;
    const sum = Math.round(figures.reduce<number>((total, figure) => total + figure!, 0) * 100) / 100;
    const value = values[0]!.replace(/[\d][\d.,\s]*/u, () =>
      sum.toLocaleString('en-GB', { minimumFractionDigits: /[.,]\d\d\b/u.test(values[0]!) ? 2 : 0 }),
    );
    return told(
      `${plural(values.length, 'row')} on this page${conditions.length ? ` (${conditionOf(hits)})` : ''} add up to ${value} under “${column}”`,
      value,
    );
  }
  return null;
}
