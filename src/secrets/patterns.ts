/** Patterns of unregistered secrets that can be recognised by their format. */

interface Pattern {
  /** A quick check whether the text can contain a match. */
  hint: (text: string) => boolean;
  expression: RegExp;
  name: string;
  /** Returns the part of a match that is kept. */
  keep?: (hit: string) => string;
}

/**
 * Returns a look-behind that requires the `prefix` just matched to start a word. A word can also start after an
 * escape: `%3D` in a URL, `\n` in JSON. The look-behind is placed after the literal, because engines find a leading
 * literal fast.
 */
function atWordStart(prefix: string): string {
  return String.raw`(?:(?<![A-Za-z0-9_-]${prefix})|(?<=%[0-9A-Fa-f]{2}${prefix})|(?<=\\[nrtbf]${prefix}))`;
}

/** Query parameters whose value is a secret. */
const SECRET_PARAMETERS =
  '(?:access_|id_|refresh_|auth_|csrf_)?token|api[_-]?key|apikey|access[_-]?key|client_secret|secret|password|passwd|pwd|signature|sig|x-amz-signature|x-amz-credential|x-amz-security-token|session_?id|sessid|jwt|otp';

const PATTERNS: readonly Pattern[] = [
  {
    // Requires a digit, because pages have classes like `sk-fading-circle-container`.
    hint: (text) => text.includes('sk-'),
    expression: new RegExp(String.raw`sk-${atWordStart('sk-')}(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}`, 'g'),
    name: 'KEY',
  },
  {
    hint: (text) => text.includes('eyJ'),
    expression: new RegExp(
      String.raw`eyJ${atWordStart('eyJ')}[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){2,4}`,
      'g',
    ),
    name: 'TOKEN',
  },
  {
    // Requires a digit near the start: “bearer instruments” is not a token.
    hint: (text) => text.includes('earer') || text.includes('EARER'),
    expression: /(?:[Bb]earer|BEARER)(?:\s+|%20|\+)(?=[A-Za-z._~+/=-]{0,64}\d)[A-Za-z0-9._~+/=-]{12,}/g,
    name: 'TOKEN',
    keep: (hit) => /^bearer(?:\s+|%20|\+)/i.exec(hit)?.[0] ?? '',
  },
  {
    // User name and password in a URL.
    hint: (text) => text.includes('://'),
    expression: /:\/\/[^\s/?#@"'<>:]*:[^\s/?#@"'<>]+(?=@)/g,
    name: '…',
    keep: () => '://',
  },
  {
    hint: (text) => text.includes('='),
    expression: new RegExp(String.raw`[?&#;](?:${SECRET_PARAMETERS})=[^&#\s"'<>;]{8,}`, 'gi'),
    name: '…',
    keep: (hit) => hit.slice(0, hit.indexOf('=') + 1),
  },
  {
    // These names also occur with harmless values, so a value is masked only if it looks random.
    hint: (text) => text.includes('='),
    expression:
      /[?&#;](?:key|code|session|sid|state|nonce|auth|ticket)=(?=[^&#\s"'<>;]*\d)(?=[^&#\s"'<>;]*[A-Za-z])[^&#\s"'<>;]{12,}/gi,
    name: '…',
    keep: (hit) => hit.slice(0, hit.indexOf('=') + 1),
  },
];

/** @param mark returns the placeholder with the given name */
export function replacePatterns(text: string, mark: (name: string) => string): string {
  let result = text;
  for (const pattern of PATTERNS) {
    if (!pattern.hint(result)) continue;
    result = result.replace(pattern.expression, (hit) => `${pattern.keep?.(hit) ?? ''}${mark(pattern.name)}`);
  }
  return result;
}
