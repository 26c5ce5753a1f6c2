/**
 * Answers from labelled values and fields: "what is the priority?", "when is it?". The question must ask for the label,
 * and all its other words must belong to the topic of the page or section.
 */
import { describe, describeApart } from '../ground/describe.js';
import type { View } from '../ground/view.js';
import { nameOf } from '../ground/names.js';
import { SUBJECT_LABELS } from '../lexicon/labels.js';
import { clip, fold } from '../text.js';
import type { ParsedQuestion } from './asked.js';
import { type Answer, type Facts, type Pair, foundAnswer } from './facts.js';
import { fieldValueOf, isValueField } from './read-facts.js';
import {
  contentOf,
  hasWord,
  hasAllWords,
  containsKind,
  isOnlyKind,
  labelWords,
  isSameText,
  withoutWords,
  isAttribute,
  isGeneral,
} from './words.js';

const IT = /\b(?:it|this|that|this one|its)\b/u;

/** The words of the question that are neither in the label nor in the topic. */
function findUnaccountedWords(
  asked: ParsedQuestion,
  label: readonly string[],
  section: string,
  page: Facts,
): string[] {
  const hasUnit = label.some((word) => hasWord(asked.units, word, true));
  const known = [...page.topic, ...contentOf(section), ...label, ...(hasUnit ? asked.units : [])];
  return withoutWords(asked.words, known, true).filter((word) => !isGeneral(word) && !isAttribute(word));
}

/** The share of the label's words in the question: 1 for all of them, 0 for a different label. */
function labelFit(asked: ParsedQuestion, label: string, page: Facts): number {
  const ownWords = labelWords(label);
  const matched = ownWords.filter((word) => hasWord([...asked.words, ...asked.units], word, true));
  // The topic alone does not ask for a label: "Order" on the page of an order.
  const bySubject =
    matched.every((word) => hasWord(page.topic, word)) &&
    asked.words.some((word) => !hasWord(page.topic, word));
  const isOther = asked.measured && !ownWords.some((word) => hasWord(asked.units, word, true));
  return matched.length === 0 || bySubject || isOther ? 0 : matched.length / ownWords.length;
}

const describePair = ({ label, value, section }: Pair, page: Facts): string =>
  `${label}: ${clip(value, 300)}${section && !isSameText(section, page.heading) ? ` (under “${clip(section, 80)}”)` : ''}`;

/** Answers with the value of the label that fits best; null if several different ones fit. */
export function answerFromPairs(asked: ParsedQuestion, page: Facts): Answer | null {
  if (asked.negated || (asked.form === 'which' && asked.noun.length === 0)) return null;
  const fits = page.pairs.flatMap((pair) => {
    const fit = labelFit(asked, pair.label, page);
    const right =
      containsKind(pair.value, asked.kind) || (asked.kind === 'money' && isOnlyKind(pair.value, 'number'));
    return fit >= 0.5 &&
      right &&
      !findUnaccountedWords(asked, labelWords(pair.label), pair.section, page).length
      ? [{ pair, fit }]
      : [];
  });
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  const top = fits.filter(({ fit }) => fit === best).map(({ pair }) => pair);
  const [pair] = top;
  if (pair && top.every((other) => isSameText(other.value, pair.value)))
    return foundAnswer(describePair(pair, page), pair.value);
  return pair ? null : answerOfItem(asked, page);
}

/** "When is it?", "who is it from?": the labelled values of the item that the page shows. */
function answerOfItem(asked: ParsedQuestion, page: Facts): Answer | null {
  const wanted = ({ date: 'when', place: 'where', person: 'who' } as const)[
    asked.kind as 'date' | 'place' | 'person'
  ];
  if (
    !wanted ||
    findUnaccountedWords(
      asked,
      asked.kind === 'person' ? ['from', 'sent', 'wrote', 'written'] : ['happen', 'held'],
      '',
      page,
    ).length
  )
    return null;
  if (asked.words.length === 0 && !IT.test(asked.q)) return null;
  const isLabel = (key: string): boolean =>
    ` ${SUBJECT_LABELS[wanted]} `.includes(
      ` ${fold(key)
        .replace(/[^\p{L} ]/gu, '')
        .trim()} `,
    );
  const found = page.pairs.filter(({ label, value }) => isLabel(label) && containsKind(value, asked.kind));
  const [first] = found;
  // A label that occurs twice describes several things.
  if (first && !found.some((other) => other !== first && other.label === first.label)) {
    const samePairs = found.filter(({ section }) => section === first.section);
    return foundAnswer(
      samePairs
        .slice(0, 3)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(', '),
      samePairs.length === 1 ? first.value : undefined,
    );
  }
  return first || wanted !== 'who' || !/\b(?:from|by|wrote|written|sent)\b/u.test(asked.q)
    ? null
    : sendersOf(page);
}

const NAMED = /^(\p{Lu}[\p{L}.’' -]+?) <[^\s<>@]+@[^\s<>@]+>/u;
const ARROW = /^(\p{Lu}[\p{L}.’' -]+?) (?:→|->) \p{Lu}/u;

/** The senders of all messages, because the newest may be shown first or last. */
function sendersOf({ lines }: Facts): Answer | null {
  const names = [
    ...new Set(lines.flatMap(({ text }) => NAMED.exec(text)?.[1] ?? ARROW.exec(text)?.[1] ?? [])),
  ];
  return names.length
    ? foundAnswer(`From ${names.slice(0, 4).join(', ')}`, names.length === 1 ? names[0] : undefined)
    : null;
}

/** Answers "how much is it?" on the page of one item with the first price below the main heading. */
export function answerMainPrice(asked: ParsedQuestion, page: Facts): Answer | null {
  if (asked.kind !== 'money' || findUnaccountedWords(asked, ['price'], '', page).length) return null;
  const at = page.lines.findIndex(({ text }) => text === page.heading);
  const price =
    at < 0
      ? undefined
      : page.lines.slice(at + 1, at + 6).find(({ text }) => text.length <= 60 && containsKind(text, 'money'));
  return price ? foundAnswer(`${page.heading}: ${price.text}`, price.text) : null;
}

/** Answers with the value of a field; fields of an open dialog come first. */
export function answerFromFields(asked: ParsedQuestion, page: Facts, view: View): Answer | null {
  if (asked.negated || asked.form === 'truth' || asked.form === 'count') return null;
  const all = view.candidates.filter((c) => {
    if (!isValueField(c)) return false;
    const label = nameOf(c).replace(/[:*\s]+$/u, '');
    const ownWords = labelWords(label);
    return (
      ownWords.length > 0 &&
      hasAllWords([...asked.words, ...asked.units], ownWords, true) &&
      !findUnaccountedWords(asked, ownWords, c.section, page).length
    );
  });
  const inDialog = view.dialogOpen ? all.filter((c) => view.inDialog(c)) : [];
  const fields = inDialog.length ? inDialog : all;
  const [first] = fields;
  if (!first) return null;
  if (fields.some((c) => c.inputType === 'password'))
    return foundAnswer(`I can't see the value of ${describe(first)}`);
  const filled = fields.filter((c) => fieldValueOf(c) !== '');
  if (!filled.length) return foundAnswer(`${describe(first)} is empty`);
  const descriptions = filled.length === 1 ? [describe(filled[0]!)] : describeApart(filled, view);
  return foundAnswer(
    filled
      .slice(0, 4)
      .map((c, i) => `${descriptions[i]!} contains “${clip(fieldValueOf(c), 300)}”`)
      .join(', '),
    filled.length === 1 ? fieldValueOf(filled[0]!) : undefined,
  );
}
