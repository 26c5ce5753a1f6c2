/**
 * Answers with a sentence or a line of the page. It must contain what the question asks for. Together with its heading
 * and the topic of the page, it must contain every relevant word of the question.
 */
import { STOP_WORDS } from '../lexicon/polite.js';
import { PLACE } from '../lexicon/questions.js';
import { clip, fold, splitIdentifier, collapseSpaces, stem, tokens } from '../text.js';
import type { ParsedQuestion } from './asked.js';
import { type Answer, type TextLine, formatList, type Facts, foundAnswer } from './facts.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  containsKind,
  labelWords,
  isSameText,
  withoutWords,
  wordsOf,
  isLight,
  isGeneral,
} from './words.js';

/**
 * Minimum share of the question's words that line, heading and topic must contain together. MIN_OWN: minimum share that
 * the line must contain of the words that heading and topic lack.
 */
const MIN_TOTAL = 0.8;
const MIN_OWN = 0.5;

const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*\s*/gu;

/** Splits a text into sentences. The full stops in "St. Paul", "1.5 m" and "e.g. this" do not end a sentence. */
export function splitSentences(text: string): string[] {
  const out: string[] = [];
  for (const part of text.match(SENTENCE) ?? [text]) {
    const last = out.at(-1);
    const goesOn =
      last &&
      (/(?:\b(?:mr|mrs|dr|st|no|vs|ca|c|e\.g|i\.e|jr|approx|inc|ltd|b|d)|\b\p{Lu})\.\s*$/iu.test(last) ||
        /^\p{Ll}/u.test(part));
    if (goesOn) out[out.length - 1] = last + part;
    else out.push(part);
  }
  return out.map(collapseSpaces).filter(Boolean);
}

/** The names and numbers of a question; the answer must contain all of them. */
const namesIn = (question: string): string[] =>
  (
    question.match(
      /[\p{L}\d]+(?:[._][\p{L}\d]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*|(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\d]+|\b\d+\b/gu,
    ) ?? []
  ).flatMap((name) => wordsOf(fold(name.split(/[._]/u).at(-1)!)));

/**
 * Whether a text contains a name that is not in the question. A capital at the start of a sentence does not make a
 * name.
 */
function addsName(question: string, text: string): boolean {
  const asked = new Set(tokens(question).map(stem));
  const body = text.replace(/^[^:]{1,30}: (?=\S+(?: \S+){5})/u, '');
  return [...body.matchAll(/(?<=[\p{L}\p{N},:] )\p{Lu}\p{L}+/gu)].some(
    (m) =>
      !STOP_WORDS.has(fold(m[0])) &&
      !containsKind(m[0], 'date') &&
      !tokens(splitIdentifier(m[0])).some((word) => asked.has(stem(word))),
  );
}

/** Whether a text states the number of what the question asks for: the number of chapters, not "chapter 3". */
function countsNoun(text: string, asked: ParsedQuestion): boolean {
  const head = asked.noun.at(-1);
  if (head === undefined || asked.form !== 'count') return true;
  const words = wordsOf(text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' '));
  return words.some(
    (word, i) =>
      containsKind(word, 'number') && words.slice(i + 1, i + 4).some((next) => stem(next) === stem(head)),
  );
}

/** A number of days or hours. It answers "how long", where the question does not name the unit. */
const DURATION =
  /\b(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[\s-]*(?:seconds?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?)\b/iu;

interface Quote {
  text: string;
  section: string;
  score: number;
}

function quotesOf(
  { text, section }: TextLine,
  question: string,
  asked: ParsedQuestion,
  page: Facts,
): Quote[] {
  const words = asked.words.filter((word) => !isGeneral(word));
  const names = namesIn(question);
  return splitSentences(text).flatMap((quote): Quote[] => {
    const quoteWords = wordsOf(quote);
    const unit =
      asked.units.some((word) => hasWord(quoteWords, word)) ||
      (/^how long\b/u.test(asked.q) && DURATION.test(quote));
    const isSaid = (word: string): boolean =>
      hasWord(quoteWords, word, true) || (asked.units.includes(word) && unit);
    const topicWords = [...page.topic, ...wordsOf(section)];
    if (!containsKind(quote, asked.kind) || !countsNoun(quote, asked)) return [];
    // "How tall": the number must be a height.
    if (/^how (?!much|many)/u.test(asked.q) && asked.units.length > 0 && !unit) return [];
    if (asked.kind === 'person' && !addsName(question, quote)) return [];
    if (asked.kind === 'place' && !addsName(question, quote) && !PLACE.test(quote)) return [];
    if (names.some((name) => !isSaid(name) && !hasWord(topicWords, name))) return [];
    const ownWords = words.filter((word) => !hasWord(topicWords, word));
    const total = words.filter((word) => isSaid(word) || hasWord(topicWords, word)).length;
    const matched = ownWords.filter(isSaid).length;
    if (!words.length ? !unit && !asked.words.some(isSaid) : total / words.length < MIN_TOTAL) return [];
    if (
      ownWords.length
        ? matched / ownWords.length < MIN_OWN
        : asked.words.every((word) => !isSaid(word)) && (!unit || asked.kind === 'money')
    )
      return [];
    // A sentence that only repeats the question or a heading says nothing new.
    if (
      !withoutWords(contentOf(quote), [...asked.words, ...(asked.form === 'truth' ? [] : topicWords)], true)
        .length
    )
      return [];
    // A name and a date answer "who" and "when", but nothing else.
    const plainWordCount = contentOf(quote.replace(/\p{Lu}\p{L}*|\d+/gu, ' ')).filter((word) =>
      /\p{L}/u.test(word),
    ).length;
    if (asked.kind === 'any' && plainWordCount === 0) return [];
    return [
      {
        text: quote,
        section,
        score:
          (words.length ? total / words.length : 1) +
          (ownWords.length ? matched / ownWords.length : 0) -
          Math.min(quote.length / 1000, 0.3) -
          (plainWordCount < 3 ? 0.3 : 0),
      },
    ];
  });
}

export function answerFromSentences(question: string, asked: ParsedQuestion, page: Facts): Answer | null {
  if (/\b(?:except|without|besides)\b/u.test(asked.q)) return null;
  const quotes = page.lines
    .flatMap((line) => quotesOf(line, question, asked, page))
    .sort((a, b) => b.score - a.score);
  const [best] = quotes;
  if (!best) return null;
  const under =
    best.section && !isSameText(best.section, page.heading) ? ` (under “${clip(best.section, 80)}”)` : '';
  return foundAnswer(`The page says: “${clip(best.text, 400)}”${under}`, best.text);
}

/** "What are the ingredients?": the items or the text under such a heading. */
export function answerFromSection(asked: ParsedQuestion, page: Facts): Answer | null {
  const words = asked.words.filter((word) => !isLight(word));
  if (!words.length || asked.kind !== 'any' || asked.negated || asked.form === 'truth') return null;
  const under = page.lines.filter(({ section }) => {
    const heading = labelWords(section.replace(/\(\d+\)$/u, ''));
    return section !== '' && hasAllWords(heading, words) && hasAllWords([...words, ...page.topic], heading);
  });
  const items = under.filter(({ isItem }) => isItem);
  const [first] = items.length ? items : under;
  if (
    !first ||
    new Set(under.map(({ section }) => section)).size > 1 ||
    isSameText(first.section, page.heading)
  )
    return null;
  return foundAnswer(
    `Under “${first.section}”: ${items.length ? formatList(items.map(({ text }) => clip(text, 80))) : clip(first.text, 300)}`,
  );
}

const CODE = /(?<![\p{L}\p{N}])(?:\p{Lu}*[-.]?\d[\d-]{3,}\p{L}*)(?![\p{L}\p{N}])/gu;

/** "What is the status of order 48204?": if only one line has that number, quotes the line. */
export function answerFromCode(question: string, asked: ParsedQuestion, page: Facts): Answer | null {
  const codes = question.match(CODE) ?? [];
  const [code] = codes;
  if (code === undefined || codes.length > 1 || asked.form === 'truth' || asked.form === 'count') return null;
  const lines = page.lines.filter(({ text }) => text.match(CODE)?.includes(code));
  const [line] = lines;
  return line && lines.length === 1 && line.text.length <= 300 && contentOf(line.text).length > 1
    ? foundAnswer(`About ${code}, the page says: “${line.text}”`)
    : null;
}
