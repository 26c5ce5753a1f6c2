/** Data: words that explicitly mean all items, or a number of them. */
export const EXPLICIT_ALL =
  /\b(?:all|each|every|everything|everyone|both|any|whole|entire|first|last|top|\d+|two|three|four|five|six|seven|eight|nine|ten)\b/iu;
