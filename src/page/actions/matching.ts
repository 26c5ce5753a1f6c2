/** Finds the option that a requested value refers to. No side effects. */
import { foldCase } from '../../text/index.js';

export interface NamedOption {
  value: string;
  label: string;
  group?: string;
}

const isEqualIgnoringCase = (a: string, b: string): boolean => foldCase(a) === foldCase(b);

/** Reduces text to lower-case letters and digits, without trailing zeros in decimals. */
const toLettersAndDigits = (text: string): string =>
  text
    .replace(/([.,]\d{1,2})(?!\d)/gu, (decimals) => decimals.replace(/0+$/u, ''))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether a field shows the requested text, possibly reformatted: with different letter case or separators, added
 * decimal zeros, or a unit after a number.
 */
export function isSameFormattedText(displayedText: string, requestedText: string): boolean {
  if (displayedText === requestedText) return true;
  const expected = toLettersAndDigits(requestedText);
  const actual = toLettersAndDigits(displayedText);
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
 * Finds an option by value, label, group and label, or time of day. If no option matches, finds the one whose label
 * contains the text, provided that there is only one.
 */
export function findOption<T extends NamedOption>(options: readonly T[], requestedText: string): T | null {
  const exactMatch =
    options.find((o) => o.value === requestedText && o.value !== '') ??
    options.find((o) => isEqualIgnoringCase(o.label, requestedText)) ??
    options.find((o) => o.value === requestedText) ??
    options.find((o) => isEqualIgnoringCase(o.value, requestedText)) ??
    options.find(
      (o) =>
        o.group &&
        [' ', ': ', ' / ', ' > ', ' - '].some((separator) =>
          isEqualIgnoringCase(`${o.group}${separator}${o.label}`, requestedText),
        ),
    );
  if (exactMatch) return exactMatch;
  const requestedTime = parseTimeOfDay(requestedText);
  if (requestedTime !== null) {
    const optionWithSameTime = options.find((o) => parseTimeOfDay(o.label) === requestedTime);
    if (optionWithSameTime) return optionWithSameTime;
  }
  const foldedText = foldCase(requestedText);
  const containingOptions = options.filter((o) => foldCase(o.label).includes(foldedText));
  return foldedText && containingOptions.length === 1 ? containingOptions[0]! : null;
}

/** Finds the option for each item of a comma-separated list. `missing` contains the items that match no option. */
export function findOptions<T extends NamedOption>(
  options: readonly T[],
  requestedText: string,
): { found: T[]; missing: string[] } {
  const singleOption = findOption(options, requestedText);
  if (singleOption) return { found: [singleOption], missing: [] };
  const matchingOptions: T[] = [];
  const missing: string[] = [];
  for (const item of requestedText.split(/\s*[,;\n]\s*/).filter(Boolean)) {
    const option = findOption(options, item);
    if (option) matchingOptions.push(option);
    else missing.push(item);
  }
  return { found: matchingOptions, missing };
}

/** Lists the options for use in a message. */
export function describeOptions(labels: readonly string[]): string {
  const uniqueLabels = [...new Set(labels)].filter(Boolean);
  if (!uniqueLabels.length) return 'it offers no options';
  return `it offers ${uniqueLabels.slice(0, 12).join(', ')}${uniqueLabels.length > 12 ? ' …' : ''}`;
}
