/**
 * Reorders instructions given out of order: "Before you click Submit, tick the box", "Publish after you have typed X".
 */
import { matchVerb, stripPoliteness } from './clauses.js';
import { gerundToImperative, participleToImperative } from './verb-forms.js';

const WHEN = /^(before|after|once|when|as soon as)\s+(.+?)\s*,\s*(?:then\s+)?(.+)$/iu;
const WHEN_BEHIND =
  /^(.+?)\s*,?\s+(but only after|only after|after|once|as soon as|but first|before)\s+(.+)$/iu;
const BY = /\b(start|begin|finish|end|continue)(?: off| up)? (?:by|with)\s+/giu;

/** Converts to the imperative: "you have typed X", "typing X" → "type X"; "you click X" → "click X". */
function toImperative(clause: string): string | null {
  const phrase =
    /^(?:you(?:'ve)?|i(?:'ve)?|that's|that is|it's)?\s*(?:have|are|is|were|had)?\s*(?:(?:finished|done|through)(?: with)?\s+)?(.+)$/iu.exec(
      clause,
    )![1]!;
  const addressed = phrase !== clause;
  return (
    gerundToImperative(phrase) ??
    (addressed ? (participleToImperative(phrase) ?? (matchVerb(phrase)?.rest ? phrase : null)) : null)
  );
}

/** Puts the instructions of one sentence into chronological order. */
function sortByTime(sentence: string): string {
  const text =
    stripPoliteness(sentence) === ''
      ? sentence
      : sentence.replace(/^(?:please|ok|okay|and|then|so|now),?\s+/iu, '');
  const front = WHEN.exec(text);
  const phrase = front && toImperative(front[2]!);
  if (front && phrase && matchVerb(stripPoliteness(front[3]!)))
    return /^before$/iu.test(front[1]!)
      ? `${front[3]!.replace(/[.!]+$/u, '')}, then ${phrase}`
      : `${phrase}, then ${front[3]!}`;
  const behind = WHEN_BEHIND.exec(text);
  const last =
    behind && !/first$/iu.test(behind[2]!) ? toImperative(behind[3]!.replace(/[.!]+$/u, '')) : null;
  if (behind && last && matchVerb(stripPoliteness(behind[1]!)))
    return /^before$/iu.test(behind[2]!) ? `${behind[1]!}, then ${last}` : `${last}, then ${behind[1]!}`;
  const first = behind && /first$/iu.test(behind[2]!) && matchVerb(stripPoliteness(behind[3]!));
  return first ? `${behind[3]!.replace(/[.!]+$/u, '')}, then ${behind[1]!}` : sentence;
}

/** Puts the instructions of a masked line into chronological order, in the imperative. */
export function putInOrder(text: string): string {
  const plain = text.replace(BY, (_whole, word: string, at: number, all: string) => {
    const rest = all.slice(at + _whole.length);
    return gerundToImperative(rest) ? `${word} by ` : _whole;
  });
  return plain
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
