/** A library's variables, such as the address of a site: `{gitlab}`. Pure. */

const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g;

/** Returns the name of each variable in the text once. */
export const listVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
];

/** Inserts the values. Placeholders without a value stay, and placeholders inside a value are not replaced. */
export const fillVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
