/** Keys of the language that do not stand where somebody wrote them: nowhere yet, or elsewhere only. */
export const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  [
    'judge',
    'is not supported yet: a judge comes with a later version; until then check with text, element, query or http',
  ],
  [
    'similar',
    'does not stand here: what the navigator says can be compared by its meaning (about, asks, says, never_asks, never_says), everything else is matched by its words',
  ],
]);
