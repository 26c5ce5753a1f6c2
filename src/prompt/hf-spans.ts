/**
 * Computes the position of each token in its text. Truncation needs positions, but `@huggingface/tokenizers` returns
 * only tokens. The positions follow from how each kind of tokenizer converts text to bytes or characters.
 */
import type { Span } from './tokenizer.js';

/** A byte (number) or character (string) of the tokens, and the span of text that it represents. */
interface Unit {
  value: number | string;
  span: Span;
}

/** The settings of a tokenizer that determine how text is split into units. */
export interface TokenizerLayout {
  kind: 'bytes' | 'characters';
  /** When a prefix is inserted: a space (bytes) or a word mark (characters). */
  prefix: 'none' | 'always' | 'unless-present' | 'each-word';
  /** Whether spans exclude white space at the ends of a token. */
  trimsWhitespace: boolean;
  /** Normalises text before tokenisation. */
  normalize(text: string): string;
  /** Tokens that are written in the text exactly as they are, such as `<s>`. */
  literalTokens: ReadonlySet<string>;
}

/** @returns null if the tokens do not add up to the text */
export function computeSpans(
  text: string,
  tokens: readonly string[],
  layout: TokenizerLayout,
): Span[] | null {
  const units = splitIntoUnits(text, layout);
  const spans: Span[] = [];
  let position = 0;
  for (const [i, token] of tokens.entries()) {
    const firstPosition = position;
    for (const value of splitToken(token, layout)) {
      const matchedCount = countMatchingUnits(units, position, value);
      if (matchedCount === 0) return null;
      position += matchedCount;
    }
    const span: Span =
      position === firstPosition
        ? [getLastEnd(spans), getLastEnd(spans)]
        : [units[firstPosition]!.span[0], units[position - 1]!.span[1]];
    const trims = layout.trimsWhitespace && layout.kind === 'bytes';
    spans.push(trims ? trimSpan(span, token, i === 0 && layout.prefix !== 'none') : span);
  }
  return position >= units.length ? spans : null;
}

function splitToken(token: string, { kind, literalTokens }: TokenizerLayout): (number | string)[] {
  if (literalTokens.has(token)) return [token];
  return kind === 'bytes' ? splitIntoBytes(token) : splitIntoCharacters(token);
}

/** Converts a text to units. A literal token is one unit; the text between literal tokens is split further. */
function splitIntoUnits(text: string, layout: TokenizerLayout): Unit[] {
  const units: Unit[] = [];
  const toUnits = layout.kind === 'bytes' ? toByteUnits : toCharacterUnits;
  let position = 0;
  const addTextUntil = (to: number): void => {
    // One by one, because a long text has more units than a call can have arguments.
    if (to > position)
      for (const unit of toUnits(text.slice(position, to), position, layout)) units.push(unit);
  };
  for (const { 0: literal, index } of findLiterals(text, layout.literalTokens)) {
    addTextUntil(index);
    position = index + literal.length;
    units.push({ value: literal, span: [index, position] });
  }
  addTextUntil(text.length);
  return units;
}

function findLiterals(text: string, literalTokens: ReadonlySet<string>): Iterable<RegExpExecArray> {
  const presentTokens = [...literalTokens].filter((token) => token !== '' && text.includes(token));
  if (presentTokens.length === 0) return [];
  const longestFirst = presentTokens.toSorted((a, b) => b.length - a.length);
  const patterns = longestFirst.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return text.matchAll(new RegExp(patterns.join('|'), 'g'));
}

function getLastEnd(spans: readonly Span[]): number {
  return spans.at(-1)?.[1] ?? 0;
}

/** Returns how many units the value matches: 0 or 1. Splits a character into bytes if a byte token starts there. */
function countMatchingUnits(units: Unit[], position: number, value: number | string): number {
  const unit = units[position];
  if (unit === undefined) return 0;
  if (unit.value === value) return 1;
  if (typeof value !== 'number' || typeof unit.value !== 'string') return 0;
  // Byte fallback: replaces the character with its bytes.
  const bytes = [...UTF8.encode(unit.value)];
  if (bytes[0] !== value) return 0;
  units.splice(position, 1, ...bytes.map((byte) => ({ value: byte, span: unit.span })));
  return 1;
}

const UTF8 = new TextEncoder();

/** @param offset start of this text within the whole text */
function toByteUnits(text: string, offset: number, layout: TokenizerLayout): Unit[] {
  const units: Unit[] = [];
  const addBytes = (char: string, span: Span): void => {
    for (const byte of UTF8.encode(char)) units.push({ value: byte, span });
  };
  const chars = normaliseCharacters(text, offset, layout);
  const first = chars[0];
  if (first !== undefined && layout.prefix === 'unless-present' && first.value !== ' ')
    addBytes(' ', first.span);
  for (const { value, span } of chars) addBytes(value, span);
  return units;
}

const WORD_MARK = '\u2581';

function toCharacterUnits(text: string, offset: number, layout: TokenizerLayout): Unit[] {
  const units: Unit[] = [];
  let isWordStart = true;
  for (const { value: char, span } of normaliseCharacters(text, offset, layout)) {
    if (layout.prefix === 'each-word' && /\s/u.test(char)) {
      isWordStart = true;
      continue;
    }
    const value = char === ' ' ? WORD_MARK : char;
    const isMarked =
      layout.prefix === 'always' ||
      (value !== WORD_MARK &&
        (layout.prefix === 'each-word' || (layout.prefix === 'unless-present' && offset === 0)));
    if (isWordStart && isMarked) units.push({ value: WORD_MARK, span });
    units.push({ value, span });
    isWordStart = false;
  }
  return units;
}

/** Returns the characters after normalisation, each with its span in the original text. */
function normaliseCharacters(
  text: string,
  offset: number,
  layout: TokenizerLayout,
): { value: string; span: Span }[] {
  const chars: { value: string; span: Span }[] = [];
  for (const { 0: cluster, index } of text.matchAll(/[^]\p{M}*/gu)) {
    const isPlain = cluster.length === 1 && cluster <= '~' && cluster >= ' ';
    const spans: Span[] = [];
    let position = offset + index;
    for (const char of cluster) spans.push([position, (position += char.length)]);
    const normalisedChars = isPlain ? [cluster] : [...layout.normalize(cluster)];
    normalisedChars.forEach((value, i) => chars.push({ value, span: spans[Math.min(i, spans.length - 1)]! }));
  }
  return chars;
}

function splitIntoCharacters(token: string): (number | string)[] {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
  return byte === null ? [...token] : [Number.parseInt(byte[1]!, 16)];
}

/** GPT-2's byte alphabet: printable bytes represent themselves; the others use characters from U+0100. */
const GPT2_BYTES: ReadonlyMap<string, number> = (() => {
  const bytesByCharacter = new Map<string, number>();
  let nextCodePoint = 0x100;
  for (let byte = 0; byte < 256; byte += 1) {
    const isPrintable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    bytesByCharacter.set(String.fromCharCode(isPrintable ? byte : nextCodePoint++), byte);
  }
  return bytesByCharacter;
})();

function splitIntoBytes(token: string): number[] {
  return [...token].map((char) => GPT2_BYTES.get(char) ?? -1);
}

/** Removes white space from the ends of a span, like `trim_offsets` of the `tokenizers` library. */
function trimSpan([from, to]: Span, token: string, isAfterPrefix: boolean): Span {
  const isSpace = (char: string): boolean => char === '\u0120' || /\s/u.test(char);
  const chars = [...token];
  const firstNonSpace = chars.findIndex((char) => !isSpace(char));
  const leading =
    (firstNonSpace < 0 ? chars.length : firstNonSpace) - (isAfterPrefix && isSpace(chars[0] ?? '') ? 1 : 0);
  const trailing = chars.length - 1 - chars.findLastIndex((char) => !isSpace(char));
  const start = leading > 0 ? Math.min(from + leading, to) : from;
  const stop = trailing > 0 && to >= trailing ? Math.max(to - trailing, start) : to;
  return [start, stop];
}
