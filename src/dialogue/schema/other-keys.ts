/** Keys of earlier versions, and what they are called now. */
export const RENAMED_KEYS: ReadonlyMap<string, string> = new Map([['acts', 'actions']]);

/** Explanations for keys that are not supported yet, or only elsewhere. */
export const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  [
    'judge',
    'is not supported yet: a judge comes with a later version; until then check with text, element, query or http',
  ],
  [
    'similar',
    'does not belong here: only what the navigator says can be compared by meaning (about, asks, says, never_asks, never_says); everything else is matched by its words',
  ],
]);
