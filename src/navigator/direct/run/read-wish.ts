/**
 * Reads a line that declines or wants what a checkbox offers: "no bags, thanks", "don't send me texts any more", "I do
 * want a receipt". If the checkbox's name itself declines (“No receipt”), a line that declines ticks it.
 */
import type { Candidate } from '../../../contract/index.js';
import { isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import type { SpokenStep } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { stem, tokenize, tokenizeContent } from '../text.js';

const DECLINED =
  /^(?:(?:and|but|oh|ok|okay|actually|also|please),? )*(?:no(?: more)?|without|(?:i|we)(?: do not|['’]d rather not|(?: do|wo)n['’]t) (?:want|need|like|have|get)(?: to (?:get|have|receive|hear))?|(?:don['’]t|do not|never) (?:send|give|add|include|share|use|sell|pass on)|(?:stop|quit)(?: (?:sending|giving|sharing|using))?|unsubscribe me from|(?:leave|skip|lose)(?: out)?)(?: (?:me|us))?(?: (?:any|the|a|an|my|our|those|these|more|of your))* (.+?)$/iu;
const POLITE_END =
  /(?:,? (?:any ?more|any longer|again|thanks|thank you|thx|please|either|too|at all|after all|for me))*[.!]*$/iu;
/** Names that decline something themselves. */
const DECLINING_NAME =
  /\b(?:no|not|never|without|opt out|unsubscribe|decline|stop|skip|exclude|hide|don['’]t|do not)\b/iu;

/** The instructor says "I do want a receipt". Excludes "I want to leave", which is not about a checkbox. */
const WANTED =
  /^(?:(?:and|but|oh|ok|okay|actually|yes|sorry),? )*(?:i|we)(?: do| would|['’]d)?(?: still| also)? (?:want|need|like)(?: to (?:get|have|receive))? (?!to )(?:(?:the|a|an|my|our|those|these|some) )*(.+?)$/iu;

interface CheckboxChange {
  checkbox: Candidate;
  step: SpokenStep;
}

/**
 * Returns the only checkbox for what the line declines or wants; null if it does neither, or if not exactly one
 * checkbox fits.
 */
export function readWish(line: string, view: View): CheckboxChange | null {
  const wish = line.replace(POLITE_END, '');
  const [, declinedObject] = DECLINED.exec(wish) ?? [];
  const object = declinedObject ?? WANTED.exec(wish)?.[1] ?? '';
  const words = tokenizeContent(object).map(stem);
  if (words.length === 0) return null;
  const [checkbox, ...others] = view.candidates.filter(
    (c) =>
      c.visible &&
      isTickable(c) &&
      c.role !== 'radio' &&
      !c.states.disabled &&
      includesWords(getName(c), words),
  );
  if (!checkbox || others.length > 0) return null;
  const ticks = DECLINING_NAME.test(getName(checkbox)) === (declinedObject !== undefined);
  return {
    checkbox,
    step: {
      clause: { text: line, raw: line, joint: '' },
      step: { do: 'tick', newState: ticks, target: createTarget(object), verb: ticks ? 'tick' : 'untick' },
    },
  };
}

function includesWords(name: string, words: readonly string[]): boolean {
  const nameWords = new Set(tokenize(name).map(stem));
  return words.every((word) => nameWords.has(word));
}
