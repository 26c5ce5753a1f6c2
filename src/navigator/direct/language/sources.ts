/**
 * Parses values to be read from the page: "the value of Color", "the 2nd word in the paragraph", "the text below",
 * "your answer".
 */
import { ORDINALS } from '../lexicon/places.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { hasMark } from './line-text.js';
import type { Quotes, Source, SpokenStep } from './steps.js';
import { readTarget } from './target.js';

const ORDER = `${toAlternation(Object.keys(ORDINALS))}|\\d+(?:st|nd|rd|th)`;
const PART = 'word|letter|character|line|sentence|number';
const PART_PATTERN = new RegExp(`^(?:the )?(${ORDER}) (${PART})(?: (?:in|of|from|on) (?:the )?(.+))?$`, 'iu');
const VALUE =
  /^the (value|contents?|figure|entry|text|number|amount|date|price|name|code|address|title) (?:of|for|in|from|next to|beside|under|below|shown (?:in|under|next to|for|as)|that (?:stands|is) (?:in|under|next to|beside)|(?:that )?(?:corresponds|corresponding|belongs|belonging) (?:to|with)) (?!\d|(?:my|our|your|today|tomorrow|yesterday|birth)\b)(.+)$/iu;
/** Words that only mean "the value". */
const GENERIC_VALUE = /^(?:value|contents?|figure|entry|text)$/iu;
const TEXT =
  /^the ((?:text|words?|numbers?|code|sentence|phrase|letters|characters)(?: (?:that is|which is))? (?:(?:shown |given |displayed |written )?(?:below|above|here)|on the (?:left|right|page)|shown|displayed|given|in the .+))$/iu;
const ANSWER = /^(?:the|your|that) (?:answer|result|solution|outcome)$/iu;
const COUNT =
  /^(?:the (?:total )?(?:number|count|amount) of (?!\d)(.+)|how many (.+?)(?: (?:there are|are there|you see|you can see))?)$/iu;

/** Returns where to read the value; null if the words themselves are the value. */
export function readSource(value: string, quotes: Quotes): Source | null {
  const phrase = collapseSpaces(value);
  if (ANSWER.test(phrase)) return { read: 'answer', to: '' };
  const count = COUNT.exec(phrase);
  if (count && !hasMark(phrase)) return { read: 'answer', to: `how many ${count[1] ?? count[2]!} are there` };
  const piece = PART_PATTERN.exec(phrase);
  if (piece)
    return {
      read: 'part',
      part: piece[2]!.toLowerCase(),
      nth: ORDINALS[piece[1]!.toLowerCase()] ?? Number.parseInt(piece[1]!, 10),
      of: piece[3] ? readTarget(piece[3], quotes) : null,
    };
  const text = TEXT.exec(phrase);
  if (text) return { read: 'text', of: readTarget(text[1]!, quotes) };
  const valueMatch = VALUE.exec(phrase);
  if (!valueMatch) return null;
  // "the address of the hotel" keeps both words; for "the name of the first product", the product is the target.
  const target = readTarget(valueMatch[2]!, quotes);
  const isWholeTarget = GENERIC_VALUE.test(valueMatch[1]!) || target.readings[0].nth !== null;
  return {
    read: 'value',
    of: isWholeTarget ? target : readTarget(`${valueMatch[1]!} of ${valueMatch[2]!}`, quotes),
  };
}

/** Represents the field's own name. */
export const OWN_LABEL = 'its label';

/** References to the previous step's result: "that" in "type that into the box". */
const FOUND_REFERENCE =
  /^(?:it|that|this|them|(?:that|this|the) (?:word|value|text|number|letter|line|sentence|name|code))$/iu;

/**
 * Returns the previous step's result as the source of the text, as in "find the 2nd word, type that into the box"; null
 * if the steps are unrelated.
 */
export function readFoundSource(last: SpokenStep, { step }: SpokenStep, quotes: Quotes): Source | null {
  if (step.do !== 'set') return null;
  if (step.source?.read === 'answer' && step.source.to === '' && last.step.do === 'question')
    return { read: 'answer', to: last.step.text };
  if (step.value === null || quotes.includes(step.value)) return null;
  if (last.step.do !== 'click' || last.step.how !== 'find' || !FOUND_REFERENCE.test(step.value)) return null;
  const { target } = last.step;
  return readSource(`the ${target.text}`, []) ?? { read: 'value', of: target };
}
