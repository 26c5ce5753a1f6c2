/** Words of the language that a later version will read. */
export const LATER_KEYS: ReadonlySet<string> = new Set('judge similar'.split(' '));
