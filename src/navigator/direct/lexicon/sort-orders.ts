/** Data: words that name the order of a sorted list, in requests ("cheapest first") and on controls ("Price ↑"). */

/** Adjectives for one end of a scale, and the quantity that they measure if they measure only one. */
export const SCALE_ENDS: Readonly<Record<string, readonly [end: 'low' | 'high', measure?: string]>> = {
  low: ['low'],
  lower: ['low'],
  small: ['low'],
  few: ['low'],
  least: ['low'],
  worst: ['low'],
  short: ['low'],
  cheap: ['low', 'price'],
  old: ['low', 'date'],
  early: ['low'],
  earlier: ['low'],
  a: ['low', 'name'],
  high: ['high'],
  higher: ['high'],
  big: ['high'],
  large: ['high'],
  great: ['high'],
  many: ['high'],
  most: ['high'],
  best: ['high'],
  top: ['high'],
  long: ['high'],
  expensive: ['high', 'price'],
  dear: ['high', 'price'],
  pricey: ['high', 'price'],
  new: ['high', 'date'],
  recent: ['high', 'date'],
  recently: ['high', 'date'],
  late: ['high'],
  later: ['high'],
  z: ['high', 'name'],
};

/** Words and signs for the order itself. */
export const ORDER_TERMS: Readonly<Record<'ascending' | 'descending', readonly string[]>> = {
  ascending: ['ascending', 'asc', 'increasing', 'upwards', 'up', '↑', '▲', '⬆'],
  descending: ['descending', 'desc', 'decreasing', 'downwards', 'down', '↓', '▼', '⬇'],
};

/** Words for the order of names. */
export const ALPHABETICAL_TERMS: readonly string[] = ['alphabetical', 'alphabetically', 'alphabetic'];
