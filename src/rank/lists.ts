/** Finds the lists of a page: repeated sibling elements, and how central each list is. */
import type { Candidate } from '../contract/index.js';
import { CANDIDATES_PER_STEP, type Steps } from './steps.js';
import { getSynonyms } from './synonyms.js';
import type { CandidateTree } from './tree.js';
import { getWords } from './words.js';

/** The XPath without its last index, shared by siblings of the same kind. */
const toSiblingPattern = (xpath: string): string => xpath.replace(/\[\d+\](?=[^[]*$)/, '');

export interface PageList {
  /** Candidate indices, in reading order. */
  items: number[];
  /** Higher for lists that are more central to the page. */
  prominence: number;
  layout: 'row' | 'column' | 'grid';
  /** Whether the list is in a header, footer, navigation or sidebar. */
  isInSideLandmark: boolean;
}

export const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const computeSpread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function detectLayout(boxes: readonly Candidate['box'][]): PageList['layout'] {
  const verticalSpread = computeSpread(boxes.map(({ y, height }) => y + height / 2));
  const horizontalSpread = computeSpread(boxes.map(({ x }) => x));
  const height = computeMean(boxes.map((box) => box.height));
  const width = computeMean(boxes.map((box) => box.width));
  if (verticalSpread < height) return 'row';
  return horizontalSpread < width / 2 ? 'column' : 'grid';
}

/** Finds repeated siblings that are interactive or contain something interactive: rows, list items, cards. */
export function* findLists({ candidates, controlCounts }: CandidateTree): Steps<PageList[]> {
  const groups = new Map<string, number[]>();
  for (const [i, { xpath, frame }] of candidates.entries()) {
    if (i % CANDIDATES_PER_STEP === 0) yield;
    if ((controlCounts[i] ?? 0) === 0) continue;
    const path = toSiblingPattern(xpath);
    if (path === xpath) continue;
    const key = frame.length ? `${frame.join(' ')} ${path}` : path;
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  }
  yield;
  return [...groups.values()]
    .filter((items) => items.length > 1)
    .map((items) => {
      const { landmark } = candidates[items[0]!]!;
      const boxes = items.map((i) => candidates[i]!.box);
      const area = computeMean(boxes.map(({ width, height }) => width * height));
      const textLength = computeMean(items.map((i) => Math.min(200, candidates[i]!.text.length)));
      return {
        items,
        prominence: Math.sqrt(area * (textLength + 1)) * Math.log2(1 + items.length),
        layout: detectLayout(boxes),
        isInSideLandmark: ['nav', 'header', 'footer', 'aside'].includes(landmark),
      };
    });
}

/** HTML tags of the items that a noun can mean. */
const NOUN_TAGS: Record<string, RegExp> = {
  row: /^tr$/,
  line: /^tr$/,
  item: /^li$/,
  entry: /^li$/,
  article: /^article$/,
  post: /^article$/,
  story: /^article$/,
  option: /^(option|li)$/,
};

/** Matches text that looks like a person's name ("Leo Marchetti"). */
const PERSON_NAME = /^\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u;

/** The last two tags of the path: the link in a list item counts as the item. */
const listLastTags = (xpath: string): string[] =>
  xpath
    .split('/')
    .slice(-2)
    .map((step) => step.replace(/\[.*/, ''));

/** Whether the page's markup uses the instruction's noun for this element. */
export function usesNoun({ name, xpath, attributes }: Candidate, noun: string): boolean {
  if (/^(person|people)$/.test(noun) && (PERSON_NAME.test(name) || PERSON_NAME.test(attributes.title ?? '')))
    return true;
  const tagPattern = NOUN_TAGS[noun];
  if (tagPattern && listLastTags(xpath).some((tag) => tagPattern.test(tag))) return true;
  const { id = '', class: className = '' } = attributes;
  if (!id && !className) return false;
  const nounSynonyms = getSynonyms(noun);
  return getWords(`${id} ${className}`).some((word) => word === noun || nounSynonyms.has(word));
}
