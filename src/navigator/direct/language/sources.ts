/**
 * Parses values to be read from the page: "the value of Color", "the 2nd word in the paragraph", "the text below",
 * "your answer".
 */
import { collapseSpaces } from '../text.js';
import { hasMark } from './line-text.js';
import { ORDINAL, parseOrdinal } from './numbers.js';
import type { Quotes, Source, SpokenStep } from './steps.js';
import { readTarget } from './target.js';

const PART = 'word|letter|character|line|sentence|number';
const PART_PATTERN = new RegExp(
  `^(?:the )?(${ORDINAL}) (${PART})(?: (?:in|of|from|on) (?:the )?(.+))?$`,
  'iu',
);
const VALUE =
  /^the (value|contents?|figure|entry|text|number|amount|date|price|name|code|address|title) (?:of|for|in|from|next to|beside|under|below|shown (?:in|under|next to|for|as)|that (?:stands|is) (?:in|under|next to|beside)|(?:that )?(?:corresponds|corresponding|belongs|belonging) (?:to|with)) (?!\d|(?:my|our|your|today|tomorrow|yesterday|birth)\b)(.+)$/iu;
/** Nouns that only mean "the value". */
const GENERIC_VALUE = /^(?:value|contents?|figure|entry|text)$/iu;
const TEXT =
  /^the ((?:text|words?|numbers?|code|sentence|phrase|letters|characters)(?: (?:that is|which is))? (?:(?:shown |given |displayed |written )?(?:below|above|here)|on the (?:left|right|page)|shown|displayed|given|in the .+))$/iu;
const ANSWER = /^(?:the|your|that) (?:answer|result|solution|outcome)$/iu;
const COUNT =
  /^(?:the (?:total )?(?:number|count|amount) of (?!\d)(.+)|how many (.+?)(?: (?:there are|are there|you see|you can see))?)$/iu;

/** A pronoun is never the text to type. */
const PRONOUN = /^(?:it|that|this|them|those)$/iu;

/** Returns where to read the value; null if the words themselves are the value. */
export function readSource(value: string, quotes: Quotes): Source | null {
  const phrase = collapseSpaces(value);
  if (PRONOUN.test(phrase)) return { read: 'mentioned' };
  if (ANSWER.test(phrase)) return { read: 'answer', question: '' };
  const count = COUNT.exec(phrase);
  if (count && !hasMark(phrase))
    return { read: 'answer', question: `how many ${count[1] ?? count[2]!} are there` };
  const piece = PART_PATTERN.exec(phrase);
  if (piece)
    return {
      read: 'part',
      part: piece[2]!.toLowerCase(),
      nth: parseOrdinal(piece[1]!),
      of: piece[3] ? readTarget(piece[3], quotes) : null,
    };
  const text = TEXT.exec(phrase);
  if (text) return { read: 'text', of: readTarget(text[1]!, quotes) };
  const valueMatch = VALUE.exec(phrase);
  if (!valueMatch) return null;
  // "the address of the hotel" keeps both words; for "the name of the first product", the product is the target.
  const target = readTarget(valueMatch[2]!, quotes);
  const isWholeTarget = GENERIC_VALUE.test(valueMatch[1]!) || target.interpretations[0].nth !== null;
  return {
    read: 'value',
    of: isWholeTarget ? target : readTarget(`${valueMatch[1]!} of ${valueMatch[2]!}`, quotes),
  };
}

/** Stands for the label of the field that is being set. */
export const OWN_LABEL = 'its label';

/** A noun for the previous step's result: "that word" in "find the 2nd word, type that word into the box". */
const RESULT_NOUN = /^(?:that|this|the) (?:word|value|text|number|letter|line|sentence|name|code)$/iu;
/** Verbs that can mean reading the page as well as using its search. */
const LOOK_UP = /^(?:(?:please|then|and) )*look (?:up|for)\b/iu;

/**
 * If the step uses the value that the previous step looked for, returns where to read it: the 2nd word for "find the
 * 2nd word, type it into the box". Null if the steps are unrelated.
 */
export function readFoundSource(last: SpokenStep, { step }: SpokenStep, quotes: Quotes): Source | null {
  if (step.do !== 'set' && step.do !== 'search') return null;
  const isMentioned = step.source?.read === 'mentioned';
  const isAnswer = step.source?.read === 'answer' && step.source.question === '';
  const isResult =
    step.do === 'set' && step.value !== null && !quotes.includes(step.value) && RESULT_NOUN.test(step.value);
  // A pronoun after a question needs no source: the answer is the value that was mentioned last.
  if (last.step.do === 'question') return isAnswer ? { read: 'answer', question: last.step.text } : null;
  if (!isMentioned && !isResult) return null;
  if (last.step.do === 'click' && last.step.kind === 'find') {
    const { target } = last.step;
    return readSource(`the ${target.text}`, []) ?? { read: 'value', of: target };
  }
  const query =
    last.step.do === 'search' && !last.step.target && LOOK_UP.test(last.clause.text) ? last.step.query : null;
  if (query === null) return null;
  return readSource(`the ${query}`, []) ?? { read: 'value', of: readTarget(query, []) };
}
