/**
 * Reads the order of a sorted list from a request ("cheapest first") or from the label of a control (“Price: low to
 * high”), and compares the two. Pure.
 */
import { NAME_COLUMNS } from '../lexicon/questions.js';
import { ALPHABETICAL_TERMS, ORDER_TERMS, SCALE_ENDS } from '../lexicon/sort-orders.js';
import { MEASURES, SUPERLATIVES } from '../lexicon/superlatives.js';
import { collapseSpaces, scoreAgreement, toAlternation, tokenizeContent } from '../text.js';

export type SortOrder = 'ascending' | 'descending';

export interface SortPhrase {
  /** Null if the text names no order. */
  order: SortOrder | null;
  /** The words for the sort order; empty if there are none. */
  orderWords: string;
  /** The name of the column or quantity: the text without the words for the order. May be empty. */
  column: string;
  /** The quantity that the words for the order imply, such as `price` for "cheapest"; null if there is none. */
  impliedMeasure: string | null;
}

const SUPERLATIVE_WORDS = toAlternation([
  ...Object.keys(SUPERLATIVES),
  ...Object.keys(SCALE_ENDS).flatMap((word) =>
    word.length < 2 || /r$/u.test(word)
      ? []
      : /^(?:least|worst|most|best)$/u.test(word)
        ? [word]
        : [`${word}est`],
  ),
]);
const SUPERLATIVE = `(?:${toAlternation([...Object.keys(SUPERLATIVES), ...Object.keys(SCALE_ENDS)].filter((w) => w.length > 1))})`;
/** One end of a scale: "low", "the most expensive", "A". */
const END = `(?:the )?(?:most |least )?(?:${toAlternation([...Object.keys(SUPERLATIVES), ...Object.keys(SCALE_ENDS)])})(?:r|er|est|st)?`;
const RANGE = new RegExp(`(?<!\\p{L})(?:from )?(${END}) ?(?:to|-|–|—|→|through|>) ?(${END})(?!\\p{L})`, 'iu');
const REVERSED = /\b(?:in )?(?:reversed?|backwards?|inverse)\b/iu;
const createTermPattern = (terms: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:in )?(?:${toAlternation(terms)})(?!\\p{L})`, 'iu');
const ASCENDING = createTermPattern(ORDER_TERMS.ascending);
const DESCENDING = createTermPattern(ORDER_TERMS.descending);
const ALPHABETICAL = createTermPattern(ALPHABETICAL_TERMS);
const SINGLE_END = new RegExp(`(?<!\\p{L})(?:the )?${SUPERLATIVE}(?:est|st)?(?!\\p{L})`, 'iu');

const toOrder = (end: 'low' | 'high'): SortOrder => (end === 'low' ? 'ascending' : 'descending');

/** Returns the end of a scale that words such as "cheapest", "most expensive" and "newer" name; null if they name none. */
function readEnd(text: string): { end: 'low' | 'high'; measure: string | null } | null {
  const words = text.toLowerCase().replace(/^(?:in |the )+/u, '');
  const superlative = SUPERLATIVES[words];
  if (superlative)
    return {
      end: superlative[1] === 'most' ? 'high' : 'low',
      measure: superlative[0] === 'number' ? null : superlative[0],
    };
  const [, degree, adjective = ''] = /^(?:(most|least) )?(.+)$/u.exec(words)!;
  const stems = [
    adjective,
    adjective.replace(/(?:e?st|e?r)$/u, ''),
    adjective.replace(/(.)\1(?:est|er)$/u, '$1'),
  ];
  const entry = stems.map((stem) => SCALE_ENDS[stem]).find(Boolean);
  if (!entry) return null;
  const [end, measure = null] = entry;
  return { end: degree === 'least' ? (end === 'high' ? 'low' : 'high') : end, measure };
}

const toColumnName = (text: string): string =>
  collapseSpaces(
    text
      .replace(/\b(?:first|order|column|from|in|the|with|by|at the top|on top|ones?|sort(?:ed)?)\b/giu, ' ')
      .replace(/[,;:()[\]–—/·|]+/gu, ' '),
  ).trim();

/** Reads "price, cheapest first", "alphabetically", "Price: low to high", "Name ↓". */
export function parseSortPhrase(text: string): SortPhrase {
  const create = (orderWords: string, order: SortOrder, impliedMeasure: string | null): SortPhrase => ({
    order,
    orderWords: collapseSpaces(orderWords).trim(),
    column: toColumnName(text.replace(orderWords, ' ').replace(ALPHABETICAL, ' ').replace(REVERSED, ' ')),
    impliedMeasure,
  });
  const range = RANGE.exec(text);
  const from = range && readEnd(range[1]!);
  const to = range && readEnd(range[2]!);
  if (from && to && from.end !== to.end)
    return create(range[0], toOrder(from.end), from.measure ?? to.measure);
  const alphabetical = ALPHABETICAL.exec(text);
  const impliedMeasure = alphabetical ? 'name' : null;
  const descending = DESCENDING.exec(text);
  if (descending) return create(descending[0], 'descending', impliedMeasure);
  const ascending = ASCENDING.exec(text);
  if (ascending) return create(ascending[0], 'ascending', impliedMeasure);
  const reversed = REVERSED.exec(text);
  if (alphabetical)
    return reversed
      ? { ...create(alphabetical[0], 'descending', 'name'), orderWords: 'reverse alphabetical' }
      : create(alphabetical[0], 'ascending', 'name');
  const single = SINGLE_END.exec(text);
  const end = single && readEnd(single[0]);
  if (end) return create(single[0], toOrder(end.end), end.measure);
  return { order: null, orderWords: '', column: toColumnName(text), impliedMeasure: null };
}

const REVERSAL =
  /^(?:and |now )?(?:(?:sort|put) (?:it|them) )?(?:(?:the )?(?:other|opposite) (?:way|direction|order)(?: a?round)?|(?:reverse|flip|invert) (?:it|that|them|the (?:order|sorting|list)))$/iu;

/** Whether a line asks to reverse the order of a list: "the other way round". */
export const isReversal = (text: string): boolean => REVERSAL.test(text.trim());

/** Whether the text ends with one end of a scale, as in "show the newest ones", so that "first" may follow it. */
export const endsWithScaleEnd = (text: string): boolean =>
  new RegExp(`(?<!\\p{L})(?:${SUPERLATIVE_WORDS})(?: ones?| items?| results?)?$`, 'iu').test(text);

const listColumns = (measure: string): readonly string[] =>
  measure === 'name' ? [...NAME_COLUMNS] : [measure, ...(MEASURES[measure] ?? [])];

const ALL_MEASURES = ['name', ...Object.keys(MEASURES)];

/** Lists the measures that a phrase names, in words or by its sort order. */
function listMeasures({ column, impliedMeasure }: SortPhrase): string[] {
  const words = tokenizeContent(column);
  if (!words.length) return impliedMeasure ? [impliedMeasure] : [];
  return ALL_MEASURES.filter((measure) => words.every((word) => listColumns(measure).includes(word)));
}

/** Scores how well a control's label names the column of a request, from 0 to 1. */
export function scoreColumnMatch(request: SortPhrase, label: SortPhrase): number {
  const coverage = request.column ? scoreAgreement(request.column, label.column).coverage : 0;
  if (coverage >= 0.9) return coverage;
  const labelWords = tokenizeContent(label.column);
  const namesMeasure = listMeasures(request).some(
    (measure) =>
      (label.impliedMeasure === measure && !labelWords.some((word) => listOtherColumns(measure).has(word))) ||
      labelWords.some((word) => listColumns(measure).includes(word)),
  );
  return namesMeasure ? 0.9 : 0;
}

/** Whether a label says nothing but the column and the order: “Lowest price”, but not “Lowest price guarantee”. */
export function hasOnlyColumnAndOrder(request: SortPhrase, label: SortPhrase): boolean {
  const columns = new Set([
    ...tokenizeContent(request.column),
    ...listMeasures(request).flatMap(listColumns),
    ...(request.impliedMeasure ? listColumns(request.impliedMeasure) : []),
  ]);
  return tokenizeContent(label.column).every((word) => columns.has(word));
}

/** Lists the column names of all other measures. */
const listOtherColumns = (measure: string): Set<string> => {
  const ownColumns = listColumns(measure);
  return new Set(ALL_MEASURES.flatMap(listColumns).filter((column) => !ownColumns.includes(column)));
};
