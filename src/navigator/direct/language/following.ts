/** Parses lines that refer to earlier ones: corrections, undo, stop. */
import { ORDINALS } from '../lexicon/places.js';
import { REPLACEMENT_LEADS, CORRECTION_LEADS, UNDO_LINE } from '../lexicon/replies.js';
import { anyOf, collapseSpaces } from '../text.js';
import { isRemark } from './asides.js';
import { matchVerb, stripPoliteness, unmask } from './clauses.js';
import { readValue } from './meant-values.js';
import type { Quotes, Step } from './steps.js';
import { noArticle } from './target.js';
import { readThing } from './thing.js';

export interface Said {
  speaker: 'instructor' | 'navigator';
  text: string;
}

const lead = (words: readonly string[], parted: string): RegExp =>
  new RegExp(`^(?:${anyOf(words)})${parted}`, 'iu');
const regret = lead(CORRECTION_LEADS, '(?:[\\s,.!;:–—-]+|$)');
const rather = lead(REPLACEMENT_LEADS, '(?:\\s+|$)');
const ORDINAL = new RegExp(
  `^(?:the )?(${anyOf(Object.keys(ORDINALS))}|\\d+(?:st|nd|rd|th)|number \\d+|#\\d+)(?: (?:one|\\p{L}+))?$`,
  'iu',
);
const OTHER = /^(?:the |an?)?\s*(?:other|another|different|next|previous)(?: (?:one|\p{L}+))?$/iu;

/** Removes remarks from the end of a line: "that was my mistake", "please". */
const withoutRemarks = (text: string): string => {
  const pieces = text.split(/(?<=[.!?])\s+|\s*[,;]\s+/u);
  const kept = pieces.filter((p, i) => i === 0 || !(isRemark(p) && !rather.test(p)));
  return kept.length === pieces.length ? text : kept.join(', ');
};

/** Parses "never mind" when there was no question. */
export const readStop = (text: string): Step | null =>
  /^(?:(?:ok|okay|oh|no|please),? )?(?:never ?mind|forget (?:it|that|about it)|stop(?: it| that| please)?|drop it|leave it|scrap that)[.!]*$/iu.test(
    text,
  )
    ? { do: 'reply', to: 'stop' }
    : null;

/** Parses "undo that", regardless of the earlier lines. */
export function readUndo(text: string): Step | null {
  const plain = stripPoliteness(withoutRemarks(text)).replace(
    new RegExp(`^(?:(?:${anyOf(CORRECTION_LEADS)})[\\s,.!]+)+`, 'iu'),
    '',
  );
  return UNDO_LINE.test(plain) ? { do: 'undo' } : null;
}

/**
 * Parses corrections: "No, the other one", "I meant Tuesday", "make it 4". Null for an independent instruction.
 * @param about the corrected instruction, if it contained a value
 */
export function readCorrection(masked: string, quotes: Quotes, today: Date, about = ''): Step | null {
  let text = collapseSpaces(masked).replace(/[.!?\s]+$/u, '');
  let sorry = false;
  let instead = false;
  for (let turned = true; turned;) {
    turned = false;
    const cut = /^(?:the )?wrong \p{L}+$/iu.test(text) ? null : regret.exec(text);
    if (cut && cut[0].length < text.length) {
      text = text.slice(cut[0].length);
      sorry = turned = true;
    }
    const behind = /^(.+?),? (?:instead|rather|then|please|thanks|thank you)$/iu.exec(text);
    if (behind) {
      if (/instead|rather/iu.test(text.slice(behind[1]!.length))) instead = true;
      text = behind[1]!;
      turned = true;
    }
  }
  // "not the last one, the third one"
  const not = /^not (?:the |that )?[^,]+?(?:,| but)\s+(?:but |rather )?(.+)$/iu.exec(text);
  if (not) {
    text = not[1]!;
    sorry = true;
  }
  text = withoutRemarks(text).replace(/^please,? /iu, '');
  const turn = rather.exec(text);
  const phrase = turn && turn[0].length < text.length ? text.slice(turn[0].length) : text;
  const meant =
    /^(?:i (?:meant|mean|wanted|said)|make (?:it|that)|(?:change|set) (?:it|that) to|(?:it|that) should|rather|not that but|i(?:'d| would) (?:rather|prefer)|i prefer)/iu.test(
      turn?.[0] ?? '',
    );
  if (!sorry && !instead && !meant && !/^(?:the |an?)?\s*(?:other|another|different)\b/iu.test(phrase))
    return null;
  if (!sorry && !instead && OTHER.test(phrase) === false && !meant) return null;
  if (/^(?:not )?(?:that|this|it)(?: one)?$/iu.test(phrase))
    return sorry ? { do: 'again', with: { other: true } } : null;
  if (OTHER.test(phrase)) return { do: 'again', with: { other: true } };
  const nth = ORDINAL.exec(phrase);
  if (nth) return { do: 'again', with: { nth: ordinalOf(nth[1]!) } };
  // "No, click Cancel" is a complete instruction.
  if (turn && !meant && !instead && matchVerb(text)) return null;
  const order = matchVerb(phrase);
  if (order?.rest && !meant) return null;
  if (phrase.split(' ').length > 8) return null;
  if (/^(?:the )?wrong \p{L}+$/iu.test(phrase)) return { do: 'again', with: { other: true } };
  const value = collapseSpaces(noArticle(phrase))
    .replace(/ ones?$/iu, '')
    .replace(/,? (?:not|instead of|rather than) .+$/iu, '');
  return { do: 'again', with: readValue(unmask(nameIn(value, quotes), quotes), quotes, today, about) };
}

/** Returns the name in a phrase: "the Cancel button" → "Cancel". */
const nameIn = (text: string, quotes: Quotes): string => {
  const thing = readThing(text, quotes);
  return thing.kind && thing.name && thing.nth === null && !thing.spots.length ? thing.name : text;
};

const ordinalOf = (word: string): number => ORDINALS[word.toLowerCase()] ?? Number(/\d+/u.exec(word)![0]);
