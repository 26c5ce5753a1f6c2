/**
 * Completes lines that only name another object: "and the ladder", "what about Sunday?", "and Northgate on Saturday?".
 * They repeat the previous line with the new words in place of the old ones. Pure.
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
/** "1061 too" */
const SHORT_FOLLOW_UP = /^(?!and\b)(\S.*?),? (?:too|as well)[\s.]*$/iu;
const PREPOSITION = /^(?:for|on|at|in|to|with|of|from|about)\s+/iu;
/** "And that of Leeds?", "and Leeds's?" */
const THAT_OF = /^(?:that|those|the ones?) (?:of|for|in|from) /iu;
const POSSESSIVE = /['’]s?$/u;
const NEXT_PREPOSITION = /\s+(?=(?:for|on|at|in|from)\s)/iu;
const MAX_WORDS = 7;

/**
 * Returns the complete line; null if the line is no such follow-up, or what it replaces is not clear.
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
  // "What about the ladder?" after an action may only ask about it.
  if (/\?\s*$|^(?:what|how) about\b/iu.test(line) && previous.step?.do !== 'question') return null;
  const parts = phrase
    .replace(THAT_OF, '')
    .split(NEXT_PREPOSITION)
    .map((part) => removeArticle(part.replace(PREPOSITION, '').replace(POSSESSIVE, '')));
  if (parts.some((part) => part === '' || matchVerb(part)?.rest)) return null;
  const view = getView();
  // "Add the cheddar", "and 2 of the milk": the amount of the cheddar is not that of the milk.
  const addition = `add ${phrase}`;
  const item = isBasketStep(previous.step) ? readQuantityLine(addition)?.item : undefined;
  const [found] = item ? findItems(item, view) : [];
  if (found && previous.step?.do === 'quantity' && !found.addButton && !previous.step.mayAdd)
    return formatChange(previous.step, item!);
  if (found) return addition;
  let expanded = previous.line;
  for (const part of parts) {
    const replaced = findReplaced(part, { ...previous, line: expanded }, view, today);
    // "How many orders did we have?", "and for Leeds?" asks about a part of them.
    if (replaced === null)
      return previous.step?.do === 'question' && PREPOSITION.test(phrase)
        ? `${previous.line.replace(/[\s.?!]+$/u, '')} ${phrase}?`
        : null;
    expanded = replaced.test(expanded) ? expanded.replace(replaced, () => part) : expanded;
  }
  return expanded === previous.line ? null : expanded;
}

/** Formats the change of a quantity as a line about another item. */
function formatChange({ change }: StepOf<'quantity'>, item: string): string {
  if ('times' in change) return `${change.times < 1 ? 'halve' : 'double'} the ${item}`;
  if ('to' in change) return `make the ${item} ${change.to}`;
  return `${Math.abs(change.by)} ${change.by < 0 ? 'less' : 'more'} ${item}`;
}

/** Returns a pattern for the words that the new words replace. */
function findReplaced(
  part: string,
  { line, step }: { line: string; step: Step | undefined },
  view: View,
  today: Date,
): RegExp | null {
  const words = line.split(/[\s.,?!]+/u).filter(Boolean);
  const runs = words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_WORDS, words.length - start) }, (__, i) =>
      words.slice(start, start + i + 1).join(' '),
    ),
  );
  // The longest run first: "The salt path", not "salt".
  const candidates = runs.sort((a, b) => b.length - a.length);
  const kind = readKind(part, today);
  if (kind !== null) return toPattern(candidates.find((run) => readKind(run, today) === kind));
  // A question changes nothing, so a part of a name is enough.
  const find = (phrase: string): Candidate[] => {
    const named = findNamed(phrase, view);
    return named.length > 0 || step?.do !== 'question' ? named : findPartlyNamed(phrase, view);
  };
  const named = find(part);
  if (!named.length) return null;
  const places = new Set(named.map(getListPath));
  const sibling = candidates
    .map((run) => run.replace(POSSESSIVE, ''))
    .find((run) => find(run).some((c) => places.has(getListPath(c))));
  return toPattern(sibling ?? getObjectText(step, line));
}

type Kind = 'weekday' | 'date' | 'time' | 'ordinal';
const WEEKDAY = /^(?:next |this |on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu;

function readKind(text: string, today: Date): Kind | null {
  if (fold(text).replace(/ one$/u, '') in ORDINALS) return 'ordinal';
  if (WEEKDAY.test(text)) return 'weekday';
  if (/\d/u.test(text) && readTime(text) !== null) return 'time';
  return readDate(text, today) === null ? null : 'date';
}

/** Returns the elements whose whole text or name these words are. */
function findNamed(words: string, view: View): Candidate[] {
  const foldName = (text: string): string => fold(removeArticle(text)).replace(/^(?:#|no\.? ?)(?=\d)/u, '');
  const name = foldName(words);
  return view.candidates.filter(
    (c) => c.visible && [c.text, getName(c)].some((text) => foldName(text) === name),
  );
}

/** Returns the elements with short texts that begin with these words. */
function findPartlyNamed(words: string, view: View): Candidate[] {
  const start = `${fold(words)} `;
  return words.length < 3
    ? []
    : view.candidates.filter(
        (c) => c.visible && c.text.length <= MAX_NAME_LENGTH && fold(c.text).startsWith(start),
      );
}
const MAX_NAME_LENGTH = 60;

/** Returns the words for the object of the previous step, if the line contains them. */
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
