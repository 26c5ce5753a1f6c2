/** White space as Python's `str` sees it (spec 10.3); `trim` and `\s` differ from it in five characters. */

const SPACE = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING = new RegExp(`^[${SPACE}]+`);
const SOLID = new RegExp(`[^${SPACE}]`);

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
