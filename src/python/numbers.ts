/** Numbers as Python prints those it has read from JSON (spec 10.1), and as it reads them from text. */
import { strip } from './space.js';

/**
 * A whole number that was written with a point (`996.0`): Python keeps it a float and prints it as one,
 * JavaScript cannot tell.
 */
export class WholeFloat {
  constructor(readonly value: number) {}
}

/** `str(number)`: shortest digits like JavaScript's, another choice of where exponents begin. */
export function numberText(value: number): string {
  // Integers, and minus zero among them, which JSON writes as 0.
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  return floatText(value);
}

/** `str(round(number, 1))`: an integer stays one, ties go to the even digit by the exact binary value. */
export function round1(number: number | WholeFloat): string {
  if (typeof number === 'number') return Number.isInteger(number) ? numberText(number) : tenths(number);
  return tenths(number.value);
}

function tenths(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e16) return floatText(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  // Exact ties are .25 and .75 alone. `toFixed` takes the larger neighbour, which is odd for .25.
  return sign + (size % 1 === 0.25 ? `${Math.floor(size)}.2` : size.toFixed(1));
}

function floatText(value: number): string {
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Digits of any script, in groups that underscores may part. */
const DIGITS = '\\p{Nd}+(?:_\\p{Nd}+)*';
const INTEGER = new RegExp(`^[+-]?${DIGITS}$`, 'u');
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'iu');
const NAMED_FLOAT = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/** `int(text)`; null where that raises. */
export function readInteger(text: string): number | null {
  const bare = strip(text);
  return INTEGER.test(bare) ? Number(asciiDigits(bare)) : null;
}

/** `float(text)`; null where that raises. */
export function readFloat(text: string): number | null {
  const bare = strip(text);
  if (FLOAT.test(bare)) return Number(asciiDigits(bare));
  const named = NAMED_FLOAT.exec(bare);
  if (named === null) return null;
  if (named[2] === undefined) return Number.NaN;
  return named[1] === '-' ? -Infinity : Infinity;
}

function asciiDigits(text: string): string {
  return text
    .replaceAll('_', '')
    .replace(/[^\0-\x7f]/gu, (digit) => String(digitValue(digit.codePointAt(0)!)));
}

/** Scripts have their ten digits side by side, so that the first of them is found by counting back. */
function digitValue(code: number): number {
  let value = 0;
  while (value < 50 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value % 10;
}
