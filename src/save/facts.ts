/** Finds the fact in an answer, and the page message that a report quotes. Pure. */
import type { TextMatch } from '../dialogue/index.js';
import { listContentWords, listQuotedTexts, containsAllWords, splitIntoWords } from './words.js';

/** Amounts of money, times, dates, and numbers with their units. */
const QUANTITY =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d\b|[€£$¥] ?\d[\d.,]*\d|[€£$¥] ?\d|\b\d[\d.,]*\d ?[€£$¥]|\b\d(?:[\d.,]*\d)?(?: ?%| ?°C?| (?:[mkc]?m|[mk]?g|ml|l|km²|s|ms|min|hours?|days?|weeks?|months?|years?|minutes?|people|pages?|items?|stars?)\b)?/gu;

/** Matches the end of a sentence such as “The status is On its way.” */
const STATEMENT = /(?:\b(?:is|are|was|were)|:)\s+([^.:;]+?)[.]?$/u;
const MAX_FACT_WORDS = 6;
const MAX_QUANTITIES = 2;

/** Returns the part of the answer that states the fact; null if no part can be singled out. */
export function findFact(question: string, answer: string): TextMatch | null {
  const isNew = (text: string): boolean => !containsAllWords(text, question);
  const quantities = [...new Set((answer.match(QUANTITY) ?? []).map((text) => text.trim()))].filter(isNew);
  if (quantities.length > 0 && quantities.length <= 4) {
    const facts = quantities.slice(0, MAX_QUANTITIES);
    return facts.length === 1 ? facts[0]! : { all: facts };
  }
  const quotedText = listQuotedTexts(answer).filter(isNew).at(-1);
  if (quotedText !== undefined) return quotedText;
  const statedText = STATEMENT.exec(answer.trim())?.[1]?.trim();
  if (
    statedText &&
    splitIntoWords(statedText).length <= MAX_FACT_WORDS &&
    listContentWords(statedText).length > 0 &&
    isNew(statedText)
  )
    return statedText;
  const shortAnswer = answer
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(/^(?:from|by|to|on|in|at|with|it’s|it's)\s+/iu, '');
  return splitIntoWords(shortAnswer).length <= MAX_FACT_WORDS &&
    listContentWords(shortAnswer).length > 0 &&
    isNew(shortAnswer)
    ? shortAnswer
    : null;
}

/** Returns the page message that the navigator's report quotes. */
export function findMessage(report: string): string | null {
  const match =
    /\b(?:page|site|message|dialog|banner|alert|notice)\b[^“”"]{0,30}(?:“([^”]+)”|"([^"\n]+)")/iu.exec(
      report.replace(/;? ?(?:and )?the page is now “[^”]*”/giu, ''),
    );
  const message = (match?.[1] ?? match?.[2])?.trim();
  return message && !message.endsWith('…') ? message : null;
}
