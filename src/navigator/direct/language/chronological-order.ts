/**
 * Reorders instructions given out of order: "Before you click Submit, tick the box", "Publish after you have typed X".
 */
import { matchVerb, removePolitePhrases } from './line-text.js';
import { gerundToImperative, participleToImperative } from './verb-forms.js';

const LEADING_TIME_CLAUSE = /^(before|after|once|when|as soon as)\s+(.+?)\s*,\s*(?:then\s+)?(.+)$/iu;
const TRAILING_TIME_CLAUSE =
  /^(.+?)\s*,?\s+(but only after|only after|after|once|as soon as|but first|before)\s+(.+)$/iu;
const PHASE_BY = /\b(start|begin|finish|end|continue)(?: off| up)? (?:by|with)\s+/giu;

/** Converts to the imperative: "you have typed X" and "typing X" to "type X", "you click X" to "click X". */
function toImperative(clause: string): string | null {
  const phrase =
    /^(?:you(?:'ve)?|i(?:'ve)?|that's|that is|it's)?\s*(?:have|are|is|were|had)?\s*(?:(?:finished|done|through)(?: with)?\s+)?(.+)$/iu.exec(
      clause,
    )![1]!;
  const hasSubject = phrase !== clause;
  return (
    gerundToImperative(phrase) ??
    (hasSubject ? (participleToImperative(phrase) ?? (matchVerb(phrase)?.rest ? phrase : null)) : null)
  );
}

/** Puts the instructions of one sentence into chronological order. */
function sortByTime(sentence: string): string {
  const text =
    removePolitePhrases(sentence) === ''
      ? sentence
      : sentence.replace(/^(?:please|ok|okay|and|then|so|now),?\s+/iu, '');
  const leadingMatch = LEADING_TIME_CLAUSE.exec(text);
  const phrase = leadingMatch && toImperative(leadingMatch[2]!);
  if (leadingMatch && phrase && matchVerb(removePolitePhrases(leadingMatch[3]!)))
    return /^before$/iu.test(leadingMatch[1]!)
      ? `${leadingMatch[3]!.replace(/[.!]+$/u, '')}, then ${phrase}`
      : `${phrase}, then ${leadingMatch[3]!}`;
  const trailingMatch = TRAILING_TIME_CLAUSE.exec(text);
  const laterInstruction =
    trailingMatch && !/first$/iu.test(trailingMatch[2]!)
      ? toImperative(trailingMatch[3]!.replace(/[.!]+$/u, ''))
      : null;
  if (trailingMatch && laterInstruction && matchVerb(removePolitePhrases(trailingMatch[1]!)))
    return /^before$/iu.test(trailingMatch[2]!)
      ? `${trailingMatch[1]!}, then ${laterInstruction}`
      : `${laterInstruction}, then ${trailingMatch[1]!}`;
  const isFirstInstruction =
    trailingMatch && /first$/iu.test(trailingMatch[2]!) && matchVerb(removePolitePhrases(trailingMatch[3]!));
  return isFirstInstruction
    ? `${trailingMatch[3]!.replace(/[.!]+$/u, '')}, then ${trailingMatch[1]!}`
    : sentence;
}

/** Puts the instructions of a masked line into chronological order, in the imperative. */
export function sortInstructions(text: string): string {
  const textWithGerunds = text.replace(PHASE_BY, (whole, word: string, at: number, all: string) => {
    const rest = all.slice(at + whole.length);
    return gerundToImperative(rest) ? `${word} by ` : whole;
  });
  return textWithGerunds
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((sentence) =>
      sortByTime(sentence).replace(
        /\b(?:start|begin|finish|end|continue) by (.+)$/iu,
        (_w, rest: string) => gerundToImperative(rest) ?? rest,
      ),
    )
    .join(' ')
    .replace(
      /(?<=\b(?:then|next|finally|lastly|and) )(\p{L}+ing)\b(.*)$/iu,
      (whole) => gerundToImperative(whole) ?? whole,
    );
}
