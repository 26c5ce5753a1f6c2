/** Formats a page for MindAct: attributes are reduced to words, and uids to consecutive numbers. */
import { UID_ATTRIBUTE } from '../../action/index.js';
import {
  attributeOf,
  copyTree,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  toXml,
} from '../../lxml/index.js';
import { splitWords } from '../../python/index.js';
import { type PruneLimits, pruneTree } from './prune.js';
import { toBrackets } from './tree-text.js';

const LIMITS: PruneLimits = { depth: 5, descendants: 50, siblings: 3 };

/** Attributes in output order. Names with underscores are Mind2Web's and never occur in HTML. */
const META_ATTRIBUTES = [
  'role',
  'aria_role',
  'type',
  'alt',
  'aria_description',
  'aria_label',
  'label',
  'title',
  'name',
  'text_value',
  'value',
  'placeholder',
  'input_checked',
  'input_value',
  'option_selected',
  'class',
] as const;

const IGNORED_VALUES: ReadonlySet<string> = new Set(['hidden', 'none', 'presentation', 'null', 'undefined']);
/** Words of this length or longer are dropped. */
const WORD_LENGTH_LIMIT = 15;
const MAX_VALUE_WORDS = 5;
const MAX_WORDS = 20;
const MAX_CANDIDATE_WORDS = 10;

export interface MindactPage {
  text: string;
  /** Maps the uid of each candidate to its text in the tree. */
  candidates: ReadonlyMap<string, string>;
}

export function formatMindactPage(page: LxmlDocument, candidates: readonly string[]): MindactPage | null {
  const tree = pruneTree(page, new Set(candidates), LIMITS);
  if (tree === null) return null;
  const numbers = new Map<string, number>();
  const text = formatNumberedTree(tree, numbers);
  const texts = new Map<string, string>();
  for (const element of elementsOf([tree])) {
    const uid = attributeOf(element, UID_ATTRIBUTE);
    if (uid === undefined) continue;
    texts.set(uid, splitWords(formatNumberedTree(element, numbers)).slice(0, MAX_CANDIDATE_WORDS).join(' '));
  }
  return { text, candidates: texts };
}

/** @param numbers maps uids to numbers, and is shared by all text of a page; this function adds new uids */
function formatNumberedTree(root: LxmlElement, numbers: Map<string, number>): string {
  const tree = copyTree(root);
  for (const element of elementsOf([tree])) {
    if (element.tag === 'text') shortenText(element);
    else simplifyElement(element, numbers);
  }
  const markup = toXml(tree)
    .replaceAll('"', ' ')
    .replaceAll('meta= ', '')
    .replaceAll('id= ', 'id=')
    .replaceAll(' >', '>');
  return toBrackets(markup);
}

function simplifyElement(element: LxmlElement, numbers: Map<string, number>): void {
  const uid = attributeOf(element, UID_ATTRIBUTE);
  if (uid !== undefined && !numbers.has(uid)) numbers.set(uid, numbers.size);
  const meta = collectMeta(element);
  element.attributes = [];
  if (uid !== undefined)
    element.attributes.push({ name: 'id', value: String(numbers.get(uid)), isBare: false });
  if (meta !== '') element.attributes.push({ name: 'meta', value: meta, isBare: false });
}

function collectMeta(element: LxmlElement): string {
  const values = new Set<string>();
  for (const name of META_ATTRIBUTES) {
    const value = attributeOf(element, name)?.toLowerCase();
    if (value === undefined || IGNORED_VALUES.has(value) || value.startsWith('http')) continue;
    const shortWords = splitWords(value).filter((word) => [...word].length < WORD_LENGTH_LIMIT);
    if (shortWords.length > 0) values.add(shortWords.slice(0, MAX_VALUE_WORDS).join(' '));
  }
  return splitWords([...values].join(' '))
    .slice(0, MAX_WORDS)
    .join(' ');
}

function shortenText(element: LxmlElement): void {
  if (element.text === '') return;
  element.text = splitWords(element.text).slice(0, MAX_WORDS).join(' ');
  if (element.text === '') element.hasEmptyText = true;
}
