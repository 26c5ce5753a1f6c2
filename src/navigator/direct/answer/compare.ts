/** Compares prices, durations, times and numbers, and finds the row or card with the highest or lowest. */
import type { Candidate } from '../../../contract/index.js';
import { ownRow } from '../ground/own-row.js';
import type { View } from '../ground/view.js';
import type { Best } from '../language/steps.js';
import { readTime } from '../language/times.js';
import { MEASURES } from '../lexicon/best.js';
import { agreement, squash } from '../text.js';

/** Converts a text to a comparable number: "$1,234.50", "2h 15m", "8:04 PM", "12". Null if it contains none. */
export function measure(text: string, by: string): number | null {
  const said = squash(text);
  const lasts =
    /(?:(\d+) ?d(?:ays?)?\b)?[ ,]*(?:(\d+(?:\.\d+)?) ?h(?:ours?|rs?|r)?\b)?[ ,]*(?:(\d+) ?m(?:in(?:ute)?s?)?\b)?/iu;
  if (by === 'duration') {
    for (let at = 0; at < said.length; at++) {
      const m = lasts.exec(said.slice(at));
      if (m && m.index === 0 && m[0].trim() && (m[1] ?? m[2] ?? m[3]) && !/[\d.]/u.test(said[at - 1] ?? ''))
        return Number(m[1] ?? 0) * 1440 + Number(m[2] ?? 0) * 60 + Number(m[3] ?? 0);
    }
    const clock = /\b(\d{1,3}):(\d{2})\b/u.exec(said);
    if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  }
  if (by === 'price' || by === 'cost') {
    const money = /[$€£¥] ?([\d,]+(?:\.\d+)?)|([\d,]+(?:\.\d+)?) ?(?:[$€£¥]|usd|eur|gbp|nok|kr\b)/iu.exec(
      said,
    );
    if (money) return Number((money[1] ?? money[2]!).replaceAll(',', ''));
  }
  if (by === 'time') {
    const time = /\b\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?|\b\d{1,2} ?[ap]\.?m\.?/iu.exec(said);
    const read = time && readTime(time[0]);
    if (read) return Number(read.slice(0, 2)) * 60 + Number(read.slice(3));
  }
  if (by === 'date') {
    const date = Date.parse(said);
    if (!Number.isNaN(date)) return date;
  }
  const plain = /-?\d[\d,]*(?:\.\d+)?/u.exec(said);
  return plain ? Number(plain[0].replaceAll(',', '')) : null;
}

const names = (by: string): readonly string[] => MEASURES[by] ?? [by];

/** Returns a row's value: next to its label, or else the row's only text of that kind. */
function figureOf(row: Candidate, by: string, view: View): number | null {
  const inside = [
    row,
    ...view.candidates.filter((c) => c.visible && view.ancestors(c).some((a) => a.uid === row.uid)),
  ];
  for (const name of names(by)) {
    for (const c of inside) {
      const labelled = /^([^:：]{2,40})[:：]\s*(\S.*)$/u.exec(c.text);
      if (labelled && c.text.length < 60 && agreement(name, labelled[1]!).score >= 0.9)
        return measure(labelled[2]!, by);
      if (agreement(name, c.text.replace(/[:：]\s*$/u, '')).score < 0.9) continue;
      const next = view.after(c);
      const value = next ? measure(next.text, by) : null;
      if (value !== null) return value;
    }
  }
  const own = inside.filter((c) => c.text !== '' && c.text.length <= 24);
  const fits = own
    .map((c) => ({ text: c.text, value: hasKind(c.text, by) ? measure(c.text, by) : null }))
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
export function bestOf(list: readonly Candidate[], { by, way }: Best, view: View): Candidate | null {
  const figures = list.map((c) => ({ c, figure: figureOf(ownRow(c, list, view) ?? c, by, view) }));
  if (figures.length < 2 || figures.some((f) => f.figure === null)) return null;
  const sorted = figures.sort((a, b) => (way === 'most' ? b.figure! - a.figure! : a.figure! - b.figure!));
  return sorted[0]!.figure === sorted[1]!.figure ? null : sorted[0]!.c;
}
