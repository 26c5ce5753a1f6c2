/** Colours as values: finds colour fields, and converts a colour name to the field's format. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { COLOURS } from '../lexicon/colours.js';

const HEX = /^#?(?:[0-9a-f]{3}){1,2}$/iu;
const WORDS = /colou?r|spectrum|pickr|hue\b/iu;

/** Returns `#rrggbb`; null if the text is not a colour. */
export function parseColour(phrase: string): string | null {
  const word = phrase.trim().toLowerCase();
  if (/^#?[0-9a-f]{6}$/u.test(word) && (word.startsWith('#') || /\d/u.test(word)))
    return `#${word.replace('#', '')}`;
  return COLOURS[word.replace(/[\s-]+/gu, '')] ?? null;
}

/** Whether a text field contains a colour code and is labelled as a colour field. */
export const takesColour = (c: Candidate): boolean =>
  c.inputType === 'color' ||
  (isField(c) &&
    (HEX.test(c.value ?? '') || HEX.test(c.attributes.placeholder ?? '')) &&
    WORDS.test(`${c.name} ${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${c.attributes.name ?? ''}`));

/** Formats a colour like the field's current value: with or without `#`, in lower or upper case. */
export function formatColour(now: string, phrase: string): string | null {
  const colour = parseColour(phrase);
  if (!colour || !HEX.test(now)) return colour;
  const text = now.startsWith('#') ? colour : colour.slice(1);
  return /[A-F]/u.test(now) ? text.toUpperCase() : text;
}
