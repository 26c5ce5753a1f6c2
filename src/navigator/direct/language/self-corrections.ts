/** Applies corrections within a line: "Click Save, no wait, Cancel", "Type Berlin, sorry, Munich in the city field". */
import { matchVerb, removePolitePhrases } from './line-text.js';
import { readNumber } from './numbers.js';
import { readDate } from './dates.js';
import { readTime } from './times.js';

const HESITATION = '(?:oh|ah|uh|er|um|hm|oops|well)';
const CORRECTION_WORD =
  '(?:no,? wait|wait,? no|no|sorry|oops|i mean|i meant|or rather|rather|actually|scratch that|make that|make it|correction|wait)';
const CORRECTION = new RegExp(
  `^(.*\\S)\\s*(?:[,;.]|\\s[-–—])\\s*(?:${HESITATION},?\\s+)*(${CORRECTION_WORD})(\\s*[,.:–—-]\\s*|\\s+)(?:(?:${HESITATION}|${CORRECTION_WORD})[,\\s]+)*(.+)$`,
  'iu',
);
/** Phrases that mark a correction even without a comma. */
const CERTAIN_CORRECTION =
  /^(?:i mean|i meant|or rather|scratch that|make that|make it|actually|sorry|oops|rather)$/iu;
/** The words after a value that name its field. */
const FIELD_AFTER_VALUE =
  /\s(?:(?:into|in to|as|from|to|in|on|under|next to|for)\s+(?:the|my|a|your)\s.+|(?:into|as|from)\s.+)$/iu;

const SOME_DAY = new Date(2000, 0, 1);
const isMeasure = (text: string): boolean =>
  readDate(text, SOME_DAY) !== null || readTime(text) !== null || readNumber(text) !== null;

/** Returns the start of the last instruction in the text. */
function findLastInstruction(text: string): number {
  let at = 0;
  for (const joint of text.matchAll(/(?:,|\band\b|\bthen\b|[.!?;])\s+/giu)) {
    const from = joint.index + joint[0].length;
    if (matchVerb(removePolitePhrases(text.slice(from)))?.rest) at = from;
  }
  return at;
}

/** Returns the masked line with its corrections applied. */
export function applyCorrections(text: string): string {
  const m = CORRECTION.exec(text);
  if (!m || (!CERTAIN_CORRECTION.test(m[2]!) && !/[,.:–—-]/u.test(m[3]!))) return text;
  const correctedText = m[1]!;
  const replacement = m[4]!.replace(/,\s+(?=(?:from|in|into|as|to|on)\s)/iu, ' ');
  const instructionStart = findLastInstruction(correctedText);
  const [textBefore, wrongInstruction] = [
    correctedText.slice(0, instructionStart),
    correctedText.slice(instructionStart),
  ];
  const verb = matchVerb(removePolitePhrases(wrongInstruction));
  if (!verb?.rest) return text;
  if (
    matchVerb(removePolitePhrases(replacement))?.rest &&
    !/^(?:set|open|next|previous)$/iu.test(replacement)
  )
    return textBefore + replacement;
  const verbPhrase = removePolitePhrases(wrongInstruction).slice(0, -verb.rest.length).trim();
  const fieldSuffix = FIELD_AFTER_VALUE.exec(verb.rest)?.[0] ?? '';
  if (FIELD_AFTER_VALUE.test(replacement)) return `${textBefore}${verbPhrase} ${replacement}`;
  // "set the time to 7, sorry, 8": the value follows the last "to".
  const settingMatch = /^(?:set|change|update|adjust|switch|turn)/iu.test(verbPhrase)
    ? /^(.+ to )\S.*$/iu.exec(verb.rest)
    : null;
  if (settingMatch) return `${textBefore}${verbPhrase} ${settingMatch[1]!}${replacement}`;
  // "put it on Friday, no, Thursday": replaces the last date, time or number.
  const valueMatch = /^(.+\s(?:on|at|for|to|by)\s)(\S+(?: \S+)?)$/iu.exec(verb.rest);
  if (valueMatch && isMeasure(valueMatch[2]!) && isMeasure(replacement.replace(/[.!?]+$/u, '')))
    return `${textBefore}${verbPhrase} ${valueMatch[1]!}${replacement}`;
  const suffix = ['set', 'choose'].includes(verb.verb.kind) ? fieldSuffix : '';
  return `${textBefore}${verbPhrase} ${replacement}${suffix}`;
}
