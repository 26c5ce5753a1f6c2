/** Reads which part of a long list the page shows: "1–10 of 23", "Total 23 items". Pure. */
import type { View } from '../ground/view.js';
import type { FactTable, ListRange } from './facts.js';

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d{3})*|\d+)`;
const RANGE = new RegExp(
  `(?:^|\\s)${NUMBER} ?(?:[-–—]|to) ?${NUMBER} (?:of|out of) ${NUMBER}(?=\\D|$)`,
  'iu',
);
const TOTAL = new RegExp(`^(?:in )?total:? ${NUMBER}(?: \\p{L}+)?$|^${NUMBER} (?:\\p{L}+ )?in total$`, 'iu');
const MAX_TEXT_LENGTH = 60;

const toNumber = (text: string | undefined): number => Number((text ?? '').replace(/[.,]/gu, ''));

/** Returns the range if the page shows only a part of its longest table or list; null otherwise. */
export function readListRange(view: View, tables: readonly FactTable[]): ListRange | null {
  const shownCount = Math.max(0, ...tables.map(({ rows }) => rows.length));
  const texts = [...view.observation.text, ...view.candidates.filter(({ visible }) => visible)]
    .map(({ text }) => text.trim())
    .filter(({ length }) => length <= MAX_TEXT_LENGTH);
  for (const text of texts) {
    const [, first, last, ofTotal] = RANGE.exec(text) ?? [];
    const [, numberAfterTotal, numberBeforeTotal] = TOTAL.exec(text) ?? [];
    const total = toNumber(ofTotal ?? numberAfterTotal ?? numberBeforeTotal);
    const fitsShownRows = ofTotal === undefined || toNumber(last) - toNumber(first) + 1 === shownCount;
    if (total > shownCount && shownCount > 1 && fitsShownRows) return { shownCount, totalCount: total, text };
  }
  return null;
}
