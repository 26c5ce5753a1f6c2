/** Parses Python string literals with their escapes. */

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Digits after `\x`, `\u` and `\U`. */
const CODE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Each pattern is one kind of string token in Python; the longest match is the literal. */
const STRING_TOKEN_PATTERNS = [
  /"""(?:[^"\\]|""(?!")|"(?!"")|\\.)*"""/y,
  /'''(?:[^'\\]|''(?!')|'(?!'')|\\.)*'''/y,
  /"(?:[^"\n\r\\]|\\"|\\(?:[^x]|x[0-9a-fA-F]+))*"/y,
  /'(?:[^'\n\r\\]|\\'|\\(?:[^x]|x[0-9a-fA-F]+))*'/y,
];

/** @returns the string literal that starts at `index`, as written; null if none starts there */
export function matchStringLiteral(text: string, index: number): string | null {
  let longestLiteral: string | null = null;
  for (const pattern of STRING_TOKEN_PATTERNS) {
    pattern.lastIndex = index;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined && match.length > (longestLiteral?.length ?? 0)) longestLiteral = match;
  }
  return longestLiteral;
}

/**
 * Returns the value of a string literal.
 *
 * @returns null if Python raises an error, and for `\N{…}`, whose names JavaScript does not know
 */
export function parseStringLiteral(literal: string): string | null {
  if (literal.includes('\0')) return null;
  const quoteLength = /^("""|'''|"|')/.exec(literal)![1]!.length;
  const body = literal.slice(quoteLength, -quoteLength).replace(/\r\n?/g, '\n');
  let isValid = true;
  const value = body.replace(
    /\\([0-7]{1,3}|[xuU]([0-9a-fA-F]*)|[^])/gu,
    (matchedText, escape: string, hex?: string) => {
      if (/^[0-7]/.test(escape)) return String.fromCodePoint(Number.parseInt(escape, 8));
      const length = CODE_LENGTHS[escape.charAt(0)];
      if (length === undefined) {
        if (escape === 'N') isValid = false;
        return SIMPLE_ESCAPES[escape] ?? matchedText;
      }
      const digits = (hex ?? '').slice(0, length);
      const code = Number.parseInt(digits, 16);
      if (digits.length < length || code > 0x10ffff) {
        isValid = false;
        return '';
      }
      return String.fromCodePoint(code) + hex!.slice(length);
    },
  );
  return isValid ? value : null;
}
