/** Notes on keys that scenarios do not have. */
import type { KeyNotes } from '../../yaml/index.js';

export const KEY_NOTES: KeyNotes = {
  renamed: new Map([['acts', 'actions']]),
  rejected: new Map([
    ['judge', 'is not supported yet; use a check with text, element, query or http instead'],
    [
      'similar',
      'is not allowed here: only messages of the navigator can be compared by meaning (about, asks, says, never_asks, never_says)',
    ],
  ]),
};
