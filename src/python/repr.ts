/** `repr(str)` (spec 10.2). */

/** What Python does not call printable, and the characters that are escaped by name. */
const ESCAPED = /[\\'"]|(?! )[\p{C}\p{Z}]/gu;

/** Most values: nothing in them is escaped, and the big character classes need not be asked. */
const PLAIN = /^[ -&(-[\]-~]*$/;

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function repr(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(ESCAPED, (char) => {
    if (char === "'" || char === '"') return char === quote ? `\\${char}` : char;
    return NAMED[char] ?? escape(char.codePointAt(0)!);
  });
  return quote + inside + quote;
}

function escape(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
