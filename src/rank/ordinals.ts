/**
 * Counting: "the second result", "last link", "3rd Add to cart". What is counted is found first (elements of
 * the role that was named, or of the words that were said, or the items of the page's main list), then the
 * n-th of it in reading order.
 */
import { nounTest } from './kinds.js';
import { around, type Tree } from './tree.js';
import { queryWords } from './words.js';

const NUMBERS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ORDINAL = new RegExp(
  `\\b(?:the )?(?:(${NUMBERS.join('|')})|(\\d{1,2})(?:st|nd|rd|th)|(last|final|bottom-?most|latest)|(top-?most)|(?:number|no\\.|#) ?(\\d{1,2}))\\b(?! of (?:the )?(?:january|february|march|april|may|june|july|august|september|october|november|december))`,
);

export interface Ordinal {
  /** From 1; −1 is the last one. */
  n: number;
  /** The query without the number. */
  rest: string;
}

export function ordinalOf(text: string): Ordinal | null {
  const lower = text.toLowerCase();
  // Numbers in quotes are what is written on the page or to be typed, not how to count.
  const found = ORDINAL.exec(lower.replace(/(["“'‘])[^"“”'’]*(["”'’])/g, (quoted) => ' '.repeat(quoted.length)));
  if (!found) return null;
  const [all, word, digits, last, top, hash] = found;
  const n = word ? NUMBERS.indexOf(word) + 1 : last ? -1 : top ? 1 : Number(digits ?? hash);
  if (n === 0) return null;
  return { n, rest: `${lower.slice(0, found.index)} ${lower.slice(found.index + all.length)}`.trim() };
}

/** Nouns that stand for whatever the page lists. */
const ITEM =
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|e-?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel)\b/;

/** The path with its last index left out: siblings of one kind share it. */
const pattern = (xpath: string): string => xpath.replace(/\[\d+\](?=[^[]*$)/, '');

/** Elements that repeat side by side (rows, list items, cards), the most prominent group first. */
function listItems({ candidates, controls }: Tree): number[] {
  const groups = new Map<string, number[]>();
  candidates.forEach(({ xpath, frame }, i) => {
    const key = `${frame.length} ${pattern(xpath)}`;
    if (key.length === xpath.length + 2) return;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  let best: number[] = [];
  let most = 0;
  for (const group of groups.values()) {
    const held = group.filter((i) => controls[i]! > 0);
    if (held.length < 2) continue;
    const { landmark } = candidates[held[0]!]!;
    const area = held.reduce((sum, i) => sum + candidates[i]!.box.width * candidates[i]!.box.height, 0);
    const texts = held.reduce((sum, i) => sum + Math.min(200, candidates[i]!.text.length), 0);
    const aside = ['nav', 'header', 'footer', 'aside'].includes(landmark) ? 0.1 : 1;
    const prominence = Math.sqrt(area) * Math.sqrt(texts + 1) * aside;
    if (prominence > most) [best, most] = [held, prominence];
  }
  return best;
}

/** Whether words are left that say what is counted, besides names of roles and of items. */
export function saysWhat(rest: string): boolean {
  return queryWords(rest).some((word) => !ITEM.test(word) && nounTest(word) === null);
}

/** How much of the best match an element must have to be counted as one of them. */
const ALIKE = 0.75;

/**
 * @param words relevance of each candidate to the query without the number and the place
 * @param allowed which candidates may be counted (those of the place that was named)
 * @param content whether those words say what is counted (`saysWhat`)
 * @returns 0–1 a candidate
 */
export function counted(
  ordinal: Ordinal,
  tree: Tree,
  words: Float64Array,
  allowed: (i: number) => boolean,
  content: boolean,
): Float64Array {
  const { candidates } = tree;
  const scores = new Float64Array(candidates.length);
  const ofRole = nounTest(ordinal.rest);
  const usable = candidates
    .map((_, i) => i)
    .filter((i) => candidates[i]!.behind !== true && allowed(i) && (candidates[i]!.interactive || ofRole !== null));
  const pick = (group: readonly number[]): number | undefined => (ordinal.n < 0 ? group.at(-1) : group[ordinal.n - 1]);

  let pool = ofRole ? usable.filter((i) => ofRole(candidates[i]!)) : [];
  if (content && words.some((score) => score > 0)) {
    const from = pool.length ? pool : usable;
    const best = from.reduce((most, i) => Math.max(most, words[i]!), 0);
    const alike = best > 0 ? from.filter((i) => words[i]! >= ALIKE * best) : [];
    if (alike.length >= Math.max(2, ordinal.n)) pool = alike;
  }
  if (pool.length === 0 || (ITEM.test(ordinal.rest) && !ofRole)) {
    const items = listItems(tree).filter(allowed);
    const item = pick(items);
    if (item !== undefined) {
      scores[item] = 0.6;
      // What an item is about is its first link; its other controls come after that.
      let first = true;
      for (let i = item; i < candidates.length; i++) {
        if (i !== item && !isWithin(tree, i, item)) continue;
        if (!candidates[i]!.interactive) continue;
        scores[i] = first ? 1 : 0.5;
        first = false;
      }
      return scores;
    }
    if (pool.length === 0) pool = usable;
  }
  const picked = pick(pool);
  if (picked !== undefined) scores[picked] = 1;
  return scores;
}

function isWithin(tree: Tree, i: number, outer: number): boolean {
  for (const up of around(tree, i)) if (up === outer) return true;
  return false;
}
