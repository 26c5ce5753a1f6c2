/**
 * Where tokens stand in a text. `@huggingface/tokenizers` tells tokens but not their places, which truncation
 * cuts at; they follow from how each kind of tokenizer turns text into the characters that tokens are made of.
 */
import type { Span } from './tokenizer.js';

/** One unit of what tokens are made of, and the stretch of the text that it stands for. */
interface Unit {
  /** A byte, or a character. */
  value: number | string;
  span: Span;
}

/** Of a tokenizer's file, what decides how text becomes units. */
export interface Layout {
  kind: 'bytes' | 'characters';
  /** A space is put before the text (bytes), or a word mark (characters). */
  prefix: 'none' | 'always' | 'unless-there' | 'each-word';
  /** White space at the ends of a token is no part of its place. */
  trim: boolean;
  /** What the tokenizer makes of characters before they become tokens. */
  normalize(text: string): string;
  /** Tokens that stand for themselves, such as `<s>`. */
  literal: ReadonlySet<string>;
}

/** @returns null where the tokens do not add up to the text */
export function spansOf(text: string, tokens: readonly string[], layout: Layout): Span[] | null {
  const units = unitsOf(text, layout);
  const spans: Span[] = [];
  let at = 0;
  for (const [i, token] of tokens.entries()) {
    const first = at;
    for (const value of valuesOf(token, layout)) {
      const taken = matches(units, at, value);
      if (taken === 0) return null;
      at += taken;
    }
    const found: Span =
      at === first ? [end(spans), end(spans)] : [units[first]!.span[0], units[at - 1]!.span[1]];
    const trims = layout.trim && layout.kind === 'bytes';
    spans.push(trims ? trimmed(found, token, i === 0 && layout.prefix !== 'none') : found);
  }
  return at >= units.length ? spans : null;
}

function valuesOf(token: string, { kind, literal }: Layout): (number | string)[] {
  if (literal.has(token)) return [token];
  return kind === 'bytes' ? bytesOf(token) : charactersOf(token);
}

/** Literals part the text, and what stands between them is read by itself. */
function unitsOf(text: string, layout: Layout): Unit[] {
  const units: Unit[] = [];
  const read = layout.kind === 'bytes' ? byteUnits : characterUnits;
  let at = 0;
  const between = (to: number): void => {
    // One by one: a long text has more units than a call can have arguments.
    if (to > at) for (const unit of read(text.slice(at, to), at, layout)) units.push(unit);
  };
  for (const { 0: found, index } of literalsIn(text, layout.literal)) {
    between(index);
    at = index + found.length;
    units.push({ value: found, span: [index, at] });
  }
  between(text.length);
  return units;
}

function literalsIn(text: string, literal: ReadonlySet<string>): Iterable<RegExpExecArray> {
  const present = [...literal].filter((token) => token !== '' && text.includes(token));
  if (present.length === 0) return [];
  const longestFirst = present.toSorted((a, b) => b.length - a.length);
  const escaped = longestFirst.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return text.matchAll(new RegExp(escaped.join('|'), 'g'));
}

function end(spans: readonly Span[]): number {
  return spans.at(-1)?.[1] ?? 0;
}

/** How many units the value takes; a byte of a character that has no token of its own takes it with the last one. */
function matches(units: Unit[], at: number, value: number | string): number {
  const unit = units[at];
  if (unit === undefined) return 0;
  if (unit.value === value) return 1;
  if (typeof value !== 'number' || typeof unit.value !== 'string') return 0;
  // Byte fallback: the character is taken apart where it stands.
  const bytes = [...UTF8.encode(unit.value)];
  if (bytes[0] !== value) return 0;
  units.splice(at, 1, ...bytes.map((byte) => ({ value: byte, span: unit.span })));
  return 1;
}

const UTF8 = new TextEncoder();

/** @param offset where the text begins in the whole one */
function byteUnits(text: string, offset: number, layout: Layout): Unit[] {
  const units: Unit[] = [];
  const put = (char: string, span: Span): void => {
    for (const byte of UTF8.encode(char)) units.push({ value: byte, span });
  };
  const chars = charsOf(text, offset, layout);
  const first = chars[0];
  if (first !== undefined && layout.prefix === 'unless-there' && first.value !== ' ') put(' ', first.span);
  for (const { value, span } of chars) put(value, span);
  return units;
}

const MARK = '\u2581';

function characterUnits(text: string, offset: number, layout: Layout): Unit[] {
  const units: Unit[] = [];
  let wordBegins = true;
  for (const { value: char, span } of charsOf(text, offset, layout)) {
    if (layout.prefix === 'each-word' && /\s/u.test(char)) {
      wordBegins = true;
      continue;
    }
    const value = char === ' ' ? MARK : char;
    const isMarked =
      layout.prefix === 'always' ||
      (value !== MARK &&
        (layout.prefix === 'each-word' || (layout.prefix === 'unless-there' && offset === 0)));
    if (wordBegins && isMarked) units.push({ value: MARK, span });
    units.push({ value, span });
    wordBegins = false;
  }
  return units;
}

/** Characters after normalisation: what marks combine into stands where the first of them stood. */
function charsOf(text: string, offset: number, layout: Layout): { value: string; span: Span }[] {
  const chars: { value: string; span: Span }[] = [];
  for (const { 0: cluster, index } of text.matchAll(/[^]\p{M}*/gu)) {
    const isPlain = cluster.length === 1 && cluster <= '~' && cluster >= ' ';
    const spans: Span[] = [];
    let at = offset + index;
    for (const char of cluster) spans.push([at, (at += char.length)]);
    const normal = isPlain ? [cluster] : [...layout.normalize(cluster)];
    normal.forEach((value, i) => chars.push({ value, span: spans[Math.min(i, spans.length - 1)]! }));
  }
  return chars;
}

function charactersOf(token: string): (number | string)[] {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
  return byte === null ? [...token] : [Number.parseInt(byte[1]!, 16)];
}

/** GPT-2's alphabet: printable bytes stand for themselves, the others for characters from U+0100 on. */
const BYTES: ReadonlyMap<string, number> = (() => {
  const map = new Map<string, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte += 1) {
    const itself = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    map.set(String.fromCharCode(itself ? byte : next++), byte);
  }
  return map;
})();

function bytesOf(token: string): number[] {
  return [...token].map((char) => BYTES.get(char) ?? -1);
}

/** As `trim_offsets` of the `tokenizers` library. */
function trimmed([from, to]: Span, token: string, afterPrefix: boolean): Span {
  const isSpace = (char: string): boolean => char === '\u0120' || /\s/u.test(char);
  const chars = [...token];
  const solid = chars.findIndex((char) => !isSpace(char));
  const leading = (solid < 0 ? chars.length : solid) - (afterPrefix && isSpace(chars[0] ?? '') ? 1 : 0);
  const trailing = chars.length - 1 - chars.findLastIndex((char) => !isSpace(char));
  const start = leading > 0 ? Math.min(from + leading, to) : from;
  const stop = trailing > 0 && to >= trailing ? Math.max(to - trailing, start) : to;
  return [start, stop];
}
