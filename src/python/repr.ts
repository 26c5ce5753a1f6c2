/** `repr(str)`. */

/** Quotes, the backslash, and characters that are not printable in Python's sense. */
const NEEDS_ESCAPE = /[\\'"]|(?! )[\p{C}\p{Z}]/gu;

/** Text in which nothing is escaped. This fast path covers most values. */
const UNESCAPED = /^[ -&(-[\]-~]*$/;

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

export function repr(text: string): string {
  if (UNESCAPED.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapedText = text.replace(NEEDS_ESCAPE, (char) => {
    if (char === "'" || char === '"') return char === quote ? `\\${char}` : char;
    return NAMED_ESCAPES[char] ?? escapeCodePoint(char.codePointAt(0)!);
  });
  return quote + escapedText + quote;
}

function escapeCodePoint(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
