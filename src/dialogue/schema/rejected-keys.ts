/** Hints for keys that authors may expect but that scenarios do not have. */
import type { KeyHints } from '../../yaml/index.js';

export const KEY_NOTES: KeyHints = {
  newNames: new Map([['acts', 'actions']]),
  rejectionReasons: new Map([
    ['judge', 'is a check; write it in a list under check or finally. The key judge_model names its model'],
    [
      'similar',
      'is not allowed here: only the navigator’s messages can be compared by meaning (about, asks, says, never_asks, never_says)',
    ],
  ]),
};
