/** Reads lists whose entries consist of several pieces of text: cards, events, search results. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { collapseSpaces } from '../text.js';
import type { FactTable } from './facts.js';
import { parseCell } from './read-tables.js';

const MAX_ENTRY_LENGTH = 400;

export function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Splits an element's text into the texts of its child elements and the loose text between them. */
function splitIntoTexts(c: Candidate, children: ReadonlyMap<string | null, readonly Candidate[]>): string[] {
  const visibleChildren = (children.get(c.uid) ?? []).filter(
    (child) => child.visible && child.text !== '' && !isField(child),
  );
  if (!visibleChildren.length) return c.text ? [collapseSpaces(c.text)] : [];
  const texts: string[] = [];
  let position = 0;
  const addLooseText = (end: number): void => {
    const looseText = collapseSpaces(c.text.slice(position, end)).replace(/^[\s·|,–—-]+|[\s·|,–—-]+$/gu, '');
    if (looseText) texts.push(looseText);
  };
  for (const child of visibleChildren) {
    const start = c.text.indexOf(child.text, position);
    if (start < 0) return [collapseSpaces(c.text)];
    addLooseText(start);
    texts.push(...splitIntoTexts(child, children));
    position = start + child.text.length;
  }
  addLooseText(c.text.length);
  return texts;
}

export const isOutsideMain = (c: Candidate): boolean => ['nav', 'footer', 'header'].includes(c.landmark);

/** Whether an element can be an entry of a list: a list item, or an element with a class. */
const isEntry = (c: Candidate): boolean =>
  c.tag === 'li' ||
  ['listitem', 'article'].includes(c.role) ||
  (/^(?:div|article|section|a|p)$/u.test(c.tag) && (c.attributes.class ?? '') !== '');
/** Whether a text is a sentence, which cannot be a cell. */
const isProse = (text: string): boolean => text.length > 100 || /\p{L} \p{L}+ .*[.!?]$/u.test(text);

export function readLists(children: ReadonlyMap<string | null, readonly Candidate[]>): FactTable[] {
  const lists: FactTable[] = [];
  for (const siblings of children.values()) {
    const byTag = groupBy(
      siblings.filter((c) => c.visible && !isOutsideMain(c) && isEntry(c)),
      (c) => `${c.tag} ${c.attributes.class ?? ''}`,
    );
    for (const [, similar] of byTag) {
      const entries = similar
        .filter((c) => c.text.length <= MAX_ENTRY_LENGTH)
        .map((c) => ({ c, texts: splitIntoTexts(c, children) }))
        .filter(({ texts }) => texts.length > 1 && !texts.some(isProse));
      if (entries.length < 2) continue;
      lists.push({
        keys: [],
        rows: entries.map(({ texts }) => texts.map((part) => parseCell(part))),
        groups: new Map(),
        section: entries[0]!.c.section,
        isList: true,
      });
    }
  }
  return lists;
}
