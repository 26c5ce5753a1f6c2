/** Analyses a question: the kind of answer, its words and subject, and whether a text can be the answer. */
import { STOP } from '../lexicon/polite.js';
import { QUESTION_NOISE, UNITS } from '../lexicon/questions.js';
import { alike, contentTokens, fold, splitIdentifier, stem, tokens } from '../text.js';

export type Asked = 'date' | 'number' | 'money' | 'person' | 'place' | 'any';

export const DATE =
  /\b(?:1[0-9]|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{1,2}:\d{2}\b|\bcentury\b|\b\d{1,2} ?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:today|tomorrow|yesterday)\b/iu;
export const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million|billion|no|none)\b/iu;
export const MONEY =
  /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|usd|eur|gbp|nok|kr\b|dollars?|euros?|pounds?|cents?)|\bfree\b/iu;
export const NAME = /\p{Lu}\p{L}+/u;

export function askedFor(question: string): Asked {
  const q = fold(question);
  if (
    /^(?:when|what (?:year|date|day|time|month)|which (?:year|date|day|month)|in (?:what|which) year|at what time|since when|until when|what is the (?:date|deadline|year|time|start|due))/u.test(
      q,
    )
  )
    return 'date';
  if (
    /^(?:how much (?:is|are|does|do|did|would|will)|what (?:does|is|are|was) .*\b(?:price|cost|costs|fee|total|amount due)\b|what's the (?:price|cost|total)|what the (?:price|cost|total))/u.test(
      q,
    )
  )
    return 'money';
  if (
    /^how (?:many|much|tall|high|long|far|big|large|old|deep|wide|heavy|fast|often)\b|^what (?:is|was) the (?:number|population|height|length|area|weight|size|distance|depth|age|quantity|count|percentage|score|rating)\b/u.test(
      q,
    )
  )
    return 'number';
  if (/^(?:who|whose|whom)\b/u.test(q)) return 'person';
  if (/^where\b/u.test(q)) return 'place';
  return 'any';
}

export const holds = (text: string, asked: Asked): boolean =>
  asked === 'date'
    ? DATE.test(text)
    : asked === 'number'
      ? NUMBER.test(text)
      : asked === 'money'
        ? MONEY.test(text)
        : asked === 'person' || asked === 'place'
          ? NAME.test(text)
          : text.length > 0;

/** Returns the question's words that the answer must be about. */
export function questionWords(question: string): string[] {
  // "this book" and "this page" mean the page itself, which need not contain these words.
  const words = contentTokens(
    question.replace(/\b(?:this|the current) (?:\p{L}+)(?=[\s?]|$)/giu, ' '),
  ).filter((w) => !QUESTION_NOISE.has(w));
  const unit = UNITS.find(([pattern]) => pattern.test(fold(question)));
  return unit ? [...words.filter((w) => !unit[1].includes(w)), unit[1][0]!] : words;
}

export const unitWords = (question: string): readonly string[] =>
  UNITS.find(([p]) => p.test(fold(question)))?.[1] ?? [];

/** Returns the share of `words` found in `text`. The synonyms of a measure ("tall" → height) count as one word. */
export function cover(words: readonly string[], text: string, units: readonly string[]): number {
  if (!words.length) return 0;
  const have = tokens(text);
  let sum = 0;
  for (const w of words) {
    const list = units.includes(w) ? units : [w];
    sum += Math.max(0, ...list.map((u) => Math.max(0, ...have.map((h) => alike(u, h, true)))));
  }
  return sum / words.length;
}

export const SUBJECT =
  /[\p{L}\d]+(?:[._][\p{L}\d]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*|(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\d]+/gu;

/**
 * Returns the names in a question (KeepAliveTimeout, list.pop, Lyon), which are its subject; for `a.b`, the last part.
 */
export function subjectsOf(question: string): string[] {
  return (question.match(SUBJECT) ?? []).map((name) => fold(name.split(/[._]/u).at(-1)!));
}

/** Whether a text says more than the question or the heading. */
export function addsTo(question: string, text: string, topic: string): boolean {
  const known = new Set([...tokens(question), ...tokens(topic)].map((t) => t));
  return (
    contentTokens(text).filter((t) => !known.has(t) && ![...known].some((k) => alike(k, t) >= 0.9)).length > 0
  );
}

/** Scores how informative a text is. A definition answers "what is X"; a short fragment says little. */
export function tells(question: string, text: string): number {
  const defines =
    /^(?:what|who) (?:is|are|was|were) /iu.test(question) &&
    /\b(?:is|are|was|were) (?:a|an|the|one|used)\b/iu.test(text);
  return (defines ? 0.12 : 0) - (contentTokens(text).length < 6 && !/\d/u.test(text) ? 0.1 : 0);
}

/**
 * Whether a text contains a name that the question does not. A capital at the start of a sentence does not make a name.
 */
export function names(question: string, text: string): boolean {
  const asked = new Set(tokens(question).map(stem));
  // "Note: See the guide for more": after such a colon a sentence begins, not a name.
  const said = text.replace(/^[^:]{1,30}: (?=\S+(?: \S+){5})/u, '');
  return [...said.matchAll(/(?<=[\p{L}\p{N},:] )\p{Lu}\p{L}+/gu)].some(
    (m) => !STOP.has(fold(m[0])) && !tokens(splitIdentifier(m[0])).some((word) => asked.has(stem(word))),
  );
}

/** Whether a text counts what the question asks for: the number of chapters, not "chapter 3". */
export function countsOf(question: string, text: string): boolean {
  const noun =
    /^how many ((?:\p{L}+ ){0,2}?\p{L}+?)(?: (?:are|is|do|does|did|were|was|can|has|have|in|on|of)\b|\?|$)/iu.exec(
      question,
    )?.[1];
  if (!noun) return true;
  // Requires the word itself, not a synonym: "24 articles" does not count results.
  const plain = (words: string): string[] => words.toLowerCase().match(/[\p{L}\p{N}.,]+/gu) ?? [];
  const head = stem(plain(noun).at(-1)!);
  // In a row or a labelled value, only the number that belongs to the label counts: "Users: 12".
  if (/ \| /u.test(text)) return false;
  const labelled = /^([^:]{2,40}): ?([\d.,]+)\b/u.exec(text);
  if (labelled) return plain(labelled[1]!).some((n) => stem(n) === head);
  // "{7} My tickets", "#7" and "7. My tickets": these numbers identify, they do not count.
  const words = plain(text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' '));
  return words.some((w, i) => NUMBER.test(w) && words.slice(i + 1, i + 4).some((n) => stem(n) === head));
}
