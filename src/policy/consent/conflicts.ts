/** What an order names that contradicts the page: another time, number, name or role, or only a part of the thing. Pure. */
import { DAY_OR_MONTH, haveSameTime, namesOtherTime, numbersIn, wordsOf, type ActedOn } from './acted-on.js';
import { evidenceOf, intersects, isKnown, isShown, isSpecific } from './evidence.js';
import type { ObjectPhrase } from './phrase.js';
import { fold } from './region.js';
import { canonicalStem } from './synonyms.js';
import { AFTER_OBJECT, EXCLUSIVE_KINDS, PEOPLE, PRONOUN, ROLES, thingsOf, UNSPECIFIC } from './things.js';

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
const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

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
  const { things, controlNames, action, row, shownText } = actedOn;
  const isBid = things.has('bid');
  const isSum = isBid || things.has('transfer') || things.has('donation');
  const plain = isSum ? numbersIn(inDigits(text)) : [];
  // What an article costs now is not what somebody bids for it.
  const own = `${controlNames.join(' ')} ${action.what}`;
  const prices = amountsIn(isBid ? own : `${own} ${row}`);
  const shown = numbersIn(shownText);
  const differs = (named: readonly number[], known: readonly number[]): boolean =>
    named.length > 0 && known.length > 0 && !named.some((value) => [...known, ...shown].includes(value));
  return (
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

export const sharesTime = (sentence: string, { shownText }: ActedOn): boolean =>
  haveSameTime(sentence, shownText);

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

/** Whether the order names another time or number than those that the page shows. */
export const namesOtherValue = (object: string, sentence: string, actedOn: ActedOn): boolean =>
  (actedOn.action.class !== 'send' && namesOtherTime(sentence, actedOn.shownText)) ||
  namesOtherNumber(object, actedOn);

/** "Tell the neighbour" beside "Message Anna (host)". */
export function namesOtherRole(words: readonly string[], { shownText }: ActedOn): boolean {
  const roleOf = (word: string): string | undefined => ROLES.find((group) => group.includes(word))?.[0];
  const named = words.map(roleOf).filter((role) => role !== undefined);
  const shown = wordsOf(fold(shownText)).map(roleOf);
  return (
    named.length > 0 &&
    shown.some((role) => role !== undefined) &&
    !named.some((role) => shown.includes(role))
  );
}

/** Things that contain others. */
const CONTAINER =
  /^(?:account|album|archive|book|branch|calendar|channel|chat|collection|conversation|database|directory|drive|exam|folder|forum|gallery|group|history|library|list|listing|mailbox|inbox|notebook|page|playlist|profile|project|quiz|repository|repo|series|site|space|table|team|thread|topic|website|workspace)s?$/u;

/** Things that containers contain, besides those of `things.ts`. */
const CONTENT =
  /^(?:photo|picture|image|video|clip|song|track|recording|file|document|attachment|item|card|slide|chapter|section|paragraph|sentence|line|row|column|cell|book|member|person|contact)s?$/u;

/** "The second photo of the listing", "the label from the ticket": only a part of what the control deletes. */
export function namesPart({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  const own = wordsOf(fold(actedOn.ownText));
  // "Remove from album" removes what the album contains.
  if (actedOn.action.class !== 'delete' || own.some((word) => word === 'from')) return false;
  const fits = (word: string): boolean =>
    intersects(thingsOf(word), actedOn.things) ||
    (thingsOf(word).size > 0 && evidenceOf(word, actedOn) !== 'none');
  const isWhole = (word: string): boolean =>
    CONTENT.test(word)
      ? own.map(canonicalStem).includes(canonicalStem(word))
      : fits(word) || actedOn.words.has(canonicalStem(word));
  const specific = words.filter((word) => !PRONOUN.test(word) && !UNSPECIFIC.test(word));
  return (
    specific.length > 0 &&
    !specific.some(isWhole) &&
    complements.some((one) => /^(?:of|from|off|out|in)$/u.test(one.preposition) && one.words.some(fits))
  );
}

/**
 * "Delete the last message" beside "Delete conversation": control or question name a container, and the order names
 * something else.
 */
export function namesContent({ words }: ObjectPhrase, actedOn: ActedOn): boolean {
  if (actedOn.action.class !== 'delete') return false;
  const own = wordsOf(fold(actedOn.ownText));
  const container = own.find((word, at) => CONTAINER.test(word) && own[at - 1] !== 'from');
  const head = words.findLast((word) => !UNSPECIFIC.test(word));
  if (container === undefined || head === undefined || PRONOUN.test(head)) return false;
  const isContent = thingsOf(head).size > 0 || CONTENT.test(head);
  return isContent && !CONTAINER.test(head) && !own.map(canonicalStem).includes(canonicalStem(head));
}

/** Whether some of the words that say which thing is meant are on the page, or the page shows nothing that they could name. */
export function namesOther(words: readonly string[], actedOn: ActedOn): boolean {
  const specific = words.filter((word) => isSpecific(word) && evidenceOf(word, actedOn) !== 'kind');
  return specific.length > 0 && actedOn.hasInstance && !specific.some((word) => isShown(word, actedOn));
}

/** "The brass lamp" beside "Brass barometer": the page shows a word about the thing, but another thing. */
export const namesOtherNoun = (words: readonly string[], actedOn: ActedOn): boolean =>
  words.length > 1 &&
  actedOn.hasInstance &&
  thingsOf(words.at(-1)!).size === 0 &&
  !isKnown(words.at(-1)!, actedOn) &&
  words.some((word) => isShown(word, actedOn));

/** "Cancel my hotel" beside "Cancel flight": the page shows another kind of booking. */
export function namesOtherKind(head: string, { words, shownText }: ActedOn): boolean {
  const group = EXCLUSIVE_KINDS.find((kinds) => kinds.includes(head));
  return (
    group !== undefined &&
    !words.has(canonicalStem(head)) &&
    !wordsOf(fold(shownText)).includes(head) &&
    wordsOf(fold(shownText)).some((word) => group.includes(word.replace(/s$/u, '')))
  );
}

/** "The other article", "the first three" beside "Delete all": the page shows another one, or more. */
export function namesOtherScope(words: readonly string[], actedOn: ActedOn): boolean {
  const hasMark = words.some((word) => isSpecific(word) && isShown(word, actedOn));
  if (!hasMark && words.some((word) => /^(?:other|another|different)$/u.test(word))) return true;
  const isPart = words.some((word) => ORDINAL_WORDS.includes(word) || /^(?:last|one|single)$/u.test(word));
  return isPart && /\b(?:all|every|everything|entire)\b/u.test(fold(actedOn.ownText));
}

/** "Ken's role" beside "Remove member". */
export const namesBelonging = (head: string, { action, ownText }: ActedOn): boolean =>
  action.class === 'delete' &&
  thingsOf(head).size > 0 &&
  !PEOPLE.test(head) &&
  wordsOf(fold(ownText)).some((word) => /^(?:members?|users?|persons?|people|guests?|contacts?|participants?|collaborators?)$/u.test(word));
