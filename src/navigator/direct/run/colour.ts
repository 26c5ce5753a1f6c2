/** Colours as values: finds colour fields, and converts a colour name to the field's format. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { COLOURS } from '../lexicon/colours.js';

const HEX_COLOUR = /^#?(?:[0-9a-f]{3}){1,2}$/iu;
const COLOUR_FIELD_WORDS = /colou?r|spectrum|pickr|hue\b/iu;

/** Returns `#rrggbb`; null if the text is not a colour. */
export function parseColour(phrase: string): string | null {
  const word = phrase.trim().toLowerCase();
  if (/^#?[0-9a-f]{6}$/u.test(word) && (word.startsWith('#') || /\d/u.test(word)))
    return `#${word.replace('#', '')}`;
  return COLOURS[word.replace(/[\s-]+/gu, '')] ?? null;
}

/** Whether the element is a colour input, or a text field with a colour code and a name that suggests a colour. */
export const isColourField = (c: Candidate): boolean =>
  c.inputType === 'color' ||
  (isField(c) &&
    (HEX_COLOUR.test(c.value ?? '') || HEX_COLOUR.test(c.attributes.placeholder ?? '')) &&
    COLOUR_FIELD_WORDS.test(
      `${c.name} ${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${c.attributes.name ?? ''}`,
    ));

/**
 * Formats a colour like the field's current value: with or without `#`, in lower or upper case. Null if the phrase is
 * not a colour.
 */
export function formatColour(currentValue: string, phrase: string): string | null {
  const colour = parseColour(phrase);
  if (!colour || !HEX_COLOUR.test(currentValue)) return colour;
  const colourText = currentValue.startsWith('#') ? colour : colour.slice(1);
  return /[A-F]/u.test(currentValue) ? colourText.toUpperCase() : colourText;
}
