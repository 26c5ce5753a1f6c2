/** Finds the option or the field value that matches what the model wrote. Pure. */
import { distance } from 'fastest-levenshtein';

import type { Candidate, OptionItem } from '../../contract/index.js';
import { parseDateText } from '../../dates/index.js';

/** An option with a lower similarity is not a match. */
const MIN_SIMILARITY = 0.4;
/** Shorter texts occur in too many options by chance. */
const MIN_PART_CHARS = 3;

/**
 * Returns the option that is most similar to the text. SeeAct selects options in the same way.
 *
 * @returns its label, or its value if several options have the same label; null if none is similar
 */
export function findNearestOption(options: readonly OptionItem[], written: string): string | null {
  const usable = options.filter(({ disabled }) => !disabled);
  const [best] = usable
    .map((option) => ({
      option,
      similarity: Math.max(rateSimilarity(option.label, written), rateSimilarity(option.value, written)),
    }))
    .toSorted((a, b) => b.similarity - a.similarity);
  if (!best || best.similarity < MIN_SIMILARITY) return null;
  const { label, value } = best.option;
  return label && usable.filter((option) => option.label === label).length === 1 ? label : value;
}

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** 1: equal except for case and spaces; 0: nothing in common. */
function rateSimilarity(offered: string, written: string): number {
  const [a, b] = [fold(offered), fold(written)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const edits = 1 - distance(a, b) / Math.max(a.length, b.length);
  // `Price` means “Price: low to high”, but an option that repeats it exactly is better.
  const isPart = Math.min(a.length, b.length) >= MIN_PART_CHARS && (a.includes(b) || b.includes(a));
  return isPart
    ? Math.max(edits, 0.5 + (Math.min(a.length, b.length) / Math.max(a.length, b.length)) * 0.4)
    : edits;
}

const DATE_TYPES = /^(?:date|time|datetime-local|month|week|range|color)$/;

/** Fields whose value has a fixed format, so it is set instead of typed. */
export const isDateField = ({ inputType }: Candidate): boolean => DATE_TYPES.test(inputType ?? '');

const FORMS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/,
  month: /^\d{4}-\d{2}$/,
  week: /^\d{4}-W\d{2}$/,
};

/** @returns the value in the field's format; null if the text is not such a value */
export function formatFieldValue(
  { inputType = '' }: Candidate,
  written: string,
  today: string,
): string | null {
  const text = written.trim();
  const form = FORMS[inputType];
  if (!form || form.test(text)) return text;
  // All-digit dates are ambiguous; in English prompts the month usually comes first.
  const parsed = parseDateText(text, new Date(`${today}T12:00:00`), 'month-first');
  const day = parsed?.isoDay ?? null;
  const time = parsed?.isoTime ?? null;
  switch (inputType) {
    case 'date':
      return day;
    case 'time':
      return time;
    case 'month':
      return day?.slice(0, 7) ?? null;
    case 'datetime-local':
      return day && time ? `${day}T${time}` : null;
    default:
      return null;
  }
}
