/** Finds the lists of a page: repeated sibling elements, and how central each list is. */
import type { Candidate } from '../contract/index.js';
import { STEP_CANDIDATES, type Steps } from './steps.js';
import { synonymsOf } from './synonyms.js';
import type { CandidateTree } from './tree.js';
import { getWords } from './words.js';

/** The XPath without its last index, shared by siblings of the same kind. */
const toSiblingPattern = (xpath: string): string => xpath.replace(/\[\d+\](?=[^[]*$)/, '');

export interface PageList {
  /** Positions in reading order. */
  items: number[];
  /** Higher for lists that are more central to the page. */
  prominence: number;
  /** Layout of the list. */
  layout: 'row' | 'column' | 'grid';
  /** Whether the list is in a header, footer, navigation or sidebar. */
  aside: boolean;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function detectLayout(boxes: readonly Candidate['box'][]): PageList['layout'] {
  const down = spread(boxes.map(({ y, height }) => y + height / 2));
  const across = spread(boxes.map(({ x }) => x));
  const height = mean(boxes.map((box) => box.height));
  const width = mean(boxes.map((box) => box.width));
  if (down < height) return 'row';
  return across < width / 2 ? 'column' : 'grid';
}

/** Repeated siblings that are interactive or contain something interactive: rows, list items, cards. */
export function* findLists({ candidates, controls }: CandidateTree): Steps<PageList[]> {
  const groups = new Map<string, number[]>();
  for (const [i, { xpath, frame }] of candidates.entries()) {
    if (i % STEP_CANDIDATES === 0) yield;
    if ((controls[i] ?? 0) === 0) continue;
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
      const area = mean(boxes.map(({ width, height }) => width * height));
      const text = mean(items.map((i) => Math.min(200, candidates[i]!.text.length)));
      return {
        items,
        prominence: Math.sqrt(area * (text + 1)) * Math.log2(1 + items.length),
        layout: detectLayout(boxes),
        aside: ['nav', 'header', 'footer', 'aside'].includes(landmark),
      };
    });
}

/** Class names for each item noun, besides the noun itself. */
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

/** Whether a text looks like a person's name ("Leo Marchetti"). */
const PERSON = /^\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u;

/** Tags of an element and of the ancestors that contain only it; the only link of a list item is the item. */
const tagsAt = (xpath: string): string[] =>
  xpath
    .split('/')
    .slice(-2)
    .map((step) => step.replace(/\[.*/, ''));

/** Whether the page's markup uses the instruction's noun for this element. */
export function usesNoun({ name, xpath, attributes }: Candidate, noun: string): boolean {
  if (/^(person|people)$/.test(noun) && (PERSON.test(name) || PERSON.test(attributes.title ?? '')))
    return true;
  const marked = NOUN_TAGS[noun];
  if (marked && tagsAt(xpath).some((tag) => marked.test(tag))) return true;
  const { id = '', class: style = '' } = attributes;
  if (!id && !style) return false;
  const others = synonymsOf(noun);
  return getWords(`${id} ${style}`).some((word) => word === noun || others.has(word));
}
