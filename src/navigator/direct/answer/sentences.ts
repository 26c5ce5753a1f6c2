/**
 * Answers with a sentence or line from the page. The sentence must contain the requested kind of value. The sentence,
 * its heading and the page's topic must together contain the relevant words of the question.
 */
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { PLACE_TEXT } from '../lexicon/questions.js';
import { clip, fold, splitIdentifier, collapseSpaces, stem, tokenize } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type TextLine, formatList, type Facts, createAnswer } from './facts.js';
import {
  getContentWords,
  hasWord,
  hasAllWords,
  mayContainKind,
  getLabelWords,
  isSameText,
  removeWords,
  getWords,
  isLightVerb,
  isGeneralWord,
} from './words.js';

/** Minimum share of the question's words that the line, its heading and the topic contain together. */
const MIN_TOTAL_SHARE = 0.8;
/** Minimum share that the line itself contains of those words that neither the heading nor the topic contains. */
const MIN_LINE_SHARE = 0.5;

const SENTENCE = /[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*\s*/gu;

/** Splits a text into sentences. The full stops in "St. Paul", "1.5 m" and "e.g. this" do not end a sentence. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const segment of text.match(SENTENCE) ?? [text]) {
    const lastSentence = sentences.at(-1);
    const continuesSentence =
      lastSentence &&
      (/(?:\b(?:mr|mrs|dr|st|no|vs|ca|c|e\.g|i\.e|jr|approx|inc|ltd|b|d)|\b\p{Lu})\.\s*$/iu.test(
        lastSentence,
      ) ||
        /^\p{Ll}/u.test(segment));
    if (continuesSentence) sentences[sentences.length - 1] = lastSentence + segment;
    else sentences.push(segment);
  }
  return sentences.map(collapseSpaces).filter(Boolean);
}

/** Lists the question's names and numbers. Each of them must occur in the line, its heading or the topic. */
const listNames = (question: string): string[] =>
  (
    question.match(
      /[\p{L}\d]+(?:[._][\p{L}\d]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*|(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\d]+|\b\d+\b/gu,
    ) ?? []
  ).flatMap((name) => getWords(fold(name.split(/[._]/u).at(-1)!)));

/**
 * Whether a text contains a name that is not in the question. A capitalised word at the start of a sentence is not a
 * name.
 */
function addsName(question: string, text: string): boolean {
  const questionStems = new Set(tokenize(question).map(stem));
  const body = text.replace(/^[^:]{1,30}: (?=\S+(?: \S+){5})/u, '');
  return [...body.matchAll(/(?<=[\p{L}\p{N},:] )\p{Lu}\p{L}+/gu)].some(
    (m) =>
      !STOP_WORDS.has(fold(m[0])) &&
      !mayContainKind(m[0], 'date') &&
      !tokenize(splitIdentifier(m[0])).some((word) => questionStems.has(stem(word))),
  );
}

/** Whether a text states the requested number: "12 chapters", not "chapter 3". */
function statesRequestedCount(text: string, question: ParsedQuestion): boolean {
  const noun = question.noun.at(-1);
  if (noun === undefined || question.form !== 'count') return true;
  const words = getWords(text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' '));
  return words.some(
    (word, i) =>
      // "35m" is a measure.
      (/^\d/u.test(word) ? /^[\d.,]+$/u.test(word) : mayContainKind(word, 'number')) &&
      words.slice(i + 1, i + 4).some((nextWord) => stem(nextWord) === stem(noun)),
  );
}

/** A duration, such as "3 days" or "5 working days". It answers "how long", which does not name a unit. */
const DURATION =
  /\b(?:\d[\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)[\s-]*(?:(?:working|business|calendar|full|school) )?(?:seconds?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?)\b/iu;

const ASKS_DURATION = /^how (?:long|many (?:\p{L}+ )?(?:minutes|hours|days|weeks|months|years))\b/u;
const TAKES = /\b(?:takes?|took|lasts?|lasted|runs?|ran)\b/iu;

/** Whether a duration in a sentence is that of the page's subject: "The tour takes 2 hours", not "Refunds take 5 days". */
function isOwnDuration(sentence: string, topic: readonly string[]): boolean {
  const [before = '', after = ''] = sentence.split(DURATION);
  const isAboutTopic = (text: string): boolean =>
    getContentWords(text).every((word) => hasWord(topic, word) || isLightVerb(word) || TAKES.test(word));
  return isAboutTopic(before) && (TAKES.test(before) || isAboutTopic(after));
}

const ABOUT_COOKIES = /\bcookies?\b/iu;

interface Quote {
  text: string;
  section: string;
  score: number;
}

/** Finds the sentences of a line that may answer the question. */
function findQuotes(
  { text, section, isControl, isHeading }: TextLine,
  originalQuestion: string,
  question: ParsedQuestion,
  facts: Facts,
): Quote[] {
  const words = question.words.filter((word) => !isGeneralWord(word));
  // The name of a link or field, or a heading, is not a statement. But it may contain a price or a date.
  if ((isControl || isHeading) && ['any', 'person', 'place'].includes(question.kind)) return [];
  const names = listNames(originalQuestion);
  return splitSentences(text).flatMap((quote): Quote[] => {
    // A label alone, or a question such as a dialog's, does not state anything.
    if (/[:：?]$/u.test(quote.trim())) return [];
    // A cookie notice mentions baskets, visits and settings, but is not about them.
    if (ABOUT_COOKIES.test(quote) && !ABOUT_COOKIES.test(originalQuestion)) return [];
    const quoteWords = getWords(quote);
    // "How tall": the quote contains "height" or "tall".
    const mentionsMeasure =
      question.measureWords.some((word) => hasWord(quoteWords, word)) ||
      (/^how long\b/u.test(question.text) && DURATION.test(quote));
    const isInQuote = (word: string): boolean =>
      hasWord(quoteWords, word, true) || (question.measureWords.includes(word) && mentionsMeasure);
    const contextWords = [...facts.topic, ...getWords(section)];
    if (!mayContainKind(quote, question.kind) || !statesRequestedCount(quote, question)) return [];
    // "How long does it take?" asks about the page's subject.
    const asksOwnDuration = ASKS_DURATION.test(question.text) && !removeWords(words, question.noun).length;
    const statesMeasure = question.measureWords.some((word) => hasWord(quoteWords, word));
    if (asksOwnDuration && !statesMeasure && DURATION.test(quote) && !isOwnDuration(quote, facts.topic))
      return [];
    // "How tall": the number must be a height.
    if (/^how (?!much|many)/u.test(question.text) && question.measureWords.length > 0 && !mentionsMeasure)
      return [];
    if (question.kind === 'person' && !addsName(originalQuestion, quote)) return [];
    if (question.kind === 'place' && !addsName(originalQuestion, quote) && !PLACE_TEXT.test(quote)) return [];
    if (names.some((name) => !isInQuote(name) && !hasWord(contextWords, name))) return [];
    const wordsOutsideContext = words.filter((word) => !hasWord(contextWords, word));
    const foundCount = words.filter((word) => isInQuote(word) || hasWord(contextWords, word)).length;
    const foundInQuoteCount = wordsOutsideContext.filter(isInQuote).length;
    if (
      !words.length
        ? !mentionsMeasure && !question.words.some(isInQuote)
        : foundCount / words.length < MIN_TOTAL_SHARE
    )
      return [];
    if (
      wordsOutsideContext.length
        ? foundInQuoteCount / wordsOutsideContext.length < MIN_LINE_SHARE
        : question.words.every((word) => !isInQuote(word)) && (!mentionsMeasure || question.kind === 'money')
    )
      return [];
    // A sentence that only repeats the question or a heading says nothing new.
    if (
      !removeWords(
        getContentWords(quote),
        [...question.words, ...(question.form === 'truth' ? [] : contextWords)],
        true,
      ).length
    )
      return [];
    // A bare name or date can answer only "who" or "when".
    const plainWordCount = getContentWords(quote.replace(/\p{Lu}\p{L}*|\d+/gu, ' ')).filter((word) =>
      /\p{L}/u.test(word),
    ).length;
    if (question.kind === 'any' && plainWordCount === 0) return [];
    return [
      {
        text: quote,
        section,
        score:
          (words.length ? foundCount / words.length : 1) +
          (wordsOutsideContext.length ? foundInQuoteCount / wordsOutsideContext.length : 0) -
          Math.min(quote.length / 1000, 0.3) -
          (plainWordCount < 3 ? 0.3 : 0),
      },
    ];
  });
}

/** Returns the only word of a sentence with a digit or an @, such as a reference number or an e-mail address. */
function findOnlyCode(text: string): string | undefined {
  const codes = text.match(/\S*[\d@]\S*/gu) ?? [];
  return codes.length === 1 ? codes[0].replace(/^[“"'(]+|[”"').,;:!?]+$/gu, '') : undefined;
}

export function answerFromSentences(
  originalQuestion: string,
  question: ParsedQuestion,
  facts: Facts,
): Answer | null {
  if (/\b(?:except|without|besides)\b/u.test(question.text)) return null;
  const quotes = facts.lines
    .flatMap((line) => findQuotes(line, originalQuestion, question, facts))
    .sort((a, b) => b.score - a.score);
  const [best] = quotes;
  if (!best) return null;
  const sectionNote =
    best.section && !isSameText(best.section, facts.heading) ? ` (under “${clip(best.section, 80)}”)` : '';
  return createAnswer(`The page says: “${clip(best.text, 400)}”${sectionNote}`, findOnlyCode(best.text));
}

/** Answers "what are the ingredients?" with the items or the text under the heading “Ingredients”. */
export function answerFromSection(question: ParsedQuestion, facts: Facts): Answer | null {
  const words = question.words.filter((word) => !isLightVerb(word));
  if (!words.length || question.kind !== 'any' || question.isNegated || question.form === 'truth')
    return null;
  const sectionLines = facts.lines.filter(({ section }) => {
    const sectionWords = getLabelWords(section.replace(/\(\d+\)$/u, ''));
    return (
      section !== '' &&
      hasAllWords(sectionWords, words) &&
      hasAllWords([...words, ...facts.topic], sectionWords)
    );
  });
  // "What does it say?" asks for the text. So does "what is …", unless the section starts with a list.
  const asksForText =
    /\b(?:says?|reads?)\b/u.test(question.text) ||
    (/^what is\b/u.test(question.text) && sectionLines[0]?.isItem === false);
  const items = asksForText ? [] : sectionLines.filter(({ isItem }) => isItem);
  const [first] = items.length ? items : sectionLines;
  // "Which railcards do I have?" asks for a list.
  const asksForList = question.form === 'which';
  if (
    !first ||
    (asksForList && !items.length) ||
    new Set(sectionLines.map(({ section }) => section)).size > 1 ||
    isSameText(first.section, facts.heading)
  )
    return null;
  return createAnswer(
    `Under “${first.section}”: ${items.length ? formatList(items.map(({ text }) => clip(text, 80))) : clip(asksForText ? sectionLines.map(({ text }) => text).join(' ') : first.text, 300)}`,
  );
}

/**
 * Answers a question that the page itself asks, as FAQ pages do, with the text below it. Returns an answer with
 * `isFound: false` if this text is hidden, and null if the page does not ask the question.
 */
export function answerFromFaq(question: string, { lines }: Facts, view: View): Answer | null {
  const questionControls = view.candidates.filter(
    (c) => c.visible && /\?\s*$/u.test(getName(c)) && isSameText(getName(c), question),
  );
  const [questionControl] = questionControls;
  if (!questionControl) return null;
  // Below a collapsed question, the text belongs to something else.
  if (questionControls.some(({ states }) => states.expanded === false)) return { text: '', isFound: false };
  const nextBlock = view.observation.text.find(({ order }) => order > questionControl.order);
  const nextLine = lines.find(
    ({ text, isHeading, isControl }) => text === nextBlock?.text && !isHeading && !isControl,
  );
  const linesBelow = lines.filter(({ section, isHeading }) => !isHeading && isSameText(section, question));
  // A line such as “Still stuck? Contact us” does not belong to the answer.
  const end = linesBelow.findIndex(({ text }, i) => i > 0 && text.includes('?'));
  const answerLines = end < 0 ? linesBelow : linesBelow.slice(0, end);
  const shownLines =
    answerLines.length || !nextLine || nextLine.text.endsWith('?') ? answerLines : [nextLine];
  return shownLines.length
    ? createAnswer(`The page says: “${clip(shownLines.map(({ text }) => text).join(' '), 400)}”`)
    : { text: '', isFound: false };
}

const REFERENCE_NUMBER = /(?<![\p{L}\p{N}])(?:\p{Lu}*[-.]?\d[\d-]{3,}\p{L}*)(?![\p{L}\p{N}])/gu;

/** Answers "what is the status of order 48204?" by quoting the line, if only one line contains that number. */
export function answerFromReferenceNumber(
  originalQuestion: string,
  question: ParsedQuestion,
  facts: Facts,
): Answer | null {
  const referenceNumbers = originalQuestion.match(REFERENCE_NUMBER) ?? [];
  const [referenceNumber] = referenceNumbers;
  if (
    referenceNumber === undefined ||
    referenceNumbers.length > 1 ||
    question.form === 'truth' ||
    question.form === 'count'
  )
    return null;
  const lines = facts.lines.filter(({ text }) => text.match(REFERENCE_NUMBER)?.includes(referenceNumber));
  const [line] = lines;
  return line && lines.length === 1 && line.text.length <= 300 && getContentWords(line.text).length > 1
    ? createAnswer(`About ${referenceNumber}, the page says: “${line.text}”`)
    : null;
}
