/** Data: numbers in words. */
export const ONES: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
export const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
export const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };
/** Whole phrases that mean a number. */
export const AMOUNTS: Readonly<Record<string, number>> = {
  'a dozen': 12,
  'one dozen': 12,
  dozen: 12,
  'two dozen': 24,
  'half a dozen': 6,
  'a couple': 2,
  'a pair': 2,
  'a half': 0.5,
  half: 0.5,
  'a single': 1,
};
/** Fractions after a number: "two and a half". */
export const FRACTIONS: Readonly<Record<string, number>> = {
  'and a half': 0.5,
  'and one half': 0.5,
  'and a quarter': 0.25,
  'and three quarters': 0.75,
};
