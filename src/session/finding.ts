/** Candidates and text of a look that hold certain words: the best of them, in reading order. */
import type { Candidate, Excerpt } from '../contract/index.js';
import { excerptOf, inReadingOrder, type Item, type Seen } from './reading-order.js';
import { eachFit, fold, phraseFit, withoutWords, wordsIn, type Fit } from './words.js';

/** What says in words what an element is for. */
const TELLING = [
  'placeholder',
  'title',
  'alt',
  'aria-label',
  'aria-placeholder',
  'aria-valuetext',
  'aria-description',
  'aria-roledescription',
];

/** What an element says of itself, without what nobody sees. */
function textsOf(candidate: Candidate): string[] {
  const { name, text, value, options, attributes, hiddenName } = candidate;
  const seen = (said: string): string => (hiddenName ? withoutWords(said, hiddenName) : said);
  const texts = new Set([seen(name), text, value ?? '']);
  for (const key of TELLING) if (attributes[key]) texts.add(seen(attributes[key]));
  for (const { label } of options ?? []) texts.add(label);
  texts.delete('');
  return [...texts];
}

/** Better matches have higher numbers; what holds only some of the words is below `ALL`. */
const PHRASE = 4;
const ALL = 2;

interface Match {
  item: Item;
  /** Of each word asked for. */
  fits: Fit[];
  /** Side by side, in one of its texts. */
  phrase: Fit;
  /** How much of the text that matches best is what was asked for, up to 1. */
  share: number;
}

function matchOf(item: Item, asked: readonly string[]): Match | null {
  const own = item.type === 'block' ? [item.block.text] : textsOf(item.candidate);
  const fits: Fit[] = asked.map(() => 0);
  let phrase: Fit = 0;
  let share = 0;
  const holds = (folded: string): boolean => asked.some((word) => folded.includes(word));
  for (const folded of own.map(fold)) {
    // Most texts hold none of it, and cutting them into words costs the most.
    if (!holds(folded)) continue;
    const words = wordsIn(folded);
    const each = eachFit(asked, words);
    each.forEach((fit, i) => (fits[i] = Math.max(fits[i]!, fit) as Fit));
    const side = phraseFit(asked, words);
    if (side > phrase) share = 0;
    phrase = Math.max(phrase, side) as Fit;
    if (side === phrase && each.some(Boolean)) share = Math.max(share, asked.length / words.length);
  }
  if (!fits.some(Boolean)) return null;
  // Where it stands can add to what it says, and is no match by itself: everything below a heading would be one.
  const place = fold(item.type === 'block' ? item.block.section : item.candidate.section);
  if (fits.includes(0) && holds(place))
    eachFit(asked, wordsIn(place)).forEach((fit, i) => (fits[i] = Math.max(fits[i]!, fit) as Fit));
  return { item, fits, phrase, share: Math.min(1, share) };
}

/** Rare words say more of what is meant than those that stand everywhere. */
function weightsOf(matches: readonly Match[], asked: readonly string[], of: number): number[] {
  return asked.map((_, i) => Math.log(1 + of / (1 + matches.filter(({ fits }) => fits[i]! > 0).length)));
}

function scoreOf({ fits, phrase, share }: Match, weights: readonly number[]): number {
  if (phrase) return PHRASE + phrase - 1 + share / 2;
  const worst = Math.min(...fits);
  if (worst) return ALL + worst - 1 + share / 2;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // The beginning of a word is worth half a word.
  return fits.reduce<number>((sum, fit, i) => sum + (fit / 2) * weights[i]!, 0) / total;
}

interface Scored {
  item: Item;
  score: number;
}

/** Of elements that only hold others, those whose words stand in one of the others too are left out. */
function innermost(found: readonly Scored[], { candidates }: Seen): Scored[] {
  const scores = new Map<string, number>();
  for (const { item, score } of found) if (item.type === 'candidate') scores.set(item.candidate.uid, score);
  const inside = new Map<string, number>();
  for (const { uid, parent } of candidates.toReversed()) {
    if (parent === null) continue;
    const best = Math.max(scores.get(uid) ?? 0, inside.get(uid) ?? 0);
    inside.set(parent, Math.max(best, inside.get(parent) ?? 0));
  }
  return found.filter(({ item, score }) => {
    if (item.type === 'block' || item.candidate.interactive) return true;
    const inner = inside.get(item.candidate.uid) ?? 0;
    // How much else a text says makes no better match of an outer one.
    return score >= ALL ? Math.floor(inner) < Math.floor(score) : inner < score;
  });
}

/** What is acted on is looked for first, then text, then the elements that the text stands in. */
function kindRank(item: Item): number {
  if (item.type === 'block') return 1;
  return item.candidate.interactive ? 0 : 2;
}

/** Signs without words (→, €) are looked for as they are. */
function holdingSigns(items: readonly Item[], signs: string): Scored[] {
  if (!signs) return [];
  return items.flatMap((item) => {
    const texts = (item.type === 'block' ? [item.block.text] : textsOf(item.candidate)).map(fold);
    if (!texts.some((text) => text.includes(signs))) return [];
    return [{ item, score: ALL + (texts.includes(signs) ? 0.5 : 0) }];
  });
}

function holdingWords(items: readonly Item[], asked: readonly string[]): Scored[] {
  // Item 41 is not found in item 7: what is known by its number is nothing else.
  const numbers = asked.flatMap((word, i) => (/^\p{N}/u.test(word) ? [i] : []));
  const matches = items
    .flatMap((item) => matchOf(item, asked) ?? [])
    .filter(({ fits }) => numbers.every((i) => fits[i]));
  const weights = weightsOf(matches, asked, items.length);
  const scored = matches.map((match) => ({ item: match.item, score: scoreOf(match, weights) }));
  // Part of the words is of interest only where nothing has all of them, a lesser part where nothing has most.
  const best = Math.max(0, ...scored.map(({ score }) => (score >= ALL ? ALL : score > 0.5 ? 0.5 : 0)));
  return best >= ALL
    ? scored.filter(({ score }) => score >= ALL)
    : scored.filter(({ score }) => score > best);
}

/** Whole phrases before all the words in any order, before most of them; whole words before beginnings of words. */
export function findIn(seen: Seen, words: string, k: number): Excerpt {
  const items = inReadingOrder(seen);
  const folded = fold(words);
  const asked = wordsIn(folded);
  const all = asked.length ? holdingWords(items, asked) : holdingSigns(items, folded);
  const found = innermost(all, seen);
  const best = new Set(
    found
      .toSorted((a, b) => b.score - a.score || kindRank(a.item) - kindRank(b.item))
      .slice(0, k)
      .map(({ item }) => item),
  );
  const partial = asked.length > 0 && found.length > 0 && found.every(({ score }) => score < ALL);
  return {
    ...excerptOf(
      items.filter((item) => best.has(item)),
      found.length,
    ),
    ...(partial ? { partial } : {}),
  };
}
