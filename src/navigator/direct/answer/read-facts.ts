/**
 * Reads the facts of an observation: tables with and without header cells, lists, labelled values, counts in brackets
 * and badges, and lines of text. Pure.
 */
import type { Candidate, TextBlock } from '../../../contract/index.js';
import { isField, isNativeValue, isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { fold, splitIdentifier, squash } from '../text.js';
import type { Cell, Count, TextLine, Facts, Pair, Row, FactTable } from './facts.js';
import { contentOf, isOnly, rowNounsOf, sameText } from './words.js';

const KEYED = /^([^:|]{1,40}): (\S.*)$/u;
/** Longer cells are remarks, not labels or group headings. */
const MAX_LABEL = 40;
const MAX_VALUE = 300;
const MAX_RECORD = 400;

const cellOf = (text: string): Cell => {
  const [, key, value] = KEYED.exec(text) ?? [];
  return key && value ? { key, value } : { key: '', value: text };
};

/** The cells of a row. Headers count only if most cells have one: "Re: Lunch" is no header. */
function cellsOf(block: TextBlock): Row {
  const texts = block.text.split(' | ');
  const keyed = texts.map(cellOf);
  return keyed.filter(({ key }) => key !== '').length >= texts.length / 2
    ? keyed
    : texts.map((value) => ({ key: '', value }));
}

const isKeyed = (row: Row): boolean => row.some(({ key }) => key !== '');

/** Whether the first row of a table without header cells consists of headers: below one, all values are of a kind. */
function hasPlainHeaders(rows: readonly Row[]): boolean {
  const [first, ...others] = rows;
  if (!first || others.length < 2 || first.length < 2 || others.some((row) => row.length !== first.length))
    return false;
  if (first.some(({ value }) => /\d/u.test(value) || value.length > MAX_LABEL)) return false;
  const kinds = ['money', 'number', 'date', 'email'] as const;
  const isPlain = (i: number): boolean =>
    kinds.some(
      (kind) => !isOnly(first[i]!.value, kind) && others.every((row) => isOnly(row[i]!.value, kind)),
    );
  // "Monday" above "Tuesday" is no header.
  const isSame = (i: number): boolean => kinds.some((kind) => isOnly(first[i]!.value, kind));
  return first.some((_, i) => isPlain(i)) && !first.some((_, i) => isSame(i));
}

function tableOf(
  rows: readonly Row[],
  groups: ReadonlyMap<number, string>,
  head: Row | null,
  section: string,
): FactTable {
  if (!head && !groups.size && rows.every((row) => !isKeyed(row)) && hasPlainHeaders(rows)) {
    const keys = rows[0]!.map(({ value }) => value);
    const body = rows.slice(1).map((row) => row.map(({ value }, i) => ({ key: keys[i]!, value })));
    return { keys, rows: body, groups, section, isList: false };
  }
  const own = [...new Set(rows.flatMap((row) => row.map(({ key }) => key).filter(Boolean)))];
  const keys =
    own.length && head
      ? [...new Set([...head.map(({ value }) => value.replace(/\s*:$/u, '')), ...own])]
      : own;
  return { keys, rows, groups, section, isList: false };
}

/** Whether a row without keys is the header row of the next one. */
const isHeadOf = (row: Row, next: Row): boolean =>
  next.some(({ key }) => key !== '' && row.some(({ value }) => value.replace(/\s*:$/u, '') === key));

function readTables(text: readonly TextBlock[]): FactTable[] {
  const tables: FactTable[] = [];
  let rows: Row[] = [];
  let groups = new Map<number, string>();
  let head: Row | null = null;
  let section = '';
  const close = (): void => {
    if (rows.length) tables.push(tableOf(rows, groups, head, section));
    [rows, groups, head] = [[], new Map(), null];
  };
  text.forEach((block, i) => {
    if (block.kind !== 'row') {
      close();
      return;
    }
    const row = cellsOf(block);
    // A group heading can stand between the headers and the first row.
    const next =
      row.length > 1 && !isKeyed(row)
        ? text.find((b, at) => at > i && (b.kind !== 'row' || KEYED.test(b.text)))
        : undefined;
    const heads = next?.kind === 'row' && isHeadOf(row, cellsOf(next));
    const last = rows.at(-1);
    if (heads || block.section !== section || (last && row.length > 1 && isKeyed(last) !== isKeyed(row)))
      close();
    section = block.section;
    if (heads) head = row;
    else if (row.length === 1 && !isKeyed(row) && row[0]!.value.length <= MAX_LABEL)
      groups.set(rows.length, row[0]!.value);
    else rows.push(row);
  });
  close();
  return tables;
}

function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
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
  if (!inner.length) return c.text ? [squash(c.text)] : [];
  const out: string[] = [];
  let at = 0;
  const addLoose = (end: number): void => {
    const loose = squash(c.text.slice(at, end)).replace(/^[\s·|,–—-]+|[\s·|,–—-]+$/gu, '');
    if (loose) out.push(loose);
  };
  for (const child of inner) {
    const start = c.text.indexOf(child.text, at);
    if (start < 0) return [squash(c.text)];
    addLoose(start);
    out.push(...partsOf(child, children));
    at = start + child.text.length;
  }
  addLoose(c.text.length);
  return out;
}

const isOutside = (c: Candidate): boolean => ['nav', 'footer', 'header'].includes(c.landmark);

/** An element that repeats as an entry of a list: a list item, or an element with a class. */
const isEntry = (c: Candidate): boolean =>
  c.tag === 'li' ||
  ['listitem', 'article'].includes(c.role) ||
  (/^(?:div|article|section|a|p)$/u.test(c.tag) && (c.attributes.class ?? '') !== '');
/** A sentence is no cell. */
const isProse = (text: string): boolean => text.length > 100 || /\p{L} \p{L}+ .*[.!?]$/u.test(text);

/** Reads lists of entries that consist of several texts, such as cards, events and search results. */
function readLists(children: ReadonlyMap<string | null, readonly Candidate[]>): FactTable[] {
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

const LABELLED = /^([^:：|.?!]{2,40}?)\s*(?::\s+|：\s*)(\S.*)$/u;

const isLabel = (b: TextBlock | undefined): boolean =>
  b !== undefined && b.text.length <= MAX_LABEL && !/\d|[.?!:]$/u.test(b.text);
const isFigure = (b: TextBlock | undefined): boolean =>
  b !== undefined && b.text.length <= 30 && /^[^\p{L}\d]{0,3}\d/u.test(b.text) && !/\p{L}{5,}/u.test(b.text);

/** Reads "Label: value" lines, terms, rows of two cells, and a short label before a value ("Visitors" above "3,412"). */
function readPairs(text: readonly TextBlock[], tables: readonly FactTable[]): Pair[] {
  const pairs: Pair[] = [];
  const add = (label: string, value: string, section: string): void => {
    if (label.length <= MAX_LABEL && value.length <= MAX_VALUE && /\p{L}/u.test(label))
      pairs.push({ label: label.replace(/\s*[:：]$/u, ''), value, section });
  };
  for (const { rows, section, keys } of tables)
    for (const row of rows) {
      const single =
        rows.filter((other) => other.some(({ key }) => key !== '' && key === row[0]?.key)).length === 1;
      if (keys.length && single)
        row.filter(({ key }) => key !== '').forEach(({ key, value }) => add(key, value, section));
      if (!keys.length && row.length === 2) add(row[0]!.value, row[1]!.value, section);
    }
  const isCell = new Set(
    tables.flatMap(({ rows, isList }) => (isList ? rows.flat().map(({ value }) => value) : [])),
  );
  text.forEach((block, i) => {
    if (block.kind === 'row') return;
    const [, label, value] = LABELLED.exec(block.text) ?? [];
    const section = block.kind === 'heading' ? '' : block.section;
    if (label && value && !/^(?:https?|re|fwd?)$/iu.test(label)) add(label, value, section);
    if (!isLabel(block) || isCell.has(block.text)) return;
    // Labels and figures alternate; the first of them says whether the label or the figure comes first.
    let start = i;
    while (
      start > 0 &&
      isLabel(text[start]) !== isLabel(text[start - 1]) &&
      isFigure(text[start]) !== isFigure(text[start - 1])
    )
      start--;
    const figure = text[isLabel(text[start]) ? i + 1 : i - 1];
    if (figure && isFigure(figure)) add(block.text, figure.text, section);
  });
  return pairs;
}

/** A link to everything with the same value contains the label in its address: "new" → `?status=new`. */
function pairsOfLinks(view: View): Pair[] {
  return view.candidates.flatMap((c) => {
    const to = c.visible && c.text !== '' && c.text.length <= MAX_LABEL ? view.address(c) : '';
    if (!URL.canParse(to)) return [];
    return [...new URL(to).searchParams]
      .filter(([, value]) => fold(value) === fold(c.text))
      .map(([key]) => ({ label: splitIdentifier(key), value: c.text, section: '' }));
  });
}

/** The value of a field, or the selected option. */
export const heldBy = (c: Candidate): string =>
  isSelect(c) ? (c.options?.find((o) => o.selected)?.label ?? c.text) : (c.value ?? c.text);

export const isValueField = (c: Candidate): boolean =>
  c.visible && (isField(c) || isSelect(c) || isNativeValue(c));

const BRACKETED = /^(\p{L}[^\d():]{1,40}?)\s*(?:\((\d[\d.,]*)\))(?: new| unread)?$/u;
const BADGE = /^(\p{L}[^\d():]{0,38}\p{L}) (\d{1,3}(?:[.,]?\d{3})*)(?: new| unread)?$/u;
const STATED =
  /(?:^|[\s·|(,])(\d[\d.,]*) ((?:\p{L}[\p{L}-]*)(?: \p{L}[\p{L}-]*){0,2})(?: (?:found|in all|in total|total)| \(.{1,30}\))?[.)]?$/u;

/** Reads counts: "Drafts (3)", a badge "Inbox 12" on a link or tab, "38 reviews". */
function readCounts(view: View, tables: readonly FactTable[]): Count[] {
  const plain = view.candidates.filter((c) => c.visible && c.text.length <= 60);
  const badges = plain.filter((c) => c.interactive).map((c) => squash(c.text));
  const blocks = view.observation.text.filter((b) => b.kind !== 'row' && b.text.length <= 200);
  const texts = new Set([...plain, ...blocks].map((part) => squash(part.text)));
  const isCell = new Set(
    tables.flatMap(({ rows, isList }) => (isList ? [] : rows.flat().map(({ value }) => value))),
  );
  return [...texts].flatMap((text): Count[] => {
    if (isCell.has(text)) return [];
    const [, label, count] = BRACKETED.exec(text) ?? (badges.includes(text) ? BADGE.exec(text) : null) ?? [];
    if (label && count) return [{ label, count, text }];
    const bare = text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' ');
    const [, stated, noun] = text.length <= 60 ? (STATED.exec(bare) ?? []) : [];
    return stated && noun ? [{ label: noun, count: stated, text }] : [];
  });
}

const isMenu = (block: TextBlock, menus: readonly string[]): boolean =>
  menus.some((text) => text.includes(block.text));

const memo = new WeakMap<View, Facts>();

export function factsOf(view: View): Facts {
  const known = memo.get(view);
  if (known) return known;
  const { text, title, url } = view.observation;
  const children = groupBy(view.candidates, ({ parent }) => parent);
  const tables = readTables(text);
  const lists = readLists(children);
  const first =
    text.find((b) => b.kind === 'heading' && b.level === 1) ?? text.find((b) => b.kind === 'heading');
  const path =
    URL.canParse(url) && /^https?:/u.test(url)
      ? splitIdentifier(decodeURIComponent(new URL(url).pathname))
      : '';
  const current = view.candidates.filter((c) => c.states.current && c.landmark !== 'main').map((c) => c.text);
  const menus = view.candidates
    .filter((c) => c.visible && isOutside(c) && c.text.length > 60)
    .map((c) => squash(c.text));
  // A text of the options of a list does not say which one is chosen.
  const offered = view.candidates.flatMap((c) =>
    (c.options?.length ?? 0) > 1 ? [c.options!.slice(0, 4).map(({ label }) => label)] : [],
  );
  // The entries of a list are read as its rows.
  const entries = new Set(
    lists.flatMap(({ rows }) =>
      rows.map((row) => row.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(' ')),
    ),
  );
  const lines = text
    .filter(
      (b) =>
        b.kind !== 'row' &&
        !entries.has(squash(b.text)) &&
        !isMenu(b, menus) &&
        !offered.some((labels) => labels.every((label) => b.text.includes(label))),
    )
    .map((b): TextLine => ({
      text: b.text,
      section: b.kind === 'heading' ? '' : b.section,
      isItem: b.kind === 'item',
    }));
  const topic = contentOf(
    [title, first?.text ?? '', path, /#\d/u.test(title) ? 'issue' : '', ...current].join(' '),
  );
  const facts: Facts = {
    topic: [...topic, ...rowNounsOf(topic)],
    heading: first?.text ?? '',
    tables: [...tables, ...lists],
    pairs: [...readPairs(text, [...tables, ...lists]), ...pairsOfLinks(view)].filter(
      (pair, i, all) =>
        all.findIndex((p) => fold(p.label) === fold(pair.label) && sameText(p.value, pair.value)) === i,
    ),
    counts: readCounts(view, tables),
    lines,
  };
  memo.set(view, facts);
  return facts;
}
