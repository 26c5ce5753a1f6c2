/**
 * Resolves ordinals. First finds the elements to count (elements with the named role, elements with the given words, or
 * the items of the intended list), then selects the n-th in reading order.
 */
import type { Candidate } from '../contract/index.js';
import { createNounTest, createLooseNounTest } from './kinds.js';
import { usesNoun, findLists, computeMean, type PageList } from './lists.js';
import type { Ordinal } from './ordinals.js';
import type { Steps } from './steps.js';
import { findDescendants, type CandidateTree } from './tree.js';
import { findCandidatesContaining, findCandidatesByDocumentWord, type WordIndex } from './word-index.js';
import { splitQueryWords, splitIntoWords } from './words.js';

/** Nouns for the items of any list. */
const ITEM_NOUN =
  /\b(results?|items?|entry|entries|one|post|article|product|card|row|line|message|(?:e-?)?mail|comment|option|suggestion|hit|story|headline|ticket|order|file|song|video|image|picture|event|task|offer|flight|hotel|person|people|day|place|thing|choice|page|reply|folder|document|user|customer|invoice|book|chapter|step|name|column|section)\b/;

/** Words about how or where to act, not about what is counted. */
const ACTION_WORDS = /^(remove|delete|open|show|expand|edit|read|choose|pick|take|same|view|see)$/;
const PLACE_WORDS =
  /^(list|menu|bar|column|section|table|row|panel|group|box|grid|toolbar|card|area|right|left|all)$/;

const ITEM_NOUN_ONLY = new RegExp(`^${ITEM_NOUN.source}s?$`);

/** Finds the query words that describe what is counted. Omits numbers, role names and item nouns. */
function findContentWords(description: string): string[] {
  return splitQueryWords(description).filter(
    (word) =>
      !ITEM_NOUN_ONLY.test(word) &&
      !ACTION_WORDS.test(word) &&
      !PLACE_WORDS.test(word) &&
      createNounTest(word) === null,
  );
}

/** Elements are counted if their score is at least this share of the best score. */
const MIN_MATCH_SHARE = 0.75;

export interface CountingContext {
  tree: CandidateTree;
  index: WordIndex;
  /** Relevance of each candidate to the query without the number and the place. */
  wordScores: Float64Array;
  /** Candidates in the named landmark; null if none is named. */
  landmark: Float64Array | null;
  /** How well each candidate fits the query's position words, 0–1; null if there are none. */
  positionFit: Float64Array | null;
  /** The original query. */
  text: string;
}

/** The XPath without indexes; equal for elements of the same kind. */
const stripIndexes = (xpath: string): string => xpath.replace(/\[\d+\]/g, '');

/** Keeps the elements that fit the stated position best; keeps all if the query states none. */
function keepBestPositioned(pool: readonly number[], positionFit: Float64Array | null): number[] {
  const bestFit = positionFit ? pool.reduce((best, i) => Math.max(best, positionFit[i]!), 0) : 0;
  return bestFit > 0 ? pool.filter((i) => positionFit![i]! >= 0.6 * bestFit) : [...pool];
}

const getMinItemCount = ({ number }: Ordinal): number => Math.max(2, Math.abs(number));

type CandidateTest = (candidate: Candidate) => boolean;

/**
 * Creates a test for the named role, or for elements that work like it if no element has the role. Returns null if no
 * role is named.
 */
function createRoleTest(candidates: readonly Candidate[], description: string): CandidateTest | null {
  const hasNamedRole = createNounTest(description);
  return hasNamedRole && !candidates.some(hasNamedRole)
    ? (createLooseNounTest(description) ?? hasNamedRole)
    : hasNamedRole;
}

interface CountedItems {
  items: number[];
  /** Whether the query cannot mean any other elements. */
  isCertain: boolean;
}

/** Finds all elements with the named role or the given words ("third Add to cart", "last link"); may be empty. */
function findSameKindItems(
  ordinal: Ordinal,
  description: string,
  hasRole: CandidateTest | null,
  context: CountingContext,
  usableIndexes: readonly number[],
): CountedItems {
  const { tree, index, wordScores, positionFit } = context;
  const { candidates } = tree;
  const pool = keepBestPositioned(
    usableIndexes.filter((i) => (hasRole ? hasRole(candidates[i]!) : candidates[i]!.interactive)),
    positionFit,
  );
  const bestScore = pool.reduce((best, i) => Math.max(best, wordScores[i]!), 0);
  const contentWords = findContentWords(description);
  if (contentWords.length > 0 && bestScore > 0) {
    // An item noun in a name ("Edit card") does not make the element an item.
    const distinctiveWords = splitQueryWords(description).filter((word) => !ITEM_NOUN_ONLY.test(word));
    const indexesByWord = distinctiveWords.map((word) => findCandidatesByDocumentWord(index, word));
    const similarIndexes = pool.filter(
      (i) => wordScores[i]! >= MIN_MATCH_SHARE * bestScore && indexesByWord.some((indexes) => indexes.has(i)),
    );
    const indexesByContentWord = contentWords.map((word) => findCandidatesByDocumentWord(index, word));
    const indexesWithAllWords = similarIndexes.filter((i) =>
      indexesByContentWord.every((indexes) => indexes.has(i)),
    );
    if (indexesWithAllWords.length >= getMinItemCount(ordinal))
      return { items: indexesWithAllWords, isCertain: true };
    // "Remove the first guest": the buttons "Remove …" of several guests are of the same kind.
    const groups = new Map<string, number[]>();
    for (const i of similarIndexes) {
      const path = stripIndexes(candidates[i]!.xpath);
      const group = groups.get(path);
      if (group) group.push(i);
      else groups.set(path, [i]);
    }
    const [largestGroup = []] = [...groups.values()].sort((a, b) => b.length - a.length);
    if (largestGroup.length >= getMinItemCount(ordinal)) return { items: largestGroup, isCertain: false };
  }
  return { items: hasRole ? pool : [], isCertain: false };
}

interface ListMatch {
  /** The items to count, in reading order. */
  items: number[];
  list: PageList;
  /** Whether some items contain the given words. */
  containsWords: boolean;
  /** Whether the page's markup uses the query's noun for the items. */
  matchesNoun: boolean;
  /** 0–1: share of the query's words in the heading above. */
  headingShare: number;
  /** 0–1: how well the items fit the query's position words. */
  positionFit: number;
}

/** Selects the items of a list that the query can mean; null if there are too few. */
function matchList(
  list: PageList,
  ordinal: Ordinal,
  description: string,
  hasRole: CandidateTest | null,
  { tree: { candidates }, index, landmark, positionFit }: CountingContext,
): ListMatch | null {
  const contentWords = findContentWords(description);
  const noun = ITEM_NOUN.exec(description)?.[1]?.replace(/(?<!s)s$/, '') ?? '';
  // "Most read, number 2": the remaining words ("most read") may come from the heading.
  const headingWords = splitQueryWords(description).filter(
    (word) => !ITEM_NOUN_ONLY.test(word) && !PLACE_WORDS.test(word),
  );
  const usableItems = list.items.filter((i) => {
    const candidate = candidates[i]!;
    return (
      (!landmark || landmark[i] === 1) && candidate.behindModal !== true && (!hasRole || hasRole(candidate))
    );
  });
  if (usableItems.length < getMinItemCount(ordinal)) return null;
  const itemsMatchingNoun = noun ? usableItems.filter((i) => usesNoun(candidates[i]!, noun)) : [];
  const matchingItems = itemsMatchingNoun.length > 0 ? itemsMatchingNoun : usableItems;
  const containingIndexesByWord = contentWords.map((word) => findCandidatesContaining(index, word));
  const itemsWithWords = matchingItems.filter((i) =>
    containingIndexesByWord.some((indexes) => indexes.has(i)),
  );
  const items = itemsWithWords.length > 0 ? itemsWithWords : matchingItems;
  if (items.length < Math.abs(ordinal.number)) return null;
  const sectionWords = new Set(splitIntoWords(candidates[items[0]!]!.section));
  const computeHeadingShare = (words: readonly string[]): number =>
    words.filter((word) => sectionWords.has(word)).length / Math.max(1, words.length);
  return {
    items,
    list,
    containsWords: itemsWithWords.length > 0,
    matchesNoun: itemsMatchingNoun.length > 0,
    headingShare: Math.max(computeHeadingShare(contentWords), computeHeadingShare(headingWords)),
    positionFit: positionFit ? computeMean(items.map((i) => Math.max(0, positionFit[i]!))) : 0,
  };
}

/** Finds the intended list and its items with the given words ("second result", "first mail from Felix"). */
function* findListItems(
  ordinal: Ordinal,
  description: string,
  hasRole: CandidateTest | null,
  context: CountingContext,
): Steps<CountedItems> {
  const namesBar = /\b(bar|row|tabs|toolbar)\b/.test(context.text);
  const namesMenu = /\b(menu|navigation|side ?bar)\b/.test(context.text);
  let lists: ListMatch[] = [];
  for (const list of yield* findLists(context.tree)) {
    yield;
    const match = matchList(list, ordinal, description, hasRole, context);
    if (match) lists.push(match);
  }
  // A list at exactly the given position, or under the named heading, excludes the others.
  const bestPosition = Math.max(0, ...lists.map(({ positionFit }) => positionFit));
  lists = lists.filter(({ positionFit }) => positionFit >= 0.6 * bestPosition);
  if (lists.some(({ headingShare }) => headingShare === 1))
    lists = lists.filter(({ headingShare }) => headingShare === 1);
  let best: CountedItems & { score: number } = { items: [], isCertain: false, score: 0 };
  for (const { items, list, containsWords, matchesNoun, headingShare, positionFit } of lists) {
    const { prominence, layout, isInSideLandmark } = list;
    const isSideContent =
      isInSideLandmark &&
      !context.landmark &&
      !namesBar &&
      !namesMenu &&
      positionFit < 0.5 &&
      headingShare < 1;
    const score =
      prominence *
      (containsWords ? 4 : 1) *
      (matchesNoun ? 4 : 1) *
      (1 + 8 * headingShare) *
      (1 + 30 * positionFit) *
      (isSideContent ? 0.3 : 1) *
      (namesBar && layout === 'row' ? (isInSideLandmark ? 12 : 4) : 1) *
      (namesMenu && (isInSideLandmark || layout === 'column') ? 4 : 1);
    if (score > best.score)
      best = {
        items,
        score,
        isCertain: positionFit > 0.5 || headingShare === 1 || (namesBar && layout === 'row'),
      };
  }
  return best;
}

/** @returns 0–1 per candidate: 1 for the n-th, less for elements that belong to it */
export function* scoreOrdinal(
  ordinal: Ordinal,
  queryText: string,
  context: CountingContext,
): Steps<Float64Array> {
  const { tree, landmark } = context;
  const { candidates } = tree;
  const scores = new Float64Array(candidates.length);
  const usableIndexes = [...candidates.keys()].filter(
    (i) => candidates[i]!.behindModal !== true && (!landmark || landmark[i] === 1),
  );
  const description = ordinal.container ?? queryText;
  const hasRole = createRoleTest(candidates, description);
  const listItems = yield* findListItems(ordinal, description, hasRole, context);
  yield;
  const sameKindItems = ordinal.container
    ? null
    : findSameKindItems(ordinal, description, hasRole, context, usableIndexes);
  // If the query names a list, only its items are counted, even if the page has more of the same kind.
  const countsSameKind =
    sameKindItems && sameKindItems.items.length > 0 && (sameKindItems.isCertain || !listItems.isCertain);
  const group = countsSameKind ? sameKindItems.items : listItems.items;
  const item = ordinal.number < 0 ? group.at(-1) : group[ordinal.number - 1];
  if (item === undefined) return scores;
  const innerControls = findDescendants(tree, item).filter((i) => candidates[i]!.interactive);
  if (ordinal.container) {
    for (const i of innerControls.length ? innerControls : findDescendants(tree, item)) scores[i] = 0.8;
    return scores;
  }
  scores[item] = candidates[item]!.interactive ? 1 : 0.6;
  // The first link of an item represents it; its other controls rank lower.
  let isFirst = !candidates[item]!.interactive;
  for (const i of innerControls) {
    scores[i] = isFirst ? 1 : 0.4;
    isFirst = false;
  }
  return scores;
}
