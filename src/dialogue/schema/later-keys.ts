/** Words of the language that a later version will read. */
export const LATER_KEYS: ReadonlySet<string> = new Set(
  'use secrets seed repeat judge agent any_of similar pick date env'.split(' '),
);
