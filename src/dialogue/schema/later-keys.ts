/** Words of the language that a later version will read. */
export const LATER_KEYS: ReadonlySet<string> = new Set(
  'domains forbid judge finally storage clock har idle within query js acts download gate similar tokens usd'.split(
    ' ',
  ),
);
