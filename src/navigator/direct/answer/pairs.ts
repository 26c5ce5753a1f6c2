/**
 * Answers from labelled values and fields: "what is the priority?", "when is it?". The label must be what is asked for,
 * and every other word of the question must be what the page or the section is about.
 */
import { describe, tellApart } from '../ground/describe.js';
import type { View } from '../ground/view.js';
import { nameOf } from '../ground/names.js';
import { SUBJECT_LABELS } from '../lexicon/labels.js';
import { clip, fold } from '../text.js';
import type { Asked } from './asked.js';
import { type Answer, type Facts, type Pair, told } from './facts.js';
import { heldBy, isValueField } from './read-facts.js';
import {
  contentOf,
  has,
  hasAll,
  holdsKind,
  isOnly,
  labelWords,
  sameText,
  without,
  isAttribute,
  isGeneral,
} from './words.js';

const IT = /\b(?:it|this|that|this one|its)\b/u;

/** The words of the question that neither the label nor the topic accounts for. */
function unaccounted(asked: Asked, label: readonly string[], section: string, page: Facts): string[] {
  const hasUnit = label.some((word) => has(asked.units, word, true));
  const known = [...page.topic, ...contentOf(section), ...label, ...(hasUnit ? asked.units : [])];
  return without(asked.words, known, true).filter((word) => !isGeneral(word) && !isAttribute(word));
}

/** How much of a label the question says: 1 for all its words, 0 if it is another label. */
function labelFit(asked: Asked, label: string, page: Facts): number {
  const own = labelWords(label);
  const matched = own.filter((word) => has([...asked.words, ...asked.units], word, true));
  // The topic alone does not ask for a label: "Order" on the page of an order.
  const bySubject =
    matched.every((word) => has(page.topic, word)) && asked.words.some((word) => !has(page.topic, word));
  const isOther = asked.measured && !own.some((word) => has(asked.units, word, true));
  return matched.length === 0 || bySubject || isOther ? 0 : matched.length / own.length;
}

const describePair = ({ label, value, section }: Pair, page: Facts): string =>
  `${label}: ${clip(value, 300)}${section && !sameText(section, page.heading) ? ` (under “${clip(section, 80)}”)` : ''}`;

/** Answers with the value of the label that fits best; null if several different ones fit. */
export function answerFromPairs(asked: Asked, page: Facts): Answer | null {
  if (asked.negated || (asked.form === 'which' && asked.noun.length === 0)) return null;
  const fits = page.pairs.flatMap((pair) => {
    const fit = labelFit(asked, pair.label, page);
    const right =
      holdsKind(pair.value, asked.kind) || (asked.kind === 'money' && isOnly(pair.value, 'number'));
    return fit >= 0.5 && right && !unaccounted(asked, labelWords(pair.label), pair.section, page).length
      ? [{ pair, fit }]
      : [];
  });
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  const top = fits.filter(({ fit }) => fit === best).map(({ pair }) => pair);
  const [pair] = top;
  if (pair && top.every((other) => sameText(other.value, pair.value)))
    return told(describePair(pair, page), pair.value);
  return pair ? null : answerOfItem(asked, page);
}

/** "When is it?", "who is it from?": the labelled values of the item that the page shows. */
function answerOfItem(asked: Asked, page: Facts): Answer | null {
  const wanted = ({ date: 'when', place: 'where', person: 'who' } as const)[
    asked.kind as 'date' | 'place' | 'person'
  ];
  if (
    !wanted ||
    unaccounted(
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
  const found = page.pairs.filter(({ label, value }) => isLabel(label) && holdsKind(value, asked.kind));
  const [first] = found;
  // A label that occurs twice shows several things.
  if (first && !found.some((other) => other !== first && other.label === first.label)) {
    const said = found.filter(({ section }) => section === first.section);
    return told(
      said
        .slice(0, 3)
        .map(({ label, value }) => `${label}: ${value}`)
        .join(', '),
      said.length === 1 ? first.value : undefined,
    );
  }
  return first || wanted !== 'who' || !/\b(?:from|by|wrote|written|sent)\b/u.test(asked.q)
    ? null
    : writers(page);
}

const NAMED = /^(\p{Lu}[\p{L}.’' -]+?) <[^\s<>@]+@[^\s<>@]+>/u;
const ARROW = /^(\p{Lu}[\p{L}.’' -]+?) (?:→|->) \p{Lu}/u;

/** The senders of all messages, because the newest may be shown first or last. */
function writers({ lines }: Facts): Answer | null {
  const names = [
    ...new Set(lines.flatMap(({ text }) => NAMED.exec(text)?.[1] ?? ARROW.exec(text)?.[1] ?? [])),
  ];
  return names.length
    ? told(`From ${names.slice(0, 4).join(', ')}`, names.length === 1 ? names[0] : undefined)
    : null;
}

/** Answers "how much is it?" on the page of one item with the first price below the main heading. */
export function mainPrice(asked: Asked, page: Facts): Answer | null {
  if (asked.kind !== 'money' || unaccounted(asked, ['price'], '', page).length) return null;
  const at = page.lines.findIndex(({ text }) => text === page.heading);
  const price =
    at < 0
      ? undefined
      : page.lines.slice(at + 1, at + 6).find(({ text }) => text.length <= 60 && holdsKind(text, 'money'));
  return price ? told(`${page.heading}: ${price.text}`, price.text) : null;
}

/** Answers with the value of a field; fields of an open dialog come first. */
export function answerFromFields(asked: Asked, page: Facts, view: View): Answer | null {
  if (asked.negated || asked.form === 'truth' || asked.form === 'count') return null;
  const all = view.candidates.filter((c) => {
    if (!isValueField(c)) return false;
    const label = nameOf(c).replace(/[:*\s]+$/u, '');
    const own = labelWords(label);
    return (
      own.length > 0 &&
      hasAll([...asked.words, ...asked.units], own, true) &&
      !unaccounted(asked, own, c.section, page).length
    );
  });
  const inDialog = view.dialogOpen ? all.filter((c) => view.inDialog(c)) : [];
  const fields = inDialog.length ? inDialog : all;
  const [first] = fields;
  if (!first) return null;
  if (fields.some((c) => c.inputType === 'password'))
    return told(`I can't see the value of ${describe(first)}`);
  const filled = fields.filter((c) => heldBy(c) !== '');
  if (!filled.length) return told(`${describe(first)} is empty`);
  const said = filled.length === 1 ? [describe(filled[0]!)] : tellApart(filled, view);
  return told(
    filled
      .slice(0, 4)
      .map((c, i) => `${said[i]!} contains “${clip(heldBy(c), 300)}”`)
      .join(', '),
    filled.length === 1 ? heldBy(filled[0]!) : undefined,
  );
}
