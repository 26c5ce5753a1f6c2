/**
 * Finds evidence on the page for a command's words. A word is shown near the control or elsewhere on the page, names
 * the kind of object that the control acts on, or has no evidence. Pure.
 */
import type { ConsentTarget } from './consent-target.js';
import type { LineContext } from './object-phrase.js';
import { foldLookalikes } from './region.js';
import { canonicalStem } from './synonyms.js';
import { isGeneralWord, type ObjectKind, getObjectKinds } from './object-kinds.js';
import { getMatchTokens, splitWords } from './words.js';

/**
 * `near`: in the control's name, question, row, heading or field values; `kind`: names the target's kind; `page`: in
 * the title, field names or page texts.
 */
type WordEvidence = 'near' | 'kind' | 'page' | 'none';

export const intersects = (a: ReadonlySet<ObjectKind>, b: ReadonlySet<ObjectKind>): boolean =>
  [...a].some((kind) => b.has(kind));

/** Ordinals, hours and measures: "2nd", "3kg", "10x15". */
const QUANTITY = /^\d+(?:st|nd|rd|th|am|pm|h|kg|g|l|ml|cm|mm|m|km|x\d+)$/u;

/** Compares an identifier with digits as a whole, because "2024-113" is not "2024-131". */
function includesWord(tokens: ReadonlySet<string>, word: string): boolean {
  if (/\d/u.test(word) && /\p{L}/u.test(word) && !QUANTITY.test(word)) return tokens.has(word);
  if (!/[-._@]/u.test(word)) return getMatchTokens(word).some((token) => tokens.has(token));
  if (tokens.has(word)) return true;
  // A user name or an address is compared as a whole.
  if (/[_@]/u.test(word)) return false;
  return !/\d/u.test(word) && word.split(/[-._@]/u).every((segment) => tokens.has(canonicalStem(segment)));
}

/** Whether the page shows a name of several words. `joinQuotedNames` has joined its words with underscores. */
const isShownName = (word: string, { nearbyText }: ConsentTarget): boolean =>
  word.includes('_') && `_${splitWords(foldLookalikes(nearbyText)).join('_')}_`.includes(`_${word}_`);

export function findEvidence(word: string, target: ConsentTarget): WordEvidence {
  const { nearbyTokens, pageTokens, objectKinds, showsInstance } = target;
  if (includesWord(nearbyTokens, word) || isShownName(word, target)) return 'near';
  // If the page shows no instance, "the table" may be the target.
  if ((isGeneralWord(word) || !showsInstance) && intersects(getObjectKinds(word), objectKinds)) return 'kind';
  return includesWord(pageTokens, word) ? 'page' : 'none';
}

/**
 * Whether the page shows the word for this target. Within a row, the title is ignored, because it is about all rows.
 */
export function isShown(word: string, target: ConsentTarget): boolean {
  const evidence = findEvidence(word, target);
  return evidence === 'near' || (evidence === 'page' && target.rowText === '');
}

export const isKnown = (word: string, target: ConsentTarget): boolean =>
  findEvidence(word, target) !== 'none';

/** Whether the word is a name, an address or an identifier, which belongs to one object only. */
export const isIdentifier = (word: string, { names }: LineContext): boolean =>
  names.has(word) ||
  /[._@]/u.test(word) ||
  (/\d/u.test(word) && /[-\p{L}]/u.test(word) && !QUANTITY.test(word));

/** Whether the page shows these words consecutively: "large veggie box" under the heading "Large veggie box". */
export function isShownPhrase(words: readonly string[], { nearbyText }: ConsentTarget): boolean {
  const phraseStems = words.map(canonicalStem);
  const nearbyStems = splitWords(foldLookalikes(nearbyText)).map(canonicalStem);
  return (
    phraseStems.length > 1 &&
    nearbyStems.some((_, start) => phraseStems.every((word, index) => nearbyStems[start + index] === word))
  );
}
