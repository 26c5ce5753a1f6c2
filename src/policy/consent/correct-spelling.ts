/**
 * Corrects misspelled words in an instructor's line, using the control's name and the list of verbs: "cancle my
 * acount" if the control is "Close account". Corrects one missing, doubled or swapped letter, in words with the same
 * first letter. Pure.
 */
import { foldLookalikes } from './region.js';
import { getObjectKinds } from './object-kinds.js';
import { VERB_FIRST_WORDS, findVerbStems } from './verbs.js';
import { splitWords } from './words.js';

const LONG_WORD = /\p{L}{5,}/gu;
const VERB_WORDS = VERB_FIRST_WORDS.filter((verb) => verb.length >= 5);

/** Whether removing one letter or swapping two adjacent letters makes the words equal. */
function isMisspelled(word: string, correctWord: string): boolean {
  if (word === correctWord || word[0] !== correctWord[0]) return false;
  const [longer, shorter] = word.length > correctWord.length ? [word, correctWord] : [correctWord, word];
  const letters = [...longer];
  return longer.length === shorter.length
    ? letters.some(
        (letter, index) => swapLetters(letters, index) === shorter && letter !== letters[index + 1],
      )
    : longer.length - shorter.length === 1 &&
        letters.some((_, index) => letters.toSpliced(index, 1).join('') === shorter);
}

const swapLetters = (letters: readonly string[], index: number): string =>
  letters.toSpliced(index, 2, ...letters.slice(index, index + 2).toReversed()).join('');

/** Whether the word is another word with the same beginning ("complaint", "remover"), not a misspelling. */
const isDerivedForm = (word: string, base: string): boolean => word.startsWith(base) && !/(.)\1$/u.test(word);

/** Whether the word is a verb without its final "e": "delet". */
const lacksFinalE = (word: string): boolean => VERB_WORDS.includes(`${word}e`) && !VERB_WORDS.includes(word);

const isKnownWord = (word: string): boolean =>
  (findVerbStems(word).length > 0 || getObjectKinds(word).size > 0) &&
  !/(.)\1$/u.test(word) &&
  !lacksFinalE(word);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  del: 'delete',
  fwd: 'forward',
  msg: 'message',
  dm: 'message',
};

/** @param nearbyText text that the page shows around the control; its words are spelled correctly */
export function correctSpelling(line: string, controlNames: readonly string[], nearbyText: string): string {
  const shownWords = new Set(splitWords(foldLookalikes(`${controlNames.join(' ')} ${nearbyText}`)));
  const correctWords = [
    ...controlNames.flatMap((name) => name.toLowerCase().match(LONG_WORD) ?? []),
    ...VERB_WORDS,
  ];
  const correctedLine = line
    .replace(/\b(?:del|fwd|msg|dm)\b/giu, (word) => ABBREVIATIONS[word.toLowerCase()]!)
    // "spammer99s comment": without an apostrophe, the name of the page would not be recognised.
    .replace(/(?<![\p{L}\p{N}])(\p{L}+\d+)s(?![\p{L}\p{N}])/gu, (word, name: string) =>
      shownWords.has(name.toLowerCase()) ? `${name}'s` : word,
    );
  return correctedLine.replace(LONG_WORD, (word) => {
    const lowerCaseWord = word.toLowerCase();
    if (shownWords.has(lowerCaseWord) || isKnownWord(lowerCaseWord)) return word;
    return (
      correctWords.find(
        (correctWord) =>
          isMisspelled(lowerCaseWord, correctWord) && !isDerivedForm(lowerCaseWord, correctWord),
      ) ?? word
    );
  });
}
