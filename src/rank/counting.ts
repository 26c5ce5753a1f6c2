/**
 * Resolves ordinals. First finds what is counted (elements of the named role, elements with the given words, or the
 * items of the intended list), then takes the n-th in reading order.
 */
import type { Candidate } from '../contract/index.js';
import { nounTest, nounTestLoosely } from './kinds.js';
import { isCalled, listsOf, mean, type List } from './lists.js';
import type { Ordinal } from './ordinals.js';
import type { Steps } from './pace.js';
import { inside, type Tree } from './tree.js';
import { holders, owners, type WordIndex } from './word-index.js';
import { queryWords, wordsOf } from './words.js';

/** Nouns for whatever the page lists. */
const ITEM =
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|(?:e-?)?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel|person|people|day|place|thing|choice|page|reply|folder|document|user|customer|invoice|book|chapter|step|name|column|section)\b/;

/** Words about how or where to act, not about what is counted. */
const VERBS = /^(remove|delete|open|show|expand|edit|read|choose|pick|take|same|view|see)$/;
const PLACES =
  /^(list|menu|bar|column|section|table|row|panel|group|box|grid|toolbar|card|area|right|left|all)$/;

const ITEMS = new RegExp(`^${ITEM.source}s?$`);

/** Query words that describe what is counted, without numbers, role names and item nouns. */
function contentWords(rest: string): string[] {
  return queryWords(rest).filter(
    (word) => !ITEMS.test(word) && !VERBS.test(word) && !PLACES.test(word) && nounTest(word) === null,
  );
}

/** Share of the best match that an element needs to be counted. */
const ALIKE = 0.75;

export interface Countable {
  tree: Tree;
  index: WordIndex;
  /** Relevance of each candidate to the query without the number and the place. */
  words: Float64Array;
  /** Candidates in the named landmark; null if none is named. */
  landmark: Float64Array | null;
  /** How well each candidate fits the query's position words, 0–1; null if there are none. */
  standing: Float64Array | null;
  /** The original query. */
  text: string;
}

/** The XPath without indexes; equal for elements of the same kind. */
const make = (xpath: string): string => xpath.replace(/\[\d+\]/g, '');

/** The best positioned elements; all if the query gives no position. */
function wellStanding(pool: readonly number[], standing: Float64Array | null): number[] {
  const most = standing ? pool.reduce((best, i) => Math.max(best, standing[i]!), 0) : 0;
  return most > 0 ? pool.filter((i) => standing![i]! >= 0.6 * most) : [...pool];
}

const enough = ({ n }: Ordinal): number => Math.max(2, Math.abs(n));

type Test = (candidate: Candidate) => boolean;

/** Elements of a named role; if none has the role, those that work like it. */
function roleIn(candidates: readonly Candidate[], asked: string): Test | null {
  const strict = nounTest(asked);
  return strict && !candidates.some(strict) ? (nounTestLoosely(asked) ?? strict) : strict;
}

interface Found {
  items: number[];
  /** No other elements can be meant. */
  sure: boolean;
}

/** "Third Add to cart", "last link": all elements of the named role or with the given words; empty if neither applies. */
function ofOneKind(
  ordinal: Ordinal,
  asked: string,
  ofRole: Test | null,
  seen: Countable,
  usable: readonly number[],
): Found {
  const { tree, index, words, standing } = seen;
  const { candidates } = tree;
  const pool = wellStanding(
    usable.filter((i) => (ofRole ? ofRole(candidates[i]!) : candidates[i]!.interactive)),
    standing,
  );
  const most = pool.reduce((best, i) => Math.max(best, words[i]!), 0);
  const content = contentWords(asked);
  if (content.length > 0 && most > 0) {
    // An item noun in a name ("Edit card") does not make the element an item.
    const telling = queryWords(asked).filter((word) => !ITEMS.test(word));
    const said = telling.map((word) => owners(index, word));
    const alike = pool.filter((i) => words[i]! >= ALIKE * most && said.some((having) => having.has(i)));
    const having = content.map((word) => owners(index, word));
    const told = alike.filter((i) => having.every((all) => all.has(i)));
    if (told.length >= enough(ordinal)) return { items: told, sure: true };
    // "Remove the first guest": the buttons "Remove …" of several guests are of the same kind.
    const makes = new Map<string, number[]>();
    for (const i of alike) {
      const path = make(candidates[i]!.xpath);
      const same = makes.get(path);
      if (same) same.push(i);
      else makes.set(path, [i]);
    }
    const [largest = []] = [...makes.values()].sort((a, b) => b.length - a.length);
    if (largest.length >= enough(ordinal)) return { items: largest, sure: false };
  }
  return { items: ofRole ? pool : [], sure: false };
}

interface Fitting {
  /** The items to count, in reading order. */
  items: number[];
  list: List;
  /** Some items contain the given words. */
  holding: boolean;
  /** The page uses the query's noun for them. */
  called: boolean;
  /** 0–1: share of the query's words in the heading above. */
  under: number;
  /** 0–1: how well the items fit the query's position words. */
  stands: number;
}

/** The items of a list that can be meant; null if there are too few. */
function fitting(
  list: List,
  ordinal: Ordinal,
  asked: string,
  ofRole: Test | null,
  { tree: { candidates }, index, landmark, standing }: Countable,
): Fitting | null {
  const content = contentWords(asked);
  const noun = ITEM.exec(asked)?.[1]?.replace(/(?<!s)s$/, '') ?? '';
  // "Most read, number 2": the remaining words may be the heading's.
  const headed = queryWords(asked).filter((word) => !ITEMS.test(word) && !PLACES.test(word));
  const here = list.items.filter((i) => {
    const one = candidates[i]!;
    return (!landmark || landmark[i] === 1) && one.behindModal !== true && (!ofRole || ofRole(one));
  });
  if (here.length < enough(ordinal)) return null;
  const called = noun ? here.filter((i) => isCalled(candidates[i]!, noun)) : [];
  const named = called.length > 0 ? called : here;
  const having = content.map((word) => holders(index, word));
  const holding = named.filter((i) => having.some((all) => all.has(i)));
  const items = holding.length > 0 ? holding : named;
  if (items.length < Math.abs(ordinal.n)) return null;
  const place = new Set(wordsOf(candidates[items[0]!]!.section));
  const share = (words: readonly string[]): number =>
    words.filter((word) => place.has(word)).length / Math.max(1, words.length);
  return {
    items,
    list,
    holding: holding.length > 0,
    called: called.length > 0,
    under: Math.max(share(content), share(headed)),
    stands: standing ? mean(items.map((i) => Math.max(0, standing[i]!))) : 0,
  };
}

/** "Second result", "first mail from Felix": the intended list, and its items with those words. */
function* listed(ordinal: Ordinal, asked: string, ofRole: Test | null, seen: Countable): Steps<Found> {
  const bar = /\b(bar|row|tabs|toolbar)\b/.test(seen.text);
  const menu = /\b(menu|navigation|side ?bar)\b/.test(seen.text);
  let lists: Fitting[] = [];
  for (const list of yield* listsOf(seen.tree)) {
    yield;
    const fit = fitting(list, ordinal, asked, ofRole, seen);
    if (fit) lists.push(fit);
  }
  // A list at exactly the given position, or under the named heading, excludes the others.
  const most = Math.max(0, ...lists.map(({ stands }) => stands));
  lists = lists.filter(({ stands }) => stands >= 0.6 * most);
  if (lists.some(({ under }) => under === 1)) lists = lists.filter(({ under }) => under === 1);
  let best: Found & { worth: number } = { items: [], sure: false, worth: 0 };
  for (const { items, list, holding, called, under, stands } of lists) {
    const { prominence, layout, aside } = list;
    const round = aside && !seen.landmark && !bar && !menu && stands < 0.5 && under < 1;
    const worth =
      prominence *
      (holding ? 4 : 1) *
      (called ? 4 : 1) *
      (1 + 8 * under) *
      (1 + 30 * stands) *
      (round ? 0.3 : 1) *
      (bar && layout === 'row' ? (aside ? 12 : 4) : 1) *
      (menu && (aside || layout === 'column') ? 4 : 1);
    if (worth > best.worth)
      best = { items, worth, sure: stands > 0.5 || under === 1 || (bar && layout === 'row') };
  }
  return best;
}

/** @returns 0–1 per candidate: 1 for the n-th, less for elements that belong to it */
export function* counted(ordinal: Ordinal, rest: string, seen: Countable): Steps<Float64Array> {
  const { tree, landmark } = seen;
  const { candidates } = tree;
  const scores = new Float64Array(candidates.length);
  const usable = [...candidates.keys()].filter(
    (i) => candidates[i]!.behindModal !== true && (!landmark || landmark[i] === 1),
  );
  const asked = ordinal.holder ?? rest;
  const ofRole = roleIn(candidates, asked);
  const list = yield* listed(ordinal, asked, ofRole, seen);
  yield;
  const kind = ordinal.holder ? null : ofOneKind(ordinal, asked, ofRole, seen, usable);
  // Items of the named list are counted within it, even if the page has more of the kind.
  const byKind = kind && kind.items.length > 0 && (kind.sure || !list.sure);
  const group = byKind ? kind.items : list.items;
  const item = ordinal.n < 0 ? group.at(-1) : group[ordinal.n - 1];
  if (item === undefined) return scores;
  const inner = inside(tree, item).filter((i) => candidates[i]!.interactive);
  if (ordinal.holder) {
    for (const i of inner.length ? inner : inside(tree, item)) scores[i] = 0.8;
    return scores;
  }
  scores[item] = candidates[item]!.interactive ? 1 : 0.6;
  // The first link of an item represents it; its other controls rank lower.
  let first = !candidates[item]!.interactive;
  for (const i of inner) {
    scores[i] = first ? 1 : 0.4;
    first = false;
  }
  return scores;
}
