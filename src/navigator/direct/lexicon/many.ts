/** Data: said of all or of so many: then that many are meant. */
export const ALL_SAID =
  /\b(?:all|each|every|everything|everyone|both|any|whole|entire|first|last|top|\d+|two|three|four|five|six|seven|eight|nine|ten)\b/iu;
