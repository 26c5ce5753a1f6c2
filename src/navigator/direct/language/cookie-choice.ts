/** Parses clauses that answer a cookie banner without a verb: "no cookies, thanks", "only essential cookies please". */
import { tokenize } from '../text.js';
import type { Step } from './steps.js';

const COOKIE_WORD = /^(?:cookies?|tracking|trackers?)$/u;
const REFUSAL = /^(?:no|not|without|don't|dont|never|only|just|reject|decline)$/u;
const AGREEMENT = /^(?:yes|ok|okay|all|fine|sure|accept)$/u;
/** Other words that a clause about cookies may contain. */
const OTHER_WORD =
  /^(?:thanks?|thank|you|please|to|the|any|your|my|of|for|me|i|do|want|need|like|is|are|with|it's|its|essential|necessary|required|needed|ones|strictly|non|optional)$/u;

/** Returns null if the clause is about anything but cookies, or chooses nothing. */
export function readCookieChoice(clause: string): Step | null {
  const words = tokenize(clause);
  if (!words.some((word) => COOKIE_WORD.test(word))) return null;
  const isChoice = words.every(
    (word) => COOKIE_WORD.test(word) || REFUSAL.test(word) || AGREEMENT.test(word) || OTHER_WORD.test(word),
  );
  if (!isChoice) return null;
  const isOnlyEssential = /\b(?:essential|necessary|required|needed)\b/iu.test(clause);
  if (isOnlyEssential || words.some((word) => REFUSAL.test(word))) return { do: 'cookies', choice: 'reject' };
  return words.some((word) => AGREEMENT.test(word)) ? { do: 'cookies', choice: 'accept' } : null;
}
