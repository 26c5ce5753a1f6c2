/** The tree as MindAct reads it: attributes boiled down to words, uids to running numbers (spec 5.3). */
import { UID_ATTRIBUTE } from '../../action/index.js';
import {
  attributeOf,
  copyTree,
  elementsOf,
  type LxmlDocument,
  type LxmlElement,
  xmlText,
} from '../../lxml/index.js';
import { words } from '../../python/index.js';
import { type PruneLimits, pruneTree } from './prune.js';
import { bracketed } from './tree-text.js';

const LIMITS: PruneLimits = { depth: 5, descendants: 50, siblings: 3 };

/** In order. The names with underscores are Mind2Web's own and never occur in HTML. */
const TELLING = [
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

const SILENT: ReadonlySet<string> = new Set(['hidden', 'none', 'presentation', 'null', 'undefined']);
const WORD_UNDER = 15;
const WORDS_A_VALUE = 5;
const WORDS_IN_ALL = 20;
const WORDS_A_CANDIDATE = 10;

export interface MindactPage {
  text: string;
  /** By uid, what there is of the candidate in the tree. */
  candidates: ReadonlyMap<string, string>;
}

export function mindactPage(page: LxmlDocument, candidates: readonly string[]): MindactPage | null {
  const tree = pruneTree(page, new Set(candidates), LIMITS);
  if (tree === null) return null;
  const numbers = new Map<string, number>();
  const text = numberedText(tree, numbers);
  const texts = new Map<string, string>();
  for (const element of elementsOf([tree])) {
    const uid = attributeOf(element, UID_ATTRIBUTE);
    if (uid === undefined) continue;
    texts.set(uid, words(numberedText(element, numbers)).slice(0, WORDS_A_CANDIDATE).join(' '));
  }
  return { text, candidates: texts };
}

/** @param numbers shared by everything that is printed of one page; grows */
function numberedText(top: LxmlElement, numbers: Map<string, number>): string {
  const tree = copyTree(top);
  for (const element of elementsOf([tree])) {
    if (element.tag === 'text') shortenText(element);
    else boilDown(element, numbers);
  }
  const markup = xmlText(tree)
    .replaceAll('"', ' ')
    .replaceAll('meta= ', '')
    .replaceAll('id= ', 'id=')
    .replaceAll(' >', '>');
  return bracketed(markup);
}

function boilDown(element: LxmlElement, numbers: Map<string, number>): void {
  const uid = attributeOf(element, UID_ATTRIBUTE);
  if (uid !== undefined && !numbers.has(uid)) numbers.set(uid, numbers.size);
  const meta = telling(element);
  element.attributes = [];
  if (uid !== undefined)
    element.attributes.push({ name: 'id', value: String(numbers.get(uid)), bare: false });
  if (meta !== '') element.attributes.push({ name: 'meta', value: meta, bare: false });
}

function telling(element: LxmlElement): string {
  const values = new Set<string>();
  for (const name of TELLING) {
    const value = attributeOf(element, name)?.toLowerCase();
    if (value === undefined || SILENT.has(value) || value.startsWith('http')) continue;
    const short = words(value).filter((word) => [...word].length < WORD_UNDER);
    if (short.length > 0) values.add(short.slice(0, WORDS_A_VALUE).join(' '));
  }
  return words([...values].join(' '))
    .slice(0, WORDS_IN_ALL)
    .join(' ');
}

function shortenText(element: LxmlElement): void {
  if (element.text === '') return;
  element.text = words(element.text).slice(0, WORDS_IN_ALL).join(' ');
  if (element.text === '') element.hollow = true;
}
