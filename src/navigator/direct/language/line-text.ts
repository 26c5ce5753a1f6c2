/** Prepares a line's text: masks quotations, removes polite phrases, and finds a clause's verb. */
import { replaceCode } from './pasted-data.js';
import { endsWithScaleEnd } from './sort-order.js';
import { VERBS, type Verb } from '../lexicon/verbs.js';
import { POLITE_LEADS, NAMED_TAIL, POLITE_TAILS } from '../lexicon/polite.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { WAIT_CONTINUATION } from './waiting.js';

const FIRST_MARK = 0xe000;
const QUOTES =
  /"([^"]*)"|“([^”]*)”|«([^»]*)»|`([^`]+)`|(?<![\p{L}\p{N}])['‘]([^'’]*(?:['’](?=\p{L})[^'’]*)*)['’](?![\p{L}\p{N}])/gu;

/** A line whose quotations are replaced by private-use characters, so that no rule matches inside a quotation. */
export interface Masked {
  text: string;
  quotes: string[];
}

export function mask(line: string): Masked {
  const quotes: string[] = [];
  const addMark = (passage: string): string => {
    quotes.push(passage);
    return String.fromCharCode(FIRST_MARK + quotes.length - 1);
  };
  const textWithoutCode = replaceCode(line.replace(/[\uE000-\uE0FF]/gu, ' '), addMark);
  const text = textWithoutCode.replace(QUOTES, (whole, ...groups) => {
    const inner = groups.slice(0, 5).find((g): g is string => typeof g === 'string') ?? '';
    if (!inner.trim() && whole.length > 2) return whole;
    // Punctuation at the end of a quotation belongs to the sentence, not to the name.
    return addMark(inner);
  });
  return { text: collapseSpaces(markDictation(text, (passage) => addMark(unmask(passage, quotes)))), quotes };
}

const WRITING = '(?:add|leave|write|post|send|compose|draft|submit|make|put|reply|respond|answer)';
const WRITTEN = '(?:comment|reply|message|note|e-?mail|mail|post|review|remark|letter|answer|response)';
/** Text that the line dictates without quotation marks: “leave a comment saying I'll look at it now”. */
const DICTATION = new RegExp(
  `(\\b(?:${WRITING}\\b[^.!?\\uE000-\\uE0FF]{0,60}?\\b${WRITTEN}\\b[^.!?\\uE000-\\uE0FF]{0,60}?\\ssaying|` +
    `${WRITING} (?:\\p{Ll}+ )?(?:an? |this )(?:new )?${WRITTEN} (?:that says|which says|that reads)|` +
    `(?:reply|respond|answer)\\b[^.!?\\uE000-\\uE0FF]{0,60}?\\ssaying)[:,]? +|` +
    `^(?:please )?${WRITING} (?:an? |the |this )?(?:new )?${WRITTEN}: +)(?![\\uE000-\\uE0FF])(.+)$`,
  'iu',
);
/** What follows the dictated text: an instruction such as "and send it", another sentence with one, or "please". */
const AFTER_DICTATION =
  /(?:,? (?:and|then|and then) (?:save|send|submit|post|publish|press|click|hit|tick|confirm|close)\b.*|[.!?] (?:then|afterwards|after that|next|now) .*|,? please[.!]?|,? thanks[.!]?)$/iu;

function markDictation(text: string, addMark: (passage: string) => string): string {
  const dictation = DICTATION.exec(text);
  if (!dictation) return text;
  const [, introduction, rest] = dictation;
  const passage = rest!.replace(AFTER_DICTATION, '');
  return `${text.slice(0, dictation.index)}${introduction!}${addMark(passage.trim())}${rest!.slice(passage.length)}`;
}

/** Restores the quotations: without quotes if `plain`, otherwise in double quotes. */
export const unmask = (text: string, quotes: readonly string[], plain = true): string =>
  text.replace(/[\uE000-\uE0FF]/gu, (c) => {
    const inner = quotes[c.charCodeAt(0) - FIRST_MARK] ?? '';
    return plain ? inner : `"${inner}"`;
  });

export const isMark = (text: string): boolean => /^[\uE000-\uE0FF]$/u.test(text.trim());
export const hasMark = (text: string): boolean => /[\uE000-\uE0FF]/u.test(text);

const POLITE_LEAD = new RegExp(`^(?:${toAlternation(POLITE_LEADS)})(?=[\\s,.!:]|$)[\\s,.!:]*`, 'iu');
const POLITE_TAIL = new RegExp(`[\\s,]+(?:${toAlternation(POLITE_TAILS)})$`, 'iu');

/** Removes the reason at the end of a clause, which is not part of the instruction: "so that I hear of changes". */
export const removeReason = (clause: string): string =>
  clause
    .replace(
      /,? (?:so that|so|because|in order that) (?:(?:i|we|you|it|they|he|she)\b|[\uE000-\uE0FF]).*$/iu,
      '',
    )
    .replace(/,? in order to .*$/iu, '');

/** A verb whose particle follows its object: "turn the sounds on". */
const PARTICLE_VERB = /\b(?:turn|switch|toggle|fill|log|sign) (?:.+ )?(?:on|in)$/iu;

/** An initial after a name. Its full stop does not end the sentence: "to Clara N.". */
const TRAILING_INITIAL = /\s\p{Lu}\p{Ll}+ (?:\p{Lu}\.)+$/u;

/** Removes polite phrases and sequence words ("then") from both ends, unless nothing else would be left. */
export function removePolitePhrases(clause: string): string {
  const endsWithInitial = TRAILING_INITIAL.test(clause.trim());
  let text = removeReason(collapseSpaces(clause).replace(endsWithInitial ? /$/u : /[\s,;:.]+$/u, ''));
  const isQuestion = /\?[\s?!]*$/u.test(text);
  // The exclamation mark belongs to "s3cret!", but not to "Save!".
  const lastWord = text.split(/\s/u).at(-1) ?? '';
  if (!endsWithInitial && (!lastWord.endsWith('!') || !/\d/u.test(lastWord)))
    text = text.replace(/[\s?!.]+$/u, '');
  for (;;) {
    // "next page", "first name", "last": sequence words that are part of a name are kept.
    const lead = POLITE_LEAD.exec(text);
    const rest = lead ? text.slice(lead[0].length) : '';
    if (!lead || !rest) break;
    const trimmed = lead[0].trim().toLowerCase();
    // "I'd like to know …" is a question.
    if (/^know\b/iu.test(rest)) break;
    if (trimmed === 'wait' && WAIT_CONTINUATION.test(rest)) break;
    const isSequenceWord =
      /^(?:next|first|second|third|last|lastly|back|again|well|good|great|there|help me|just)$/u.test(
        trimmed,
      );
    if (
      isSequenceWord &&
      !(matchVerb(rest) || POLITE_LEAD.test(rest) || (lead[0].includes(',') && trimmed !== 'good'))
    )
      break;
    text = rest;
  }
  for (;;) {
    const tail = POLITE_TAIL.exec(text);
    if (!tail || tail.index === 0) break;
    const before = text.slice(0, tail.index);
    if (NAMED_TAIL.test(text) && /^\p{Lu}/u.test(matchVerb(before)?.rest ?? '')) break;
    // "there" is removed from "the link there", but not from "how many are there" or "type hello there".
    if (
      /\bthere$/iu.test(tail[0]) &&
      !['click', 'open', 'press'].includes(matchVerb(before)?.verb.kind ?? '')
    )
      break;
    // In "which one was built first?", "first" is part of the comparison.
    if ((isQuestion || /^(?:which|who|what)\b/iu.test(text)) && /\bfirst$/iu.test(tail[0])) break;
    // In "show the newest first", "first" is part of the sort order.
    if (/\bfirst$/iu.test(tail[0]) && endsWithScaleEnd(before)) break;
    // "Turn it on please": the particle belongs to the verb and needs no object.
    const endsWithParticle = /^[\s,]*(?:please|pls|plz)$/iu.test(tail[0]) && PARTICLE_VERB.test(before);
    // "click next", "type thanks", "go to the first": a verb must keep its object.
    if (
      (matchVerb(before)?.rest === '' && !/^[\s,]*(?:when|once)\b/iu.test(tail[0])) ||
      (/\b(?:the|to|a|called|named|with|in|on|for|into|as)$/iu.test(before) && !endsWithParticle)
    )
      break;
    text = before.replace(/[\s,;:.!]+$/u, '');
  }
  return isQuestion && matchVerb(text)?.verb.kind === 'question' ? `${text}?` : text;
}

const VERB_PATTERN = new RegExp(`^(${toAlternation(VERBS.map((v) => v.form))})(?![\\p{L}\\p{N}'-])`, 'iu');
const verbByForm = new Map<string, Verb>();
for (const verb of VERBS) if (!verbByForm.has(verb.form)) verbByForm.set(verb.form, verb);

/** Returns the verb at the start of a clause, and the text after it. */
export function matchVerb(text: string): { verb: Verb; rest: string } | null {
  const match = VERB_PATTERN.exec(text);
  const verb = match && verbByForm.get(match[1]!.toLowerCase());
  return verb
    ? {
        verb,
        rest: text
          .slice(match[0].length)
          .replace(/^[\s:,]+/u, '')
          .trim(),
      }
    : null;
}
