/**
 * Counting: "the second result", "last link", "3rd Add to cart". What is counted is found first (elements of
 * the role that was named, or of the words that were said, or the items of the page's main list), then the
 * n-th of it in reading order.
 */
import type { Candidate } from '../contract/index.js';
import { nounTest } from './kinds.js';
import { around, type Tree } from './tree.js';
import { queryWords, wordsOf } from './words.js';

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
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|e-?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel|person|people|suggestion|day|place|thing|choice|page|reply|post|folder|document|user|customer|invoice|book|chapter|step|name)\b/;

/** The path with its last index left out: siblings of one kind share it. */
const pattern = (xpath: string): string => xpath.replace(/\[\d+\](?=[^[]*$)/, '');

interface Group {
  /** Positions in reading order. */
  items: number[];
  /** The larger, the more this is what the page is about. */
  prominence: number;
}

/** Elements that repeat side by side and can be used, or hold something that can: rows, list items, cards. */
function repeated({ candidates, controls }: Tree): Group[] {
  const groups = new Map<string, number[]>();
  candidates.forEach(({ xpath, frame }, i) => {
    const path = pattern(xpath);
    if (path === xpath || controls[i]! === 0) return;
    const key = `${frame.join(' ')} ${path}`;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return [...groups.values()]
    .filter((items) => items.length > 1)
    .map((items) => {
      const { landmark } = candidates[items[0]!]!;
      const area = items.reduce((sum, i) => sum + candidates[i]!.box.width * candidates[i]!.box.height, 0);
      const texts = items.reduce((sum, i) => sum + Math.min(200, candidates[i]!.text.length), 0);
      const aside = ['nav', 'header', 'footer', 'aside'].includes(landmark) ? 0.1 : 1;
      return { items, prominence: Math.sqrt(area * (texts + 1)) * aside };
    });
}

/** Words of the query that say what is counted, besides numbers, names of roles and of items. */
export function contentWords(rest: string): string[] {
  return queryWords(rest).filter((word) => !ITEM.test(word) && nounTest(word) === null && !PLACES.test(word));
}

const PLACES = /^(list|menu|bar|column|section|table|row|panel|group|box|grid|toolbar|card|area|right|left|all)$/;

/** How much of the best match an element must have to be counted as one of them. */
const ALIKE = 0.75;

export interface Countable {
  tree: Tree;
  /** Relevance of each candidate to the query without the number and the place. */
  words: Float64Array;
  /** All words that speak for each candidate. */
  own: readonly ReadonlySet<string>[];
  /** Which candidates stand in the place that was named, if one was. */
  allowed(i: number): boolean;
}

/** @returns 0–1 a candidate: 1 for the one that is counted to, less for what belongs to it */
export function counted(ordinal: Ordinal, { tree, words, own, allowed }: Countable): Float64Array {
  const { candidates } = tree;
  const scores = new Float64Array(candidates.length);
  const ofRole = nounTest(ordinal.rest);
  const pick = (group: readonly number[]): number | undefined =>
    ordinal.n < 0 ? group.at(-1) : group[ordinal.n - 1];
  const enough = Math.max(2, ordinal.n);
  const usable = [...candidates.keys()].filter((i) => candidates[i]!.behind !== true && allowed(i));

  // "Third Add to cart button", "last link": all of that role, or of those words.
  const pool = usable.filter((i) => (ofRole ? ofRole(candidates[i]!) : candidates[i]!.interactive));
  const most = pool.reduce((best, i) => Math.max(best, words[i]!), 0);
  const alike = most > 0 ? pool.filter((i) => words[i]! >= ALIKE * most) : [];
  const content = contentWords(ordinal.rest);
  const same = content.length > 0 && alike.length >= enough && content.every((word) => own[alike[0]!]!.has(word));
  if (same || (ofRole && pool.length > 0)) {
    const picked = pick(same ? alike : pool);
    if (picked !== undefined) scores[picked] = 1;
    return scores;
  }

  // "Second result", "first mail from Felix": the items of a list that hold those words, or of the main list.
  let best: { items: number[]; worth: number } | null = null;
  for (const { items, prominence } of repeated(tree)) {
    const here = items.filter((i) => allowed(i) && candidates[i]!.behind !== true);
    const holding = here.filter((i) => content.some((word) => textHas(candidates[i]!, word)));
    const counts = holding.length > 0 ? holding : here;
    if (counts.length < ordinal.n || here.length < 2) continue;
    const worth = prominence * (holding.length > 0 ? 4 : 1);
    if (!best || worth > best.worth) best = { items: counts, worth };
  }
  const item = best ? pick(best.items) : pick(pool);
  if (item === undefined) return scores;
  scores[item] = candidates[item]!.interactive ? 1 : 0.6;
  // What an item is about is its first link; its other controls come after that.
  let first = !candidates[item]!.interactive;
  for (let i = item + 1; i < candidates.length && isWithin(tree, i, item); i++) {
    if (!candidates[i]!.interactive) continue;
    scores[i] = first ? 1 : 0.4;
    first = false;
  }
  return scores;
}

const textHas = ({ text, name }: Candidate, word: string): boolean => wordsOf(`${name} ${text}`).includes(word);

function isWithin(tree: Tree, i: number, outer: number): boolean {
  for (const up of around(tree, i)) if (up === outer) return true;
  return false;
}
