/** Parses lists of fields and values: "name J and email E", "name: J, city: C", "4 guests, tomorrow, 7 pm". */
import { FIELD_WORDS } from '../lexicon/forms.js';
import { toAlternation, collapseSpaces } from '../text.js';
import { unmask } from './line-text.js';
import { readNumber } from './numbers.js';
import type { FieldValue } from './steps.js';
import { removeArticle, readTarget } from './target.js';
import { readDate } from './dates.js';
import { readTime } from './times.js';

export const FIELD = toAlternation(FIELD_WORDS);
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
export const cleanValue = (text: string): string =>
  collapseSpaces(text)
    .replace(/^[\s,;:]+|[\s,;:.]+$/gu, '')
    .replace(/^(?:and|with|of|is|as|to|=)\s+/iu, '');
export const isDate = (text: string): boolean => readDate(text, new Date(2000, 0, 1)) !== null;
export const isTime = (text: string): boolean => readTime(`at ${text}`) !== null;

export const createFieldValue = (
  field: string,
  value: string,
  quotes: readonly string[],
  optional = false,
): FieldValue => ({
  field: readTarget(removeArticle(field), quotes),
  value: unmask(value, quotes).trim(),
  ...(optional ? { optional: true } : {}),
});

/** Parses `name John`, `name: John`, `name is John`, `John as name`, or an e-mail address alone. */
function readPiece(piece: string, quotes: readonly string[]): FieldValue | null {
  const text = cleanValue(piece);
  let m = /^(.{1,40}?)\s*(?:(?<!\d):|=)\s*(.+)$/u.exec(text);
  if (m && !/^https?$/iu.test(m[1]!)) return createFieldValue(m[1]!, m[2]!, quotes);
  m = new RegExp(
    `^(?:the |a |an |my |his |her |their )?(${FIELD})(?: field| box)? (?:is |as |to |of |set to |being |should be |= ?)?(.+)$`,
    'iu',
  ).exec(text);
  if (m) return createFieldValue(m[1]!, m[2]!, quotes);
  m = /^(.+?) (?:as|for|in|into) (?:the |my |a )?(.{2,40}?)(?: field| box)?$/iu.exec(text);
  if (m) return createFieldValue(m[2]!, m[1]!, quotes);
  // `nickname "Bob"`: any words before a quoted value name the field.
  m = /^(.{2,40}?) ?([\uE000-\uE0FF])$/u.exec(text);
  if (m) return createFieldValue(m[1]!, m[2]!, quotes);
  if (EMAIL.test(unmask(text, quotes))) return createFieldValue('email', text, quotes);
  m = /^(?:the |a |an )?(.{2,40}?) (?:is|as|to|set to|should be|=) (.+)$/iu.exec(text);
  return m ? createFieldValue(m[1]!, m[2]!, quotes) : null;
}

/** A field with an unusual name, in a list with other pairs: "the visibility public". */
const UNKNOWN_FIELD = /^(?:the|a|an|my) (\p{Ll}+) (\S{1,30}|\p{Lu}.{1,40})$/u;

const LABELLED_PAIR = /^(?:and )?(?:the |my )?([^:]{2,40}?)\s*:\s*(\S.*)$/iu;

/** Parses pairs with colons, whatever the names contain: "full name: R. A., street and number: 14 Quay Street". */
export function readLabelledPairs(masked: string, quotes: readonly string[]): FieldValue[] | null {
  const pieces: string[] = [];
  for (const part of masked.split(/\s*[,;\n]\s*/u)) {
    if (LABELLED_PAIR.test(part) && !/^(?:and )?https?:/iu.test(part)) pieces.push(part);
    else if (pieces.length) pieces[pieces.length - 1] += `, ${part}`;
    else return null;
  }
  if (pieces.length < 2) return null;
  return pieces.map((piece) => {
    const [, field = '', value = ''] = LABELLED_PAIR.exec(piece) ?? [];
    return createFieldValue(field, cleanValue(value), quotes);
  });
}

/** Splits "name John, email x and message Hi" before each field. Commas inside values are kept. */
export function readPairs(masked: string, quotes: readonly string[]): FieldValue[] {
  const labelled = readLabelledPairs(masked, quotes);
  if (labelled) return labelled;
  const pieces: string[] = [];
  for (const part of masked.split(/\s*[,;\n]\s*(?:and\s+)?|\s+and\s+(?:with\s+)?(?=\S)/iu)) {
    const text = cleanValue(part);
    if (!text) continue;
    const piece = readPiece(text, quotes) ?? (pieces.length ? UNKNOWN_FIELD.exec(text) : null);
    if (!piece && pieces.length) pieces[pieces.length - 1] += `, ${text}`;
    else pieces.push(text);
  }
  return pieces
    .map((p) => {
      const unknown = UNKNOWN_FIELD.exec(p);
      return readPiece(p, quotes) ?? (unknown ? createFieldValue(unknown[1]!, unknown[2]!, quotes) : null);
    })
    .filter((f): f is FieldValue => f !== null);
}

/** Parses values whose form shows which field they belong to: "4 guests", "tomorrow", "7 pm", an e-mail address. */
export function readUnlabelledValues(masked: string, quotes: readonly string[]): FieldValue[] {
  const out: FieldValue[] = [];
  for (const part of masked.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/iu)) {
    const piece = cleanValue(part);
    const countMatch = /^(\S+) (\p{L}+)$/u.exec(piece);
    const number = countMatch ? readNumber(countMatch[1]!) : null;
    // "a table for four": the number counts people.
    const peopleCount = countMatch ? null : readNumber(piece);
    if (peopleCount !== null) {
      out.push(createFieldValue('guests', String(peopleCount), quotes));
      continue;
    }
    const plain = piece.replace(/^(?:on|at|for) /iu, '');
    if (number !== null && !isTime(piece) && !isDate(piece))
      out.push(createFieldValue(countMatch![2]!, String(number), quotes));
    else if (isDate(plain)) out.push(createFieldValue('date', plain, quotes));
    else if (/[ap]\.?m\b|:|o'clock|noon|midnight|past|quarter/iu.test(plain) && isTime(plain))
      out.push(createFieldValue('time', plain, quotes));
    else {
      const pair = readPiece(piece, quotes);
      if (pair) out.push(pair);
      else if (out.length) out[out.length - 1]!.value += `, ${unmask(piece, quotes)}`;
    }
  }
  return out;
}
