/**
 * Numbers of an order that contradict the page: amounts, identifiers, counts and labels. Each kind is compared with
 * numbers of its own kind. Pure.
 */
import type { ActedOn } from './acted-on.js';
import { fold } from './region.js';
import { canonicalStem } from './synonyms.js';
import { AFTER_OBJECT, thingsOf } from './things.js';
import { DAY_OR_MONTH, numbersIn, wordsOf } from './words.js';

const CURRENCY_WORD = 'euros?|eur|usd|dollars?|pounds?|gbp|bucks|quid|chf|francs?';

const MONEY = new RegExp(
  `[$€£¥] ?\\d[\\d.,]*|\\d[\\d.,]*(?: ?[$€£¥]| (?:${CURRENCY_WORD})\\b)|\\b(?:${CURRENCY_WORD}) \\d[\\d.,]*`,
  'gu',
);

const NUMBER_WORDS = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, at + 2] as const)
    .concat([
      ['fifteen', 15],
      ['twenty', 20],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
      ['hundred', 100],
    ]),
);

const inDigits = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => `${NUMBER_WORDS.get(word) ?? word}`);

export const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Smaller numbers without a currency are quantities, parts of dates, or sizes. */
const MIN_IDENTIFYING = 100;

/** Smaller numbers can be the same by chance. */
const MIN_SHARED = 20;

const amountsIn = (text: string): number[] =>
  (inDigits(fold(text)).match(MONEY) ?? []).flatMap((one) => numbersIn(one));

const identifiersIn = (text: string): number[] =>
  numbersIn(fold(text).replace(MONEY, ' ')).filter((value) => value >= MIN_IDENTIFYING);

/** "Cancel order 48204" is no consent to cancel order 48211, nor "pay 20 euros" to pay 200. */
export function namesOtherNumber(text: string, actedOn: ActedOn): boolean {
  const { things, controlNames, action, row, shownText, title } = actedOn;
  const isBid = things.has('bid');
  const isSum = isBid || things.has('transfer') || things.has('donation');
  const plain = isSum ? numbersIn(inDigits(text)) : [];
  // What an article costs now is not what somebody bids for it.
  const own = `${controlNames.join(' ')} ${action.what}`;
  const prices = amountsIn(isBid ? own : `${own} ${row}`);
  const shown = numbersIn(shownText);
  const differs = (named: readonly number[], known: readonly number[]): boolean =>
    named.length > 0 && known.length > 0 && !named.some((value) => [...known, ...shown].includes(value));
  // What is deleted must be shown: "cancel order 88213" beside an appointment.
  const isMissing =
    action.class === 'delete' &&
    identifiersIn(text).some((value) => ![...shown, ...numbersIn(title)].includes(value));
  return (
    isMissing ||
    differs([...amountsIn(text), ...plain], prices) ||
    (!isSum && differs(identifiersIn(text), [...identifiersIn(shownText), ...prices])) ||
    namesOtherCount(text, actedOn)
  );
}

/** Whether the sentence has a number or an amount that the page shows: "the one ending 3391". */
export function sharesNumber(sentence: string, { shownText }: ActedOn): boolean {
  const shown = numbersIn(shownText);
  return numbersIn(sentence).some((value) => value >= MIN_SHARED && shown.includes(value));
}

/** What a text puts directly before or behind a noun: "lot 17", "row C", "two adult tickets", "2 × adult tickets". */
function countsIn(text: string): Map<string, { behind: Set<string>; before: Set<string> }> {
  const found = new Map<string, { behind: Set<string>; before: Set<string> }>();
  const of = (noun: string) => {
    const key = canonicalStem(noun);
    if (!found.has(key)) found.set(key, { behind: new Set(), before: new Set() });
    return found.get(key)!;
  };
  const countable = inDigits(fold(text))
    .replace(/(?:no\.?|number|nr\.?|#) ?(?=\d)/gu, '')
    .replace(MONEY, ' | ')
    .replace(/\d{1,2}[:.]\d\d|\d+ ?[ap]\.?m\b|\d+[.,]\d\d\b/gu, ' | ');
  for (const words of countable.split(/[|·•;,]/u).map(wordsOf))
    for (const [at, word] of words.entries()) {
      const ordinal = ORDINAL_WORDS.indexOf(word) + 1;
      if (ordinal > 0 && words[at + 1] !== undefined) of(words[at + 1]!).behind.add(`${ordinal}`);
      if (at > 0 && LABEL.test(word)) of(words[at - 1]!).behind.add(word);
      // "Table for 2", but not "table for 2 May"
      if (/^\d+$/u.test(word) && words[at - 1] === 'for' && at > 1 && !DAY_OR_MONTH.test(words[at + 1] ?? ''))
        of(words[at - 2]!).behind.add(word);
      if (word === 'one' && words[at + 1] !== undefined) of(words[at + 1]!).before.add('1');
      if (!/^\d+$/u.test(word)) continue;
      // "Two adult tickets", "three bags of cement"
      const nouns = words.slice(at + 1, words[at + 2] === 'of' ? at + 4 : at + 3);
      for (const noun of nouns) of(noun).before.add(word);
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
