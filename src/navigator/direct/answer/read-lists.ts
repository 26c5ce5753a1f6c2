/** Reads lists whose entries consist of several texts: cards, events, search results. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { collapseSpaces } from '../text.js';
import type { FactTable } from './facts.js';
import { cellOf } from './read-tables.js';

const MAX_RECORD = 400;

export function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The texts of an element: those of its parts, and the loose text between them. */
function partsOf(c: Candidate, children: ReadonlyMap<string | null, readonly Candidate[]>): string[] {
  const inner = (children.get(c.uid) ?? []).filter(
    (child) => child.visible && child.text !== '' && !isField(child),
  );
  if (!inner.length) return c.text ? [collapseSpaces(c.text)] : [];
  const out: string[] = [];
  let at = 0;
  const addLoose = (end: number): void => {
    const loose = collapseSpaces(c.text.slice(at, end)).replace(/^[\s·|,–—-]+|[\s·|,–—-]+$/gu, '');
    if (loose) out.push(loose);
  };
  for (const child of inner) {
    const start = c.text.indexOf(child.text, at);
    if (start < 0) return [collapseSpaces(c.text)];
    addLoose(start);
    out.push(...partsOf(child, children));
    at = start + child.text.length;
  }
  addLoose(c.text.length);
  return out;
}

export const isOutside = (c: Candidate): boolean => ['nav', 'footer', 'header'].includes(c.landmark);

/** Whether an element can be an entry of a list: a list item, or an element with a class. */
const isEntry = (c: Candidate): boolean =>
  c.tag === 'li' ||
  ['listitem', 'article'].includes(c.role) ||
  (/^(?:div|article|section|a|p)$/u.test(c.tag) && (c.attributes.class ?? '') !== '');
/** Whether a text is a sentence, which cannot be a cell. */
const isProse = (text: string): boolean => text.length > 100 || /\p{L} \p{L}+ .*[.!?]$/u.test(text);

/** Reads lists of entries that consist of several texts, such as cards, events and search results. */
export function readLists(children: ReadonlyMap<string | null, readonly Candidate[]>): FactTable[] {
  const lists: FactTable[] = [];
  for (const siblings of children.values()) {
    const byTag = groupBy(
      siblings.filter((c) => c.visible && !isOutside(c) && isEntry(c)),
      (c) => `${c.tag} ${c.attributes.class ?? ''}`,
    );
    for (const [, same] of byTag) {
      const entries = same
        .filter((c) => c.text.length <= MAX_RECORD)
        .map((c) => ({ c, parts: partsOf(c, children) }))
        .filter(({ parts }) => parts.length > 1 && !parts.some(isProse));
      if (entries.length < 2) continue;
      lists.push({
        keys: [],
        rows: entries.map(({ parts }) => parts.map((part) => cellOf(part))),
        groups: new Map(),
        section: entries[0]!.c.section,
        isList: true,
      });
    }
  }
  return lists;
}
