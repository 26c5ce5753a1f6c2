/** Splits a line into words, separators and quotations with their positions. Pure. */
import { mask, unmask, type Masked } from '../language/line-text.js';
import { fold } from '../text.js';

export interface Token {
  kind: 'word' | 'separator' | 'quotation';
  /** Folded text. */
  text: string;
  startIndex: number;
  endIndex: number;
}

/** A line with its tokens. Each quotation is one token, whatever it contains. */
export interface TokenLine {
  masked: Masked;
  tokens: readonly Token[];
}

/** Punctuation at the end of a word; not the point in "12.50" or the colon in "10:30". */
const TRAILING_PUNCTUATION = /[.,;:!?)]+$/u;

export function tokenizeLine(line: string): TokenLine {
  const masked = mask(line);
  const tokens: Token[] = [];
  const add = (kind: Token['kind'], startIndex: number, endIndex: number): void => {
    if (endIndex > startIndex)
      tokens.push({ kind, text: fold(masked.text.slice(startIndex, endIndex)), startIndex, endIndex });
  };
  for (const piece of masked.text.matchAll(/[\uE000-\uE0FF]|[^\s\uE000-\uE0FF]+/gu)) {
    const [from, to] = [piece.index, piece.index + piece[0].length];
    if (/^[\uE000-\uE0FF]$/u.test(piece[0])) {
      add('quotation', from, to);
      continue;
    }
    const isUrl = /^https?:\/\//iu.test(piece[0]);
    const end = TRAILING_PUNCTUATION.exec(piece[0])?.[0].length ?? 0;
    // "title=Silver" becomes three tokens, a URL one.
    const equals = isUrl ? -1 : piece[0].indexOf('=');
    if (equals > 0 && equals < piece[0].length - end - 1) {
      add('word', from, from + equals);
      add('separator', from + equals, from + equals + 1);
      add('word', from + equals + 1, to - end);
    } else add('word', from, to - end);
    for (let tokenIndex = to - end; tokenIndex < to; tokenIndex++)
      add('separator', tokenIndex, tokenIndex + 1);
  }
  return { masked, tokens: tokens.map((t) => (PUNCTUATION.test(t.text) ? { ...t, kind: 'separator' } : t)) };
}

const PUNCTUATION = /^(?:[-–—&+=:;,.!?()]|->)$/u;

/** Returns the original text of a range of tokens. */
export const sliceText = ({ masked, tokens }: TokenLine, start: number, end: number): string =>
  end > start
    ? unmask(masked.text.slice(tokens[start]!.startIndex, tokens[end - 1]!.endIndex), masked.quotes)
    : '';
