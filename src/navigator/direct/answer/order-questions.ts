/** Answers questions about an order: the saving, the order number, when it arrives, and which phone number to call. */
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type Facts, createAnswer } from './facts.js';
import { splitSentences } from './sentences.js';
import { isValueOfKind, isSameText, mayContainKind } from './words.js';

/** Lists the page's sentences, except the names of controls and the text of entries that link to other pages. */
const listPageSentences = ({ lines }: Facts): string[] => [
  ...new Set(
    lines
      .filter(({ isInLinkedEntry, isControl }) => !isInLinkedEntry && !isControl)
      .flatMap(({ text }) => splitSentences(text)),
  ),
];

const quote = (text: string, value?: string): Answer =>
  createAnswer(`The page says: “${clip(text, 300)}”`, value);

const ASKS_SAVING =
  /^how much (?:(?:did|do|does|have|has|will|am|is) .*\bsav(?:e|ed|ing)\b|(?:money )?off\b)|^what is (?:the |my )?(?:discount|saving)s?$/u;
const SAVING_LABEL = /\b(?:discount|promo(?:tion)?|voucher|coupon|sav(?:ed|ings?)|reduction)\b/iu;

/** Answers "how much did that save me?" with the discount, if the page shows only one amount. */
function answerSaving({ text }: ParsedQuestion, { pairs }: Facts): Answer | null {
  if (!ASKS_SAVING.test(text)) return null;
  // If its label does not mention a saving, a negative amount is a saving only in a section with a total: a bank's page
  // also lists negative amounts.
  const hasTotal = (section: string): boolean =>
    pairs.some((pair) => pair.section === section && /\btotal\b/iu.test(pair.label));
  const savings = pairs.filter(
    ({ label, value, section, isInLinkedEntry }) =>
      !isInLinkedEntry &&
      isValueOfKind(value, 'money') &&
      (SAVING_LABEL.test(label) || (/^[-−–]/u.test(value) && hasTotal(section))),
  );
  const [saving] = savings;
  return saving && savings.every(({ value }) => isSameText(value, saving.value))
    ? createAnswer(`${saving.label}: ${saving.value}`, saving.value)
    : null;
}

const ASKS_ARRIVAL =
  /^(?:when|what time|what day) (?:is|are|will|does|do|should) (?:it|this|that|they|(?:my|the|our) (?:order|delivery|parcel|package|shopping|groceries|food|shop|driver|things?|items?))(?: (?:be|get|being))? ?(?:coming|come|arriv(?:e|ing)|delivered|here|due|turn up|expected)\b/u;
/** Words that pages use for the arrival, clearest first. */
const ARRIVAL_TEXTS: readonly RegExp[] = [
  /\b(?:arriv(?:es?|ing|al)|eta)\b/iu,
  /\b(?:expected|due|will be (?:delivered|with you))\b/iu,
  /\b(?:delivery|delivering|slot)\b/iu,
];

/** Answers "when is it coming?" with the only sentence about the arrival that contains a date or time. */
function answerArrival({ text }: ParsedQuestion, facts: Facts): Answer | null {
  if (!ASKS_ARRIVAL.test(text)) return null;
  const sentences = listPageSentences(facts).filter((sentence) => mayContainKind(sentence, 'date'));
  for (const pattern of ARRIVAL_TEXTS) {
    const matches = sentences.filter((sentence) => pattern.test(sentence));
    if (matches.length) return matches.length === 1 ? quote(matches[0]!) : null;
  }
  return null;
}

const ASKS_ORDER_NUMBER =
  /^what is (?:my|the|our|this|its) (?:(?:new|own) )?(\p{L}+) (?:number|no|reference(?: number)?|ref|id|code)$/u;

/** Answers "what is my order number?" with a sentence such as “Your order A-123 has been placed”. */
function answerOrderNumber({ text }: ParsedQuestion, facts: Facts): Answer | null {
  const noun = ASKS_ORDER_NUMBER.exec(text)?.[1];
  if (noun === undefined) return null;
  const pattern = new RegExp(
    `\\b${noun}(?: (?:number|no\\.?|reference|ref\\.?|id|code))?(?: is)?[ :#]+([\\p{Lu}\\d][\\p{Lu}\\d./-]*\\d[\\p{Lu}\\d-]*)(?![\\p{L}\\d])`,
    'iu',
  );
  const matches = listPageSentences(facts).flatMap((sentence) => {
    const code = pattern.exec(sentence)?.[1];
    return code === undefined ? [] : [{ sentence, code }];
  });
  const [match] = matches;
  return match && matches.every(({ code }) => code === match.code) ? quote(match.sentence, match.code) : null;
}

const ASKS_WHOM_TO_CALL =
  /^(?:what|which) (?:phone |telephone )?number (?:can|do|should|could|must) (?:i|we) (?:ring|call|phone|dial|use)|^(?:who|how) (?:can|do|should|could) (?:i|we) (?:ring|call|phone)\b|^what is (?:the|your|their) (?:phone|telephone|contact) number$/u;
const PHONE_NUMBER = /(?<![\d.,£$€])(?:\+|\()?\d(?:[ ()-]{0,2}\d){8,14}(?!\d)/u;

/** Answers "what number can I ring?" with the only text that has a phone number, or the only link to one. */
function answerPhoneNumber({ text }: ParsedQuestion, facts: Facts, view: View): Answer | null {
  if (!ASKS_WHOM_TO_CALL.test(text)) return null;
  const links = view.candidates.filter((c) => c.visible && c.attributes.href?.startsWith('tel:') === true);
  const texts = listPageSentences(facts).filter((sentence) => PHONE_NUMBER.test(sentence));
  const quotes = texts.length ? texts : [...new Set(links.map((c) => c.text))];
  const numbers = new Set(quotes.map((sentence) => PHONE_NUMBER.exec(sentence)?.[0] ?? sentence));
  return numbers.size === 1 ? quote(quotes[0]!, [...numbers][0]) : null;
}

export const answerAboutOrder = (question: ParsedQuestion, facts: Facts, view: View): Answer | null =>
  answerSaving(question, facts) ??
  answerArrival(question, facts) ??
  answerOrderNumber(question, facts) ??
  answerPhoneNumber(question, facts, view);
