/**
 * Reads an observation's facts: tables, lists, labelled values, counts in brackets and badges, and lines of text. Pure.
 */
import { readListRange } from './list-range.js';
import type { Candidate, TextBlock } from '../../../contract/index.js';
import { isControl } from '../ground/form.js';
import { isField, isNativeValueField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { fold, splitIdentifier, collapseSpaces } from '../text.js';
import type { Count, Facts, FactTable, Pair, TextLine } from './facts.js';
import { groupBy } from '../group-by.js';
import { isOutsideMain, type EntryList, readLists } from './read-lists.js';
import { type PageBlock, readPageText } from './page-text.js';
import { readPosts } from './posts.js';
import { MAX_LABEL_LENGTH, readTables } from './read-tables.js';
import { getContentWords, getEntryNouns, isSameText } from './words.js';

const MAX_VALUE_LENGTH = 300;

const LABELLED_LINE = /^([^:：|.?!]{2,40}?)\s*(?::\s+|：\s*)(\S.*)$/u;

const isLabel = (b: Pick<TextBlock, 'text'> | undefined): boolean =>
  b !== undefined && b.text.length <= MAX_LABEL_LENGTH && !/\d|[.?!:]$/u.test(b.text);
const isFigure = (b: Pick<TextBlock, 'text'> | undefined): boolean =>
  b !== undefined && b.text.length <= 30 && /^[^\p{L}\d]{0,3}\d/u.test(b.text) && !/\p{L}{5,}/u.test(b.text);

/** Reads "Label: value" lines, rows of two cells, and short labels beside numbers ("Visitors" above "3,412"). */
function readPairs(
  text: readonly PageBlock[],
  tables: readonly FactTable[],
  isInLinkedEntry: (block: PageBlock) => boolean,
): Pair[] {
  const pairs: Pair[] = [];
  const createAdder =
    (origin: Pick<Pair, 'isInLinkedEntry' | 'isCell'>) =>
    (label: string, value: string, section: string): void => {
      if (label.length <= MAX_LABEL_LENGTH && value.length <= MAX_VALUE_LENGTH && /\p{L}/u.test(label))
        pairs.push({ label: label.replace(/\s*[:：]$/u, ''), value, section, ...origin });
    };
  for (const { rows, section, keys, hasLinkedEntries = false } of tables)
    for (const row of rows) {
      const add = createAdder({ isInLinkedEntry: hasLinkedEntries, isCell: keys.length > 0 });
      const isOnlyRow =
        rows.filter((other) => other.some(({ key }) => key !== '' && key === row[0]?.key)).length === 1;
      if (keys.length && isOnlyRow)
        row.filter(({ key }) => key !== '').forEach(({ key, value }) => add(key, value, section));
      if (!keys.length && row.length === 2) add(row[0]!.value, row[1]!.value, section);
      // A card with a number below its heading.
      const [name, figure] = row;
      if (
        row.length > 2 &&
        name?.isName &&
        isLabel({ text: name.value }) &&
        isFigure({ text: figure!.value })
      )
        add(name.value, figure!.value, '');
    }
  const listCells = new Set(
    tables.flatMap(({ rows, isList }) => (isList ? rows.flat().map(({ value }) => value) : [])),
  );
  text.forEach((block, i) => {
    if (block.kind === 'row') return;
    const add = createAdder({ isInLinkedEntry: isInLinkedEntry(block), isCell: false });
    const [, label, value] = LABELLED_LINE.exec(block.text) ?? [];
    const section = block.kind === 'heading' ? '' : block.section;
    if (label && value && !/^(?:https?|re|fwd?)$/iu.test(label)) add(label, value, section);
    if (!isLabel(block) || listCells.has(block.text) || isInLinkedEntry(block)) return;
    // Labels and numbers alternate. The first text of the sequence shows which of them comes first.
    let start = i;
    while (
      start > 0 &&
      isLabel(text[start]) !== isLabel(text[start - 1]) &&
      isFigure(text[start]) !== isFigure(text[start - 1])
    )
      start--;
    const labelComesFirst = isLabel(text[start]);
    // A link after a number is not its label: “See all”.
    if (!labelComesFirst && block.isControl) return;
    const figure = text[labelComesFirst ? i + 1 : i - 1];
    if (figure && isFigure(figure)) add(block.text, figure.text, section);
  });
  return pairs;
}

/** Reads labels from link addresses: a link “new” to `?status=new` gives the value “new” the label “status”. */
function readLinkPairs(view: View): Pair[] {
  return view.candidates.flatMap((c) => {
    const address = c.visible && c.text !== '' && c.text.length <= MAX_LABEL_LENGTH ? view.getUrl(c) : '';
    if (!URL.canParse(address)) return [];
    return [...new URL(address).searchParams]
      .filter(([, value]) => fold(value) === fold(c.text))
      .map(([key]) => ({
        label: splitIdentifier(key),
        value: c.text,
        section: '',
        isInLinkedEntry: false,
        isCell: false,
      }));
  });
}

export const isValueField = (c: Candidate): boolean =>
  c.visible && (isField(c) || isSelect(c) || isNativeValueField(c));

const BRACKETED_COUNT =
  /^(\p{L}[^\d():]{1,40}?)\s*(?:\(\s*(\d[\d.,]*)\s*\))(?: new| unread| [$€£¥] ?\d[\d.,]*)?$/u;
const BADGE_COUNT = /^(\p{L}[^\d():]{0,38}\p{L}) (\d{1,3}(?:[.,]?\d{3})*)(?: new| unread)?$/u;
const STATED_COUNT =
  /(?:^|[\s·|(,])(\d[\d.,]*) ((?:\p{L}[\p{L}-]*)(?: \p{L}[\p{L}-]*){0,2})(?: (?:found|in all|in total|total)| \(.{1,30}\))?[.)]?$/u;

/** Reads counts: "Drafts (3)", a badge "Inbox 12" on a link or tab, "38 reviews". */
function readCounts(view: View, pageBlocks: readonly PageBlock[], tables: readonly FactTable[]): Count[] {
  const shortElements = view.candidates.filter((c) => c.visible && c.text.length <= 60);
  const badgeTexts = shortElements.filter((c) => c.interactive).map((c) => collapseSpaces(c.text));
  const blocks = pageBlocks.filter((b) => b.kind !== 'row' && b.text.length <= 200);
  // The buttons beside a number change it: "Adults − 2 +".
  const stepperTexts = blocks.filter((b) => b.hadActionName).map((b) => b.text);
  const texts = new Set([...shortElements, ...blocks].map((part) => collapseSpaces(part.text)));
  const tableCells = new Set(tables.flatMap(({ rows }) => rows.flat().map(({ value }) => value)));
  // "3 seats left" is about one entry of the list.
  const entryCounts = tables.flatMap(({ rows, isList }) =>
    isList
      ? rows.flatMap((row) => row.map(({ value }) => value).filter((value) => STATED_COUNT.test(value)))
      : [],
  );
  return [...texts].flatMap((text): Count[] => {
    if (tableCells.has(text) || entryCounts.some((value) => text.includes(value))) return [];
    const [, label, count] =
      BRACKETED_COUNT.exec(text) ??
      (badgeTexts.includes(text) || stepperTexts.includes(text) ? BADGE_COUNT.exec(text) : null) ??
      [];
    if (label && count) return [{ label, count, text }];
    const trimmed = text.replace(/^\s*\d+[.)]\s|\{\d+\}|\[\d+\]|#\d+/gu, ' ');
    const [, statedCount, noun] = text.length <= 60 ? (STATED_COUNT.exec(trimmed) ?? []) : [];
    return statedCount && noun ? [{ label: noun, count: statedCount, text }] : [];
  });
}

const isMenuText = (block: TextBlock, menus: readonly string[]): boolean =>
  menus.some((text) => text.includes(block.text));

const toPlainWords = (text: string): string => collapseSpaces(text.replace(/[^\p{L}\p{N}]+/gu, ' '));

/** Finds the main heading. Leaves out the headings of list entries. */
function findMainHeading(text: readonly TextBlock[], lists: readonly FactTable[]): string {
  const headings = text.filter(({ kind }) => kind === 'heading');
  const entryHeadings = lists.flatMap(({ rows }) => {
    const cells = new Set(rows.flat().map(({ value }) => value));
    const headingsInEntries = headings.filter((heading) => cells.has(collapseSpaces(heading.text)));
    return headingsInEntries.length > 1 ? headingsInEntries : [];
  });
  const others = headings.filter((heading) => !entryHeadings.includes(heading));
  return (others.find(({ level }) => level === 1) ?? others[0])?.text ?? '';
}

/** Finds phrases that several list entries contain, such as "No reviews yet": they describe an entry, not the page. */
function findRepeatedPhrases(lists: readonly FactTable[]): string[] {
  const values = lists.flatMap(({ rows }) =>
    rows.flatMap((row) => [...new Set(row.map(({ value }) => value))]),
  );
  return [...new Set(values.filter((value, i) => / /u.test(value) && values.indexOf(value) !== i))];
}

/** Returns the position of the last candidate inside each element. */
function findEndPositions(view: View): Map<string, number> {
  const ends = new Map<string, number>();
  for (const c of view.candidates.toReversed()) {
    const end = Math.max(c.order, ends.get(c.uid) ?? c.order);
    ends.set(c.uid, end);
    if (c.parent !== null) ends.set(c.parent, Math.max(end, ends.get(c.parent) ?? end));
  }
  return ends;
}

/** Makes each section end with the list entry that contains its heading, and before an aside or footer. */
function endSections(blocks: readonly PageBlock[], view: View): PageBlock[] {
  const ends = findEndPositions(view);
  const isEntry = (c: Candidate): boolean => ['listitem', 'article'].includes(c.role) || c.tag === 'li';
  const headings: { block: PageBlock; end: number }[] = [];
  const headingCandidates = view.candidates.filter((c) => c.role === 'heading');
  return blocks.map((block) => {
    if (block.kind === 'heading') {
      // The text must match, too, because elements around the heading may start at the same position.
      const start = headingCandidates.find((c) => c.order >= block.order && c.text === block.text);
      const entry = start && view.getAncestors(start).find(isEntry);
      headings.push({ block, end: entry ? ends.get(entry.uid)! : Number.POSITIVE_INFINITY });
      return block;
    }
    const heading = headings.findLast(({ end }) => block.order <= end);
    const last = headings.at(-1);
    if (!last || block.section !== last.block.text) return block;
    const isSideContent =
      ['aside', 'footer'].includes(block.landmark) && last.block.landmark !== block.landmark;
    return isSideContent
      ? { ...block, section: '' }
      : heading === last
        ? block
        : { ...block, section: heading?.block.text ?? '' };
  });
}

/** Creates a test for blocks of entries that link to other pages. */
function createLinkedEntryTest(lists: readonly EntryList[], view: View): (block: PageBlock) => boolean {
  const ends = findEndPositions(view);
  const ranges = lists
    .filter(({ hasLinkedEntries }) => hasLinkedEntries)
    .flatMap(({ entries }) => entries.map(({ uid, order }) => [order, ends.get(uid) ?? order] as const));
  return (block) => ranges.some(([start, end]) => start <= block.order && block.order <= end);
}

const factsByView = new WeakMap<View, Facts>();

/** Reads the facts of a view. The result is cached. */
export function readFacts(view: View): Facts {
  const cached = factsByView.get(view);
  if (cached) return cached;
  const { title, url } = view.observation;
  const children = groupBy(view.candidates, ({ parent }) => parent);
  const { blocks, fieldValues } = readPageText(view, children);
  const text = endSections(blocks, view);
  const tables = readTables(text);
  const lists = readLists(children);
  const isInLinkedEntry = createLinkedEntryTest(lists, view);
  const heading = findMainHeading(text, lists);
  const repeatedPhrases = findRepeatedPhrases(lists);
  const path =
    URL.canParse(url) && /^https?:/u.test(url)
      ? splitIdentifier(decodeURIComponent(new URL(url).pathname))
      : '';
  const currentEntries = view.candidates
    .filter((c) => c.states.current && c.landmark !== 'main')
    .map((c) => c.text);
  const menus = view.candidates
    .filter((c) => c.visible && isOutsideMain(c) && c.text.length > 60)
    .map((c) => collapseSpaces(c.text));
  // A line with the options of a list does not say which one is chosen.
  const optionLabels = view.candidates.flatMap((c) =>
    (c.options?.length ?? 0) > 1 ? [c.options!.slice(0, 4).map(({ label }) => label)] : [],
  );
  // List entries are read as table rows.
  const entryTexts = new Set(
    lists.flatMap(({ rows }) =>
      rows.map((row) =>
        toPlainWords(row.map(({ key, value }) => (key ? `${key}: ${value}` : value)).join(' ')),
      ),
    ),
  );
  const controlNames = new Set(
    view.candidates
      .filter((c) => isControl(c) || c.inputType === 'file')
      .flatMap((c) => [getName(c), ...(isTickable(c) ? [c.section] : [])].map(fold)),
  );
  const lines = text
    .filter(
      (b) =>
        b.kind !== 'row' &&
        !entryTexts.has(toPlainWords(b.text)) &&
        !repeatedPhrases.some((value) => collapseSpaces(b.text).includes(value)) &&
        !isMenuText(b, menus) &&
        !optionLabels.some((labels) => labels.every((label) => b.text.includes(label))),
    )
    .map((b): TextLine => ({
      text: b.text,
      section: b.kind === 'heading' ? '' : b.section,
      isItem: b.kind === 'item',
      isHeading: b.kind === 'heading',
      isControl: b.isControl || controlNames.has(fold(b.text)),
      isInLinkedEntry: isInLinkedEntry(b),
    }));
  const topic = getContentWords(
    [title, heading, path, /#\d/u.test(title) ? 'issue' : '', ...currentEntries].join(' '),
  );
  const facts: Facts = {
    topic: [...topic, ...getEntryNouns(topic)],
    heading,
    tables: [...tables, ...lists],
    listRange: readListRange(view, [...tables, ...lists]),
    pairs: [...readPairs(text, [...tables, ...lists], isInLinkedEntry), ...readLinkPairs(view)].filter(
      (pair, i, all) =>
        all.findIndex((p) => fold(p.label) === fold(pair.label) && isSameText(p.value, pair.value)) === i,
    ),
    counts: readCounts(view, blocks, [...tables, ...lists]),
    lines,
    posts: readPosts(view, children),
    fieldValues,
  };
  factsByView.set(view, facts);
  return facts;
}
