/** Data: words for exclusions, for "all", and for maximum numbers. */

/** Words between what is included and what is excluded. */
export const EXCEPT_WORDS: readonly string[] = [
  'but not',
  'and not',
  'except for',
  'except',
  'other than',
  'apart from',
  'aside from',
  'besides',
  'excluding',
  'with the exception of',
  'instead of',
  'rather than',
  'as opposed to',
  "that's not",
  'that is not',
  "that isn't",
  'that are not',
  "that aren't",
  "which isn't",
  'which is not',
  "which aren't",
  'which are not',
  'leaving out',
  'skipping',
  'without',
  'as long as it is not',
  "as long as it isn't",
  'unless it is',
  "unless it's",
];
/** "but" excludes something only after these words. */
export const EVERY_OR_ANY = /^(?:any|every|each|all|none|no|anything|everything|whichever)\b/iu;

export const EVERY: readonly string[] = [
  'each of the',
  'each one of the',
  'each',
  'every one of the',
  'every single',
  'every',
];
export const ALL: readonly string[] = [
  'all of the',
  'all of my',
  'all of these',
  'all the',
  'all my',
  'all these',
  'all those',
  'all your',
  'both the',
  'both of the',
];

/** Words before or after a number that make it a maximum. */
export const AT_MOST: readonly string[] = [
  'at most',
  'at the most',
  'no more than',
  'not more than',
  'up to',
  'maximum',
  'a maximum of',
  'maximum of',
  'max',
  'max.',
  'only',
];
export const AT_MOST_AFTER: readonly string[] = [
  'at most',
  'at the most',
  'maximum',
  'max',
  'tops',
  'and no more',
  'not more',
  'no more',
  'only',
];
