/** Finds the option that a value names. Pure. */
import { foldCase } from '../../text/index.js';

export interface NamedOption {
  value: string;
  label: string;
  group?: string;
}

const isSameFolded = (a: string, b: string): boolean => foldCase(a) === foldCase(b);

/** Reduces text to lower-case letters and digits, without trailing zeros in decimals. */
const toLettersAndDigits = (text: string): string =>
  text
    .replace(/([.,]\d{1,2})(?!\d)/gu, (decimals) => decimals.replace(/0+$/u, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether a field shows the requested text, possibly reformatted: with another case, other separators, added decimal
 * zeros, or a unit after a number.
 */
export function isSameFormattedText(shown: string, requested: string): boolean {
  if (shown === requested) return true;
  const expected = toLettersAndDigits(requested);
  const actual = toLettersAndDigits(shown);
  return (
    expected !== '' &&
    (actual === expected || (/^\d+$/u.test(expected) && actual.replace(/\p{L}+/gu, '') === expected))
  );
}

/** Parses `14:30`, `2:30 pm`, `14.30`, `2 PM` into minutes since midnight; null for anything else. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^\s*(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?\s*(m\.?)?\s*$/i.exec(text);
  if (!match || (match[2] === undefined && !match[3])) return null;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  const amPm = match[3]?.toLowerCase();
  if (hours > 23 || minutes > 59 || (amPm && (hours < 1 || hours > 12))) return null;
  return ((amPm ? hours % 12 : hours) + (amPm === 'p' ? 12 : 0)) * 60 + minutes;
}

/**
 * Finds an option by value, label, group and label, or time of day. If none matches, a label that contains the text is
 * enough, provided it is the only one.
 */
export function findOption<T extends NamedOption>(options: readonly T[], requested: string): T | null {
  const exact =
    options.find((o) => o.value === requested && o.value !== '') ??
    options.find((o) => isSameFolded(o.label, requested)) ??
    options.find((o) => o.value === requested) ??
    options.find((o) => isSameFolded(o.value, requested)) ??
    options.find(
      (o) =>
        o.group &&
        [' ', ': ', ' / ', ' > ', ' - '].some((gap) => isSameFolded(`${o.group}${gap}${o.label}`, requested)),
    );
  if (exact) return exact;
  const time = parseTimeOfDay(requested);
  if (time !== null) {
    const sameTime = options.find((o) => parseTimeOfDay(o.label) === time);
    if (sameTime) return sameTime;
  }
  const words = foldCase(requested);
  const containing = options.filter((o) => foldCase(o.label).includes(words));
  return words && containing.length === 1 ? containing[0]! : null;
}

/** Finds each item of a comma-separated list. `missing` contains the items that match no option. */
export function findOptions<T extends NamedOption>(
  options: readonly T[],
  requested: string,
): { found: T[]; missing: string[] } {
  const single = findOption(options, requested);
  if (single) return { found: [single], missing: [] };
  const found: T[] = [];
  const missing: string[] = [];
  for (const part of requested.split(/\s*[,;\n]\s*/).filter(Boolean)) {
    const option = findOption(options, part);
    if (option) found.push(option);
    else missing.push(part);
  }
  return { found, missing };
}

/** Lists the options for use in a sentence. */
export function describeOptions(labels: readonly string[]): string {
  const shown = [...new Set(labels)].filter(Boolean);
  if (!shown.length) return 'it offers no options';
  return `it offers ${shown.slice(0, 12).join(', ')}${shown.length > 12 ? ' …' : ''}`;
}
