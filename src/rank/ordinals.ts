/**
 * Counting: "the second result", "last link", "3rd Add to cart". What is counted is found first (elements of
 * the role that was named, or of the words that were said, or the items of the page's main list), then the
 * n-th of it in reading order.
 */
import type { Candidate } from '../contract/index.js';
import { nounTest } from './kinds.js';
import { around, type Tree } from './tree.js';
import { queryWords, wordsOf } from './words.js';

const NUMBERS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
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
  const found = ORDINAL.exec(
    lower.replace(/(["“'‘])[^"“”'’]*(["”'’])/g, (quoted) => ' '.repeat(quoted.length)),
  );
  if (!found) return null;
  const [all, word, digits, last, top, hash] = found;
  // "On the 25th" is a day.
  if (digits && /\b(on|until|till|from|by) $/.test(lower.slice(0, found.index))) return null;
  const n = word ? NUMBERS.indexOf(word) + 1 : last ? -1 : top ? 1 : Number(digits ?? hash);
  if (n === 0) return null;
  return { n, rest: `${lower.slice(0, found.index)} ${lower.slice(found.index + all.length)}`.trim() };
}

/** Nouns that stand for whatever the page lists. */
const ITEM =
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|(?:e-?)?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel|person|people|suggestion|day|place|thing|choice|page|reply|post|folder|document|user|customer|invoice|book|chapter|step|name)\b/;

/** The path with its last index left out: siblings of one kind share it. */
const pattern = (xpath: string): string => xpath.replace(/\[\d+\](?=[^[]*$)/, '');

interface Group {
  /** Positions in reading order. */
  items: number[];
  /** The larger, the more this is what the page is about. */
  prominence: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

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
      const area = mean(items.map((i) => candidates[i]!.box.width * candidates[i]!.box.height));
      const text = mean(items.map((i) => Math.min(200, candidates[i]!.text.length)));
      const aside = ['nav', 'header', 'footer', 'aside'].includes(landmark) ? 0.3 : 1;
      return { items, prominence: Math.sqrt(area * (text + 1)) * Math.log2(1 + items.length) * aside };
    });
}

/** How pages mark what a noun for items means, besides its own word in the style. */
const MARKED: Record<string, RegExp> = {
  row: /^tr$/,
  line: /^tr$/,
  item: /^li$/,
  entry: /^li$/,
  article: /^article$/,
  post: /^article$/,
  story: /^article$/,
  option: /^(option|li)$/,
};

/** Whether the page calls this one what the instruction calls it. */
function isCalled({ tag, attributes: { id = '', class: style = '' } }: Candidate, noun: string): boolean {
  return MARKED[noun]?.test(tag) === true || wordsOf(`${id} ${style}`).includes(noun);
}

/** Words of the query that say what is counted, besides numbers, names of roles and of items. */
export function contentWords(rest: string): string[] {
  return queryWords(rest).filter(
    (word) => !ITEM.test(word) && !VERBS.test(word) && nounTest(word) === null && !PLACES.test(word),
  );
}

const VERBS = /^(remove|delete|open|show|expand|edit|read|choose|pick|take|same|view|see)$/;
const PLACES =
  /^(list|menu|bar|column|section|table|row|panel|group|box|grid|toolbar|card|area|right|left|all)$/;

/** How much of the best match an element must have to be counted as one of them. */
const ALIKE = 0.75;

export interface Countable {
  tree: Tree;
  /** Relevance of each candidate to the query without the number and the place. */
  words: Float64Array;
  /** All words that speak for each candidate. */
  own: readonly ReadonlySet<string>[];
  /** Which candidates stand in the landmark that was named, if one was. */
  allowed(i: number): boolean;
  /** How well each stands where the query says, 0–1; null when it says nothing. */
  standing: Float64Array | null;
}

/** The path without any index: what is of one make. */
const make = (xpath: string): string => xpath.replace(/\[\d+\]/g, '');

/** Of those that stand where they should the best ones; all where nothing was said. */
function wellStanding(pool: readonly number[], standing: Float64Array | null): number[] {
  const most = standing ? pool.reduce((best, i) => Math.max(best, standing[i]!), 0) : 0;
  return most > 0 ? pool.filter((i) => standing![i]! >= 0.6 * most) : [...pool];
}

/** "Third Add to cart", "last link": all of the role that is named, or of the words. Empty when it is neither. */
function ofOneKind(
  ordinal: Ordinal,
  { tree: { candidates }, words, own, standing }: Countable,
  usable: number[],
): number[] {
  const ofRole = nounTest(ordinal.rest);
  const pool = wellStanding(
    usable.filter((i) => (ofRole ? ofRole(candidates[i]!) : candidates[i]!.interactive)),
    standing,
  );
  const most = pool.reduce((best, i) => Math.max(best, words[i]!), 0);
  const alike = most > 0 ? pool.filter((i) => words[i]! >= ALIKE * most) : [];
  const content = contentWords(ordinal.rest);
  if (content.length > 0) {
    const enough = Math.max(2, ordinal.n);
    const told = alike.filter((i) => content.every((word) => own[i]!.has(word)));
    if (told.length >= enough) return told;
    // "Remove the first guest": the buttons "Remove …" of several guests are of one make.
    const makes = new Map<string, number[]>();
    for (const i of alike) {
      const path = make(candidates[i]!.xpath);
      makes.set(path, [...(makes.get(path) ?? []), i]);
    }
    const [largest = []] = [...makes.values()].sort((a, b) => b.length - a.length);
    if (largest.length >= enough) return largest;
  }
  return ofRole ? pool : [];
}

/** "Second result", "first mail from Felix": the list that is meant, and of it what holds those words. */
function listed(ordinal: Ordinal, { tree, allowed, standing }: Countable): number[] {
  const { candidates } = tree;
  const content = contentWords(ordinal.rest);
  const noun = ITEM.exec(ordinal.rest)?.[1]?.replace(/s$/, '') ?? '';
  let best: { items: number[]; worth: number } = { items: [], worth: 0 };
  for (const { items, prominence } of repeated(tree)) {
    const here = items.filter((i) => allowed(i) && candidates[i]!.behind !== true);
    const called = noun ? here.filter((i) => isCalled(candidates[i]!, noun)) : [];
    const named = called.length > 0 ? called : here;
    const holding = named.filter((i) => content.some((word) => textHas(candidates[i]!, word)));
    const counts = holding.length > 0 ? holding : named;
    if (counts.length < Math.abs(ordinal.n) || here.length < 2) continue;
    const place = new Set(wordsOf(candidates[counts[0]!]!.place));
    const under = content.filter((word) => place.has(word)).length / Math.max(1, content.length);
    const stands = standing ? mean(counts.map((i) => Math.max(0, standing[i]!))) : 0;
    const fit =
      (holding.length > 0 ? 4 : 1) * (called.length > 0 ? 4 : 1) * (1 + 8 * under) * (1 + 30 * stands);
    if (prominence * fit > best.worth) best = { items: counts, worth: prominence * fit };
  }
  return best.items;
}

/** @returns 0–1 a candidate: 1 for the one that is counted to, less for what belongs to it */
export function counted(ordinal: Ordinal, seen: Countable): Float64Array {
  const { tree, allowed } = seen;
  const { candidates } = tree;
  const scores = new Float64Array(candidates.length);
  const usable = [...candidates.keys()].filter((i) => candidates[i]!.behind !== true && allowed(i));
  const kind = ofOneKind(ordinal, seen, usable);
  const group = kind.length > 0 ? kind : listed(ordinal, seen);
  const item = ordinal.n < 0 ? group.at(-1) : group[ordinal.n - 1];
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

const textHas = ({ text, name }: Candidate, word: string): boolean =>
  wordsOf(`${name} ${text}`).includes(word);

function isWithin(tree: Tree, i: number, outer: number): boolean {
  for (const up of around(tree, i)) if (up === outer) return true;
  return false;
}
