/**
 * Completes lines that only name another object: "and the ladder", "what about Sunday?", "and Northgate on Saturday?".
 * Repeats the previous line with the new words in place of the old ones. Pure.
 */
import type { Candidate } from '../../../contract/index.js';
import { readDate } from '../language/dates.js';
import { matchVerb } from '../language/line-text.js';
import type { Step, StepOf } from '../language/steps.js';
import { removeArticle } from '../language/drafts.js';
import { readQuantityLine } from '../language/quantities.js';
import { readTime } from '../language/times.js';
import { findItems } from '../ground/item-controls.js';
import { getListPath } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { ORDINALS } from '../lexicon/places.js';
import { fold } from '../text.js';
import { isBasketStep } from './read-quantity.js';

const FOLLOW_UP =
  /^(?:and|also|then|plus|or|what about|how about|(?:and )?(?:do )?(?:the )?same (?:for|with|to|on))[\s,]+(.+?)(?:,? (?:too|as well|also|please))*[\s.?!]*$/iu;
/** The instructor says "1061 too". */
const SHORT_FOLLOW_UP = /^(?!and\b)(\S.*?),? (?:too|as well)[\s.]*$/iu;
const PREPOSITION = /^(?:for|on|at|in|to|with|of|from|about)\s+/iu;
/** The instructor says "and that of Leeds?" or "and Leeds's?". */
const THAT_OF = /^(?:that|those|the ones?) (?:of|for|in|from) /iu;
const POSSESSIVE = /['’]s?$/u;
const NEXT_PREPOSITION = /\s+(?=(?:for|on|at|in|from)\s)/iu;
const MAX_WORDS = 7;

/**
 * Returns the complete line; null if the line is not a follow-up, or if it is not clear which words it replaces.
 *
 * @param getView returns the current page; called only for lines that may be follow-ups
 */
export function expandFollowUp(
  line: string,
  previous: { line: string; step: Step | undefined },
  getView: () => View,
  today: Date,
): string | null {
  const phrase = (FOLLOW_UP.exec(line.trim()) ?? SHORT_FOLLOW_UP.exec(line.trim()))?.[1];
  if (!phrase || phrase.split(' ').length > MAX_WORDS || previous.line === '') return null;
  // After an action, "what about the ladder?" may be just a question.
  if (/\?\s*$|^(?:what|how) about\b/iu.test(line) && previous.step?.do !== 'question') return null;
  const newPhrases = phrase
    .replace(THAT_OF, '')
    .split(NEXT_PREPOSITION)
    .map((words) => removeArticle(words.replace(PREPOSITION, '').replace(POSSESSIVE, '')));
  if (newPhrases.some((words) => words === '' || matchVerb(words)?.rest)) return null;
  const view = getView();
  // After "add the cheddar", "and 2 of the milk" gives an amount, so the previous line is not repeated.
  const addition = `add ${phrase}`;
  const item = isBasketStep(previous.step) ? readQuantityLine(addition)?.item : undefined;
  const [basketItem] = item ? findItems(item, view) : [];
  if (basketItem && previous.step?.do === 'quantity' && !basketItem.addButton && !previous.step.mayAdd)
    return formatChange(previous.step, item!);
  if (basketItem) return addition;
  let expandedLine = previous.line;
  for (const newPhrase of newPhrases) {
    const replacedWordsPattern = findReplacedWordsPattern(
      newPhrase,
      { ...previous, line: expandedLine },
      view,
      today,
    );
    // After "how many orders did we have?", "and for Leeds?" asks about some of those orders.
    if (replacedWordsPattern === null)
      return previous.step?.do === 'question' && PREPOSITION.test(phrase)
        ? `${previous.line.replace(/[\s.?!]+$/u, '')} ${phrase}?`
        : null;
    expandedLine = replacedWordsPattern.test(expandedLine)
      ? expandedLine.replace(replacedWordsPattern, () => newPhrase)
      : expandedLine;
  }
  return expandedLine === previous.line ? null : expandedLine;
}

/** Formats the same change of quantity as a line about another item. */
function formatChange({ change }: StepOf<'quantity'>, item: string): string {
  if ('times' in change) return `${change.times < 1 ? 'halve' : 'double'} the ${item}`;
  if ('to' in change) return `make the ${item} ${change.to}`;
  return `${Math.abs(change.by)} ${change.by < 0 ? 'less' : 'more'} ${item}`;
}

/** Returns a pattern for the words that the new words replace. */
function findReplacedWordsPattern(
  newPhrase: string,
  { line, step }: { line: string; step: Step | undefined },
  view: View,
  today: Date,
): RegExp | null {
  const words = line.split(/[\s.,?!]+/u).filter(Boolean);
  const oldPhrases = words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_WORDS, words.length - start) }, (__, i) =>
      words.slice(start, start + i + 1).join(' '),
    ),
  );
  // The longest phrase first: "The salt path", not "salt".
  const longestPhrasesFirst = oldPhrases.sort((a, b) => b.length - a.length);
  const kind = classifyWords(newPhrase, today);
  if (kind !== null)
    return toPattern(longestPhrasesFirst.find((oldPhrase) => classifyWords(oldPhrase, today) === kind));
  // For a question, the beginning of a name is enough, because answering changes nothing.
  const findElements = (phrase: string): Candidate[] => {
    const exactMatches = findElementsByName(phrase, view);
    return exactMatches.length > 0 || step?.do !== 'question'
      ? exactMatches
      : findElementsByNameStart(phrase, view);
  };
  const matchingElements = findElements(newPhrase);
  if (!matchingElements.length) return null;
  const listPaths = new Set(matchingElements.map(getListPath));
  const replacedPhrase = longestPhrasesFirst
    .map((oldPhrase) => oldPhrase.replace(POSSESSIVE, ''))
    .find((oldPhrase) => findElements(oldPhrase).some((c) => listPaths.has(getListPath(c))));
  return toPattern(replacedPhrase ?? getObjectText(step, line));
}

type WordKind = 'weekday' | 'date' | 'time' | 'ordinal';
const WEEKDAY = /^(?:next |this |on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu;

function classifyWords(text: string, today: Date): WordKind | null {
  if (fold(text).replace(/ one$/u, '') in ORDINALS) return 'ordinal';
  if (WEEKDAY.test(text)) return 'weekday';
  if (/\d/u.test(text) && readTime(text) !== null) return 'time';
  return readDate(text, today) === null ? null : 'date';
}

/** Returns the elements whose text or name consists of exactly these words. */
function findElementsByName(words: string, view: View): Candidate[] {
  const foldName = (text: string): string => fold(removeArticle(text)).replace(/^(?:#|no\.? ?)(?=\d)/u, '');
  const foldedName = foldName(words);
  return view.candidates.filter(
    (c) => c.visible && [c.text, getName(c)].some((text) => foldName(text) === foldedName),
  );
}

/** Returns the elements whose text is short and begins with these words. */
function findElementsByNameStart(words: string, view: View): Candidate[] {
  const start = `${fold(words)} `;
  return words.length < 3
    ? []
    : view.candidates.filter(
        (c) => c.visible && c.text.length <= MAX_NAME_LENGTH && fold(c.text).startsWith(start),
      );
}
const MAX_NAME_LENGTH = 60;

/** Returns the previous step's object in the line's words; undefined if the line does not contain them. */
function getObjectText(step: Step | undefined, line: string): string | undefined {
  const target =
    step?.do === 'click'
      ? (step.command?.object ?? step.target)
      : step?.do === 'tick'
        ? step.target
        : undefined;
  return target && !target.pronoun && line.toLowerCase().includes(target.text.toLowerCase())
    ? target.text
    : undefined;
}

const toPattern = (text: string | undefined): RegExp | null =>
  text === undefined
    ? null
    : new RegExp(
        `(?<![\\p{L}\\p{N}])${removeArticle(text)
          .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
          .replace(/ /gu, '[\\s,]+')}(?![\\p{L}\\p{N}])`,
        'iu',
      );
