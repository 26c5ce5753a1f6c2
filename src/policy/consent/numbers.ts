/**
 * Numbers of an order that contradict the page: amounts, identifiers, counts and labels. Each kind is compared with
 * numbers of its own kind. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { fold } from './region.js';
import { canonicalStem } from './synonyms.js';
import { SUM_FIELD } from './page-words.js';
import { AFTER_OBJECT, type ThingKind, thingsOf } from './things.js';
import { withoutTimes } from './times.js';
import { DAY_OR_MONTH, numbersIn, wordsOf } from './words.js';

const CURRENCY_WORD = 'euros?|eur|usd|dollars?|pounds?|gbp|bucks|quid|chf|francs?';

const MONEY = new RegExp(
  `[$€£¥] ?\\d[\\d.,]*|\\d[\\d.,]*(?: ?[$€£¥]| (?:${CURRENCY_WORD})\\b)|\\b(?:${CURRENCY_WORD}) \\d[\\d.,]*`,
  'gu',
);

const NUMBER_WORDS = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2] as const)
    .concat([
      ['fifteen', 15],
      ['twenty', 20],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
      ['seventy', 70],
      ['eighty', 80],
      ['ninety', 90],
      ['hundred', 100],
    ]),
);

const inDigits = (text: string): string =>
  text
    .replace(/\p{L}+/gu, (word) => `${NUMBER_WORDS.get(word) ?? word}`)
    .replace(/\b(\d) 100\b/gu, (_, count: string) => `${Number(count) * 100}`);

export const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const amountsIn = (text: string): number[] =>
  (inDigits(fold(text)).match(MONEY) ?? []).flatMap((one) => numbersIn(one));

/** Fields for the quantity that is bought or booked. */
const QUANTITY_FIELD =
  /^(?:quantity|qty|count|pieces|copies|tickets|seats|adults|persons|people|children|rooms|days|nights|hours|weeks|boxes|bottles|bags|units|items|shares|number of \p{L}+|how many)\b/u;

/** Fields for numbers. */
const NUMBER_FIELD =
  /\b(?:amount|sum|bid|pledge|donation|deposit|price|quantity|qty|count|number|tickets|seats|guests|adults|stars|rating|score|reading|from|until|till|dates?|day|year|birth|age|time|hours?|postcode|zip|code|how (?:many|much))\b/u;

/** "Seats F7, F8", "seats 11 and 12": the number of items in the list is a count. */
const LISTED = /\b\p{L}?\d+\p{L}?(?:(?:, | and | & )\p{L}?\d+\p{L}?)+\b/gu;

const countsOfLists = (text: string): number[] =>
  (fold(text).match(LISTED) ?? []).map((list) => list.split(/, | and | & /u).length);

/** The values of the numbers in an order, without times of day and identifiers that contain letters. */
const numbersSaid = (text: string): number[] =>
  numbersIn(
    withoutTimes(inDigits(fold(text)))
      .replace(IDENTIFIER, ' ')
      // "The first three" are chosen by their place.
      .replace(/\b(?:first|last|next|top) \d+\b/gu, ' '),
  );

const IDENTIFIER =
  /[\p{L}_@-]+\d[\p{L}\d_@.-]*|\d+(?!(?:st|nd|rd|th|kg|g|l|ml|cm|mm|m|km|x\d+)\b)[\p{L}_@-]+[\p{L}\d_@.-]*/gu;

/**
 * Whether a number of the order contradicts the page: "cancel order 48204" beside order 48211, "bid 60" beside a field
 * with 600. The page must show each number, and amounts and counts must equal those of their fields. If no field of the
 * form is filled in, the number may be the value for one of them.
 */
export function namesOtherNumber(text: string, actedOn: ActedOn, isProposal = false): boolean {
  const { things, controlNames, action, row, shownText, title, fields, pageText } = actedOn;
  const isSum = SUMS.some((thing) => things.has(thing));
  const namedNumbers = numbersSaid(text);
  const sums = [...amountsIn(text), ...(isSum ? namedNumbers : [])];
  const differs = (named: readonly number[], known: readonly number[]): boolean =>
    named.length > 0 && known.length > 0 && !named.some((value) => known.includes(value));
  const valuesOf = (name: RegExp): string[] =>
    fields.filter((one) => name.test(fold(one.name))).map(({ value }) => value);
  const quantities = valuesOf(QUANTITY_FIELD).filter((value) => /^\d+$/u.test(value));
  if (
    differs(sums, valuesOf(SUM_FIELD).flatMap(numbersIn)) ||
    differs(countsSaid(text), quantities.map(Number))
  )
    return true;
  const shown = [
    shownText,
    title,
    ...pageText,
    ...fields.map(({ name, value }) => `${name} ${value}`),
    action.what,
  ];
  const known = shown.flatMap((one) => [...numbersIn(inDigits(fold(one))), ...countsOfLists(one)]);
  const canBeTyped =
    fields.every(({ value }) => value === '') &&
    fields.some(
      ({ name, kind }) => NUMBER_FIELD.test(fold(name)) || (kind === 'long' && action.class === 'send'),
    );
  // The current price of an article is not a bid.
  const own = `${controlNames.join(' ')} ${action.what}`;
  const prices = amountsIn(things.has('bid') ? own : `${own} ${row}`);
  return (
    (!canBeTyped && !isProposal && namedNumbers.some((value) => !known.includes(value))) ||
    differs(sums, prices.length > 0 ? [...prices, ...known] : []) ||
    namesOtherCount(text, actedOn)
  );
}

/** Things that are ordered with a sum: "bid 45". */
const SUMS: readonly ThingKind[] = ['bid', 'transfer', 'donation'];

/** The counts in an order: "two bags", "one ticket". */
const countsSaid = (text: string): number[] =>
  [...inDigits(fold(text)).matchAll(/\b(an?|one|\d+) (?:\p{L}+ )?\p{L}+/gu)].map(
    ([, count]) => Number(count) || 1,
  );

/** Numbers directly before or after a noun: "lot 17", "row C", "two adult tickets", "2 × adult tickets". */
function countsIn(text: string): Map<string, { behind: Set<string>; before: Set<string> }> {
  const found = new Map<string, { behind: Set<string>; before: Set<string> }>();
  const neighboursOf = (noun: string) => {
    const key = canonicalStem(noun);
    if (!found.has(key)) found.set(key, { behind: new Set(), before: new Set() });
    return found.get(key)!;
  };
  const countable = inDigits(fold(text))
    .replace(/(?:no\.?|number|nr\.?|#) ?(?=\d)/gu, '')
    .replace(MONEY, ' | ')
    .replace(/\d{1,2}[:.]\d\d|\d+ ?[ap]\.?m\b|\d+[.,]\d\d\b/gu, ' | ');
  for (const words of countable.split(/[|·•;,]/u).map(wordsOf))
    for (const [index, word] of words.entries()) {
      const ordinal = ORDINAL_WORDS.indexOf(word) + 1;
      if (ordinal > 0 && words[index + 1] !== undefined)
        neighboursOf(words[index + 1]!).behind.add(`${ordinal}`);
      if (index > 0 && LABEL.test(word)) neighboursOf(words[index - 1]!).behind.add(word);
      // "Table for 2", but not "table for 2 May"
      if (
        /^\d+$/u.test(word) &&
        words[index - 1] === 'for' &&
        index > 1 &&
        !DAY_OR_MONTH.test(words[index + 1] ?? '')
      )
        neighboursOf(words[index - 2]!).behind.add(word);
      if (word === 'one' && words[index + 1] !== undefined) neighboursOf(words[index + 1]!).before.add('1');
      if (!/^\d+$/u.test(word)) continue;
      // "Two adult tickets", "three bags of cement"
      const nouns = words.slice(index + 1, words[index + 2] === 'of' ? index + 4 : index + 3);
      for (const noun of nouns) neighboursOf(noun).before.add(word);
    }
  return found;
}

const LABEL = /^(?:\d+|[b-hj-rt-z]\d?)$/u;

/** "Lot 17" beside "Lot 71", "three tickets" beside "2 tickets", "the second draft" beside "Draft 1". */
function namesOtherCount(text: string, { shownText, title }: ActedOn): boolean {
  const [shown, inTitle] = [countsIn(shownText), countsIn(title)];
  return [...countsIn(text)].some(([noun, named]) => {
    const page = shown.get(noun) ?? inTitle.get(noun);
    if (!page || noun.length < 2 || AFTER_OBJECT.test(noun) || thingsOf(noun).has('bid')) return false;
    return (['behind', 'before'] as const).some(
      (side) =>
        named[side].size > 0 && page[side].size > 0 && ![...named[side]].some((one) => page[side].has(one)),
    );
  });
}
