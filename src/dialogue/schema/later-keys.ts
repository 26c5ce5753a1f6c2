/** Words of the language that a later version will read, and what stands in their place until then. */
export const LATER_KEYS: ReadonlyMap<string, string> = new Map([
  ['judge', 'a judge comes with a later version; until then check with text, element, query or http'],
  [
    'similar',
    'likeness of sentences comes with a later version; until then list the words, or use a /pattern/',
  ],
]);
