/** Parses questions, searches and key presses. */
import { SITE_PARTS } from '../lexicon/things.js';
import { QUESTION_LEAD } from '../lexicon/verbs.js';
import { anyOf } from '../text.js';
import { unmask } from './clauses.js';
import { readMeant } from './meant.js';
import { parseKey } from './places-to-go.js';
import { click, type Quotes, type Step } from './steps.js';
import { readTarget } from './target.js';

export const createQuestion = (text: string, quotes: Quotes): Step => ({
  do: 'question',
  text: unmask(text, quotes, false)
    .replace(/^read (?:me|us|out|aloud|to me) /iu, 'read ')
    .replace(QUESTION_LEAD, (m) => (/^read/iu.test(m) ? m : '')),
});

export function readPress(rest: string, quotes: Quotes): Step {
  const on = /^(.+?) (?:in|on|inside) (?:the )?(.+)$/iu.exec(rest);
  const key = parseKey(rest);
  if (key) return { do: 'press', key: key.key, target: null, name: key.sure ? '' : unmask(rest, quotes) };
  const there = on && parseKey(on[1]!);
  if (there?.sure) return { do: 'press', key: there.key, target: readTarget(on![2]!, quotes), name: '' };
  return rest ? click('click', readMeant(rest, quotes)) : { do: 'unknown', text: 'press' };
}

export function readSearch(rest: string, quotes: Quotes): Step {
  const m =
    /^(?:(?:on |in |through )?(?:the |this |our )(?:\S+ )?\S+ |(?:site|docs|documentation|web|mails?|e-?mails?|messages?|inbox|catalog(?:ue)?|products?|articles?|issues?|users?|contacts?|tables?|lists?|results) )?for (.+)$/iu.exec(
      rest,
    ) ??
    /^(.+?)\s+(?:in|on|using|with|via)\s+(?:the )?(?:search (?:box|bar|field)|site|website|search)$/iu.exec(
      rest,
    );
  const part = m ? null : PART.exec(rest);
  const query = m ? m[1]! : part ? part[1]! : rest;
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
    ...(part ? { within: readTarget(part[2]!, quotes) } : {}),
  };
}

/** "solar panels in Videos": a part of the site, if sites commonly have such a part. */
const PART = new RegExp(
  `^(.+)\\s+(?:in|on|within|under|among)\\s+(?:the |my |all )?((?:${anyOf(SITE_PARTS)})|.+(?= (?:section|category|tab|page)$))(?: (?:section|category|tab|page))?$`,
  'iu',
);
