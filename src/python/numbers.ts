/** Formats numbers as Python prints them after reading them from JSON, and parses them as Python does. */
import { strip } from './white-space.js';

/**
 * A whole number that was written with a decimal point (`996.0`). Python prints it as a float; as a JavaScript number,
 * it cannot be distinguished from an integer.
 */
export class WholeFloat {
  constructor(readonly value: number) {}
}

/**
 * `str(number)`. The digits are the same as in JavaScript, but Python switches to exponents at different magnitudes.
 */
export function formatNumber(value: number): string {
  // This includes negative zero, which JSON.stringify writes as 0.
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  return formatFloat(value);
}

/** `str(round(number, 1))`. An integer stays an integer. Exact ties are rounded to the even digit. */
export function formatRounded(number: number | WholeFloat): string {
  if (typeof number === 'number')
    return Number.isInteger(number) ? formatNumber(number) : formatTenths(number);
  return formatTenths(number.value);
}

function formatTenths(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e16) return formatFloat(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  // The only exact ties are .25 and .75. `toFixed` rounds both up, which is wrong for .25.
  return sign + (magnitude % 1 === 0.25 ? `${Math.floor(magnitude)}.2` : magnitude.toFixed(1));
}

function formatFloat(value: number): string {
  const [digits = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Digits of any script. Single underscores may separate them. */
const DIGITS = '\\p{Nd}+(?:_\\p{Nd}+)*';
const INTEGER = new RegExp(`^[+-]?${DIGITS}$`, 'u');
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`, 'iu');
const SPECIAL_FLOAT = /^([+-]?)(?:(inf(?:inity)?)|nan)$/i;

/** `int(text)`; null if Python raises an error. */
export function parsePythonInteger(text: string): number | null {
  const trimmed = strip(text);
  return INTEGER.test(trimmed) ? Number(toAsciiDigits(trimmed)) : null;
}

/** `float(text)`; null if Python raises an error. */
export function parsePythonFloat(text: string): number | null {
  const trimmed = strip(text);
  if (FLOAT.test(trimmed)) return Number(toAsciiDigits(trimmed));
  const specialValue = SPECIAL_FLOAT.exec(trimmed);
  if (specialValue === null) return null;
  if (specialValue[2] === undefined) return Number.NaN;
  return specialValue[1] === '-' ? -Infinity : Infinity;
}

function toAsciiDigits(text: string): string {
  return text
    .replaceAll('_', '')
    .replace(/[^\0-\x7f]/gu, (digit) => String(getDigitValue(digit.codePointAt(0)!)));
}

/**
 * Returns the value of a digit in any script. A script's ten digits are consecutive, so a digit's value is its distance
 * from the script's zero.
 */
function getDigitValue(code: number): number {
  let value = 0;
  while (value < 50 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value % 10;
}
