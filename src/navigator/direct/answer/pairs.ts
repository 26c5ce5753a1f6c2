/**
 * Answers from labelled values and fields: "what is the priority?", "when is it?". The question must ask for the label,
 * and all its other words must belong to the topic of the page or section.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { getName } from '../ground/names.js';
import { SUBJECT_LABELS } from '../lexicon/labels.js';
import { FILL_VERBS } from '../lexicon/questions.js';
import { STOP_WORDS } from '../lexicon/polite.js';
import { clip, fold } from '../text.js';
import type { ParsedQuestion } from './parse-question.js';
import { type Answer, type Facts, type Pair, createAnswer, formatList } from './facts.js';
import { getFieldValue, showsPrompt } from './page-text.js';
import { isValueField } from './read-facts.js';
import {
  getContentWords,
  hasWord,
  hasAllWords,
  mayContainKind,
  isValueOfKind,
  getLabelWords,
  isSameText,
  removeWords,
  isAttributeNoun,
  isGeneralWord,
  getWords,
} from './words.js';

const IT = /\b(?:it|this|that|this one|its)\b/u;

/** Finds the question's words that are neither in the label nor in the topic of the page or section. */
function findUnaccountedWords(
  question: ParsedQuestion,
  labelWords: readonly string[],
  section: string,
  facts: Facts,
): string[] {
  const labelNamesMeasure = labelWords.some((word) => hasWord(question.measureWords, word, true));
  const accountedWords = [
    ...facts.topic,
    ...getContentWords(section),
    ...labelWords,
    ...(labelNamesMeasure ? question.measureWords : []),
  ];
  return removeWords(question.words, accountedWords, true).filter(
    (word) => !isGeneralWord(word) && !isAttributeNoun(word),
  );
}

/** Returns the share of the label's words that the question contains: 1 for all, 0 for a different label. */
function scoreLabel(question: ParsedQuestion, label: string, facts: Facts): number {
  const words = getLabelWords(label);
  const matchedWords = words.filter((word) =>
    hasWord([...question.words, ...question.measureWords], word, true),
  );
  // Topic words alone do not ask for a label: "Order" on an order's page.
  const isTopicOnly =
    matchedWords.every((word) => hasWord(facts.topic, word)) &&
    question.words.some((word) => !hasWord(facts.topic, word));
  const asksOtherMeasure =
    question.asksMeasure && !words.some((word) => hasWord(question.measureWords, word, true));
  return matchedWords.length === 0 || isTopicOnly || asksOtherMeasure
    ? 0
    : matchedWords.length / words.length;
}

const describePair = ({ label, value, section }: Pair, facts: Facts): string =>
  `${label}: ${clip(value, 300)}${section && !isSameText(section, facts.heading) ? ` (under “${clip(section, 80)}”)` : ''}`;

const TOTAL_LABEL = /\b(?:totals?|sum|amount due|to pay)\b/iu;

/** Whether a value can be a number of the counted things. "Date of birth" does not say how many days. */
const canStateCount = ({ label, value }: Pair, { noun, measureWords }: ParsedQuestion): boolean =>
  !isValueOfKind(value, 'money') &&
  !isValueOfKind(value, 'date') &&
  (noun.length === 0 ||
    [...noun, ...measureWords].some((word) => hasWord([...getWords(label), ...getWords(value)], word)));

/** Answers with the value of the best-fitting label; null if the best labels have different values. */
export function answerFromPairs(question: ParsedQuestion, facts: Facts): Answer | null {
  if (question.isNegated || (question.form === 'which' && question.noun.length === 0)) return null;
  const fits = facts.pairs.flatMap((pair) => {
    const fit = scoreLabel(question, pair.label, facts);
    const hasKind =
      (mayContainKind(pair.value, question.kind) &&
        !(question.form === 'count' && !canStateCount(pair, question))) ||
      (question.kind === 'money' && isValueOfKind(pair.value, 'number'));
    return fit >= 0.5 &&
      hasKind &&
      !findUnaccountedWords(question, getLabelWords(pair.label), pair.section, facts).length
      ? [{ pair, fit }]
      : [];
  });
  // "How much is it in total?" means neither the price of one item nor the subtotal.
  const totals = question.form === 'sum' ? fits.filter(({ pair }) => TOTAL_LABEL.test(pair.label)) : [];
  const consideredFits = totals.length ? totals : fits;
  const bestFit = Math.max(0, ...consideredFits.map(({ fit }) => fit));
  const bestPairs = consideredFits.filter(({ fit }) => fit === bestFit).map(({ pair }) => pair);
  const [pair] = bestPairs;
  if (pair && bestPairs.every((other) => isSameText(other.value, pair.value)))
    return createAnswer(describePair(pair, facts), pair.value);
  return pair ? null : answerAboutItem(question, facts);
}

/** Answers "when is it?" and "who is it from?" with labelled values of the item that the page shows. */
function answerAboutItem(question: ParsedQuestion, facts: Facts): Answer | null {
  const subject = ({ date: 'when', place: 'where', person: 'who' } as const)[
    question.kind as 'date' | 'place' | 'person'
  ];
  if (
    !subject ||
    findUnaccountedWords(
      question,
      question.kind === 'person' ? ['from', 'sent', 'wrote', 'written'] : ['happen', 'held'],
      '',
      facts,
    ).length
  )
    return null;
  if (question.words.length === 0 && !IT.test(question.text)) return null;
  const isLabel = (key: string): boolean =>
    ` ${SUBJECT_LABELS[subject]} `.includes(
      ` ${fold(key)
        .replace(/[^\p{L} ]/gu, '')
        .trim()} `,
    );
  const pairs = facts.pairs.filter(
    ({ label, value }) => isLabel(label) && mayContainKind(value, question.kind),
  );
  const [first] = pairs;
  // A label that occurs twice describes several items.
  if (first && !pairs.some((other) => other !== first && other.label === first.label)) {
    const sectionPairs = pairs.filter(({ section }) => section === first.section);
    return createAnswer(
      sectionPairs
        .slice(0, 3)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(', '),
      sectionPairs.length === 1 ? first.value : undefined,
    );
  }
  return first || subject !== 'who' || !/\b(?:from|by|wrote|written|sent)\b/u.test(question.text)
    ? null
    : listSenders(facts);
}

const NAMED_SENDER = /^(\p{Lu}[\p{L}.’' -]+?) <[^\s<>@]+@[^\s<>@]+>/u;
const ARROW_SENDER = /^(\p{Lu}[\p{L}.’' -]+?) (?:→|->) \p{Lu}/u;

/** Lists the senders of all messages, because the newest message may be first or last. */
function listSenders({ lines }: Facts): Answer | null {
  const names = [
    ...new Set(
      lines.flatMap(({ text }) => NAMED_SENDER.exec(text)?.[1] ?? ARROW_SENDER.exec(text)?.[1] ?? []),
    ),
  ];
  return names.length
    ? createAnswer(`From ${names.slice(0, 4).join(', ')}`, names.length === 1 ? names[0] : undefined)
    : null;
}

/** Answers "how much is it?" on an item's page with the first price below the main heading. */
export function answerMainPrice(question: ParsedQuestion, facts: Facts): Answer | null {
  if (question.kind !== 'money' || findUnaccountedWords(question, ['price'], '', facts).length) return null;
  const at = facts.lines.findIndex(({ text }) => text === facts.heading);
  const price =
    at < 0
      ? undefined
      : facts.lines
          .slice(at + 1, at + 6)
          .find(({ text }) => text.length <= 60 && mayContainKind(text, 'money'));
  return price ? createAnswer(`${facts.heading}: ${price.text}`, price.text) : null;
}

/** Answers "how much did that cost?" with a price outside tables, because a cell is the price of one row. */
export function answerOverallPrice(question: ParsedQuestion, facts: Facts): Answer | null {
  if (question.kind !== 'money' || question.words.length || !IT.test(question.text)) return null;
  const factsWithoutCells = { ...facts, pairs: facts.pairs.filter(({ isCell }) => !isCell) };
  return answerFromPairs(question, factsWithoutCells) ?? answerMainPrice(question, factsWithoutCells);
}

/** Names for fields by type. "My email" also means a field “Primary email”. */
const FIELD_TYPE_NAMES: Readonly<Record<string, string>> = { email: 'email', tel: 'phone', url: 'website' };

/** Returns the field's label and, if the question says "my", the name of its type if no other field has this type. */
function listFieldLabels(c: Candidate, question: ParsedQuestion, view: View): string[] {
  const typeName = /\bmy\b/u.test(question.text) ? FIELD_TYPE_NAMES[c.inputType ?? ''] : undefined;
  const isOnlyOfType =
    typeName !== undefined &&
    !view.candidates.some((o) => o !== c && o.inputType === c.inputType && isValueField(o));
  return [getName(c).replace(/[:*\s]+$/u, ''), ...(isOnlyOfType ? [typeName] : [])];
}

const ASKS_FOR_OPTIONS =
  /\b(?:are there|(?:can|could|may) i (?:choose|pick|select|use|have|set)|available|to choose(?: from)?|offer(?:ed)?|supported|come in)\b/u;

/** Answers "what languages are there?" with the options of the list “Language”. */
export function answerFromOptions(question: ParsedQuestion, view: View): Answer | null {
  if (!question.noun.length || !ASKS_FOR_OPTIONS.test(question.text)) return null;
  const lists = view.candidates.filter(
    (c) =>
      isValueField(c) &&
      isSelect(c) &&
      getLabelWords(getName(c)).join(' ') !== '' &&
      hasAllWords(question.noun, getLabelWords(getName(c))) &&
      hasAllWords(getLabelWords(getName(c)), question.noun),
  );
  const [list] = lists;
  const labels = list?.options?.filter(({ value }) => value !== '').map(({ label }) => label) ?? [];
  return list && lists.length === 1 && labels.length
    ? createAnswer(`${describe(list)} offers ${formatList(labels)}`)
    : null;
}

/** Replaces abbreviations with the words of a label: "reg number" means “Registration number”. */
function spellOut(question: ParsedQuestion, label: string): ParsedQuestion {
  const labelWords = fold(label).split(/[^\p{L}\p{N}]+/u);
  const findFullWord = (word: string): string | undefined =>
    word.length > 2 && !labelWords.includes(word) ? labelWords.find((w) => w.startsWith(word)) : undefined;
  return {
    ...question,
    words: question.words
      .filter((word) => !FILL_VERBS.has(word) || !/\b(?:did|have) i\b/u.test(question.text))
      .flatMap((word) => (findFullWord(word) === undefined ? word : getContentWords(findFullWord(word)!))),
  };
}

/** Answers with the value of a field; fields of an open dialog come first. */
export function answerFromFields(question: ParsedQuestion, facts: Facts, view: View): Answer | null {
  if (question.isNegated || question.form === 'truth' || question.form === 'count') return null;
  // "What do guests say about it?" asks for what people wrote, not for the field “Guests”.
  if (/\b(?:say|think|write|wrote) (?:about|of)\b/u.test(question.text)) return null;
  const isNamed = (label: string, section: string): boolean => {
    const words = getLabelWords(label);
    const spelledOutQuestion = spellOut(question, label);
    return (
      words.length > 0 &&
      // A label that has only function words, such as “To”, must occur in the question, unless the question asks for a
      // date.
      (question.kind === 'date' ||
        !words.every((word) => STOP_WORDS.has(word)) ||
        hasAllWords(getWords(question.text), words)) &&
      hasAllWords([...spelledOutQuestion.words, ...question.measureWords], words, true) &&
      !findUnaccountedWords(spelledOutQuestion, words, section, facts).length
    );
  };
  const matchingFields = view.candidates.filter(
    (c) => isValueField(c) && listFieldLabels(c, question, view).some((label) => isNamed(label, c.section)),
  );
  const dialogFields = view.isDialogOpen ? matchingFields.filter((c) => view.isInDialog(c)) : [];
  const fields = dialogFields.length ? dialogFields : matchingFields;
  const [first] = fields;
  if (!first) return null;
  if (fields.some((c) => c.inputType === 'password'))
    return createAnswer(`I can't see the value of ${describe(first)}`);
  if (fields.every(showsPrompt)) return createAnswer(`Nothing is chosen in ${describe(first)}`);
  const filledFields = fields.filter((c) => getFieldValue(c) !== '');
  if (!filledFields.length) return createAnswer(`${describe(first)} is empty`, undefined, getName(first));
  const descriptions =
    filledFields.length === 1 ? [describe(filledFields[0]!)] : describeDistinctly(filledFields, view);
  return createAnswer(
    filledFields
      .slice(0, 4)
      .map((c, i) => `${descriptions[i]!} contains “${clip(getFieldValue(c), 300)}”`)
      .join(', '),
    ...(filledFields.length === 1 ? [getFieldValue(filledFields[0]!), getName(filledFields[0]!)] : []),
  );
}
