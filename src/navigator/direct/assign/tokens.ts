/** Splits a line into words, separators and quotations, each with its position. Pure. */
import { mask, unmask, type Masked } from '../language/clauses.js';
import { fold } from '../text.js';

export interface Token {
  kind: 'word' | 'separator' | 'quotation';
  /** Folded text. */
  text: string;
  from: number;
  to: number;
}

/** A line with its tokens. Quotations are one token each, whatever they contain. */
export interface TokenLine {
  masked: Masked;
  tokens: readonly Token[];
}

/** Punctuation at the end of a word. The point of "12.50" and the colon of "10:30" are inside. */
const END = /[.,;:!?)]+$/u;

export function tokenizeLine(line: string): TokenLine {
  const masked = mask(line);
  const out: Token[] = [];
  const add = (kind: Token['kind'], from: number, to: number): void => {
    if (to > from) out.push({ kind, text: fold(masked.text.slice(from, to)), from, to });
  };
  for (const piece of masked.text.matchAll(/[\uE000-\uE0FF]|[^\s\uE000-\uE0FF]+/gu)) {
    const [from, to] = [piece.index, piece.index + piece[0].length];
    if (/^[\uE000-\uE0FF]$/u.test(piece[0])) {
      add('quotation', from, to);
      continue;
    }
    const isAddress = /^https?:\/\//iu.test(piece[0]);
    const end = END.exec(piece[0])?.[0].length ?? 0;
    // "title=Silver" has three tokens, an address one.
    const equals = isAddress ? -1 : piece[0].indexOf('=');
    if (equals > 0 && equals < piece[0].length - end - 1) {
      add('word', from, from + equals);
      add('separator', from + equals, from + equals + 1);
      add('word', from + equals + 1, to - end);
    } else add('word', from, to - end);
    for (let at = to - end; at < to; at++) add('separator', at, at + 1);
  }
  return { masked, tokens: out.map((t) => (PUNCTUATION.test(t.text) ? { ...t, kind: 'separator' } : t)) };
}

const PUNCTUATION = /^(?:[-–—&+=:;,.!?()]|->)$/u;

/** The original text of a range of tokens. */
export const textBetween = ({ masked, tokens }: TokenLine, start: number, end: number): string =>
  end > start ? unmask(masked.text.slice(tokens[start]!.from, tokens[end - 1]!.to), masked.quotes) : '';
