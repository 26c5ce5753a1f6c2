/** Patterns of unregistered secrets that can be recognised by their format. */

interface Pattern {
  /** Cheap test whether the pattern can be there at all. */
  hint: (text: string) => boolean;
  expression: RegExp;
  /** Placeholder name, and the prefix to keep. */
  name: string;
  keep?: (hit: string) => string;
}

/**
 * That `word`, just matched, began a word. A word may begin after an escape too: `%3D` in a URL, `\n` in
 * JSON text. Looking behind after the match and not before it lets the engine search for the literal, and a
 * long run of word characters is tried only once.
 */
function atStart(word: string): string {
  return String.raw`(?:(?<![A-Za-z0-9_-]${word})|(?<=%[0-9A-Fa-f]{2}${word})|(?<=\\[nrtbf]${word}))`;
}

const PATTERNS: readonly Pattern[] = [
  {
    // A digit is asked for because pages have classes like `sk-fading-circle-container`.
    hint: (text) => text.includes('sk-'),
    expression: new RegExp(String.raw`sk-${atStart('sk-')}(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}`, 'g'),
    name: 'KEY',
  },
  {
    hint: (text) => text.includes('eyJ'),
    expression: new RegExp(String.raw`eyJ${atStart('eyJ')}[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){2,4}`, 'g'),
    name: 'TOKEN',
  },
  {
    // A digit again, and soon: "bearer instruments" are not a token.
    hint: (text) => text.includes('earer') || text.includes('EARER'),
    expression: /(?:[Bb]earer|BEARER)(?:\s+|%20|\+)(?=[A-Za-z._~+/=-]{0,64}\d)[A-Za-z0-9._~+/=-]{12,}/g,
    name: 'TOKEN',
    keep: (hit) => /^bearer(?:\s+|%20|\+)/i.exec(hit)?.[0] ?? '',
  },
];

/** @param mark makes the placeholder of a name */
export function replacePatterns(text: string, mark: (name: string) => string): string {
  let result = text;
  for (const pattern of PATTERNS) {
    if (!pattern.hint(result)) continue;
    result = result.replace(pattern.expression, (hit) => `${pattern.keep?.(hit) ?? ''}${mark(pattern.name)}`);
  }
  return result;
}
