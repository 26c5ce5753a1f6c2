/** Returns an element's accessible name, or its text if it has none. Pure. */
import type { Candidate } from '../contract/index.js';

const MAX_NAME_CHARS = 160;

/** The text of an editable element is its value, not its name. */
export const getNameOrText = ({ name, text, states }: Pick<Candidate, 'name' | 'text' | 'states'>): string =>
  (name || (states.editable ? '' : text)).replace(/\s+/gu, ' ').trim().slice(0, MAX_NAME_CHARS);
