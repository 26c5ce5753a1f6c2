/** Finds element values next to a label or in a row, and the row with the highest or lowest value. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect } from './kinds.js';
import { getName } from './names.js';
import { findOwnRow } from './own-row.js';
import type { View } from './view.js';
import type { Superlative } from '../language/steps.js';
import { readTime } from '../language/times.js';
import { MEASURES } from '../lexicon/superlatives.js';
import { scoreAgreement, collapseSpaces } from '../text.js';

const MINUTES_BY_UNIT: Readonly<Record<string, number>> = {
  second: 1 / 60,
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  month: 43_200,
  year: 525_600,
};

const DURATION = /\b(\d+|an?) (second|minute|hour|day|week|month|year)s?\b[, ]*(?:and )?/giu;
const AGE = new RegExp(`^(?:${DURATION.source})+ago$`, 'iu');

/** Reads an age in minutes: "1 week, 2 days ago", "an hour ago", "just now". */
function readAge(text: string): number | null {
  const phrase = collapseSpaces(text);
  if (/^(?:just )?now$/iu.test(phrase)) return 0;
  return AGE.test(phrase)
    ? [...phrase.matchAll(DURATION)].reduce(
        (sum, [, count, unit]) => sum + (Number(count) || 1) * MINUTES_BY_UNIT[unit!.toLowerCase()]!,
        0,
      )
    : null;
}

/** Converts a text to a comparable number: "$1,234.50", "2h 15m", "8:04 PM", "12". Returns null without a number. */
export function readMeasure(text: string, measure: string): number | null {
  const phrase = collapseSpaces(text);
  const durationPattern =
    /(?:(\d+) ?d(?:ays?)?\b)?[ ,]*(?:(\d+(?:\.\d+)?) ?h(?:ours?|rs?|r)?\b)?[ ,]*(?:(\d+) ?m(?:in(?:ute)?s?)?\b)?[ ,]*(?:(\d+) ?s(?:ec(?:ond)?s?)?\b)?/iu;
  if (measure === 'duration') {
    for (let at = 0; at < phrase.length; at++) {
      const m = durationPattern.exec(phrase.slice(at));
      if (
        m &&
        m.index === 0 &&
        m[0].trim() &&
        (m[1] ?? m[2] ?? m[3] ?? m[4]) &&
        !/[\d.]/u.test(phrase[at - 1] ?? '')
      )
        return Number(m[1] ?? 0) * 1440 + Number(m[2] ?? 0) * 60 + Number(m[3] ?? 0) + Number(m[4] ?? 0) / 60;
    }
    const clock = /\b(\d{1,3}):(\d{2})\b/u.exec(phrase);
    if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  }
  if (measure === 'price' || measure === 'cost') {
    const money = /[$€£¥] ?([\d,]+(?:\.\d+)?)|([\d,]+(?:\.\d+)?) ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b)/iu.exec(
      phrase,
    );
    if (money) return Number((money[1] ?? money[2]!).replaceAll(',', ''));
  }
  if (measure === 'time') {
    const time = /\b\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?|\b\d{1,2} ?[ap]\.?m\.?/iu.exec(phrase);
    const time24 = time && readTime(time[0]);
    if (time24) return Number(time24.slice(0, 2)) * 60 + Number(time24.slice(3));
  }
  if (measure === 'date' || measure === 'time') {
    const age = readAge(phrase);
    if (age !== null) return 0 - age;
  }
  if (measure === 'date' || (measure === 'time' && /\d{4}/u.test(phrase))) {
    const date = Date.parse(phrase);
    if (!Number.isNaN(date)) return date;
  }
  const number = /-?\d[\d,]*(?:\.\d+)?/u.exec(phrase);
  return number ? Number(number[0].replaceAll(',', '')) : null;
}

export const NUMERIC_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/u;

/**
 * Rewrites numeric dates such as 04/12/2026 as ISO dates, if the values together show whether the day or the month
 * comes first. Otherwise all values become '', because a guess could put them in the wrong order. They also become ''
 * if only some of them are ages such as "2 days ago".
 */
export function normalizeDates(values: readonly string[]): string[] {
  const ages = values.filter((value) => readAge(value) !== null);
  if (ages.length > 0 && ages.length < values.length) return values.map(() => '');
  const dates = values.map((value) => NUMERIC_DATE.exec(value.trim()));
  if (dates.some((date) => !date)) return [...values];
  const isDayFirst =
    dates.some((date) => Number(date![1]) > 12) || values.some((value) => value.includes('.'));
  const isMonthFirst = dates.some((date) => Number(date![2]) > 12);
  if (isDayFirst === isMonthFirst) return values.map(() => '');
  return dates.map((date) => {
    const [day, month] = isDayFirst ? [date![1]!, date![2]!] : [date![2]!, date![1]!];
    return `${date![3]!}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
}

/** Lists a measure's labels. Leaves out "rate", because words are compared by stem and “Rating” is not a price. */
const listMeasureNames = (measure: string): readonly string[] =>
  (MEASURES[measure] ?? [measure]).filter((name) => name !== 'rate');

/** Reads a row's value: the text next to the label or, without a label, the row's only text of that kind. */
function readRowValue(row: Candidate, measure: string, view: View): number | null {
  const rowElements = [
    row,
    ...view.candidates.filter((c) => c.visible && view.getAncestors(c).some((a) => a.uid === row.uid)),
  ];
  for (const name of listMeasureNames(measure)) {
    for (const c of rowElements) {
      const labelledMatch = /^([^:：]{2,40})[:：]\s*(\S.*)$/u.exec(c.text);
      if (labelledMatch && c.text.length < 60 && scoreAgreement(name, labelledMatch[1]!).score >= 0.9)
        return readMeasure(labelledMatch[2]!, measure);
      if (scoreAgreement(name, c.text.replace(/[:：]\s*$/u, '')).score < 0.9) continue;
      const nextSibling = view.getNextSibling(c);
      const value = nextSibling ? readMeasure(nextSibling.text, measure) : null;
      if (value !== null) return value;
    }
  }
  const shortElements = rowElements.filter((c) => c.text !== '' && c.text.length <= 24);
  const fits = shortElements
    .map((c) => ({
      text: c.text,
      value: mayBeMeasure(c.text, measure) ? readMeasure(c.text, measure) : null,
    }))
    .filter((f) => f.value !== null);
  const distinctValues = new Set(fits.map((f) => f.value));
  return distinctValues.size === 1 ? [...distinctValues][0]! : null;
}

const mayBeMeasure = (text: string, measure: string): boolean =>
  measure === 'price' || measure === 'cost'
    ? /[$€£¥]|\b(?:usd|eur|gbp)\b/iu.test(text)
    : measure === 'duration'
      ? /\d ?(?:h|m|min|d)(?:rs?|ours?|in(?:ute)?s?|ays?)?\b/iu.test(text)
      : measure === 'time'
        ? /\d:\d\d|\d ?[ap]m/iu.test(text)
        : /^\D{0,3}\d/u.test(text);

/** Returns the element whose row has the highest or lowest value; null if two rows tie or a value is missing. */
export function findElementWithBestValue(
  list: readonly Candidate[],
  { measure, direction }: Superlative,
  view: View,
): Candidate | null {
  const elementsWithValue = list.map((c) => ({
    c,
    value: readRowValue(findOwnRow(c, list, view) ?? c, measure, view),
  }));
  if (elementsWithValue.length < 2 || elementsWithValue.some((f) => f.value === null)) return null;
  const sortedElements = elementsWithValue.sort((a, b) =>
    direction === 'most' ? b.value! - a.value! : a.value! - b.value!,
  );
  return sortedElements[0]!.value === sortedElements[1]!.value ? null : sortedElements[0]!.c;
}

/** Minimum agreement between a phrase and a label. */
const MIN_LABEL_AGREEMENT = 0.9;
/** Longer text is not a value that people ask for by name. */
const MAX_VALUE_LENGTH = 400;

/** Whether the text is only the label. “Color gray” is not the label “Color”. */
function isLabel(phrase: string, text: string): boolean {
  const { score, precision } = scoreAgreement(phrase, text.replace(/[:：]\s*$/u, ''));
  return score >= MIN_LABEL_AGREEMENT && precision > 0.95;
}

/** Finds the element next to the label: "A-17" next to "Order number". */
export function findValueElement(phrase: string, view: View): Candidate | null {
  // A label that wraps its field, or directly precedes it, is treated as the field's name.
  const uidsAroundFields = new Set(
    view.candidates.filter(isField).flatMap((field) => view.getAncestors(field).map((a) => a.uid)),
  );
  const labels = view.candidates.filter(
    (c) =>
      c.visible &&
      !isField(c) &&
      !uidsAroundFields.has(c.uid) &&
      c.role !== 'columnheader' &&
      c.text !== '' &&
      // "Order number: A-17" contains its own value, so the text next to it is something else.
      !/[:：]\s*\S/u.test(c.text) &&
      isLabel(phrase, c.text),
  );
  const values = labels.flatMap((label) => {
    const nextSibling = view.getNextSibling(label);
    return nextSibling &&
      nextSibling.visible &&
      nextSibling.text !== '' &&
      !/[:：]$/u.test(nextSibling.text) &&
      nextSibling.text.length <= MAX_VALUE_LENGTH
      ? [nextSibling]
      : [];
  });
  const distinctValues = values.filter((c, i) => values.findIndex((o) => o.uid === c.uid) === i);
  if (distinctValues.length === 1) return distinctValues[0]!;
  return distinctValues.length === 0 ? findValueChild(phrase, view) : null;
}

/** Finds the child element with the value in "Order number: A-17", if there is one. */
function findValueChild(phrase: string, view: View): Candidate | null {
  for (const c of view.candidates) {
    const match = /^(.{2,60}?)\s*[:：]\s*(\S.*)$/u.exec(c.text);
    if (!match || !c.visible || scoreAgreement(phrase, match[1]!).score < MIN_LABEL_AGREEMENT) continue;
    const value = view.candidates.find(
      (child) =>
        child.visible &&
        child.text === match[2]!.trim() &&
        view.getAncestors(child).some((a) => a.uid === c.uid),
    );
    if (value) return value;
  }
  return null;
}

/** Returns the value as text; null if the page has no such value, or several different ones. */
export function findValueText(phrase: string, view: View): string | null {
  const valueElement = findValueElement(phrase, view);
  if (valueElement) return valueElement.text;
  const texts = new Set<string>();
  for (const { text } of view.observation.text)
    for (const cell of text.split(' | ')) {
      const [, key, value] = /^([^:：]{1,60}?)\s*[:：]\s*(\S.*)$/u.exec(cell) ?? [];
      if (key && value && scoreAgreement(phrase, key).score >= MIN_LABEL_AGREEMENT)
        texts.add(collapseSpaces(value));
    }
  if (!texts.size)
    for (const c of view.candidates)
      if (
        (isField(c) || isSelect(c)) &&
        c.visible &&
        scoreAgreement(phrase, getName(c), true).score >= MIN_LABEL_AGREEMENT
      )
        texts.add(c.options?.find((o) => o.selected)?.label ?? c.value ?? '');
  const values = [...texts].filter(Boolean);
  return values.length === 1 ? values[0]! : null;
}

/** Finds "the number" if exactly one element of the page consists of a number; otherwise returns null. */
export function findOnlyNumber(phrase: string, view: View): string | null {
  if (!/^(?:number|value|figure|score|result)$/iu.test(phrase)) return null;
  const numbers = view.candidates.filter(
    (c) => c.visible && !c.interactive && /^-?\d+(?:\.\d+)?$/u.test(c.text),
  );
  const innerNumbers = numbers.filter((c) => !numbers.some((o) => view.getAncestors(o).includes(c)));
  return innerNumbers.length === 1 ? innerNumbers[0]!.text : null;
}
