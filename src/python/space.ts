/** White space as Python's `str` and `re` see it (spec 10.3); `trim` and `\s` differ from it in five characters. */

const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING = new RegExp(`^[${SPACE}]+`);
const SOLID = new RegExp(`[^${SPACE}]`);
const RUNS = new RegExp(`[${SPACE}]+`, 'g');
const WORDS = new RegExp(`[^${SPACE}]+`, 'g');

/** `str.strip()` */
export function strip(text: string): string {
  const start = LEADING.exec(text)?.[0].length ?? 0;
  let end = text.length;
  // From the end by hand: a pattern that is anchored there takes quadratic time on inner runs of spaces.
  while (end > start && !SOLID.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

export function isBlank(text: string): boolean {
  return !SOLID.test(text);
}

/** `str.split()` */
export function words(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** `re.sub(r"\s+", " ", text)` */
export function collapseSpace(text: string): string {
  return text.replace(RUNS, ' ');
}
