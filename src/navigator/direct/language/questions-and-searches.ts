/** Parses questions, searches and key presses. */
import { SITE_SECTIONS } from '../lexicon/kind-words.js';
import { QUESTION_LEAD } from '../lexicon/verbs.js';
import { toAlternation } from '../text.js';
import { hasMark, matchVerb, unmask } from './line-text.js';
import { readLimitedTarget } from './target-limits.js';
import { parseKey } from './parse-url-and-key.js';
import { readSource } from './sources.js';
import { createClick, type Quotes, type Step } from './steps.js';
import { readTarget } from './target.js';

export const createQuestion = (text: string, quotes: Quotes): Step => ({
  do: 'question',
  text: unmask(text, quotes, false)
    .replace(/^read (?:me|us|out|aloud|to me) /iu, 'read ')
    .replace(QUESTION_LEAD, (m) => (/^read/iu.test(m) ? m : ''))
    .replace(/^whether (?=(?:can|could|may) )/iu, ''),
});

const PERMISSION_QUESTION = /^(?:can|could|may) (?:i|we) (.+?)\??$/iu;
const CIRCUMSTANCE =
  /^(?:for|by|with|without|in|at|on|after|before|within|until|free|online|early|late|any ?time)\b/iu;

/** Whether a clause asks about a fact: "can I cancel for free?" But "can I delete it?" is an instruction. */
export function asksWhatIsPossible(clause: string): boolean {
  const verbMatch = matchVerb(PERMISSION_QUESTION.exec(clause)?.[1] ?? '');
  return (
    verbMatch !== null &&
    ['command', 'tick'].includes(verbMatch.verb.kind) &&
    CIRCUMSTANCE.test(verbMatch.rest) &&
    !hasMark(verbMatch.rest)
  );
}

export function readPress(rest: string, quotes: Quotes): Step {
  const fieldMatch = /^(.+?) (?:in|on|inside) (?:the )?(.+)$/iu.exec(rest);
  const key = parseKey(rest);
  if (key)
    return { do: 'press', key: key.key, target: null, name: key.isUnambiguous ? '' : unmask(rest, quotes) };
  const keyInField = fieldMatch && parseKey(fieldMatch[1]!);
  if (keyInField?.isUnambiguous)
    return { do: 'press', key: keyInField.key, target: readTarget(fieldMatch![2]!, quotes), name: '' };
  return rest ? createClick('click', readLimitedTarget(rest, quotes)) : { do: 'unknown', text: 'press' };
}

export function readSearch(rest: string, quotes: Quotes): Step {
  const m =
    /^(?:(?:on |in |through )?(?:the |this |our )(?:\S+ )?\S+ |(?:site|docs|documentation|web|mails?|e-?mails?|messages?|inbox|catalog(?:ue)?|products?|articles?|issues?|users?|contacts?|tables?|lists?|results) )?for (.+)$/iu.exec(
      rest,
    ) ??
    /^(.+?)\s+(?:in|on|using|with|via)\s+(?:the )?(?:search (?:box|bar|field)|site|website|search)$/iu.exec(
      rest,
    );
  const sectionMatch = m ? null : SITE_SECTION.exec(rest);
  const query = m ? m[1]! : sectionMatch ? sectionMatch[1]! : rest;
  const source = readSource(query, quotes);
  if (source?.read === 'mentioned') return { do: 'search', query: null, target: null, source };
  return {
    do: 'search',
    query: query
      ? unmask(
          query
            .replace(/^(?:for|the (?:term|word|phrase)|articles? about|information (?:on|about))\s+/iu, '')
            .replace(/^(?:an?|the|some) (?=\p{Ll})/iu, ''),
          quotes,
        )
      : null,
    target: null,
    ...(sectionMatch ? { within: readTarget(sectionMatch[2]!, quotes) } : {}),
  };
}

/** A query and a section of the site: "solar panels in Videos". Only sections that sites commonly have. */
const SITE_SECTION = new RegExp(
  `^(.+)\\s+(?:in|on|within|under|among)\\s+(?:the |my |all )?((?:${toAlternation(SITE_SECTIONS)})|.+(?= (?:section|category|tab|page)$))(?: (?:section|category|tab|page))?$`,
  'iu',
);
