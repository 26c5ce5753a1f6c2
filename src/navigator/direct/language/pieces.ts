/**
 * "called Oil lamp, SKU P-200, supplier Nordlys AS, stock 12": splits a value with a list after it whose pieces begin
 * with field names that only the page knows. If the page has no such field, the piece is part of the value after all.
 */
import { isMark, mask, unmask } from './clauses.js';
import { entry } from './pairs.js';
import type { FieldValue } from './steps.js';

/** Fields that contain whole sentences. */
const WRITTEN =
  /\b(?:message|comments?|text|notes?|description|content|body|review|bio|summary|feedback)\b/iu;
/** A field name and its value. Function words are neither. */
const PIECE =
  /^(?:and )?(?:with )?(?:the |an? |its |his |her |their )?((?!(?:and|or|but|then|to|at|in|on|for|of|with|by|from|my|our|your|this|that)\b)\p{L}[\p{L}\p{N}'-]*)( (?:is |of |= ?)?)(?!(?:and|or|but|to|at|in|on|for|of|with|by|from|is|are|was)\b)(\S.*)$/iu;

/** Returns the field with its own value, and the pieces after it. */
export function inPieces(field: FieldValue, quotes: readonly string[]): FieldValue[] {
  const { value } = field;
  if (!value || quotes.includes(value) || WRITTEN.test(field.field.text)) return [field];
  const { text, quotes: own } = mask(value);
  const [first, ...rest] = text.split(/\s*,\s*/u).flatMap(splitAnd);
  const pieces = rest.map((said) => PIECE.exec(said));
  if (!first || !rest.length || isMark(first) || !pieces.every((p) => p !== null)) return [field];
  return [
    { ...field, value: entry('value', first, own).value },
    ...pieces.map((p) => ({ ...entry(p[1]!, p[3]!, own), piece: unmask(`${p[1]!}${p[2]!}${p[3]!}`, own) })),
  ];
}

/** Splits the last two pieces of a list, "price 24.90 and stock 12", but not "Eggs and bread". */
const splitAnd = (said: string, at: number): string[] => {
  const m = at > 0 ? /^(.+) and (.+)$/iu.exec(said) : null;
  return m && PIECE.test(m[1]!) && PIECE.test(m[2]!) ? [m[1]!, m[2]!] : [said];
};
