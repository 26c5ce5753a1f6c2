/** Numbers as Python prints those it has read from JSON (spec 10.1). */

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
