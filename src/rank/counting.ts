/**
 * Which one is counted to. What is counted is found first (elements of the role that was named, or of the words
 * that were said, or the items of the list that is meant), then the n-th of it in reading order.
 */
import type { Candidate } from '../contract/index.js';
import { nounTest, nounTestLoosely } from './kinds.js';
import { isCalled, listsOf, mean, type List } from './lists.js';
import type { Ordinal } from './ordinals.js';
import type { Steps } from './pace.js';
import { inside, type Tree } from './tree.js';
import { holders, owners, type WordIndex } from './word-index.js';
import { queryWords, wordsOf } from './words.js';

/** Nouns that stand for whatever the page lists. */
const ITEM =
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|(?:e-?)?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel|person|people|day|place|thing|choice|page|reply|folder|document|user|customer|invoice|book|chapter|step|name|column|section)\b/;

/** Words that say how to act or where, not what is counted. */
const VERBS = /^(remove|delete|open|show|expand|edit|read|choose|pick|take|same|view|see)$/;
const PLACES =
  /^(list|menu|bar|column|section|table|row|panel|group|box|grid|toolbar|card|area|right|left|all)$/;

const ITEMS = new RegExp(`^${ITEM.source}s?$`);

/** Words of the query that say what is counted, besides numbers, names of roles and of items. */
function contentWords(rest: string): string[] {
  return queryWords(rest).filter(
    (word) => !ITEMS.test(word) && !VERBS.test(word) && !PLACES.test(word) && nounTest(word) === null,
  );
}

/** How much of the best match an element must have to be counted as one of them. */
const ALIKE = 0.75;

export interface Countable {
  tree: Tree;
  index: WordIndex;
  /** Relevance of each candidate to the query without the number and the place. */
  words: Float64Array;
  /** Which candidates stand in the landmark that was named; null where none was. */
  landmark: Float64Array | null;
  /** How well each stands where the query says, 0–1; null when it says nothing. */
  standing: Float64Array | null;
  /** The query as it was said. */
  text: string;
}

/** The path without any index: what is of one make. */
const make = (xpath: string): string => xpath.replace(/\[\d+\]/g, '');

/** Of those that stand where they should the best ones; all where nothing was said. */
function wellStanding(pool: readonly number[], standing: Float64Array | null): number[] {
  const most = standing ? pool.reduce((best, i) => Math.max(best, standing[i]!), 0) : 0;
  return most > 0 ? pool.filter((i) => standing![i]! >= 0.6 * most) : [...pool];
}

const enough = ({ n }: Ordinal): number => Math.max(2, Math.abs(n));

type Test = (candidate: Candidate) => boolean;

/** What a noun for a role means on this page: where nothing has the role, what works like it. */
function roleIn(candidates: readonly Candidate[], asked: string): Test | null {
  const strict = nounTest(asked);
  return strict && !candidates.some(strict) ? (nounTestLoosely(asked) ?? strict) : strict;
}

interface Found {
  items: number[];
  /** Nothing else on the page can be what is counted. */
  sure: boolean;
}

/** "Third Add to cart", "last link": all of the role that is named, or of the words. Empty when it is neither. */
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
    // A noun for items alone ("card") makes nothing one of them: an Edit card is no card.
    const telling = queryWords(asked).filter((word) => !ITEMS.test(word));
    const said = telling.map((word) => owners(index, word));
    const alike = pool.filter((i) => words[i]! >= ALIKE * most && said.some((having) => having.has(i)));
    const having = content.map((word) => owners(index, word));
    const told = alike.filter((i) => having.every((all) => all.has(i)));
    if (told.length >= enough(ordinal)) return { items: told, sure: true };
    // "Remove the first guest": the buttons "Remove …" of several guests are of one make.
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
  /** Of the list what is counted, in reading order. */
  items: number[];
  list: List;
  /** Some hold the words that are said. */
  holding: boolean;
  /** The page calls them what the query does. */
  called: boolean;
  /** 0–1: how much of what is said the heading above says. */
  under: number;
  /** 0–1: how well they stand where the query says. */
  stands: number;
}

/** What of a list can be meant; null where it has too few of that. */
function fitting(
  list: List,
  ordinal: Ordinal,
  asked: string,
  ofRole: Test | null,
  { tree: { candidates }, index, landmark, standing }: Countable,
): Fitting | null {
  const content = contentWords(asked);
  const noun = ITEM.exec(asked)?.[1]?.replace(/(?<!s)s$/, '') ?? '';
  // "Most read, number 2": all that is said besides the noun may be the heading's.
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

/** "Second result", "first mail from Felix": the list that is meant, and of it what holds those words. */
function* listed(ordinal: Ordinal, asked: string, ofRole: Test | null, seen: Countable): Steps<Found> {
  const bar = /\b(bar|row|tabs|toolbar)\b/.test(seen.text);
  const menu = /\b(menu|navigation|side ?bar)\b/.test(seen.text);
  let lists: Fitting[] = [];
  for (const list of yield* listsOf(seen.tree)) {
    yield;
    const fit = fitting(list, ordinal, asked, ofRole, seen);
    if (fit) lists.push(fit);
  }
  // Where one stands just where it should, or under the heading that is named, the others are not meant.
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

/** @returns 0–1 a candidate: 1 for the one that is counted to, less for what belongs to it */
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
  // What stands in the very list that is named is counted there, whatever else of its kind is on the page.
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
  // What an item is about is its first link; its other controls come after that.
  let first = !candidates[item]!.interactive;
  for (const i of inner) {
    scores[i] = first ? 1 : 0.4;
    first = false;
  }
  return scores;
}
