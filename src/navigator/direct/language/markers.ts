/** Finds words that introduce a field of a new item: "called X", "on D", "from A to B", "with the name N". */
import { isMark, unmask } from './line-text.js';
import { cleanValue, EMAIL, FIELD, isDate, isTime } from './pairs.js';

export interface Marker {
  startIndex: number;
  endIndex: number;
  kind: 'title' | 'date' | 'time' | 'from' | 'to' | 'place' | 'with' | 'for' | 'said';
}

const MARKERS: readonly (readonly [Marker['kind'], RegExp])[] = [
  [
    'title',
    /\s(?:(?:that is |which is )?(?:called|titled|named|entitled)|with (?:the )?(?:title|name|subject) of)\s+/giu,
  ],
  ['date', /\son\s+(?:the\s+)?/giu],
  ['date', /\s(?:for\s+)?(?=(?:tomorrow|today|next (?:mon|tue|wed|thu|fri|sat|sun|week)))/giu],
  ['time', /\sat\s+/giu],
  ['time', /(?:,\s*|\s)(?=\d{1,2}(?::\d{2})\b)/giu],
  ['from', /\s(?:from|between|starting(?: at)?):?\s+/giu],
  ['for', /\sfor\s+(?:a )?/giu],
  ['with', new RegExp(`,\\s*(?:and\\s+)?(?:the\\s+|my\\s+|a\\s+)?(?=(?:${FIELD})\\s+\\S)`, 'giu')],
  ['said', /\s(?:saying|that says|which says|that reads|reading)\s+/giu],
  ['to', /\s(?:to|until|till|ending(?: at)?):?\s+/giu],
  ['place', /\s(?:in|at)\s+(?:the\s+)?/giu],
  [
    'with',
    /\s(?:with|using|and(?: the| a)?(?= (?:name|email|e-mail|message|note|notes|description|location|title|password|phone|city|date|time|end|start)\b))\s+(?:the\s+|my\s+|a\s+)?/giu,
  ],
];

/** Returns the markers in a text, in order. */
export function findMarkers(text: string): Marker[] {
  const foundMarkers: Marker[] = [];
  for (const [kind, pattern] of MARKERS)
    for (const hit of text.matchAll(pattern))
      foundMarkers.push({ startIndex: hit.index, endIndex: hit.index + hit[0].length, kind });
  return acceptMarkers(text, foundMarkers);
}

/** Items that are sent to someone. */
const SENT_ITEM = /\b(?:e-?mail|mail|message|letter|text|note|invitation|invite|card|reminder)$/iu;
const TRAVEL_ITEM =
  /\b(?:flights?|trains?|bus|buses|tickets?|trips?|rides?|ferry|ferries|journeys?|taxi|cab|cars?|transfers?|connections?|drives?|routes?|shipments?|transfer)\b/iu;

const NAMES_A_FIELD =
  /^(?:the |my |a |an )?(?:\p{L}+ )?(?:name|e-?mail|message|notes?|description|location|place|title|subject|password|phone|city|address|date|day|time|end|start|reminder|calendar|category|priority|colou?r|price|amount|quantity|username|type|status)\b|^[\p{L} ]{2,24}(?:=|:)/iu;

/**
 * Keeps the markers with a suitable value: "on" with a date, "at" with a time, "from" and "to" with places.
 */
function acceptMarkers(text: string, found: Marker[]): Marker[] {
  const sortedMarkers = found.sort((a, b) => a.startIndex - b.startIndex || b.endIndex - a.endIndex);
  const accepted: Marker[] = [];
  for (const marker of sortedMarkers) {
    if (accepted.some((o) => marker.startIndex < o.endIndex && marker.startIndex >= o.startIndex)) continue;
    const rest = text.slice(marker.endIndex);
    const takeUntil = (pattern: RegExp): string =>
      cleanValue(rest.slice(0, pattern.exec(rest)?.index ?? rest.length));
    const nextValue = takeUntil(
      /\s(?:on|at|from|to|until|till|in|with|for|called|titled|named|between|and|saying)\s|,\s/iu,
    );
    const longerValue = takeUntil(/\s(?:at|from|to|until|in|with|called|titled|named|between)\s/iu);
    const isQuoted = isMark(nextValue);
    const isRoutePlace = (place: string): boolean =>
      EMAIL.test(unmask(place, [])) ||
      ((isMark(place) || /^\p{Lu}/u.test(place)) &&
        (TRAVEL_ITEM.test(text.slice(0, marker.startIndex)) ||
          (marker.kind === 'to' && SENT_ITEM.test(text.slice(0, marker.startIndex)))));
    const previousMarker = accepted.at(-1);
    const hasQuotedTitle =
      previousMarker?.kind === 'title' && isMark(text.slice(previousMarker.endIndex, marker.startIndex));
    // "the due date tomorrow" is a field with its value, without a marker between them.
    const isInPair =
      accepted.some((o) => o.kind === 'with') &&
      new RegExp(`\\b(?:${FIELD})$`, 'iu').test(text.slice(0, marker.startIndex).trim());
    if (isInPair && ['date', 'time'].includes(marker.kind)) continue;
    // Text to write may contain days and places: "the body See you at noon".
    if (
      accepted.some(
        (o) =>
          o.kind === 'said' ||
          (o.kind === 'with' && WRITTEN_FIELD.test(text.slice(o.endIndex, marker.startIndex))),
      ) &&
      !/^[\s,]*(?:and|with|,)/iu.test(text.slice(marker.startIndex, marker.endIndex))
    )
      continue;
    if (
      hasSuitableValue(marker, {
        nextValue,
        longerValue,
        rest,
        isQuoted,
        isRoutePlace,
        accepted,
        hasQuotedTitle,
      })
    )
      accepted.push(marker);
  }
  return accepted;
}

interface MarkerContext {
  nextValue: string;
  longerValue: string;
  rest: string;
  isQuoted: boolean;
  isRoutePlace: (place: string) => boolean;
  accepted: readonly Marker[];
  /** Whether the title is in quotes, which show where it ends. */
  hasQuotedTitle: boolean;
}

/** Whether the text after the marker suits it. */
function hasSuitableValue(
  { kind }: Marker,
  { nextValue, longerValue, rest, isQuoted, isRoutePlace, accepted, hasQuotedTitle }: MarkerContext,
): boolean {
  switch (kind) {
    case 'title':
      return true;
    case 'said':
      return true;
    case 'with':
      // "with Sam" continues the title "Dinner with Sam"; "with location Oslo" is a field.
      return accepted.at(-1)?.kind !== 'title' || hasQuotedTitle || NAMES_A_FIELD.test(rest);
    case 'date':
      return isDate(nextValue) || isDate(longerValue);
    case 'time':
      return isTime(nextValue);
    case 'from':
    case 'to':
      return isTime(nextValue) || isDate(nextValue) || isRoutePlace(nextValue);
    case 'for':
      return PARTY_OR_DURATION.test(nextValue.replace(/\s(?:tomorrow|today|tonight|next|this)\b.*$/iu, ''));
    default:
      return (
        (isQuoted || /^\p{Lu}/u.test(nextValue)) &&
        accepted.length > 0 &&
        !isDate(nextValue) &&
        !isTime(nextValue)
      );
  }
}

const WRITTEN_FIELD = /\b(?:body|message|comment|text|note|description|content)\s+[^,]*$/iu;
/** A booking's number of people, or its duration. */
const PARTY_OR_DURATION =
  /^(?:(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)$|(?:\d+|\p{Ll}+) (?:people|persons?|guests?|nights?|days?|adults?|children|kids|hours?|minutes?|seats?|players?)$)/u;
