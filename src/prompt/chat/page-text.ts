/**
 * Makes text from a page safe for a prompt: one line in double quotes, without invisible characters and special tokens.
 * A page can neither end its line nor start a new one.
 */
import { breakMarks } from '../weblinx/marks.js';

/**
 * Control and format characters (bidi overrides, zero-width characters, tag characters), private-use characters of icon
 * fonts, variation selectors, and lone surrogates.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{3164}\u{115f}\u{1160}\u{ffa0}]/gu;

/** @param longest maximum code points; longer text ends in an ellipsis */
export function flatten(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 8)
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const points = Array.from(line);
  const cut = points.length > longest || text.length > longest * 8;
  const short = cut
    ? `${points
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : line;
  return breakMarks(short).text;
}

export const quoted = (text: string, longest: number): string => JSON.stringify(flatten(text, longest));

/** Shortens a URL: includes query and fragment only if they are short. */
export function shortUrl(url: string, longest = 120): string {
  const plain = url.replace(/^data:([^,;]*)[^]*$/i, 'data:$1…');
  return flatten(plain, longest).replace(/\s/g, '%20');
}
