/**
 * Puts words of a line into the spelling of the control: "deactivate my acount" beside "Deactivate account". Only a
 * missing, doubled or swapped letter counts, in words that begin alike. Pure.
 */
const WORD = /\p{L}{5,}/gu;

/** Whether one letter less, or two letters in the other order, make one of the words the other. */
function isMisspelled(written: string, correct: string): boolean {
  if (written === correct || written[0] !== correct[0]) return false;
  const [longer, shorter] = written.length > correct.length ? [written, correct] : [correct, written];
  const letters = [...longer];
  return longer.length === shorter.length
    ? letters.some((letter, at) => swap(letters, at) === shorter && letter !== letters[at + 1])
    : longer.length - shorter.length === 1 &&
        letters.some((_, at) => letters.toSpliced(at, 1).join('') === shorter);
}

const swap = (letters: readonly string[], at: number): string =>
  letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()).join('');

/** An ending of plural or tense: both words are right. */
const isInflected = (one: string, other: string): boolean => one === `${other}s` || other === `${one}s`;

export function correctSpelling(line: string, controlNames: readonly string[]): string {
  const known = new Set(controlNames.flatMap((name) => name.toLowerCase().match(WORD) ?? []));
  return line.replace(WORD, (word) => {
    const written = word.toLowerCase();
    if (known.has(written)) return word;
    return [...known].find((one) => isMisspelled(written, one) && !isInflected(written, one)) ?? word;
  });
}
