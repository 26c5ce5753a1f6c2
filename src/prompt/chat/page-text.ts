/**
 * Makes text from a page safe for a prompt: one line in double quotes, without invisible characters and special tokens.
 * A page can neither end its line nor start a new one.
 */
import { neutraliseSpecialTokens } from '../weblinx/special-tokens.js';

/**
 * Control and format characters (bidi overrides, zero-width characters, tag characters), private-use characters of icon
 * fonts, variation selectors, and lone surrogates.
 */
const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{3164}\u{115f}\u{1160}\u{ffa0}]/gu;

/** @param maxLength maximum code points; longer text ends in an ellipsis */
export function toOneLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 8)
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const points = Array.from(line);
  const isTruncated = points.length > maxLength || text.length > maxLength * 8;
  const truncatedLine = isTruncated
    ? `${points
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
  return neutraliseSpecialTokens(truncatedLine).text;
}

export const quote = (text: string, maxLength: number): string => JSON.stringify(toOneLine(text, maxLength));

/** Truncates a URL for the prompt, removes the content of `data:` URLs, and escapes whitespace. */
export function shortenUrl(url: string, maxLength = 120): string {
  const withoutData = url.replace(/^data:([^,;]*)[^]*$/i, 'data:$1…');
  return toOneLine(withoutData, maxLength).replace(/\s/g, '%20');
}
