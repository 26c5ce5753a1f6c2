/** Colours as values: fields that hold one, and a colour's name in the form that the field shows. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { COLOURS } from '../lexicon/colours.js';

const HEX = /^#?(?:[0-9a-f]{3}){1,2}$/iu;
const WORDS = /colou?r|spectrum|pickr|hue\b/iu;

/** `#rrggbb`, or null where it is no colour. */
export function colourOf(said: string): string | null {
  const word = said.trim().toLowerCase();
  if (/^#?[0-9a-f]{6}$/u.test(word) && (word.startsWith('#') || /\d/u.test(word)))
    return `#${word.replace('#', '')}`;
  return COLOURS[word.replace(/[\s-]+/gu, '')] ?? null;
}

/** A text field that holds a colour in figures and says that it is for one. */
export const takesColour = (c: Candidate): boolean =>
  c.inputType === 'color' ||
  (isField(c) &&
    (HEX.test(c.value ?? '') || HEX.test(c.attributes.placeholder ?? '')) &&
    WORDS.test(`${c.name} ${c.attributes.class ?? ''} ${c.attributes.id ?? ''} ${c.attributes.name ?? ''}`));

/** The colour as the field writes it now: with or without `#`, in small or large letters. */
export function colourAs(now: string, said: string): string | null {
  const colour = colourOf(said);
  if (!colour || !HEX.test(now)) return colour;
  const text = now.startsWith('#') ? colour : colour.slice(1);
  return /[A-F]/u.test(now) ? text.toUpperCase() : text;
}
