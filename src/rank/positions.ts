/**
 * Parses and scores positions on the page: landmarks ("in the footer"), sides and corners of the window ("top
 * right"), and relations to another element ("next to the price", "under Guests").
 */
import type { Box, Candidate, Viewport } from '../contract/index.js';
import { parseQuotedValue } from './query.js';
import { findTargetWords } from './words.js';

export type PageSide = 'top' | 'bottom' | 'left' | 'right';
export type SpatialRelation = 'near' | 'below' | 'above' | 'left-of' | 'right-of' | 'within';

export interface Position {
  landmarks: readonly string[];
  sides: readonly PageSide[];
  relation: { kind: SpatialRelation; anchor: string } | null;
  /** Words after a final "in", "on", "under" or "from" that may name a place; `rest` still contains them. */
  possiblePlace: string | null;
  /** The query without landmarks, sides or relation. */
  rest: string;
}

const LANDMARKS: [RegExp, readonly string[]][] = [
  [/\b(?:in|at|on|from|inside|of|within) (?:the |this )?(?:page |site )?footer\b/, ['footer']],
  [
    /\b(?:in|at|on|from|inside|of|within) (?:the |this )?(?:page |site |top )?(?:header|top bar|masthead)\b/,
    ['header', 'nav'],
  ],
  [
    /\b(?:in|at|on|from|inside|of|within) (?:the |this )?(?:main |top |left |site )?(?:nav(?:igation)?(?: ?bar| menu)?|menu ?bar)\b/,
    ['nav', 'header'],
  ],
  [
    /\b(?:in|at|on|from|inside|of|within) (?:the |this )?(?:left |right )?(?:side ?bar|side (?:menu|panel))\b/,
    ['aside', 'nav'],
  ],
  [
    /\b(?:in|at|on|from|inside|of|within) (?:the |this )?(?:dialog(?:ue)?(?: box)?|pop-?up|modal|overlay)\b/,
    ['dialog'],
  ],
  [/\b(?:in|at|on|from|inside|of|within) (?:the |this )?tool ?bar\b/, ['toolbar']],
];

const SIDES: [RegExp, readonly PageSide[]][] = [
  [
    /\b(?:in |at |on )?(?:the )?(?:top|upper)[ -](?:and )?left(?:[ -]hand)?(?: corner| side)?\b/,
    ['top', 'left'],
  ],
  [
    /\b(?:in |at |on )?(?:the )?(?:top|upper)[ -](?:and )?right(?:[ -]hand)?(?: corner| side)?\b/,
    ['top', 'right'],
  ],
  [
    /\b(?:in |at |on )?(?:the )?(?:bottom|lower)[ -](?:and )?left(?:[ -]hand)?(?: corner| side)?\b/,
    ['bottom', 'left'],
  ],
  [
    /\b(?:in |at |on )?(?:the )?(?:bottom|lower)[ -](?:and )?right(?:[ -]hand)?(?: corner| side)?\b/,
    ['bottom', 'right'],
  ],
  [
    /\b(?:at|on|in|from|near|to) the (?:very )?top(?: of (?:the |this )?(?:page|screen|window|site))?\b/,
    ['top'],
  ],
  [
    /\b(?:at|on|in|from|near|to) the (?:very )?bottom(?: of (?:the |this )?(?:page|screen|window|site))?\b/,
    ['bottom'],
  ],
  [
    /\b(?:on|at|from|to|in) the left(?:[ -]hand)?(?: side)?(?: of (?:the |this )?(?:page|screen|window|site))?(?! of\b)\b/,
    ['left'],
  ],
  [
    /\b(?:on|at|from|to|in) the right(?:[ -]hand)?(?: side)?(?: of (?:the |this )?(?:page|screen|window|site))?(?! of\b)\b/,
    ['right'],
  ],
];

/** Excludes phrasal verbs such as "sign in" and "type in", which are not followed by a place. */
const NOT_PHRASAL = String.raw`(?<!\b(?:sign|signed|log|logged|check|opt|zoom|fill|type|key|turn) )`;
const SECTION_NOUNS =
  'section|row|card|panel|box|group|column|line|area|block|list|table|menu|bar|tool ?bar|form|grid|tab|widget|popup';

const RELATIONS: [SpatialRelation, RegExp][] = [
  ['left-of', /\b(?:to |on |at )?(?:the |its )?left (?:side )?of (?:the )?(.+)$/],
  ['right-of', /\b(?:to |on |at )?(?:the |its )?right (?:side )?of (?:the )?(.+)$/],
  [
    'near',
    /\b(?:right )?(?:next to|beside|near|close to|adjacent to|alongside|by the side of) (?:the )?(.+)$/,
  ],
  ['below', /\b(?:right |just |directly )?(?:under|below|beneath|underneath) (?:the )?(.+)$/],
  ['above', /\b(?:right |just |directly )?(?:above|on top of) (?:the )?(.+)$/],
];

/**
 * Phrases such as "in the Guests row". They give a place if the query asks for something in it; otherwise they name
 * the target itself.
 */
const WITHIN = [
  new RegExp(
    String.raw`${NOT_PHRASAL}\b(?:in|inside|within|of|for|from|on) (?:the )?(?!the\b)((?:(?!\bin\b|\bon\b).)+?) (?:${SECTION_NOUNS})\b`,
  ),
  new RegExp(
    String.raw`${NOT_PHRASAL}\b(?:in|inside|within|of|from|under) (?:the )?((?:section|row|card|panel|group|column|tab|part|chapter|step|table) [\w#]+)(?: |$)`,
  ),
];

/** Nouns for the kind of an anchor, which identify it less than its name. */
const ANCHOR_NOUN =
  /^(?:(?:heading|headline|title|label|caption|word|words|text|line|called|named|with|of|the) )+(?=\S)| (?:heading|headline|title|label|caption|text|line|button|link|field|picture|image|icon)$/g;

/** Matches "X in Y", where X names a target and Y is a name rather than a kind of control. */
const POSSIBLE_PLACE = new RegExp(
  String.raw`^(.*\S) ${NOT_PHRASAL}(?:in|inside|within|under|from|on) (?:the )?([^,;"“”]{2,40}?)[.!?]*$`,
);
const CONTROL_NOUN =
  /^(?:(?:a|the|this|that) )?(?:button|link|field|icon|tab|page|box|menu|list|image|picture|it|site|option)$/;

/** Verbs whose "in" names the target itself: "type it in the box". */
const INPUT_VERB = /\b(?:type|enter|write|fill|input|put|paste|set|change|search|use|select|choose|pick)\b/;

/** Replaces the text to be typed while the query is searched for places. */
const VALUE_PLACEHOLDER = '\u0000';

/** @param hasOrdinal whether an ordinal was removed; then "in the list" is a place even without another target */
export function parsePosition(text: string, hasOrdinal = false): Position {
  const value = parseQuotedValue(text)?.toLowerCase();
  let rest = text.toLowerCase();
  if (value) rest = rest.replace(value, VALUE_PLACEHOLDER);
  const removeMatch = (
    pattern: RegExp,
    isAllowed = (_before: string): boolean => true,
  ): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (!match || !isAllowed(rest.slice(0, match.index))) return null;
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`.trim();
    return match;
  };
  const landmarks = LANDMARKS.find(([pattern]) => removeMatch(pattern))?.[1] ?? [];
  let relation: Position['relation'] = null;
  for (const [kind, pattern] of RELATIONS) {
    const match = removeMatch(pattern);
    if (!match) continue;
    relation = { kind, anchor: cleanAnchor(match[1]!) };
    break;
  }
  const namesPlace = (precedingText: string): boolean =>
    hasOrdinal || (!INPUT_VERB.test(precedingText) && findTargetWords(precedingText).length > 0);
  for (const pattern of relation ? [] : WITHIN) {
    const match = removeMatch(pattern, namesPlace);
    if (match) relation = { kind: 'within', anchor: cleanAnchor(match[1]!) };
    if (match) break;
  }
  const sides = SIDES.find(([pattern]) => removeMatch(pattern))?.[1] ?? [];
  const possiblePlace = relation ? null : findPossiblePlace(rest);
  if (value) rest = rest.replace(VALUE_PLACEHOLDER, value);
  return { landmarks, sides, relation, possiblePlace, rest: rest.trim() || text };
}

function cleanAnchor(text: string): string {
  const plainText = text.replace(/[.,!?"'“”]+/g, ' ').trim();
  return plainText.replace(ANCHOR_NOUN, '').trim() || plainText;
}

function findPossiblePlace(rest: string): string | null {
  const match = POSSIBLE_PLACE.exec(rest);
  // "Click on Sign in" and "type it in the box" name the target, not a place.
  if (
    !match ||
    INPUT_VERB.test(match[1]!) ||
    CONTROL_NOUN.test(match[2]!) ||
    findTargetWords(match[1]!).length === 0
  )
    return null;
  return match[2]!.trim();
}

/** 0–1: how close an element is to these sides of the page. */
export function scoreSides({ box }: Candidate, sides: readonly PageSide[], viewport: Viewport): number {
  if (sides.length === 0) return 0;
  const width = Math.max(1, viewport.width);
  const height = Math.max(1, viewport.scrollHeight || viewport.height);
  const x = Math.min(1, Math.max(0, (box.x + box.width / 2) / width));
  const pageShare = Math.min(1, Math.max(0, (box.y + viewport.scrollY + box.height / 2) / height));
  const viewportShare = (box.y + box.height / 2) / Math.max(1, viewport.height);
  const shares = sides.map((side) => {
    switch (side) {
      case 'left':
        return 1 - x;
      case 'right':
        return x;
      case 'top':
        return 1 - pageShare;
      case 'bottom':
        // "At the bottom" of a long page means its end or the lower edge of the viewport.
        return Math.max(pageShare, viewportShare >= 0 && viewportShare <= 1 ? viewportShare * 0.8 : 0);
    }
  });
  // Squared, so that the edge counts much more than the rest of that half.
  return shares.reduce((product, share) => product * share ** 2, 1);
}

const getCentre = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];
const computeGap = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.max(0, Math.max(a, b) - Math.min(a + aSize, b + bSize));

/** Distance in CSS px at which the score for "near" has dropped by about two thirds. */
const NEAR_DISTANCE = 90;

/** 0–1: how well `box` has the relation to `anchor`. */
export function scoreSpatialRelation(kind: SpatialRelation, box: Box, anchor: Box): number {
  const horizontalGap = computeGap(box.x, box.width, anchor.x, anchor.width);
  const verticalGap = computeGap(box.y, box.height, anchor.y, anchor.height);
  const [x, y] = getCentre(box);
  const [anchorX, anchorY] = getCentre(anchor);
  // Horizontal distance counts less: elements in a line belong together more often than in a column.
  const nearness = Math.exp(-Math.hypot(horizontalGap * 0.6, verticalGap) / NEAR_DISTANCE);
  const isInside =
    box.x >= anchor.x - 1 &&
    box.y >= anchor.y - 1 &&
    box.x + box.width <= anchor.x + anchor.width + 1 &&
    box.y + box.height <= anchor.y + anchor.height + 1;
  switch (kind) {
    case 'within':
      return isInside ? 1 : nearness * 0.5;
    case 'near':
      return nearness;
    case 'below':
      return y > anchorY ? Math.exp(-(verticalGap + horizontalGap) / (2.5 * NEAR_DISTANCE)) : 0;
    case 'above':
      return y < anchorY ? Math.exp(-(verticalGap + horizontalGap) / (2.5 * NEAR_DISTANCE)) : 0;
    case 'left-of':
      return x < anchorX ? nearness : 0;
    case 'right-of':
      return x > anchorX ? nearness : 0;
  }
}
