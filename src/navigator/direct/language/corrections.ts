/** Parses lines that refer to earlier ones: corrections, undo, stop. */
import { REPLACEMENT_LEADS, CORRECTION_LEADS, UNDO_LINE } from '../lexicon/replies.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { isRemark } from './remarks.js';
import { matchVerb, removePolitePhrases, unmask } from './line-text.js';
import { normalizeValue } from './normalize-values.js';
import type { Quotes, Step } from './steps.js';
import { removeArticle } from './target.js';
import { ORDINAL, parseOrdinal } from './numbers.js';
import { readDescription } from './target-description.js';

export interface EarlierLine {
  speaker: 'instructor' | 'navigator';
  text: string;
}

const createLeadPattern = (words: readonly string[], separator: string): RegExp =>
  new RegExp(`^(?:${toAlternation(words)})${separator}`, 'iu');
const CORRECTION_LEAD = createLeadPattern(CORRECTION_LEADS, '(?:[\\s,.!;:–—-]+|$)');
const REPLACEMENT_LEAD = createLeadPattern(REPLACEMENT_LEADS, '(?:\\s+|$)');
const POSITION = new RegExp(`^(?:the )?(${ORDINAL}|number \\d+|#\\d+)(?: (?:one|\\p{L}+))?$`, 'iu');
const OTHER = /^(?:the |an?)?\s*(?:other|another|different|next|previous)(?: (?:one|\p{L}+))?$/iu;

/** Removes remarks from the end of a line: "that was my mistake", "please". */
const removeTrailingRemarks = (text: string): string => {
  const pieces = text.split(/(?<=[.!?])\s+|\s*[,;]\s+/u);
  const keptPieces = pieces.filter((p, i) => i === 0 || !(isRemark(p) && !REPLACEMENT_LEAD.test(p)));
  return keptPieces.length === pieces.length ? text : keptPieces.join(', ');
};

/** Ways to take back a request, perhaps after "oh no, wait, sorry": "don't", "stop that", "I changed my mind". */
const STOP =
  /^(?:(?:ok(?:ay)?|oh|no|nope|wait|stop|hold on|hang on|please|sorry|actually|hm+|but)[\s,.!]+)*(?:never ?mind|forget (?:it|that|about it)|stop(?: it| that)?|drop it|leave it|scrap that|(?:please )?(?:don['’]?t|do not)(?: do (?:it|that|this))?|(?:keep|leave) (?:it|that|this|them)(?: as (?:it|they) (?:is|are|was|were))?|i(?:['’]ve| have)? changed my mind)(?:,? (?:please|now|after all))?[.!]*$/iu;

/** "No, don't delete it" */
const STOP_ACTION =
  /^(?:(?:ok(?:ay)?|oh|no|nope|wait|stop|please|sorry|actually|but)[\s,.!]+)*(?:don['’]?t|do not) (\p{L}+) (?:it|that|this|them)(?:,? (?:please|now|after all))?[.!]*$/iu;

/** Parses "never mind" when it does not answer a question. */
export function readStop(text: string): Step | null {
  const [, unwantedVerb] = STOP_ACTION.exec(text) ?? [];
  if (unwantedVerb && matchVerb(unwantedVerb))
    return { do: 'reply', utterance: 'stop', unwantedVerb: unwantedVerb.toLowerCase() };
  return STOP.test(text) ? { do: 'reply', utterance: 'stop' } : null;
}

/** Thanks: "Great, thank you very much!" */
const THANKS =
  /^(?:(?:ok(?:ay)?|great|perfect|nice|good|lovely|excellent|wonderful|brilliant|super|cool|that(?:['’]s| is) (?:it|all|great|perfect|good|fine))[,.!\s]+)*(?:many thanks|thanks?(?: you)?|thx|cheers)(?: (?:a lot|very much|so much|again|for (?:that|this|your help|the help)))?[.!\s]*$/iu;

export const readThanks = (text: string): Step | null =>
  THANKS.test(text) ? { do: 'reply', utterance: 'thanks' } : null;

/** Greetings: "Hi there!", "Good morning". */
const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|again|all|everyone|parley))?(?:,? (?:hi|hello|how are you(?: (?:today|doing))?))?[.!?\s]*$/iu;

export const readGreeting = (text: string): Step | null =>
  GREETING.test(text) ? { do: 'reply', utterance: 'greeting' } : null;

/** Parses "undo that", regardless of the earlier lines. */
export function readUndo(text: string): Step | null {
  const command = removePolitePhrases(removeTrailingRemarks(text)).replace(
    new RegExp(`^(?:(?:${toAlternation(CORRECTION_LEADS)})[\\s,.!]+)+`, 'iu'),
    '',
  );
  return UNDO_LINE.test(command) ? { do: 'undo' } : null;
}

/**
 * Parses corrections: "No, the other one", "I meant Tuesday", "make it 4". Null for an independent instruction.
 * @param about the corrected instruction, if it contained a value
 */
export function readCorrection(masked: string, quotes: Quotes, today: Date, about = ''): Step | null {
  let text = collapseSpaces(masked).replace(/[.!?\s]+$/u, '');
  let isCorrection = false;
  let saysInstead = false;
  for (let isShortened = true; isShortened;) {
    isShortened = false;
    const correctionLead = /^(?:the )?wrong \p{L}+$/iu.test(text) ? null : CORRECTION_LEAD.exec(text);
    if (correctionLead && correctionLead[0].length < text.length) {
      text = text.slice(correctionLead[0].length);
      isCorrection = isShortened = true;
    }
    const trailingMatch = /^(.+?),? (?:instead|rather|then|please|thanks|thank you)$/iu.exec(text);
    if (trailingMatch) {
      if (/instead|rather/iu.test(text.slice(trailingMatch[1]!.length))) saysInstead = true;
      text = trailingMatch[1]!;
      isShortened = true;
    }
  }
  // Keeps what follows the rejection: "not the last one, the third one", "it's not leased, it's a company car".
  const rejection =
    /^(?:(?:it|that|this)(?:['’]?s| is) )?not (?:the |that )?[^,]+?(?:,| but)\s+(?:but |rather )?(?:(?:it|that|this)(?:['’]?s| is) )?(.+)$/iu.exec(
      text,
    );
  if (rejection) {
    text = rejection[1]!;
    isCorrection = true;
  }
  text = removeTrailingRemarks(text).replace(/^please,? /iu, '');
  const replacementLead = REPLACEMENT_LEAD.exec(text);
  const phrase =
    replacementLead && replacementLead[0].length < text.length ? text.slice(replacementLead[0].length) : text;
  const isReplacement =
    /^(?:i (?:meant|mean|wanted|said)|make (?:it|that)|(?:change|set) (?:it|that) to|(?:it|that) should|rather|not that but|i(?:'d| would) (?:rather|prefer)|i prefer)/iu.test(
      replacementLead?.[0] ?? '',
    );
  if (
    !isCorrection &&
    !saysInstead &&
    !isReplacement &&
    !/^(?:the |an?)?\s*(?:other|another|different)\b/iu.test(phrase)
  )
    return null;
  if (!isCorrection && !saysInstead && OTHER.test(phrase) === false && !isReplacement) return null;
  if (/^(?:not )?(?:that|this|it)(?: one)?$/iu.test(phrase))
    return isCorrection ? { do: 'again', with: { other: true } } : null;
  if (OTHER.test(phrase)) return { do: 'again', with: { other: true } };
  const ordinalMatch = POSITION.exec(phrase);
  if (ordinalMatch) return { do: 'again', with: { nth: parseOrdinal(ordinalMatch[1]!) } };
  // "Sorry, the PIN is 4821" names the field for its value.
  if (NAMED_VALUE.test(phrase)) return null;
  // "No, click Cancel" is a complete instruction.
  if (replacementLead && !isReplacement && !saysInstead && matchVerb(text)) return null;
  const verbMatch = matchVerb(phrase);
  if (verbMatch?.rest && !isReplacement) return null;
  if (phrase.split(' ').length > 8) return null;
  if (/^(?:the )?wrong \p{L}+$/iu.test(phrase)) return { do: 'again', with: { other: true } };
  const value = collapseSpaces(removeArticle(phrase))
    .replace(/ ones?$/iu, '')
    .replace(/,? (?:not|instead of|rather than) .+$/iu, '');
  return { do: 'again', with: normalizeValue(unmask(getName(value, quotes), quotes), quotes, today, about) };
}

/** A field with its value: "The PIN is 4821". */
export const NAMED_VALUE =
  /^(?:the|my|our|your|his|her|their) (?:[\p{L}-]+ ){1,3}(?:is|are|was|were|should be|must be) \S/iu;

/** Returns the name in a phrase: "Cancel" in "the Cancel button". */
const getName = (text: string, quotes: Quotes): string => {
  const description = readDescription(text, quotes);
  return description.kind && description.name && description.nth === null && !description.spots.length
    ? description.name
    : text;
};
