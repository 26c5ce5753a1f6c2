/**
 * Text that a page wrote, made harmless for a prompt: one line, in double quotes, nothing invisible in it and
 * nothing that a tokenizer would obey. A page cannot end the line that it stands in, nor begin one of its own.
 */
import { breakMarks } from '../weblinx/marks.js';

/**
 * Controls, format signs (bidi overrides, zero-width letters, tags that spell out hidden text), private signs of
 * icon fonts, selectors of variants, halves of pairs.
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
