/** Finds the option or field value that matches the text that a model wrote. Pure. */
import { distance } from 'fastest-levenshtein';

import type { Candidate, OptionItem } from '../../contract/index.js';
import { parseDateText } from '../../dates/index.js';

/** An option with a lower similarity is not a match. */
const MIN_SIMILARITY = 0.4;
/** Shorter strings occur in too many options by chance. */
const MIN_SUBSTRING_CHARS = 3;

/**
 * Returns the option that is most similar to the text. SeeAct selects options in the same way.
 *
 * @returns its label, or its value if several options have the same label; null if none is similar
 */
export function findNearestOption(options: readonly OptionItem[], modelText: string): string | null {
  const usableOptions = options.filter(({ disabled }) => !disabled);
  const [bestMatch] = usableOptions
    .map((option) => ({
      option,
      similarity: Math.max(rateSimilarity(option.label, modelText), rateSimilarity(option.value, modelText)),
    }))
    .toSorted((a, b) => b.similarity - a.similarity);
  if (!bestMatch || bestMatch.similarity < MIN_SIMILARITY) return null;
  const { label, value } = bestMatch.option;
  return label && usableOptions.filter((option) => option.label === label).length === 1 ? label : value;
}

const normaliseText = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** 1: equal except for case and spaces; 0: nothing in common. */
function rateSimilarity(optionText: string, modelText: string): number {
  const [a, b] = [normaliseText(optionText), normaliseText(modelText)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const editSimilarity = 1 - distance(a, b) / Math.max(a.length, b.length);
  // "price" matches the option “Price: low to high”, but an option “Price” would be a better match.
  const isSubstring = Math.min(a.length, b.length) >= MIN_SUBSTRING_CHARS && (a.includes(b) || b.includes(a));
  return isSubstring
    ? Math.max(editSimilarity, 0.5 + (Math.min(a.length, b.length) / Math.max(a.length, b.length)) * 0.4)
    : editSimilarity;
}

const FIXED_FORMAT_TYPES = /^(?:date|time|datetime-local|month|week|range|color)$/;

/** Whether the field's value has a fixed format. Such a value is set instead of typed. */
export const hasFixedFormat = ({ inputType }: Candidate): boolean => FIXED_FORMAT_TYPES.test(inputType ?? '');

const VALUE_FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/,
  month: /^\d{4}-\d{2}$/,
  week: /^\d{4}-W\d{2}$/,
};

/** @returns the value in the field's format; null if the text is not such a value */
export function formatFieldValue(
  { inputType = '' }: Candidate,
  modelText: string,
  today: string,
): string | null {
  const text = modelText.trim();
  const format = VALUE_FORMATS[inputType];
  if (!format || format.test(text)) return text;
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
