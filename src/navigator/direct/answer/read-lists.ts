/** Reads lists whose entries consist of several pieces of text: cards, events, search results. Pure. */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { collapseSpaces } from '../text.js';
import type { Cell, FactTable } from './facts.js';
import { getFieldValue, getRenderedText, isAction, showsPrompt } from './page-text.js';
import { parseCell } from './read-tables.js';
import { groupBy } from '../group-by.js';

const MAX_ENTRY_LENGTH = 400;

/** Splits details such as "2h 07m · Direct · Train", and separates a number from a price after it. */
const splitDetails = (text: string): string[] =>
  collapseSpaces(text)
    .split(/ [·•] |(?<=[\p{N}%]) (?=[$€£¥] ?\d)/u)
    .filter(Boolean);

const isHeading = (c: Candidate): boolean =>
  c.role === 'heading' || c.folded.some(({ role }) => role === 'heading');

/**
 * Splits an element's text into the text of each child element and the loose text between them.
 * @param isStart whether the entry starts with this element
 */
function splitIntoCells(
  c: Candidate,
  children: ReadonlyMap<string | null, readonly Candidate[]>,
  isStart = true,
): Cell[] {
  if (isSelect(c)) return getFieldValue(c) && !showsPrompt(c) ? [{ key: '', value: getFieldValue(c) }] : [];
  if (c.tag === 'input' && isField(c))
    return c.value && c.inputType !== 'password' ? [{ key: '', value: c.value }] : [];
  if (isHeading(c)) return c.text ? [{ key: '', value: collapseSpaces(c.text), isName: true }] : [];
  const visibleChildren = (children.get(c.uid) ?? []).filter(
    (child) => child.visible && (child.text !== '' || (child.value ?? '') !== ''),
  );
  if (!visibleChildren.length) return splitDetails(c.text).map(parseCell);
  const cells: Cell[] = [];
  let position = 0;
  const addLooseText = (end: number): void => {
    const looseText = collapseSpaces(c.text.slice(position, end)).replace(/^[\s·|,–—-]+|[\s·|,–—-]+$/gu, '');
    if (looseText) cells.push(...splitDetails(looseText).map(parseCell));
  };
  for (const child of visibleChildren) {
    const text = getRenderedText(child);
    // A text field has no text, so its label is found first.
    const label = text === '' ? getName(child) : '';
    const labelAt = label === '' ? -1 : c.text.indexOf(label, position);
    if (labelAt >= 0) {
      addLooseText(labelAt + label.length);
      position = labelAt + label.length;
    }
    const start = c.text.indexOf(text, position);
    if (start < 0) return splitDetails(c.text).map(parseCell);
    addLooseText(start);
    // A button names an action, unless it is the title of the entry.
    const startsEntry = isStart && start === 0;
    if (!isAction(child) || (startsEntry && /\p{L}/u.test(text)))
      cells.push(...splitIntoCells(child, children, startsEntry));
    position = start + text.length;
  }
  addLooseText(c.text.length);
  return cells;
}

export const isOutsideMain = (c: Candidate): boolean => ['nav', 'footer', 'header'].includes(c.landmark);

/** Whether an element can be an entry of a list: a list item, an element with a class, or a custom element. */
const isEntry = (c: Candidate): boolean =>
  c.tag === 'li' ||
  (c.tag.includes('-') && !c.interactive) ||
  ['listitem', 'article'].includes(c.role) ||
  (/^(?:div|article|section|a|p)$/u.test(c.tag) && (c.attributes.class ?? '') !== '');
/** Whether a text is a sentence, which cannot be a cell. */
const isProse = (text: string): boolean => text.length > 100 || /\p{L} \p{L}+ .*[.!?]$/u.test(text);

export interface EntryList extends FactTable {
  /** The elements of the entries. */
  entries: readonly Candidate[];
}

/** Marks the only link of an entry without a heading as its name. */
function nameByLink(cells: readonly Cell[], links: readonly Candidate[]): readonly Cell[] {
  const [link] = links;
  if (!link || links.length > 1 || cells.some(({ isName }) => isName)) return cells;
  return cells.map((cell) => (cell.value === collapseSpaces(link.text) ? { ...cell, isName: true } : cell));
}

/** Joins a label with the value after it: “Status:” and “Sent”. */
const joinLabels = (cells: readonly Cell[]): readonly Cell[] =>
  cells.flatMap((cell, i): Cell[] => {
    const isLabel = (c: Cell | undefined): boolean =>
      c !== undefined && c.key === '' && !c.isName && /^[^:]{2,30}:$/u.test(c.value);
    if (isLabel(cell) && cells[i + 1]?.key === '' && !cells[i + 1]!.isName) return [];
    return isLabel(cells[i - 1]) && cell.key === '' && !cell.isName
      ? [{ ...cell, key: cells[i - 1]!.value.slice(0, -1) }]
      : [cell];
  });

export function readLists(children: ReadonlyMap<string | null, readonly Candidate[]>): EntryList[] {
  const lists: EntryList[] = [];
  const listLinks = (c: Candidate): Candidate[] => [
    ...(c.visible && isLink(c) && !isAction(c) && /\p{L}/u.test(c.text) ? [c] : []),
    ...(children.get(c.uid) ?? []).flatMap(listLinks),
  ];
  for (const siblings of children.values()) {
    const byTag = groupBy(
      siblings.filter((c) => c.visible && !isOutsideMain(c) && isEntry(c)),
      (c) => `${c.tag} ${c.attributes.class ?? ''}`,
    );
    for (const [, similar] of byTag) {
      const entries = similar
        .filter((c) => c.text.length <= MAX_ENTRY_LENGTH)
        .map((c) => ({ c, links: listLinks(c) }))
        .map(({ c, links }) => ({ c, links, cells: nameByLink(splitIntoCells(c, children), links) }))
        // Labels are not joined in an entry without a name, because a labelled cell could then be mistaken for the
        // name.
        .map((entry) =>
          entry.cells.some(({ isName }) => isName) ? { ...entry, cells: joinLabels(entry.cells) } : entry,
        )
        .filter(({ cells }) => cells.length > 1 && !cells.some(({ value }) => isProse(value)));
      if (entries.length < 2) continue;
      lists.push({
        keys: [],
        rows: entries.map(({ cells }) => cells),
        groups: new Map(),
        section: entries[0]!.c.section,
        isList: true,
        hasLinkedEntries: entries.every(({ cells, links }) =>
          links.some(({ text }) => cells.some((cell) => cell.isName && cell.value === collapseSpaces(text))),
        ),
        entries: entries.map(({ c }) => c),
      });
    }
  }
  return lists;
}
