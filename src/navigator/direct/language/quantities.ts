/**
 * Parses lines about how many of a listed item are in a basket: "add 2 of the strawberries", "make it three", "one more
 * cheddar", "take one off the milk", "double the bread". Whether the page has such items is decided later. Pure.
 */
import { BASKETS, PIECE_WORDS, PUTTING_VERBS } from '../lexicon/basket.js';
import { CORRECTION_LEADS } from '../lexicon/replies.js';
import { collapseSpaces, toAlternation } from '../text.js';
import { removePolitePhrases } from './line-text.js';
import { readNumber } from './numbers.js';
import { removeRemarks } from './remarks.js';
import type { QuantityChange } from './steps.js';

export interface QuantityLine {
  change: QuantityChange;
  /** The words for the item; '' for the item that was mentioned last. */
  item: string;
  /** Whether an item that is not in the basket is added. */
  mayAdd: boolean;
  /** Whether the line names the basket, so that it can only be about the basket. */
  namesBasket: boolean;
}

const NUMBER = '(\\d{1,3}|[a-z]+(?:[ -][a-z]+){0,2}?)';
const AMOUNT_OF = '(?:(?:the )?(?:quantity|amount|number)(?: (?:of|for))? ?)?';
const IN_BASKET = `(?: (?:to|into|in|onto) (?:the |my |our |your )?${BASKETS})`;
const createPattern = (source: string): RegExp => new RegExp(`^${source}$`, 'iu');

const ADDING = createPattern(`(${toAlternation(PUTTING_VERBS)}) (?:(?:me|us) )?(.+?)(${IN_BASKET}| in)?`);
const NEEDING = createPattern(
  `(?:i|we)(?:['’]d| would| will|['’]ll)?(?: only| just)? (?:need|want|like|have|take) (.+)`,
);
const MORE = createPattern(`(?:add |get |give me )?${NUMBER} (?:more|extra)(?: (.+))?`);
const ANOTHER = createPattern(`(?:add |get |give me )?another(?: (.+))?`);
const LESS = createPattern(`${NUMBER} (?:less|fewer)(?: (.+))?`);
const OFF = createPattern(
  `(?:take|knock) (?:off ${NUMBER}|${NUMBER} off)(?: (?:of |from )?(.+))?|(?:take|remove) ${NUMBER}(?: of)?(?: (?!(?:out|away)\\b)(.+?))?(?: (?:out|away))?(?: (?:of|from) (?:the |my )?${BASKETS})?`,
);
const SETTING = createPattern(
  `(make|change|set|update|increase|raise|up|bump up|decrease|reduce|lower) (?:the )?${AMOUNT_OF}(.+?)(?: ${PIECE_WORDS})?`,
);
const ONLY = createPattern(
  `(?:just|only) (?:the )?${NUMBER}(?: ${PIECE_WORDS})?(?: of (?:it|them|those|these))?`,
);
const TIMES = createPattern(`(double|triple|halve) (.+)`);
const FACTORS: Readonly<Record<string, number>> = { double: 2, triple: 3, halve: 0.5 };

const LEADING_WORDS = new RegExp(`^(?:(?:${toAlternation(CORRECTION_LEADS)})[\\s,.!;:–—-]+)+`, 'iu');
const TRAILING_WORDS = /,? (?:too|as well|also|please|instead|rather|then|again)$/iu;
const ONLY_PIECES = createPattern(PIECE_WORDS);
const PRONOUN = /^(?:it|that|this|them|those|these)(?: one)?$/iu;
const ITEM_LEADS = new RegExp(
  `^(?:(?:the|a|an|some|my|our|more|extra|of|each|those|these|${PIECE_WORDS}(?= of\\b))(?: |$))+`,
  'iu',
);

/** Removes what does not name the item: "packs of the mature cheddar" becomes "mature cheddar". */
function cleanItemWords(words = ''): string {
  const item = collapseSpaces(words).replace(ITEM_LEADS, '');
  return PRONOUN.test(item) || ONLY_PIECES.test(item) ? '' : item;
}

const readAmount = (text: string | undefined): number | null => {
  const amount = text === undefined ? null : readNumber(text);
  return amount !== null && Number.isInteger(amount) && amount >= 0 ? amount : null;
};

/** Splits "two of the cheddar" into the number and the rest; null without a number. */
export function splitAmount(text: string): { amount: number; rest: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const amount = readAmount(words.slice(0, count).join(' '));
    if (amount !== null) return { amount, rest: words.slice(count).join(' ') };
  }
  return null;
}

/** Returns null if the line is not about an amount. */
export function readQuantityLine(line: string): QuantityLine | null {
  let text = collapseSpaces(line).replace(/[.!\s]+$/u, '');
  const isOnly = /^no,? (?:just|only)\b/iu.test(text);
  text = text.replace(LEADING_WORDS, '');
  while (TRAILING_WORDS.test(text)) text = text.replace(TRAILING_WORDS, '');
  const only = ONLY.exec(text);
  if (only || isOnly) return createQuantityLine({ to: readAmount(only?.[1]) }, '', false);
  text = removeRemarks(removePolitePhrases(text)).replace(/[,;\s]+$/u, '');
  while (TRAILING_WORDS.test(text)) text = text.replace(TRAILING_WORDS, '');
  return readChange(text) ?? readAdding(text);
}

function readChange(text: string): QuantityLine | null {
  const more = MORE.exec(text);
  if (more) return createQuantityLine({ by: readAmount(more[1]) }, more[2], true);
  const anotherMatch = ANOTHER.exec(text);
  if (anotherMatch) {
    const more = splitAmount(anotherMatch[1] ?? '');
    return createQuantityLine({ by: more?.amount ?? 1 }, more?.rest ?? anotherMatch[1], true);
  }
  const lessMatch = LESS.exec(text);
  if (lessMatch) return createQuantityLine({ by: negate(readAmount(lessMatch[1])) }, lessMatch[2], false);
  const offMatch = OFF.exec(text);
  const removedAmount = offMatch && readAmount(offMatch[1] ?? offMatch[2] ?? offMatch[4]);
  if (offMatch && removedAmount)
    return createQuantityLine({ by: -removedAmount }, offMatch[3] ?? offMatch[5], false);
  const timesMatch = TIMES.exec(text);
  if (timesMatch)
    return createQuantityLine({ times: FACTORS[timesMatch[1]!.toLowerCase()]! }, timesMatch[2], false);
  const neededAmount = splitAmount(NEEDING.exec(text)?.[1] ?? '');
  return neededAmount
    ? createQuantityLine({ to: neededAmount.amount }, neededAmount.rest, true)
    : readSetting(text);
}

function readSetting(text: string): QuantityLine | null {
  const [, verb = '', rest = ''] = SETTING.exec(text) ?? [];
  const words = rest.split(' ');
  const counts = [3, 2, 1].filter((count) => count <= words.length);
  const count = counts.find((n) => readAmount(words.slice(-n).join(' ')) !== null);
  if (count === undefined) return null;
  const amount = readAmount(words.slice(-count).join(' '))!;
  const before = words.slice(0, -count).join(' ');
  const [preposition = ''] = / ?\b(?:(?:up |down )?to|by)$/iu.exec(before) ?? [];
  const item = before.slice(0, before.length - preposition.length);
  // Only "make" needs no preposition: "make the eggs two", but not "set the eggs two".
  if (preposition === '' && !/^make$/iu.test(verb)) return null;
  if (!/by$/iu.test(preposition)) return createQuantityLine({ to: amount }, item, false);
  return createQuantityLine(
    { by: /^(?:decrease|reduce|lower)$/iu.test(verb) ? -amount : amount },
    item,
    false,
  );
}

/**
 * Reads requests to add an item: "put the salted butter in". Without a basket or "in", only "add" is accepted, or "get"
 * and "grab" with an amount.
 */
function readAdding(text: string): QuantityLine | null {
  const [, verb, object, place] = ADDING.exec(text) ?? [];
  if (!verb || !object || (!place && !/^(?:add|get|grab)$/iu.test(verb))) return null;
  const amountAndRest = splitAmount(object);
  if (!place && verb.toLowerCase() !== 'add' && !amountAndRest) return null;
  const line = createQuantityLine({ by: amountAndRest?.amount ?? 1 }, amountAndRest?.rest ?? object, true);
  // "Add the loaf" names the item, but "add two loaves" may mean two more of the item mentioned last.
  const item =
    line?.item === '' && !amountAndRest && !PRONOUN.test(object)
      ? object.replace(/^(?:the|an?) /iu, '')
      : line?.item;
  return line && { ...line, item: item!, namesBasket: new RegExp(IN_BASKET, 'iu').test(place ?? '') };
}

const negate = (amount: number | null): number | null => (amount === null ? null : -amount);

function createQuantityLine(
  change: { to: number | null } | { by: number | null } | { times: number },
  item: string | undefined,
  mayAdd: boolean,
): QuantityLine | null {
  const [amount] = Object.values(change) as [number | null];
  if (amount === null || amount === 0) return null;
  return { change: change as QuantityChange, item: cleanItemWords(item), mayAdd, namesBasket: false };
}
