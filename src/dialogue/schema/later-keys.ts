/** Words of the language that a later version will read. */
export const LATER_KEYS: ReadonlySet<string> = new Set(
  (
    'use secrets seed repeat domains forbid judge agent finally storage clock har any_of idle within query js acts ' +
    'download gate similar tokens usd pick date env'
  ).split(' '),
);
