/**
 * Answers a question by quoting the page: the text block that agrees best with the question and contains what it asks
 * for (a year for "when", a number for "how many"). If no block agrees well enough, says so instead of guessing.
 */
import type { Inspector, TextBlock } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { clip, contentTokens } from '../text.js';
import {
  addsTo,
  askedFor,
  countsOf,
  cover,
  holds,
  names,
  questionWords,
  subjectsOf,
  tells,
  unitWords,
} from './asked.js';
import { type Answer, answerFromPage } from './page-facts.js';
import { type Found, fromCards, fromCounting, fromPriced, fromRow, onlyPrice, sentences } from './quotes.js';
import { fieldValue, labelValue } from './labelled.js';
import { rowsOfGroup } from './groups.js';
import { countOfList, namesOfList, rowsThatSay } from './listed.js';
import { markedValue } from './marked.js';
import { answerFromMessage } from './message.js';
import { answerOfSubject } from './subject.js';
import { fromTables, oneOfMany, resultOf } from './tables.js';
import { rowsThatHave } from './yes-columns.js';

/** "Price: 19.50": with such a label, a number is an amount even without a currency. */
const labelledSum = (text: string, asked: string): boolean =>
  asked === 'money' && /^(?:price|cost|total|amount|fee|sum)\b[^:]*: \D{0,3}\d[\d.,]*\D{0,3}$/iu.test(text);

/** "Reported by: anonymous": with such a label, a lower-case word is a person's name. */
const labelledBy = (text: string, asked: string): boolean =>
  asked === 'person' && /^[^:|]{2,30} by: [\p{L}\p{N}]\S*$/iu.test(text);

/** Finds and scores everything on the page that might answer the question. */
function findAll(view: View, question: string, extra: ReadonlyMap<TextBlock, number>): Found[] {
  const asked = askedFor(question);
  const words = questionWords(question);
  const units = unitWords(question);
  const { title, text } = view.observation;
  const h1 = text.find((b) => b.kind === 'heading' && b.level === 1)?.text ?? '';
  const topic = `${title} ${h1}`;
  const counting = /^how many /iu.test(question);
  const subjects = subjectsOf(question);
  const found: Found[] = [
    ...(counting ? fromCounting(text, question) : []),
    ...fromCards(text, words, asked, units),
    ...fromPriced(view, words, asked, units),
    ...onlyPrice(text, words, asked, units),
  ];
  for (const block of text) {
    const heading = block.kind === 'heading' ? 0.05 : 0;
    const boost = Math.min(extra.get(block) ?? 0, 0.05);
    if (
      block.kind === 'row' ||
      block.kind === 'term' ||
      / \| /u.test(block.text) ||
      /^[^:]{2,30}: \S/u.test(block.text)
    )
      for (const f of fromRow(block, words, topic, units))
        if (
          (holds(f.text.replace(/^[^:]*: /u, ''), asked) ||
            labelledSum(f.text, asked) ||
            labelledBy(f.text, asked)) &&
          (!counting || countsOf(question, f.text))
        )
          found.push({ ...f, score: f.score + boost });
    for (const raw of sentences(block.text)) {
      const s = raw.replace(/^by (?=\p{Lu})/iu, 'Author: ');
      if (
        !holds(s, asked) ||
        !addsTo(question, s, topic) ||
        !countsOf(question, s) ||
        (asked === 'person' && !names(question, s))
      )
        continue;
      const direct = cover(words, s, units);
      const own = words.filter((w) => cover([w], topic, units) < 0.8);
      // The sentence need not repeat the page's subject, but it must contain what is asked about it.
      const specific = own.length ? cover(own, `${s} ${block.section}`, units) : direct;
      const here = own.length ? cover(own, s, units) : direct;
      const whole = cover(words, `${s} ${topic} ${block.section}`, units);
      if (specific < 0.6 || here < 0.34 || whole < 0.65) continue;
      // The text must contain the question's subject, however well the common words match.
      if (cover(subjects, `${s} ${topic} ${block.section}`, units) < (subjects.length ? 0.8 : 0)) continue;
      found.push({
        text: s,
        score:
          0.5 * whole +
          0.3 * here +
          0.2 * direct +
          boost +
          tells(question, s) -
          heading -
          Math.min(s.length / 4000, 0.08),
      });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

const NUMBERED = /(?<![\p{L}\p{N}])(?:\p{Lu}*[-.]?\d[\d-]{3,}\p{L}*)(?![\p{L}\p{N}])/gu;

/** "What is the status of order 48204?": if only one line has that number, quotes the line. */
function saidOf(question: string, view: View): Answer | null {
  const numbers = question.match(NUMBERED) ?? [];
  const number = numbers[0];
  if (number === undefined || numbers.length > 1) return null;
  const lines = view.observation.text.filter((b) => b.text.match(NUMBERED)?.includes(number));
  const told = lines.length === 1 && lines[0]!.text.length <= 300 ? lines[0]!.text : '';
  return contentTokens(told).length > 1
    ? { text: `About ${number}, the page says: “${told}”`, found: true }
    : null;
}

const ASKS_MESSAGE =
  /^(?:what (?:does|did|is|was)|what's|read(?: me| out)?|tell me) (?:the |that |this )?(?:error |status |warning |success |pop-?up )?(?:message|notification|alert|toast|notice|warning|error)s?(?: (?:say|says|said|read|tell))?\s*\??$/iu;

/** Answers a question with a quotation from the page, or says that the page has no answer. */
export async function answer(question: string, view: View, look: Inspector): Promise<Answer> {
  const { text } = view.observation;
  const direct =
    answerFromMessage(question, view) ??
    countOfList(question, view) ??
    namesOfList(question, view) ??
    rowsThatHave(question, text) ??
    rowsThatSay(question, view) ??
    rowsOfGroup(question, text) ??
    answerFromPage(question, view) ??
    answerOfSubject(question, view) ??
    fieldValue(question, view) ??
    fromTables(question, text) ??
    resultOf(question, text);
  if (direct) return direct;
  const passages = await look.rankPassages(question, 8);
  const extra = new Map(passages.map(({ block }, i) => [block, 0.05 - i * 0.006] as const));
  const found = findAll(view, question, extra);
  const best = found[0];
  // A single word such as “message” is not a message.
  if (ASKS_MESSAGE.test(question) && (!best || contentTokens(best.text).length < 3))
    return { text: 'There is no message on this page now', found: true };
  if (!best || best.score < 0.6)
    return (
      saidOf(question, view) ??
      labelValue(question, view) ??
      markedValue(question, view) ?? { text: '', found: false }
    );
  const vague = oneOfMany(question, best.text, text);
  if (vague !== null) return { text: vague, found: false };
  return { text: clip(best.text, 400), found: true };
}
