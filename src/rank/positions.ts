/**
 * Where on the page, said in words: landmarks ("in the footer"), sides and corners of the window ("top
 * right"), and relations to another element ("next to the price", "under Guests").
 */
import type { Box, Candidate, Viewport } from '../contract/index.js';

export type Side = 'top' | 'bottom' | 'left' | 'right';
export type Relation = 'near' | 'below' | 'above' | 'left-of' | 'right-of' | 'within';

export interface Position {
  landmarks: readonly string[];
  sides: readonly Side[];
  relation: { kind: Relation; anchor: string } | null;
  /** The query without all that. */
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
];

const SIDES: [RegExp, readonly Side[]][] = [
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

const RELATIONS: [Relation, RegExp][] = [
  ['left-of', /\b(?:to |on |at )?(?:the |its )?left (?:side )?of (?:the )?(.+)$/],
  ['right-of', /\b(?:to |on |at )?(?:the |its )?right (?:side )?of (?:the )?(.+)$/],
  [
    'near',
    /\b(?:right )?(?:next to|beside|near|close to|adjacent to|alongside|by the side of) (?:the )?(.+)$/,
  ],
  ['below', /\b(?:right |just |directly )?(?:under|below|beneath|underneath) (?:the )?(.+)$/],
  ['above', /\b(?:right |just |directly )?(?:above|on top of) (?:the )?(.+)$/],
  [
    'within',
    /\b(?:in|inside|within|of|for|from|on) (?:the )?(?:open )?(?!the\b)(.+?) (?:section|row|card|panel|box|group|column|line|area|block|list|table|menu|bar|tool ?bar|form|grid|tab|widget|popup)\b/,
  ],
];

export function positionOf(text: string): Position {
  let rest = text.toLowerCase();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    // Commas keep clauses apart that the words around the gap do not.
    if (found) rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim();
    return found;
  };
  const landmarks = LANDMARKS.find(([pattern]) => take(pattern))?.[1] ?? [];
  let relation: Position['relation'] = null;
  for (const [kind, pattern] of RELATIONS) {
    const found = take(pattern);
    if (!found) continue;
    relation = { kind, anchor: found[1]!.replace(/[.,!?"'“”]+/g, ' ').trim() };
    break;
  }
  const sides = SIDES.find(([pattern]) => take(pattern))?.[1] ?? [];
  return { landmarks, sides, relation, rest: rest.trim() || text };
}

/** 0–1: how far towards these sides of the page an element stands. */
export function sided({ box }: Candidate, sides: readonly Side[], viewport: Viewport): number {
  if (sides.length === 0) return 0;
  const width = Math.max(1, viewport.width);
  const height = Math.max(1, viewport.scrollHeight || viewport.height);
  const x = Math.min(1, Math.max(0, (box.x + box.width / 2) / width));
  const inPage = Math.min(1, Math.max(0, (box.y + viewport.scrollY + box.height / 2) / height));
  const inView = (box.y + box.height / 2) / Math.max(1, viewport.height);
  const shares = sides.map((side) => {
    switch (side) {
      case 'left':
        return 1 - x;
      case 'right':
        return x;
      case 'top':
        return 1 - inPage;
      case 'bottom':
        // "At the bottom" of a long page is its end, or the lower edge of what people see.
        return Math.max(inPage, inView >= 0 && inView <= 1 ? inView * 0.8 : 0);
    }
  });
  // Quadratic: the edge counts, the half of the page does not.
  return shares.reduce((product, share) => product * share ** 2, 1);
}

const middle = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];
const gap = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.max(0, Math.max(a, b) - Math.min(a + aSize, b + bSize));

/** Distance at which "near" has lost two thirds of its force, CSS px. */
const REACH = 90;

/** 0–1: how well `box` stands to `anchor` as the relation says. */
export function related(kind: Relation, box: Box, anchor: Box): number {
  const across = gap(box.x, box.width, anchor.x, anchor.width);
  const down = gap(box.y, box.height, anchor.y, anchor.height);
  const [x, y] = middle(box);
  const [anchorX, anchorY] = middle(anchor);
  // Things in one line belong together sooner than things in one column.
  const near = Math.exp(-Math.hypot(across * 0.6, down) / REACH);
  const inside =
    box.x >= anchor.x - 1 &&
    box.y >= anchor.y - 1 &&
    box.x + box.width <= anchor.x + anchor.width + 1 &&
    box.y + box.height <= anchor.y + anchor.height + 1;
  switch (kind) {
    case 'within':
      return inside ? 1 : near * 0.5;
    case 'near':
      return near;
    case 'below':
      return y > anchorY ? Math.exp(-(down + across) / (2.5 * REACH)) : 0;
    case 'above':
      return y < anchorY ? Math.exp(-(down + across) / (2.5 * REACH)) : 0;
    case 'left-of':
      return x < anchorX ? near : 0;
    case 'right-of':
      return x > anchorX ? near : 0;
  }
}
