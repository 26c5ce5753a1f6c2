/** Compares what an order names with what the page shows: what both have, and what contradicts. Pure. */
import { stem } from '../../text/index.js';
import { DAY_OR_MONTH, marksOf, numbersIn, wordsOf, type ActedOn } from './acted-on.js';
import type { LineContext, ObjectPhrase } from './phrase.js';
import { fold } from './region.js';
import { AFTER_OBJECT, DETERMINER, PEOPLE, PRONOUN, thingsOf, UNSPECIFIC, type ThingKind } from './things.js';
import { verbsIn } from './verbs.js';

export const intersects = (a: ReadonlySet<ThingKind>, b: ReadonlySet<ThingKind>): boolean =>
  [...a].some((thing) => b.has(thing));

/** Whether the page confirms the word as a name or a kind of what is acted on. */
export function isKnown(word: string, { words, context, marks, things }: ActedOn): boolean {
  const key = stem(word);
  return (
    words.has(key) ||
    context.has(key) ||
    intersects(thingsOf(word), things) ||
    UNSPECIFIC.test(word) ||
    marksOf(word).some((mark) => marks.has(mark))
  );
}

/** Whether an object with this head is what the control acts on. */
export function headFits(head: string, actedOn: ActedOn, names: ReadonlySet<string>): boolean {
  const things = thingsOf(head);
  const key = stem(head);
  if (actedOn.words.has(key)) return true;
  if (intersects(things, actedOn.things)) return true;
  if (!actedOn.context.has(key) || things.has('other')) return false;
  // "Cancel the upload" beside "Cancel registration" is about something else on the page; "cancel Oslo" may not be.
  return actedOn.action.class !== 'delete' || actedOn.ownThings.size === 0 || names.has(head);
}

/** Whether the page shows these words one after the other: "large veggie box" under the heading "Large veggie box". */
export function namesShownPhrase(words: readonly string[], { shownText }: ActedOn): boolean {
  const phrase = words.map(stem);
  const shown = wordsOf(fold(shownText)).map(stem);
  return (
    phrase.length > 1 && shown.some((_, at) => phrase.every((word, index) => shown[at + index] === word))
  );
}

/** "Cancel order 48204" is not consent to cancel order 48211, nor "pay 20 euros" to pay 200. */
export function namesOtherNumber(text: string, actedOn: ActedOn): boolean {
  const page = `${actedOn.controlNames.join(' ')} ${actedOn.action.what} ${actedOn.row}`;
  const amount = /[$€£¥]|\b(?:euros?|eur|usd|dollars?|pounds?|gbp|bucks)\b/u;
  const isLong = (value: number): boolean => value >= 100;
  const named = numbersIn(text).filter((value) => isLong(value) || amount.test(text));
  const known = numbersIn(page).filter((value) => isLong(value) || amount.test(page));
  const around = numbersIn(actedOn.shownText);
  if (named.length > 0 && known.length > 0 && !named.some((value) => [...known, ...around].includes(value)))
    return true;
  // "Lot 17" beside "Lot 71".
  const shown = fold(page);
  return [...text.matchAll(/(\p{L}{2,}) (?:no\.? |number )?(\d{1,4})\b/gu)].some(
    ([, noun, number]) =>
      new RegExp(`\\b${noun} \\d`, 'u').test(shown) &&
      !new RegExp(`\\b${noun} ${number}\\b`, 'u').test(shown),
  );
}

/** Words around an order that are about nothing on a page. */
const NOT_DISTINCTIVE =
  /^(?:please|pls|thanks?|thank|sorry|hi|hello|hey|dear|the|and|but|yes|yep|yeah|you|your|yours|mine|his|her|have|has|had|get|got|gets|make|made|put|take|took|give|gave|let|set|can|could|would|should|will|want|need|like|there|here|not|more|than|too|very|much|bit|some|any|all|are|was|were|been|being|i'm|i'll|i've|it's|that's|don't|doesn't|they|them|she|he|who|what|which|how|why|also|still|even|ever|never|maybe|sec|second|moment|soon|asap|quickly|going|ahead|thing|stuff|one|ones|everything)$/u;

/** Prepositions before what a thing is about, as opposed to means, times and people. */
const NAMING = /^(?:on|of|about|named|called|titled|regarding)$/u;
/** "Answer the question from Karim" names the writer, "remove Tom from the team" a place. */
const isNaming = (preposition: string, { action }: ActedOn): boolean =>
  NAMING.test(preposition) || (action.class === 'send' && preposition === 'from');
/**
 * Whether the order says of what or on what, and the row of the control has none of these words: "bid on the lamp"
 * beside a pair of candlesticks.
 */
export function namesOtherRow({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  if (actedOn.row === '') return false;
  const isName = (word: string): boolean =>
    word.length > 2 &&
    !UNSPECIFIC.test(word) &&
    !DETERMINER.test(word) &&
    !PRONOUN.test(word) &&
    thingsOf(word).size === 0 &&
    !PEOPLE.test(word);
  const about = complements
    .filter((one) => isNaming(one.preposition, actedOn))
    .flatMap((one) => one.words)
    .filter(isName);
  const named = [...words.filter(isName), ...about];
  const isShown = (word: string): boolean =>
    actedOn.words.has(stem(word)) || (DAY_OR_MONTH.test(word) && actedOn.marks.has(word.slice(0, 3)));
  // "The picture of the cat" beside "picture: invoice.png".
  if (actedOn.action.class === 'send' && about.length > 0 && !about.some(isShown)) return true;
  return named.length > 0 && !named.some(isShown) && !namesShownPhrase(words, actedOn);
}

/** "The second photo of the listing", "the label from the ticket": only a part of what the control deletes. */
export function namesPart({ words, complements }: ObjectPhrase, actedOn: ActedOn): boolean {
  const fits = (word: string): boolean =>
    intersects(thingsOf(word), actedOn.things) ||
    (thingsOf(word).size > 0 && actedOn.context.has(stem(word)));
  return (
    actedOn.action.class === 'delete' &&
    words.some((word) => !PRONOUN.test(word) && !UNSPECIFIC.test(word)) &&
    !words.some(fits) &&
    complements.some((one) => /^(?:of|from|off|out|in)$/u.test(one.preposition) && one.words.some(fits))
  );
}

/** Things that contain others. */
const CONTAINER =
  /^(?:account|album|archive|book|branch|calendar|channel|chat|collection|conversation|database|directory|drive|folder|forum|gallery|group|history|library|list|mailbox|inbox|notebook|page|playlist|profile|project|repository|repo|series|site|space|table|team|thread|topic|website|workspace)s?$/u;

/** Things that containers contain, besides those of `things.ts`. */
const CONTENT =
  /^(?:photo|picture|image|video|clip|song|track|recording|file|document|attachment|item|card|slide|chapter|section|paragraph|sentence|line|row|column|cell|book|member|person|contact)s?$/u;

/**
 * "Delete the last message" beside "Delete conversation": the control names a container, and the order names something
 * else that is not the control's.
 */
export function namesContent({ words }: ObjectPhrase, actedOn: ActedOn): boolean {
  if (actedOn.action.class !== 'delete') return false;
  const [name = ''] = actedOn.controlNames;
  const container = wordsOf(fold(name)).find((word) => CONTAINER.test(word));
  const head = words.findLast((word) => !UNSPECIFIC.test(word));
  if (container === undefined || head === undefined || PRONOUN.test(head)) return false;
  const own = new Set(wordsOf(fold(name)).map((word) => stem(word)));
  const isContent = thingsOf(head).size > 0 || CONTENT.test(head);
  return isContent && !CONTAINER.test(head) && !own.has(stem(head));
}

const COMPOUND = /^\p{L}.*[-._@]/u;

/**
 * How well the words of an order identify what the page shows: distinctive words that both have, and words of the clause
 * that the page does not have.
 */
export function compareMarks(
  clause: string,
  sentence: string,
  actedOn: ActedOn,
  { names }: LineContext,
): { shared: number; unknown: number; hasUnknownName: boolean } {
  const distinctive = (text: string): string[] =>
    wordsOf(text.replace(/(?<=\d),(?=\d\d\b)/gu, '.').replace(/'s\b/gu, '')).filter(
      (word) =>
        (/\d\d/u.test(word) || (word.length > 2 && !UNSPECIFIC.test(word))) &&
        !DETERMINER.test(word) &&
        !PRONOUN.test(word) &&
        !AFTER_OBJECT.test(word) &&
        !NOT_DISTINCTIVE.test(word),
    );
  const isIn = (marks: ReadonlySet<string>, word: string): boolean =>
    COMPOUND.test(word)
      ? word.split(/[-._@]/u).every((part) => part.length < 2 || marks.has(stem(part)))
      : marksOf(word).some((mark) => marks.has(mark));
  const shared = new Set(
    distinctive(sentence).filter(
      (word) => thingsOf(word).size === 0 && verbsIn(word).length === 0 && isIn(actedOn.marks, word),
    ),
  );
  const isStrong = (word: string): boolean =>
    /^\p{L}.*[._@]/u.test(word) || marksOf(word).some((mark) => actedOn.controlNumbers.has(mark));
  const unknown = distinctive(clause).filter(
    (word) =>
      !isIn(actedOn.marks, word) &&
      !isIn(actedOn.pageMarks, word) &&
      !intersects(thingsOf(word), actedOn.things),
  );
  return {
    shared: shared.size + [...shared].filter(isStrong).length,
    unknown: unknown.length,
    hasUnknownName: unknown.some((word) => names.has(word)),
  };
}
