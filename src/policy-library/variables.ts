/** Variables of a library, `{gitlab}`, such as the addresses of sites. Pure. */

const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g;

/** Names of the variables in a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
];

/** Puts the values in; placeholders without a value stay. A value is not searched for further placeholders. */
export const fillVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
