/**
 * How the page accounts for the words of an order. Each word is shown near the control, elsewhere on the page, says the
 * kind of thing that the control acts on, or is not accounted for. Pure.
 */
import { marksOf, wordsOf, type ActedOn } from './acted-on.js';
import { canonicalStem } from './synonyms.js';
import type { LineContext } from './phrase.js';
import { fold } from './region.js';
import { DETERMINER, PRONOUN, thingsOf, UNSPECIFIC, type ThingKind } from './things.js';

/** `near`: control, question, row, heading and values of fields; `page`: title, names of fields, texts of the page. */
export type Evidence = 'near' | 'kind' | 'page' | 'none';

export const intersects = (a: ReadonlySet<ThingKind>, b: ReadonlySet<ThingKind>): boolean =>
  [...a].some((thing) => b.has(thing));

/** "2nd", "3kg", "10x15" */
const QUANTITY = /^\d+(?:st|nd|rd|th|am|pm|h|kg|g|l|ml|cm|mm|m|km|x\d+)$/u;

/** An identifier with digits counts as a whole, as "2024-113" is not "2024-131". */
function isIn(marks: ReadonlySet<string>, word: string): boolean {
  if (/\d/u.test(word) && /\p{L}/u.test(word) && !QUANTITY.test(word)) return marks.has(word);
  if (!/[-._@]/u.test(word)) return marksOf(word).some((mark) => marks.has(mark));
  if (marks.has(word)) return true;
  return (
    !/\d/u.test(word) &&
    word.split(/[-._@]/u).every((part) => part.length < 2 || marks.has(canonicalStem(part)))
  );
}

/** A name in several words is written with low lines, see `joinNames`. */
const isShownPhrase = (word: string, { shownText }: ActedOn): boolean =>
  word.includes('_') && wordsOf(fold(shownText)).join('_').includes(word);

export function evidenceOf(word: string, actedOn: ActedOn): Evidence {
  const { marks, pageMarks, things } = actedOn;
  if (isIn(marks, word) || isShownPhrase(word, actedOn)) return 'near';
  if (intersects(thingsOf(word), things)) return 'kind';
  return isIn(pageMarks, word) ? 'page' : 'none';
}

/** Whether the page shows the word for this thing; in a row, the title is about all of them. */
export function isShown(word: string, actedOn: ActedOn): boolean {
  const evidence = evidenceOf(word, actedOn);
  return evidence === 'near' || (evidence === 'page' && actedOn.row === '');
}

export const isKnown = (word: string, actedOn: ActedOn): boolean => evidenceOf(word, actedOn) !== 'none';

/** Whether a word can say which thing is meant, or what kind of thing it is. */
export const isSpecific = (word: string): boolean =>
  word.length > 1 &&
  !UNSPECIFIC.test(word) &&
  !DETERMINER.test(word) &&
  !PRONOUN.test(word) &&
  !NOT_DISTINCTIVE.test(word);

/** Words around an order that are about nothing on a page. */
const NOT_DISTINCTIVE =
  /^(?:me|us|myself|please|pls|thanks?|thank|sorry|hi|hello|hey|dear|the|and|but|yes|yep|yeah|you|your|yours|mine|his|her|have|has|had|get|got|gets|make|made|put|take|took|give|gave|let|set|can|could|would|should|will|want|need|like|there|here|not|more|than|too|very|much|bit|some|any|all|are|was|were|been|being|i'm|i'll|i've|it's|that's|don't|doesn't|they|them|she|he|who|what|which|how|why|also|still|even|ever|never|maybe|sec|second|moment|soon|asap|quickly|going|ahead|thing|stuff|one|ones|everything|everywhere|back|good|free|ending|credit|debit|pack|packs|pair|pairs|box|boxes|bottle|bottles|piece|pieces|copy|copies|portion|kilo|kilos|guy|person|place|show)$/u;

/** A name, an address or an identifier: these words belong to one thing only. */
export const isIdentifier = (word: string, { names }: LineContext): boolean =>
  names.has(word) ||
  /[._@]/u.test(word) ||
  (/\d/u.test(word) && /[-\p{L}]/u.test(word) && !QUANTITY.test(word));

/** Whether the page shows these words one after the other: "large veggie box" under the heading "Large veggie box". */
export function namesShownPhrase(words: readonly string[], { shownText }: ActedOn): boolean {
  const phrase = words.map(canonicalStem);
  const shown = wordsOf(fold(shownText)).map(canonicalStem);
  return (
    phrase.length > 1 && shown.some((_, at) => phrase.every((word, index) => shown[at + index] === word))
  );
}
