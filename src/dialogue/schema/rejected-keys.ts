/** Keys of earlier versions and their current names. */
export const RENAMED_KEYS: ReadonlyMap<string, string> = new Map([['acts', 'actions']]);

/** Keys that are not supported yet or are not allowed everywhere, with explanations. */
export const REJECTED_KEYS: ReadonlyMap<string, string> = new Map([
  ['judge', 'is not supported yet; use a check with text, element, query or http instead'],
  [
    'similar',
    'is not allowed here: only messages of the navigator can be compared by meaning (about, asks, says, never_asks, never_says)',
  ],
]);
