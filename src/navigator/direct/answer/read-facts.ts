/**
 * Reads the facts of an observation: tables, lists, labelled values, counts in brackets and badges, and lines of text.
 * Pure.
 */
import type { Candidate, TextBlock } from '../../../contract/index.js';
import { isField, isNativeValue, isSelect } from '../ground/kinds.js';
import type { View } from '../ground/view.js';
import { fold, splitIdentifier, collapseSpaces } from '../text.js';
import type { Count, Facts, FactTable, Pair, TextLine } from './facts.js';
import { groupBy, isOutside, readLists } from './read-lists.js';
import { MAX_LABEL, readTables } from './read-tables.js';
import { contentOf, rowNounsOf, isSameText } from './words.js';

const MAX_VALUE = 300;

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
    // Labels and figures alternate. The first text shows which of the two comes first.
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

/** Finds labels in link addresses: a link to everything with the value "new" has the address `?status=new`. */
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
export const fieldValueOf = (c: Candidate): string =>
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
  const badges = plain.filter((c) => c.interactive).map((c) => collapseSpaces(c.text));
  const blocks = view.observation.text.filter((b) => b.kind !== 'row' && b.text.length <= 200);
  const texts = new Set([...plain, ...blocks].map((part) => collapseSpaces(part.text)));
  const isCell = new Set(
    tables.flatMap(({ rows, isList }) => (isList ? [] : rows.flat().map(({ value }) => value))),
  );
  return [...texts].flatMap((text): Count[] => {
    if (isCell.has(text)) return [];
    const [, label, count] = BRACKETED.exec(text) ?? (badges.includes(text) ? BADGE.exec(text) : null) ?? [];
    if (label && count) return [{ label, count, text }];
    const trimmed = text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' ');
    const [, stated, noun] = text.length <= 60 ? (STATED.exec(trimmed) ?? []) : [];
    return stated && noun ? [{ label: noun, count: stated, text }] : [];
  });
}

const isMenu = (block: TextBlock, menus: readonly string[]): boolean =>
  menus.some((text) => text.includes(block.text));

/** The main heading. Headings of a list's entries are not. */
function findMainHeading(text: readonly TextBlock[], lists: readonly FactTable[]): string {
  const headings = text.filter(({ kind }) => kind === 'heading');
  const entryHeadings = lists.flatMap(({ rows }) => {
    const cells = new Set(rows.flat().map(({ value }) => value));
    const inEntries = headings.filter((heading) => cells.has(collapseSpaces(heading.text)));
    return inEntries.length > 1 ? inEntries : [];
  });
  const others = headings.filter((heading) => !entryHeadings.includes(heading));
  return (others.find(({ level }) => level === 1) ?? others[0])?.text ?? '';
}

/** Phrases in several entries of a list, such as "No reviews yet": they say something about an entry, not the page. */
function findRepeatedPhrases(lists: readonly FactTable[]): string[] {
  const values = lists.flatMap(({ rows }) =>
    rows.flatMap((row) => [...new Set(row.map(({ value }) => value))]),
  );
  return [...new Set(values.filter((value, i) => / /u.test(value) && values.indexOf(value) !== i))];
}

const factsByView = new WeakMap<View, Facts>();

export function readFacts(view: View): Facts {
  const known = factsByView.get(view);
  if (known) return known;
  const { text, title, url } = view.observation;
  const children = groupBy(view.candidates, ({ parent }) => parent);
  const tables = readTables(text);
  const lists = readLists(children);
  const heading = findMainHeading(text, lists);
  const repeated = findRepeatedPhrases(lists);
  const path =
    URL.canParse(url) && /^https?:/u.test(url)
      ? splitIdentifier(decodeURIComponent(new URL(url).pathname))
      : '';
  const current = view.candidates.filter((c) => c.states.current && c.landmark !== 'main').map((c) => c.text);
  const menus = view.candidates
    .filter((c) => c.visible && isOutside(c) && c.text.length > 60)
    .map((c) => collapseSpaces(c.text));
  // An option in a list is not necessarily the chosen one.
  const offered = view.candidates.flatMap((c) =>
    (c.options?.length ?? 0) > 1 ? [c.options!.slice(0, 4).map(({ label }) => label)] : [],
  );
  // The entries of a list are read as table rows elsewhere.
  const entries = new Set(
    lists.flatMap(({ rows }) =>
      rows.map((row) => row.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(' ')),
    ),
  );
  const lines = text
    .filter(
      (b) =>
        b.kind !== 'row' &&
        !entries.has(collapseSpaces(b.text)) &&
        !repeated.some((value) => collapseSpaces(b.text).includes(value)) &&
        !isMenu(b, menus) &&
        !offered.some((labels) => labels.every((label) => b.text.includes(label))),
    )
    .map((b): TextLine => ({
      text: b.text,
      section: b.kind === 'heading' ? '' : b.section,
      isItem: b.kind === 'item',
    }));
  const topic = contentOf([title, heading, path, /#\d/u.test(title) ? 'issue' : '', ...current].join(' '));
  const facts: Facts = {
    topic: [...topic, ...rowNounsOf(topic)],
    heading,
    tables: [...tables, ...lists],
    pairs: [...readPairs(text, [...tables, ...lists]), ...pairsOfLinks(view)].filter(
      (pair, i, all) =>
        all.findIndex((p) => fold(p.label) === fold(pair.label) && isSameText(p.value, pair.value)) === i,
    ),
    counts: readCounts(view, tables),
    lines,
  };
  factsByView.set(view, facts);
  return facts;
}
