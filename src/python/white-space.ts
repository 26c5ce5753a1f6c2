/** White space as defined by Python's `str` and `re`. JavaScript's `trim` and `\s` differ in five characters. */

const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING_SPACE = new RegExp(`^[${SPACE}]+`);
const NON_SPACE = new RegExp(`[^${SPACE}]`);
const SPACE_RUNS = new RegExp(`[${SPACE}]+`, 'g');
const WORDS = new RegExp(`[^${SPACE}]+`, 'g');

/** `str.strip()` */
export function strip(text: string): string {
  const start = LEADING_SPACE.exec(text)?.[0].length ?? 0;
  let end = text.length;
  // A pattern anchored at the end would take quadratic time on inner runs of spaces.
  while (end > start && !NON_SPACE.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return !NON_SPACE.test(text);
}

/** `str.split()` */
export function splitWords(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** `re.sub(r"\s+", " ", text)` */
export function collapseSpace(text: string): string {
  return text.replace(SPACE_RUNS, ' ');
}
