/** Recognises unregistered secrets by their format. */

interface SecretPattern {
  /** Checks quickly whether the text can contain a match. */
  mayMatch: (text: string) => boolean;
  expression: RegExp;
  name: string;
  /** Returns the beginning of a match that stays in the text. */
  getKeptPrefix?: (match: string) => string;
}

/**
 * Returns a look-behind assertion: the `prefix` before it must start a word. A word can also start after an escape,
 * such as `%3D` in a URL or `\n` in JSON. The assertion is placed after the literal, because regular-expression
 * engines find a leading literal quickly.
 */
function requireWordStart(prefix: string): string {
  return String.raw`(?:(?<![A-Za-z0-9_-]${prefix})|(?<=%[0-9A-Fa-f]{2}${prefix})|(?<=\\[nrtbf]${prefix}))`;
}

/** Query parameters whose value is a secret. */
const SECRET_PARAMETERS =
  '(?:access_|id_|refresh_|auth_|csrf_)?token|api[_-]?key|apikey|access[_-]?key|client_secret|secret|password|passwd|pwd|signature|sig|x-amz-signature|x-amz-credential|x-amz-security-token|session_?id|sessid|jwt|otp';

const PATTERNS: readonly SecretPattern[] = [
  {
    // Requires a digit, because pages have classes like `sk-fading-circle-container`.
    mayMatch: (text) => text.includes('sk-'),
    expression: new RegExp(String.raw`sk-${requireWordStart('sk-')}(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}`, 'g'),
    name: 'KEY',
  },
  {
    mayMatch: (text) => text.includes('eyJ'),
    expression: new RegExp(
      String.raw`eyJ${requireWordStart('eyJ')}[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){2,4}`,
      'g',
    ),
    name: 'TOKEN',
  },
  {
    // Requires a digit near the start: “bearer instruments” is not a token.
    mayMatch: (text) => text.includes('earer') || text.includes('EARER'),
    expression: /(?:[Bb]earer|BEARER)(?:\s+|%20|\+)(?=[A-Za-z._~+/=-]{0,64}\d)[A-Za-z0-9._~+/=-]{12,}/g,
    name: 'TOKEN',
    getKeptPrefix: (match) => /^bearer(?:\s+|%20|\+)/i.exec(match)?.[0] ?? '',
  },
  {
    // User name and password in a URL.
    mayMatch: (text) => text.includes('://'),
    expression: /:\/\/[^\s/?#@"'<>:]*:[^\s/?#@"'<>]+(?=@)/g,
    name: '…',
    getKeptPrefix: () => '://',
  },
  {
    mayMatch: (text) => text.includes('='),
    expression: new RegExp(String.raw`[?&#;](?:${SECRET_PARAMETERS})=[^&#\s"'<>;]{8,}`, 'gi'),
    name: '…',
    getKeptPrefix: (match) => match.slice(0, match.indexOf('=') + 1),
  },
  {
    // These names also occur with harmless values, so a value is masked only if it looks random.
    mayMatch: (text) => text.includes('='),
    expression:
      /[?&#;](?:key|code|session|sid|state|nonce|auth|ticket)=(?=[^&#\s"'<>;]*\d)(?=[^&#\s"'<>;]*[A-Za-z])[^&#\s"'<>;]{12,}/gi,
    name: '…',
    getKeptPrefix: (match) => match.slice(0, match.indexOf('=') + 1),
  },
];

/** @param formatPlaceholder returns the placeholder with the given name */
export function replacePatterns(text: string, formatPlaceholder: (name: string) => string): string {
  let result = text;
  for (const pattern of PATTERNS) {
    if (!pattern.mayMatch(result)) continue;
    result = result.replace(
      pattern.expression,
      (match) => `${pattern.getKeptPrefix?.(match) ?? ''}${formatPlaceholder(pattern.name)}`,
    );
  }
  return result;
}
