/** Values of elements: next to a label, in a row, and the row with the highest or lowest of them. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isSelect } from './kinds.js';
import { nameOf } from './names.js';
import { findOwnRow } from './own-row.js';
import type { View } from './view.js';
import type { Best } from '../language/steps.js';
import { readTime } from '../language/times.js';
import { MEASURES } from '../lexicon/best.js';
import { agreement, collapseSpaces } from '../text.js';

const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  month: 43_200,
  year: 525_600,
};

/** Converts a text to a comparable number: "$1,234.50", "2h 15m", "8:04 PM", "12". Null if it contains none. */
export function readMeasure(text: string, by: string): number | null {
  const phrase = collapseSpaces(text);
  const lasts =
    /(?:(\d+) ?d(?:ays?)?\b)?[ ,]*(?:(\d+(?:\.\d+)?) ?h(?:ours?|rs?|r)?\b)?[ ,]*(?:(\d+) ?m(?:in(?:ute)?s?)?\b)?[ ,]*(?:(\d+) ?s(?:ec(?:ond)?s?)?\b)?/iu;
  if (by === 'duration') {
    for (let at = 0; at < phrase.length; at++) {
      const m = lasts.exec(phrase.slice(at));
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
  if (by === 'price' || by === 'cost') {
    const money = /[$€£¥] ?([\d,]+(?:\.\d+)?)|([\d,]+(?:\.\d+)?) ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b)/iu.exec(
      phrase,
    );
    if (money) return Number((money[1] ?? money[2]!).replaceAll(',', ''));
  }
  if (by === 'time') {
    const time = /\b\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?|\b\d{1,2} ?[ap]\.?m\.?/iu.exec(phrase);
    const read = time && readTime(time[0]);
    if (read) return Number(read.slice(0, 2)) * 60 + Number(read.slice(3));
  }
  if (by === 'date') {
    const [, count, unit] = /(\d+) (minute|hour|day|week|month|year)s? ago/iu.exec(phrase) ?? [];
    if (count && unit) return -Number(count) * MINUTES[unit.toLowerCase()]! * 60_000;
    const date = Date.parse(phrase);
    if (!Number.isNaN(date)) return date;
  }
  const plain = /-?\d[\d,]*(?:\.\d+)?/u.exec(phrase);
  return plain ? Number(plain[0].replaceAll(',', '')) : null;
}

const names = (by: string): readonly string[] => MEASURES[by] ?? [by];

/** Returns a row's value: the text next to the label, or else the row's only text of that kind. */
function rowValueOf(row: Candidate, by: string, view: View): number | null {
  const inside = [
    row,
    ...view.candidates.filter((c) => c.visible && view.ancestors(c).some((a) => a.uid === row.uid)),
  ];
  for (const name of names(by)) {
    for (const c of inside) {
      const labelled = /^([^:：]{2,40})[:：]\s*(\S.*)$/u.exec(c.text);
      if (labelled && c.text.length < 60 && agreement(name, labelled[1]!).score >= 0.9)
        return readMeasure(labelled[2]!, by);
      if (agreement(name, c.text.replace(/[:：]\s*$/u, '')).score < 0.9) continue;
      const next = view.after(c);
      const value = next ? readMeasure(next.text, by) : null;
      if (value !== null) return value;
    }
  }
  const ownElements = inside.filter((c) => c.text !== '' && c.text.length <= 24);
  const fits = ownElements
    .map((c) => ({ text: c.text, value: hasKind(c.text, by) ? readMeasure(c.text, by) : null }))
    .filter((f) => f.value !== null);
  const distinct = new Set(fits.map((f) => f.value));
  return distinct.size === 1 ? [...distinct][0]! : null;
}

const hasKind = (text: string, by: string): boolean =>
  by === 'price' || by === 'cost'
    ? /[$€£¥]|\b(?:usd|eur|gbp)\b/iu.test(text)
    : by === 'duration'
      ? /\d ?(?:h|m|min|d)(?:rs?|ours?|in(?:ute)?s?|ays?)?\b/iu.test(text)
      : by === 'time'
        ? /\d:\d\d|\d ?[ap]m/iu.test(text)
        : /^\D{0,3}\d/u.test(text);

/** Returns the element whose row has the highest or lowest value; null if that is not clear. */
export function findBest(list: readonly Candidate[], { by, way }: Best, view: View): Candidate | null {
  const figures = list.map((c) => ({ c, figure: rowValueOf(findOwnRow(c, list, view) ?? c, by, view) }));
  if (figures.length < 2 || figures.some((f) => f.figure === null)) return null;
  const sorted = figures.sort((a, b) => (way === 'most' ? b.figure! - a.figure! : a.figure! - b.figure!));
  return sorted[0]!.figure === sorted[1]!.figure ? null : sorted[0]!.c;
}

/** Minimum agreement with a label. The label may contain few other words. */
const MIN_LABEL_AGREEMENT = 0.9;
/** A longer text is not a value that people ask for by name. */
const MAX_VALUE_LENGTH = 400;

/** Whether the text is only the label; "Color gray" is not the label "Color". */
function isLabel(phrase: string, text: string): boolean {
  const { score, precision } = agreement(phrase, text.replace(/[:：]\s*$/u, ''));
  return score >= MIN_LABEL_AGREEMENT && precision > 0.95;
}

/** Finds the element next to the label: "A-17" next to "Order number". */
export function findValueElement(phrase: string, view: View): Candidate | null {
  // A label that wraps its field, or directly precedes it, is treated as the field's name.
  const labelled = new Set(
    view.candidates.filter(isField).flatMap((field) => view.ancestors(field).map((a) => a.uid)),
  );
  const labels = view.candidates.filter(
    (c) =>
      c.visible &&
      !isField(c) &&
      !labelled.has(c.uid) &&
      c.role !== 'columnheader' &&
      c.text !== '' &&
      // "Order number: A-17" contains its own value, so the text next to it is something else.
      !/[:：]\s*\S/u.test(c.text) &&
      isLabel(phrase, c.text),
  );
  const values = labels.flatMap((label) => {
    const next = view.after(label);
    return next &&
      next.visible &&
      next.text !== '' &&
      !/[:：]$/u.test(next.text) &&
      next.text.length <= MAX_VALUE_LENGTH
      ? [next]
      : [];
  });
  const distinct = values.filter((c, i) => values.findIndex((o) => o.uid === c.uid) === i);
  if (distinct.length === 1) return distinct[0]!;
  return distinct.length === 0 ? findValuePart(phrase, view) : null;
}

/** Finds the child element with the value in "Order number: A-17", if there is one. */
function findValuePart(phrase: string, view: View): Candidate | null {
  for (const c of view.candidates) {
    const match = /^(.{2,60}?)\s*[:：]\s*(\S.*)$/u.exec(c.text);
    if (!match || !c.visible || agreement(phrase, match[1]!).score < MIN_LABEL_AGREEMENT) continue;
    const value = view.candidates.find(
      (part) =>
        part.visible && part.text === match[2]!.trim() && view.ancestors(part).some((a) => a.uid === c.uid),
    );
    if (value) return value;
  }
  return null;
}

/** Returns the value as text; null if the page has none, or several different ones. */
export function findValueText(phrase: string, view: View): string | null {
  const beside = findValueElement(phrase, view);
  if (beside) return beside.text;
  const found = new Set<string>();
  for (const { text } of view.observation.text)
    for (const cell of text.split(' | ')) {
      const [, key, value] = /^([^:：]{1,60}?)\s*[:：]\s*(\S.*)$/u.exec(cell) ?? [];
      if (key && value && agreement(phrase, key).score >= MIN_LABEL_AGREEMENT)
        found.add(collapseSpaces(value));
    }
  if (!found.size)
    for (const c of view.candidates)
      if (
        (isField(c) || isSelect(c)) &&
        c.visible &&
        agreement(phrase, nameOf(c), true).score >= MIN_LABEL_AGREEMENT
      )
        found.add(c.options?.find((o) => o.selected)?.label ?? c.value ?? '');
  const values = [...found].filter(Boolean);
  return values.length === 1 ? values[0]! : null;
}

/** Returns "the number" if the page shows exactly one number on its own; otherwise null. */
export function findOnlyNumber(phrase: string, view: View): string | null {
  if (!/^(?:number|value|figure|score|result)$/iu.test(phrase)) return null;
  const ownElements = view.candidates.filter(
    (c) => c.visible && !c.interactive && /^-?\d+(?:\.\d+)?$/u.test(c.text),
  );
  const parts = ownElements.filter((c) => !ownElements.some((o) => view.ancestors(o).includes(c)));
  return parts.length === 1 ? parts[0]!.text : null;
}
