/** Prepares the text of a line: masks quotations, removes politeness, and finds the verb of a clause. */
import { replaceCode } from './code.js';
import { VERBS, type Verb } from '../lexicon/verbs.js';
import { POLITE_LEADS, NAMED_TAIL, POLITE_TAILS } from '../lexicon/polite.js';
import { anyOf, collapseSpaces } from '../text.js';
import { WAITED_FOR } from './waiting.js';

const MARK = 0xe000;
const QUOTES =
  /"([^"]*)"|“([^”]*)”|«([^»]*)»|`([^`]+)`|(?<![\p{L}\p{N}])['‘]([^'’]*(?:['’](?=\p{L})[^'’]*)*)['’](?![\p{L}\p{N}])/gu;

/** A line in which a private-use character replaces each quotation, so that no rule matches inside one. */
export interface Masked {
  text: string;
  quotes: string[];
}

export function mask(line: string): Masked {
  const quotes: string[] = [];
  const hide = (passage: string): string => {
    quotes.push(passage);
    return String.fromCharCode(MARK + quotes.length - 1);
  };
  const plain = replaceCode(line.replace(/[\uE000-\uE0FF]/gu, ' '), hide);
  const text = plain.replace(QUOTES, (whole, ...groups) => {
    const inner = groups.slice(0, 5).find((g): g is string => typeof g === 'string') ?? '';
    if (!inner.trim() && whole.length > 2) return whole;
    // Punctuation at the end of a quotation belongs to the sentence, not to the name.
    return hide(inner);
  });
  return { text: collapseSpaces(text), quotes };
}

/** Restores the quotations, bare or in double quotes. */
export const unmask = (text: string, quotes: readonly string[], bare = true): string =>
  text.replace(/[\uE000-\uE0FF]/gu, (c) => {
    const inner = quotes[c.charCodeAt(0) - MARK] ?? '';
    return bare ? inner : `"${inner}"`;
  });

export const isMark = (text: string): boolean => /^[\uE000-\uE0FF]$/u.test(text.trim());
export const hasMark = (text: string): boolean => /[\uE000-\uE0FF]/u.test(text);

const leadPattern = new RegExp(`^(?:${anyOf(POLITE_LEADS)})(?=[\\s,.!:]|$)[\\s,.!:]*`, 'iu');
const tailPattern = new RegExp(`[\\s,]+(?:${anyOf(POLITE_TAILS)})$`, 'iu');

/** Removes politeness and sequence words ("then") from both ends, unless nothing else would be left. */
export function stripPoliteness(clause: string): string {
  let text = collapseSpaces(clause).replace(/[\s,;:.]+$/u, '');
  // A reason is not part of the instruction.
  text = text
    .replace(
      /,? (?:so that|so|because|in order that) (?:(?:i|we|you|it|they|he|she)\b|[\uE000-\uE0FF]).*$/iu,
      '',
    )
    .replace(/,? in order to .*$/iu, '');
  const asks = /\?[\s?!]*$/u.test(text);
  // The exclamation mark belongs to "s3cret!", but not to "Save!".
  const last = text.split(/\s/u).at(-1) ?? '';
  if (!last.endsWith('!') || !/\d/u.test(last)) text = text.replace(/[\s?!.]+$/u, '');
  for (;;) {
    // "next page", "first name", "last": sequence words that are part of a name are kept.
    const lead = leadPattern.exec(text);
    const rest = lead ? text.slice(lead[0].length) : '';
    if (!lead || !rest) break;
    const trimmed = lead[0].trim().toLowerCase();
    // "I'd like to know …" is a question.
    if (/^know\b/iu.test(rest)) break;
    if (trimmed === 'wait' && WAITED_FOR.test(rest)) break;
    const ordering =
      /^(?:next|first|second|third|last|lastly|back|again|well|good|great|there|help me|just)$/u.test(
        trimmed,
      );
    if (
      ordering &&
      !(matchVerb(rest) || leadPattern.test(rest) || (lead[0].includes(',') && trimmed !== 'good'))
    )
      break;
    text = rest;
  }
  for (;;) {
    const tail = tailPattern.exec(text);
    if (!tail || tail.index === 0) break;
    const before = text.slice(0, tail.index);
    if (NAMED_TAIL.test(text) && /^\p{Lu}/u.test(matchVerb(before)?.rest ?? '')) break;
    // "there" is removed from "the link there", but not from "how many are there" or "type hello there".
    if (
      /\bthere$/iu.test(tail[0]) &&
      !['click', 'open', 'press'].includes(matchVerb(before)?.verb.kind ?? '')
    )
      break;
    // "Which one was built first?" compares.
    if (asks && /\bfirst$/iu.test(tail[0])) break;
    // "click next", "type thanks", "go to the first": a verb alone must not be left.
    if (
      (matchVerb(before)?.rest === '' && !/^[\s,]*(?:when|once)\b/iu.test(tail[0])) ||
      /\b(?:the|to|a|called|named|with|in|on|for|into|as)$/iu.test(before)
    )
      break;
    text = before.replace(/[\s,;:.!]+$/u, '');
  }
  return asks && matchVerb(text)?.verb.kind === 'question' ? `${text}?` : text;
}

const verbPattern = new RegExp(`^(${anyOf(VERBS.map((v) => v.form))})(?![\\p{L}\\p{N}'-])`, 'iu');
const verbOf = new Map<string, Verb>();
for (const verb of VERBS) if (!verbOf.has(verb.form)) verbOf.set(verb.form, verb);

/** Returns the verb at the start of a clause, and the text after it. */
export function matchVerb(text: string): { verb: Verb; rest: string } | null {
  const hit = verbPattern.exec(text);
  const verb = hit && verbOf.get(hit[1]!.toLowerCase());
  return verb
    ? {
        verb,
        rest: text
          .slice(hit[0].length)
          .replace(/^[\s:,]+/u, '')
          .trim(),
      }
    : null;
}
