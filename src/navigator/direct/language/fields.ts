/** The fields and values of a form line: "called X on D at T", "with name J and email E", "name: J, city: C". */
import { FIELD_WORDS } from '../lexicon/forms.js';
import { anyOf, squash } from '../text.js';
import { isMark, unmask } from './clauses.js';
import type { FieldValue } from './steps.js';
import { noArticle, readTarget } from './target.js';
import { readDate, readTime } from './values.js';

const FIELD = anyOf(FIELD_WORDS);
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const clean = (text: string): string =>
  squash(text)
    .replace(/^[\s,;:]+|[\s,;:.]+$/gu, '')
    .replace(/^(?:and|with|of|is|as|to|=)\s+/iu, '');
const isDate = (text: string): boolean => readDate(text, new Date(2000, 0, 1)) !== null;
const isTime = (text: string): boolean => readTime(`at ${text}`) !== null;

const entry = (field: string, value: string, quotes: readonly string[], optional = false): FieldValue => ({
  field: readTarget(noArticle(field), quotes),
  value: unmask(value, quotes).trim(),
  ...(optional ? { optional: true } : {}),
});

/** `name John`, `name: John`, `name is John`, `John as name`, a bare address of mail. */
function readPiece(piece: string, quotes: readonly string[]): FieldValue | null {
  const text = clean(piece);
  let m = /^(.{1,40}?)\s*(?::|=)\s*(.+)$/u.exec(text);
  if (m && !/^https?$/iu.test(m[1]!)) return entry(m[1]!, m[2]!, quotes);
  m = new RegExp(
    `^(?:the |a |an |my |his |her |their )?(${FIELD})(?: field| box)? (?:is |as |to |of |set to |being |should be |= ?)?(.+)$`,
    'iu',
  ).exec(text);
  if (m) return entry(m[1]!, m[2]!, quotes);
  m = /^(.+?) (?:as|for|in|into) (?:the |my |a )?(.{2,40}?)(?: field| box)?$/iu.exec(text);
  if (m) return entry(m[2]!, m[1]!, quotes);
  // `nickname "Bob"`: any words in front of a quoted value.
  m = /^(.{2,40}?) ?([\uE000-\uE0FF])$/u.exec(text);
  if (m) return entry(m[1]!, m[2]!, quotes);
  if (EMAIL.test(unmask(text, quotes))) return entry('email', text, quotes);
  m = /^(?:the |a |an )?(.{2,40}?) (?:is|as|to|set to|should be|=) (.+)$/iu.exec(text);
  return m ? entry(m[1]!, m[2]!, quotes) : null;
}

/** Cuts "name John, email x and message Hi" where a field begins; a comma inside a value is kept. */
export function readPairs(masked: string, quotes: readonly string[]): FieldValue[] {
  const pieces: string[] = [];
  for (const part of masked.split(/\s*[,;\n]\s*(?:and\s+)?|\s+and\s+(?:with\s+)?(?:the\s+|my\s+|a\s+)?/iu)) {
    const text = clean(part);
    if (!text) continue;
    const piece = readPiece(text, quotes);
    if (!piece && pieces.length) pieces[pieces.length - 1] += `, ${text}`;
    else pieces.push(text);
  }
  return pieces.map((p) => readPiece(p, quotes)).filter((f): f is FieldValue => f !== null);
}

interface Marker {
  at: number;
  end: number;
  kind: 'title' | 'date' | 'time' | 'from' | 'to' | 'place' | 'with' | 'for' | 'as';
}

const MARKERS: readonly (readonly [Marker['kind'], RegExp])[] = [
  [
    'title',
    /\s(?:(?:that is |which is )?(?:called|titled|named|entitled)|with (?:the )?(?:title|name|subject)(?: of)?)\s+/giu,
  ],
  ['date', /\son\s+(?:the\s+)?/giu],
  ['date', /\s(?=(?:tomorrow|today|next (?:mon|tue|wed|thu|fri|sat|sun|week)))/giu],
  ['time', /\sat\s+/giu],
  ['time', /(?:,\s*|\s)(?=\d{1,2}(?::\d{2})\b)/giu],
  ['from', /\s(?:from|between|starting(?: at)?)\s+/giu],
  ['to', /\s(?:to|until|till|ending(?: at)?)\s+/giu],
  ['place', /\s(?:in|at)\s+(?:the\s+)?/giu],
  [
    'with',
    /\s(?:with|using|and(?: the)?(?= (?:name|email|e-mail|message|note|notes|description|location|title|password|phone|city|date|time|end|start)\b))\s+(?:the\s+|my\s+|a\s+)?/giu,
  ],
];

/** What is made ("event"), and the fields of the rest. */
export function readCreation(
  masked: string,
  quotes: readonly string[],
): { thing: string; fields: FieldValue[] } {
  const text = ` ${squash(masked)} `.replace(/\s(?:as follows|like this)\s*:?\s/iu, ' ');
  const found: Marker[] = [];
  for (const [kind, pattern] of MARKERS)
    for (const hit of text.matchAll(pattern))
      found.push({ at: hit.index, end: hit.index + hit[0].length, kind });
  const markers = accepted(text, found);
  const fields: FieldValue[] = [];
  const head = text.slice(0, markers[0]?.at ?? text.length).trim();
  const opening = /^(.+?)[:\s]+([\uE000-\uE0FF])$/u.exec(head);
  const thing = noArticle(opening ? opening[1]! : head)
    .replace(/^(?:new|another|one)\s+/iu, '')
    .replace(/[,;:]+$/u, '');
  if (opening) fields.push(entry('title', opening[2]!, quotes));
  markers.forEach((marker, i) => {
    const value = clean(text.slice(marker.end, markers[i + 1]?.at ?? text.length));
    const ranged = markers.some((m) => m.kind === 'from') && markers.some((m) => m.kind === 'to');
    if (!value) return;
    if (marker.kind === 'title') fields.push(entry('title', value, quotes));
    else if (marker.kind === 'date') fields.push(entry('date', value, quotes));
    else if (marker.kind === 'time') fields.push(entry('time', value, quotes));
    else if (marker.kind === 'from')
      fields.push(entry(isDate(value) ? 'start date' : 'start', value, quotes));
    else if (marker.kind === 'to')
      fields.push(entry(isDate(value) ? 'end date' : ranged ? 'end' : 'to', value, quotes));
    else if (marker.kind === 'place') fields.push(entry('location', value, quotes, true));
    else fields.push(...readPairs(value, quotes));
  });
  return { thing: unmask(thing, quotes), fields };
}

const NAMES_A_FIELD =
  /^(?:the |my |a |an )?(?:\p{L}+ )?(?:name|e-?mail|message|notes?|description|location|place|title|subject|password|phone|city|address|date|day|time|end|start|reminder|calendar|category|priority|colou?r|price|amount|quantity|username|type|status)\b|^[\p{L} ]{2,24}(?:=|:)/iu;

/** Keeps the markers whose value is what they promise: "on" a date, "at" a time, "from" one with "to" another. */
function accepted(text: string, found: Marker[]): Marker[] {
  const sorted = found.sort((a, b) => a.at - b.at || b.end - a.end);
  const out: Marker[] = [];
  for (const marker of sorted) {
    if (out.some((o) => marker.at < o.end && marker.at >= o.at)) continue;
    const rest = text.slice(marker.end);
    const upTo = (pattern: RegExp): string => clean(rest.slice(0, pattern.exec(rest)?.index ?? rest.length));
    const next = upTo(/\s(?:on|at|from|to|until|till|in|with|called|titled|named|between|and)\s|,\s/iu);
    const soft = upTo(/\s(?:at|from|to|until|in|with|called|titled|named|between)\s/iu);
    const quoted = isMark(next);
    const fits =
      marker.kind === 'title'
        ? true
        : marker.kind === 'with'
          ? // "Dinner with Sam" goes on as a title; "with location Oslo" is a field.
            out.at(-1)?.kind !== 'title' || NAMES_A_FIELD.test(rest)
          : marker.kind === 'date'
            ? isDate(next) || isDate(soft)
            : marker.kind === 'time'
              ? isTime(next)
              : marker.kind === 'from'
                ? isTime(next) || isDate(next)
                : marker.kind === 'to'
                  ? isTime(next) || isDate(next)
                  : marker.kind === 'place' &&
                    (quoted || /^\p{Lu}/u.test(next)) &&
                    out.length > 0 &&
                    !isDate(next) &&
                    !isTime(next);
    if (fits) out.push(marker);
  }
  return out;
}

export { EMAIL };
