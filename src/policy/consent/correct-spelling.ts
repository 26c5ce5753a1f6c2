/**
 * Corrects words of a line to the spelling of the control and of the verbs of orders: "cancle my acount" beside "Close
 * account". Corrects only a missing, doubled or swapped letter, in words that begin alike. Pure.
 */
import { fold } from './region.js';
import { thingsOf } from './things.js';
import { FIRST_WORDS, verbsIn } from './verbs.js';
import { wordsOf } from './words.js';

const WORD = /\p{L}{5,}/gu;
const VERB_WORDS = FIRST_WORDS.filter((verb) => verb.length >= 5);

/** Whether removing one letter or swapping two makes the words equal. */
function isMisspelled(written: string, correct: string): boolean {
  if (written === correct || written[0] !== correct[0]) return false;
  const [longer, shorter] = written.length > correct.length ? [written, correct] : [correct, written];
  const letters = [...longer];
  return longer.length === shorter.length
    ? letters.some((letter, index) => swap(letters, index) === shorter && letter !== letters[index + 1])
    : longer.length - shorter.length === 1 &&
        letters.some((_, index) => letters.toSpliced(index, 1).join('') === shorter);
}

const swap = (letters: readonly string[], index: number): string =>
  letters.toSpliced(index, 2, ...letters.slice(index, index + 2).toReversed()).join('');

/** A plural, tense or noun ending makes a different word: "complaint", "remover". */
const isDerived = (one: string, other: string): boolean => one.startsWith(other) && !/(.)\1$/u.test(one);

/** "Delet" has the stem of "delete", but is no form of it. */
const lacksFinalE = (word: string): boolean => VERB_WORDS.includes(`${word}e`) && !VERB_WORDS.includes(word);

const isWord = (word: string): boolean =>
  (verbsIn(word).length > 0 || thingsOf(word).size > 0) && !/(.)\1$/u.test(word) && !lacksFinalE(word);

/** @param shown what the page shows around the control; its words are spelled correctly */
export function correctSpelling(line: string, controlNames: readonly string[], shown: string): string {
  const right = new Set(wordsOf(fold(`${controlNames.join(' ')} ${shown}`)));
  const known = [...controlNames.flatMap((name) => name.toLowerCase().match(WORD) ?? []), ...VERB_WORDS];
  return line.replace(WORD, (word) => {
    const written = word.toLowerCase();
    if (right.has(written) || isWord(written)) return word;
    return known.find((one) => isMisspelled(written, one) && !isDerived(written, one)) ?? word;
  });
}
