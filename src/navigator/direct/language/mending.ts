/** Applies corrections within a line: "Click Save, no wait, Cancel", "Type Berlin, sorry, Munich in the city field". */
import { matchVerb, stripPoliteness } from './clauses.js';
import { readNumber } from './numbers.js';
import { readDate } from './dates.js';
import { readTime } from './times.js';

const HESITATION = '(?:oh|ah|uh|er|um|hm|oops|well)';
const CORRECTION_WORD =
  '(?:no,? wait|wait,? no|no|sorry|oops|i mean|i meant|or rather|rather|actually|scratch that|make that|make it|correction|wait)';
const CORRECTED = new RegExp(
  `^(.*\\S)\\s*(?:[,;.]|\\s[-–—])\\s*(?:${HESITATION},?\\s+)*(${CORRECTION_WORD})(\\s*[,.:–—-]\\s*|\\s+)(?:(?:${HESITATION}|${CORRECTION_WORD})[,\\s]+)*(.+)$`,
  'iu',
);
/** Phrases that mark a correction even without a comma. */
const CERTAIN_CORRECTION =
  /^(?:i mean|i meant|or rather|scratch that|make that|make it|actually|sorry|oops|rather)$/iu;
/** The part after a value that says where it goes. */
const FIELD_AFTER_VALUE =
  /\s(?:(?:into|in to|as|from|to|in|on|under|next to|for)\s+(?:the|my|a|your)\s.+|(?:into|as|from)\s.+)$/iu;

const SOME_DAY = new Date(2000, 0, 1);
const measured = (text: string): boolean =>
  readDate(text, SOME_DAY) !== null || readTime(text) !== null || readNumber(text) !== null;

/** Returns the start of the last instruction in the text. */
function lastOrder(text: string): number {
  let at = 0;
  for (const joint of text.matchAll(/(?:,|\band\b|\bthen\b|[.!?;])\s+/giu)) {
    const from = joint.index + joint[0].length;
    if (matchVerb(stripPoliteness(text.slice(from)))?.rest) at = from;
  }
  return at;
}

/** Returns the masked line with its corrections applied. */
export function mendSpelling(text: string): string {
  const m = CORRECTED.exec(text);
  if (!m || (!CERTAIN_CORRECTION.test(m[2]!) && !/[,.:–—-]/u.test(m[3]!))) return text;
  const before = m[1]!;
  const after = m[4]!.replace(/,\s+(?=(?:from|in|into|as|to|on)\s)/iu, ' ');
  const at = lastOrder(before);
  const [head, wrong] = [before.slice(0, at), before.slice(at)];
  const verb = matchVerb(stripPoliteness(wrong));
  if (!verb?.rest) return text;
  if (matchVerb(stripPoliteness(after))?.rest && !/^(?:set|open|next|previous)$/iu.test(after))
    return head + after;
  const order = stripPoliteness(wrong).slice(0, -verb.rest.length).trim();
  const tail = FIELD_AFTER_VALUE.exec(verb.rest)?.[0] ?? '';
  if (FIELD_AFTER_VALUE.test(after)) return `${head}${order} ${after}`;
  // "set the time to 7, sorry, 8": the value follows the last "to".
  const to = /^(?:set|change|update|adjust|switch|turn)/iu.test(order)
    ? /^(.+ to )\S.*$/iu.exec(verb.rest)
    : null;
  if (to) return `${head}${order} ${to[1]!}${after}`;
  // "put it on Friday, no, Thursday": replaces the last date, time or number.
  const value = /^(.+\s(?:on|at|for|to|by)\s)(\S+(?: \S+)?)$/iu.exec(verb.rest);
  if (value && measured(value[2]!) && measured(after.replace(/[.!?]+$/u, '')))
    return `${head}${order} ${value[1]!}${after}`;
  const keeps = ['set', 'choose'].includes(verb.verb.kind) ? tail : '';
  return `${head}${order} ${after}${keeps}`;
}
