/** Parses what a line creates, and its fields: "an event called X on D at T", "a table: 4 guests, tomorrow". */
import { collapseSpaces } from '../text.js';
import { isMark, unmask } from './line-text.js';
import { findMarkers, type Marker } from './markers.js';
import { cleanValue, createFieldValue, isDate, isTime, readUnlabelledValues, readPairs } from './pairs.js';
import type { FieldValue } from './steps.js';
import { removeArticle } from './target.js';

/** Returns the item to create ("event"), and the fields that the rest of the text gives. */
export function readCreation(
  masked: string,
  quotes: readonly string[],
): { item: string; fields: FieldValue[] } {
  const text = ` ${collapseSpaces(masked)} `.replace(/\s(?:as follows|like this)\s*:?\s/iu, ' ');
  const listMatch = /^ (?:an? |the |my |new )*([\p{L} ]{2,30}?):\s+(.+) $/u.exec(text);
  if (listMatch && !isMark(listMatch[2]!)) {
    const fields = readUnlabelledValues(listMatch[2]!, quotes);
    if (fields.length) return { item: unmask(listMatch[1]!, quotes), fields };
  }
  const markers = findMarkers(text);
  const fields: FieldValue[] = [];
  const leadingText = text.slice(0, markers[0]?.startIndex ?? text.length).trim();
  const opening = /^(.+?)[:\s]+([\uE000-\uE0FF])/u.exec(leadingText);
  const item = removeArticle(opening ? opening[1]! : leadingText)
    .replace(/^(?:(?:me|us)\s+)?(?:an?\s+|the\s+)?(?:new|another|one)?\s*(?=\S)/iu, '')
    .replace(/[,;:]+$/u, '');
  if (opening)
    fields.push(createFieldValue(TEXT_ITEMS.test(item) ? getTextField(item) : 'title', opening[2]!, quotes));
  markers.forEach((marker, i) => {
    const value = cleanValue(text.slice(marker.endIndex, markers[i + 1]?.startIndex ?? text.length));
    const isRange = markers.some((m) => m.kind === 'from') && markers.some((m) => m.kind === 'to');
    if (!value) return;
    if (marker.kind === 'title')
      fields.push(createFieldValue(getNameField(text, marker, item), value, quotes));
    else if (marker.kind === 'date') fields.push(createFieldValue('date', value, quotes));
    else if (marker.kind === 'time') fields.push(createFieldValue('time', value, quotes));
    else if (marker.kind === 'from')
      fields.push(
        createFieldValue(isDate(value) ? 'start date' : isTime(value) ? 'start' : 'from', value, quotes),
      );
    else if (marker.kind === 'to')
      fields.push(
        createFieldValue(isDate(value) ? 'end date' : isRange && isTime(value) ? 'end' : 'to', value, quotes),
      );
    else if (marker.kind === 'said') fields.push(createFieldValue(getTextField(item), value, quotes));
    else if (marker.kind === 'for') fields.push(...readUnlabelledValues(value, quotes));
    else if (marker.kind === 'place') fields.push(createFieldValue('location', value, quotes, true));
    else fields.push(...readPairs(value, quotes));
  });
  return { item: unmask(item, quotes), fields };
}

/** Items that consist of text and have no title. */
export const TEXT_ITEMS = /\b(?:comment|reply|message|remark)$/iu;

/** Returns the field for the item's text. */
const getTextField = (item: string): string =>
  /\b(comment|note|review|reply|remark)$/iu.exec(item)?.[1]?.toLowerCase() ?? 'message';

/** Items that have a title; all others have a name. */
const TITLED_ITEMS =
  /\b(?:events?|tasks?|issues?|posts?|meetings?|appointments?|articles?|tickets?|topics?|threads?|notes?|pages?|documents?|todos?|reminders?|entry|entries|polls?|surveys?|discussions?|stories|story|books?|jobs?|questions?)$/iu;
const getNameField = (text: string, marker: Marker, item: string): string => {
  const phrase = text.slice(marker.startIndex, marker.endIndex);
  const word = /\b(title|name|subject)\b/iu.exec(phrase)?.[1]?.toLowerCase();
  if (word) return word;
  return /titled/iu.test(phrase) || TITLED_ITEMS.test(item) ? 'title' : 'name';
};
