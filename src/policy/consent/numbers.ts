/**
 * Finds numbers in a command that contradict the page: amounts, identifiers, counts and labels. Each is compared with
 * numbers of the same kind. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import { foldLookalikes } from './region.js';
import { canonicalStem } from './synonyms.js';
import { SUM_FIELD } from './page-words.js';
import { OBJECT_END, type ObjectKind, getObjectKinds } from './object-kinds.js';
import { removeTimes } from './times.js';
import { DAY_OR_MONTH, parseNumbers, splitWords } from './words.js';

const CURRENCY_WORD = 'euros?|eur|usd|dollars?|pounds?|gbp|bucks|quid|chf|francs?';

const MONEY_AMOUNT = new RegExp(
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

const replaceNumberWords = (text: string): string =>
  text
    .replace(/\p{L}+/gu, (word) => `${NUMBER_WORDS.get(word) ?? word}`)
    .replace(/\b(\d) 100\b/gu, (_, count: string) => `${Number(count) * 100}`);

export const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const parseAmounts = (text: string): number[] =>
  (replaceNumberWords(foldLookalikes(text)).match(MONEY_AMOUNT) ?? []).flatMap((amount) =>
    parseNumbers(amount),
  );

/** Fields for the quantity that is bought or booked. */
const QUANTITY_FIELD =
  /^(?:quantity|qty|count|pieces|copies|tickets|seats|adults|persons|people|children|rooms|days|nights|hours|weeks|boxes|bottles|bags|units|items|shares|number of \p{L}+|how many)\b/u;

/** Fields that contain a number. */
const NUMBER_FIELD =
  /\b(?:amount|sum|bid|pledge|donation|deposit|price|quantity|qty|count|number|tickets|seats|guests|adults|stars|rating|score|reading|from|until|till|dates?|day|year|birth|age|time|hours?|postcode|zip|code|how (?:many|much))\b/u;

/** A list of labels: "seats F7, F8", "seats 11 and 12". The number of its items is a count. */
const LABEL_LIST = /\b\p{L}?\d+\p{L}?(?:(?:, | and | & )\p{L}?\d+\p{L}?)+\b/gu;

const countListItems = (text: string): number[] =>
  (foldLookalikes(text).match(LABEL_LIST) ?? []).map((list) => list.split(/, | and | & /u).length);

/** The values of the numbers in a command, without times of day and identifiers that contain letters. */
const parseCommandNumbers = (text: string): number[] =>
  parseNumbers(
    removeTimes(replaceNumberWords(foldLookalikes(text)))
      .replace(IDENTIFIER, ' ')
      // "The first three" are chosen by their position.
      .replace(/\b(?:first|last|next|top) \d+\b/gu, ' '),
  );

const IDENTIFIER =
  /[\p{L}_@-]+\d[\p{L}\d_@.-]*|\d+(?!(?:st|nd|rd|th|kg|g|l|ml|cm|mm|m|km|x\d+)\b)[\p{L}_@-]+[\p{L}\d_@.-]*/gu;

/**
 * Whether a number in the command contradicts the page: "cancel order 48204", but the page shows order 48211; "bid
 * 60", but the field contains 600. The page must show each number, and amounts and counts must equal the values of
 * their fields. If no field of the form is filled in, the number may be the new value of one of them.
 */
export function hasConflictingNumber(text: string, target: ConsentTarget, isProposal = false): boolean {
  const { objectKinds, controlNames, action, rowText, nearbyText, title, fields, pageTexts } = target;
  const isSumKind = SUM_KINDS.some((kind) => objectKinds.has(kind));
  const commandNumbers = parseCommandNumbers(text);
  const commandSums = [...parseAmounts(text), ...(isSumKind ? commandNumbers : [])];
  const areConflicting = (commandValues: readonly number[], pageValues: readonly number[]): boolean =>
    commandValues.length > 0 &&
    pageValues.length > 0 &&
    !commandValues.some((value) => pageValues.includes(value));
  const getFieldValues = (namePattern: RegExp): string[] =>
    fields.filter((field) => namePattern.test(foldLookalikes(field.name))).map(({ value }) => value);
  const quantities = getFieldValues(QUANTITY_FIELD).filter((value) => /^\d+$/u.test(value));
  if (
    areConflicting(commandSums, getFieldValues(SUM_FIELD).flatMap(parseNumbers)) ||
    areConflicting(parseCounts(text), quantities.map(Number))
  )
    return true;
  const shownTexts = [
    nearbyText,
    title,
    ...pageTexts,
    ...fields.map(({ name, value }) => `${name} ${value}`),
    action.what,
  ];
  const shownNumbers = shownTexts.flatMap((shownText) => [
    ...parseNumbers(replaceNumberWords(foldLookalikes(shownText))),
    ...countListItems(shownText),
  ]);
  const canBeNewValue =
    fields.every(({ value }) => value === '') &&
    fields.some(
      ({ name, kind }) =>
        NUMBER_FIELD.test(foldLookalikes(name)) || (kind === 'long' && action.class === 'send'),
    );
  // The current price of an article is not a bid.
  const controlText = `${controlNames.join(' ')} ${action.what}`;
  const prices = parseAmounts(objectKinds.has('bid') ? controlText : `${controlText} ${rowText}`);
  return (
    (!canBeNewValue && !isProposal && commandNumbers.some((value) => !shownNumbers.includes(value))) ||
    areConflicting(commandSums, prices.length > 0 ? [...prices, ...shownNumbers] : []) ||
    hasConflictingCount(text, target)
  );
}

/** Kinds for which a bare number is an amount of money: "bid 45". */
const SUM_KINDS: readonly ObjectKind[] = ['bid', 'transfer', 'donation'];

/** The counts in a command: "two bags", "one ticket". */
const parseCounts = (text: string): number[] =>
  [...replaceNumberWords(foldLookalikes(text)).matchAll(/\b(an?|one|\d+) (?:\p{L}+ )?\p{L}+/gu)].map(
    ([, count]) => Number(count) || 1,
  );

/** Numbers directly before or after a noun: "lot 17", "row C", "two adult tickets", "2 × adult tickets". */
function collectNumbersByNoun(text: string): Map<string, { after: Set<string>; before: Set<string> }> {
  const numbersByNoun = new Map<string, { after: Set<string>; before: Set<string> }>();
  const getNeighbours = (noun: string) => {
    const key = canonicalStem(noun);
    if (!numbersByNoun.has(key)) numbersByNoun.set(key, { after: new Set(), before: new Set() });
    return numbersByNoun.get(key)!;
  };
  const normalizedText = replaceNumberWords(foldLookalikes(text))
    .replace(/(?:no\.?|number|nr\.?|#) ?(?=\d)/gu, '')
    .replace(MONEY_AMOUNT, ' | ')
    .replace(/\d{1,2}[:.]\d\d|\d+ ?[ap]\.?m\b|\d+[.,]\d\d\b/gu, ' | ');
  for (const words of normalizedText.split(/[|·•;,]/u).map(splitWords))
    for (const [index, word] of words.entries()) {
      const ordinal = ORDINAL_WORDS.indexOf(word) + 1;
      if (ordinal > 0 && words[index + 1] !== undefined)
        getNeighbours(words[index + 1]!).after.add(`${ordinal}`);
      if (index > 0 && SHORT_LABEL.test(word)) getNeighbours(words[index - 1]!).after.add(word);
      // The 2 belongs to the noun in "table for 2", but not in "table for 2 May".
      if (
        /^\d+$/u.test(word) &&
        words[index - 1] === 'for' &&
        index > 1 &&
        !DAY_OR_MONTH.test(words[index + 1] ?? '')
      )
        getNeighbours(words[index - 2]!).after.add(word);
      if (word === 'one' && words[index + 1] !== undefined) getNeighbours(words[index + 1]!).before.add('1');
      if (!/^\d+$/u.test(word)) continue;
      // The number belongs to each of the following nouns: "two adult tickets", "three bags of cement".
      const nouns = words.slice(index + 1, words[index + 2] === 'of' ? index + 4 : index + 3);
      for (const noun of nouns) getNeighbours(noun).before.add(word);
    }
  return numbersByNoun;
}

const SHORT_LABEL = /^(?:\d+|[b-hj-rt-z]\d?)$/u;

/**
 * Whether the page shows the noun with another number: "lot 17", but the page shows "Lot 71"; "three tickets", but "2
 * tickets"; "the second draft", but "Draft 1".
 */
function hasConflictingCount(text: string, { nearbyText, title }: ConsentTarget): boolean {
  const [nearbyNumbers, titleNumbers] = [collectNumbersByNoun(nearbyText), collectNumbersByNoun(title)];
  return [...collectNumbersByNoun(text)].some(([noun, commandNumbers]) => {
    const pageNumbers = nearbyNumbers.get(noun) ?? titleNumbers.get(noun);
    if (!pageNumbers || noun.length < 2 || OBJECT_END.test(noun) || getObjectKinds(noun).has('bid'))
      return false;
    return (['after', 'before'] as const).some(
      (side) =>
        commandNumbers[side].size > 0 &&
        pageNumbers[side].size > 0 &&
        ![...commandNumbers[side]].some((value) => pageNumbers[side].has(value)),
    );
  });
}
