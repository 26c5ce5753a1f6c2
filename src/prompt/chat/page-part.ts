/**
 * The page part of the prompt: elements and text in reading order under their headings. If the page does not fit, the
 * least relevant lines are omitted and the omission is stated.
 */
import { formatOpenDialog } from '../../action/index.js';
import type { Candidate, Observation, RankedCandidate, TextBlock, Uid } from '../../contract/index.js';
import { formatElementLine, MAX_NAME_CHARS, getVisibleName } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import { flatten, quote, shortenUrl } from './page-text.js';

export type CountTokens = (text: string) => number;

export interface PageView {
  observation: Observation;
  numbers: ElementNumbers;
  /** Ranked candidates for the instruction, best first. */
  ranked: readonly RankedCandidate[];
  /** Text passages that match the instruction, best first. */
  passages: readonly TextBlock[];
  /** Page events and changes since the previous decision, one line each. */
  changes: readonly string[];
  /** Elements and texts that are new since the previous observation of this page. */
  newContent: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
}

export interface PagePart {
  lines: string[];
  /** Numbers of the elements in the part. */
  shown: Set<number>;
  omitted: { elements: number; texts: number };
}

/** Maximum characters of a text block; `read` shows the complete text. */
const MAX_TEXT_CHARS = 420;
const MAX_HEADING_CHARS = 120;
const MAX_NOTICE_CHARS = 300;

interface Item {
  key: number;
  priority: number;
  line: string;
  candidate?: Candidate;
  block?: TextBlock;
}

/** @param budget maximum tokens of the part */
export function buildPagePart(view: PageView, budget: number, count: CountTokens): PagePart {
  const head = [...formatHead(view.observation), ...view.changes];
  const items = [...createElementItems(view), ...createTextItems(view)];
  const selectedItems = selectItems(items, budget - countTokens(head, count) - RESERVED_TOKENS, count);
  // Section titles cost tokens too and are known only after assembly.
  for (;;) {
    const selected = items.filter((item) => selectedItems.has(item)).toSorted((a, b) => a.key - b.key);
    const part = assemblePart(view, head, items, selected);
    const excess = countTokens(part.lines, count) + FENCE_TOKENS - budget;
    if (excess <= 0 || selected.length === 0) return part;
    const lowest = selected.toSorted((a, b) => a.priority - b.priority || b.key - a.key);
    for (const item of lowest.slice(0, Math.max(1, Math.ceil(excess / TYPICAL_LINE_TOKENS))))
      selectedItems.delete(item);
  }
}

const countTokens = (lines: readonly string[], count: CountTokens): number =>
  lines.reduce((sum, line) => sum + count(line) + 1, 0);

/** Selects the most valuable lines that fit. */
function selectItems(items: readonly Item[], budget: number, count: CountTokens): Set<Item> {
  const selectedItems = new Set<Item>();
  const groups = new Set<string>();
  let remaining = budget;
  for (const item of items.toSorted((a, b) => b.priority - a.priority || a.key - b.key)) {
    const group = item.candidate ? formatGroup(item.candidate) : '';
    const cost = count(item.line) + 1 + (group && !groups.has(group) ? SECTION_TITLE_TOKENS : 0);
    if (cost > remaining) {
      // Shorter lines may still fit, but the least valuable lines are not tried.
      if (remaining < MIN_REMAINING_TOKENS) break;
      continue;
    }
    remaining -= cost;
    selectedItems.add(item);
    if (group) groups.add(group);
  }
  return selectedItems;
}

function assemblePart(
  view: PageView,
  head: readonly string[],
  items: readonly Item[],
  selected: readonly Item[],
): PagePart {
  const shown = new Set(
    selected.flatMap(({ candidate }) => (candidate ? [view.numbers.numberOf(candidate.uid)!] : [])),
  );
  const countElements = (list: readonly Item[]): number => list.filter(({ candidate }) => candidate).length;
  const elements = countElements(items) - countElements(selected);
  const omitted = { elements, texts: items.length - selected.length - elements };
  return {
    lines: [...head, ...formatItems(selected, view.observation.text), ...formatOmissions(omitted)],
    shown,
    omitted,
  };
}

/** Tokens of the fence lines. */
const FENCE_TOKENS = 40;
/** Tokens reserved for the line about omissions and the fence. */
const RESERVED_TOKENS = 60;
const TYPICAL_LINE_TOKENS = 30;
/** Tokens of a section title. */
const SECTION_TITLE_TOKENS = 12;
const MIN_REMAINING_TOKENS = 24;

function formatHead(observation: Observation): string[] {
  const { title, url, tabs, viewport, dialog, newNotices, candidates } = observation;
  const { scrollY, scrollHeight, height } = viewport;
  return [
    `page ${quote(title || '(no title)', 120)} at ${shortenUrl(url, 200)}`,
    ...(tabs.length > 1
      ? [
          `tabs: ${tabs
            .slice(0, 12)
            .map((tab) => `${tab.id} ${shortenUrl(tab.url, 60)}${tab.active ? ' (this one)' : ''}`)
            .join('; ')}`,
        ]
      : []),
    ...(scrollHeight > height + 8
      ? [
          `the window shows ${Math.round(scrollY)} to ${Math.round(scrollY + height)} of ${Math.round(scrollHeight)} px`,
        ]
      : []),
    ...(dialog
      ? [`open dialog (${flatten(dialog.type, 20)}): ${flatten(formatOpenDialog(dialog), MAX_NOTICE_CHARS)}`]
      : []),
    ...(candidates.some(({ behindModal }) => behindModal)
      ? ['a dialog of the page is open; the elements behind it cannot be used and are left out']
      : []),
    ...getNotices(observation).map(
      (notice) => `message${newNotices.includes(notice) ? '*' : ''} ${quote(notice, MAX_NOTICE_CHARS)}`,
    ),
  ];
}

const MAX_NOTICES = 5;

const getNotices = ({ notices }: Observation): string[] => notices.slice(0, MAX_NOTICES);

/** Roles of containers. A container may have its own click handler but is rarely the target. */
const CONTAINER_ROLES: ReadonlySet<string> = new Set([
  'main',
  'region',
  'form',
  'generic',
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'article',
  'section',
  'list',
  'table',
  'row',
  'rowgroup',
  'group',
  'document',
  'figure',
]);
const MAX_CONTAINER_CHARS = 120;
/** Containers that are clickable as a whole are shown only if they rank high. */
const MAX_CONTAINER_RANK = 3;

/** Elements that are not interactive are shown as text; `find` gives them numbers. */
function isListedAsElement({ interactive, states, scroll, role, text }: Candidate, rank: number): boolean {
  if (scroll) return true;
  if (!interactive && !states.editable) return false;
  return !CONTAINER_ROLES.has(role) || text.length <= MAX_CONTAINER_CHARS || rank <= MAX_CONTAINER_RANK;
}

function createElementItems({ observation, numbers, ranked, newContent }: PageView): Item[] {
  const ranks = new Map(ranked.map((rankedCandidate) => [rankedCandidate.candidate.uid, rankedCandidate]));
  const topLocations = new Set(ranked.slice(0, 5).map(({ candidate }) => getLocationKey(candidate)));
  const items: Item[] = [];
  for (const candidate of observation.candidates) {
    const number = numbers.numberOf(candidate.uid);
    const rank = ranks.get(candidate.uid);
    if (number === undefined) continue;
    if (!isListedAsElement(candidate, rank?.rank ?? Infinity)) continue;
    const isNew = newContent.uids.has(candidate.uid);
    const { states } = candidate;
    const priority =
      (rank ? scoreRank(rank.rank, ranked.length) : 0) +
      (candidate.inViewport ? 0.25 : 0) +
      (isNew ? 0.45 : 0) +
      (states.focused ? 0.4 : 0) +
      (states.invalid ? 0.5 : 0) +
      (candidate.landmark === 'dialog' ? 0.5 : 0) +
      (topLocations.has(getLocationKey(candidate)) ? (isField(candidate) ? 0.5 : 0.2) : 0) +
      (isField(candidate) ? 0.1 : 0) -
      (getVisibleName(candidate).trim() || isField(candidate) ? 0 : 0.2) -
      (states.disabled ? 0.1 : 0);
    items.push({
      key: candidate.order + 0.5,
      priority,
      candidate,
      line: formatElementLine(candidate, { number, isNew, coveredBy: rank?.coveredBy }),
    });
  }
  return items;
}

/** Only the first ranks carry much information. */
const scoreRank = (rank: number, rankedCount: number): number =>
  1.2 / (1 + (rank - 1) / 4) + 0.8 * (1 - (rank - 1) / Math.max(1, rankedCount));

const getLocationKey = ({ landmark, section, frame }: Candidate): string =>
  `${frame.join(' ')}|${landmark}|${section}`;

const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'spinbutton',
  'slider',
]);

const isField = ({ role, states, tag }: Candidate): boolean =>
  FIELD_ROLES.has(role) || states.editable === true || tag === 'select';

function createTextItems({ observation, ranked, passages, newContent }: PageView): Item[] {
  const { text, candidates } = observation;
  const passageRanks = new Map(passages.map((block, index) => [block, index]));
  const topOrders = ranked.slice(0, 10).map(({ candidate }) => candidate.order);
  const items: Item[] = [];
  let headings = 0;
  const noticeTexts = new Set(getNotices(observation));
  text.forEach((block, index) => {
    if ((noticeTexts.has(block.text) && block.kind !== 'heading') || isBehindModal(block, candidates)) return;
    const line = formatTextLine(block, collectElementNames(block, text[index + 1], candidates));
    if (line === null || (block.kind !== 'heading' && isElementName(block, candidates))) return;
    const passageRank = passageRanks.get(block);
    const priority =
      (passageRank === undefined ? 0 : 0.95 - 0.75 * (passageRank / Math.max(1, passages.length))) +
      (block.kind === 'heading' ? scoreHeading(block.level ?? 3, headings++) : 0) +
      (block.kind === 'status' ? 0.6 : 0) +
      (newContent.texts.has(block.text) ? 0.45 : 0) +
      (topOrders.some((order) => order >= block.order - 1 && order <= block.order + 1) ? 0.3 : 0) +
      // The beginning of a page identifies it.
      0.15 / (1 + index / 10);
    items.push({ key: block.order + index / (text.length + 1) / 4, priority, line, block });
  });
  return items;
}

/** Text blocks have no overlay information; use that of neighbouring candidates. */
const isBehindModal = ({ order }: TextBlock, candidates: readonly Candidate[]): boolean =>
  candidates[order]?.behindModal === true && (order === 0 || candidates[order - 1]?.behindModal === true);

/** The first headings identify the page; if there are many, each matters little. */
const scoreHeading = (level: number, before: number): number =>
  level === 1 && before < 3 ? 2 : (0.5 - 0.05 * level) / (1 + before / 20);

/** Names of the elements inside a block; their own lines show them. */
function collectElementNames(
  block: TextBlock,
  next: TextBlock | undefined,
  candidates: readonly Candidate[],
): string[] {
  const end = Math.min(next?.order ?? candidates.length, block.order + 12);
  return candidates
    .slice(block.order, end)
    .flatMap(({ interactive, text, name, options = [] }) =>
      interactive ? [text || name, name, ...options.map(({ label }) => label)] : [],
    );
}

/** Distance in reading order within which an element that contains a text is searched. */
const MAX_DISTANCE = 3;

/** Whether the text is part of a nearby element's name, as in a card that is one link; its line shows the name. */
function isElementName({ text, order }: TextBlock, candidates: readonly Candidate[]): boolean {
  const flatText = flatten(text, MAX_TEXT_CHARS);
  return candidates.slice(Math.max(0, order - 1), order + MAX_DISTANCE).some((candidate) => {
    if (!candidate.interactive) return false;
    const name = flatten(getVisibleName(candidate), MAX_NAME_CHARS);
    return !name.endsWith('…') && name.includes(flatText);
  });
}

/** Returns null if the elements' own lines show the same text. */
export function formatTextLine(
  block: TextBlock,
  names: readonly string[] = [],
  maxLength = MAX_TEXT_CHARS,
): string | null {
  if (block.kind !== 'heading') {
    const rest = names.reduce((text, name) => (name ? text.replace(name, ' ') : text), block.text);
    if (!/[\p{L}\p{N}]/u.test(rest)) return null;
  }
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level ?? 2))} ${quote(block.text, MAX_HEADING_CHARS)}`;
    case 'row':
      return `row ${quote(block.text, maxLength)}`;
    case 'status':
      return `message ${quote(block.text, maxLength)}`;
    case 'item':
      return `- ${quote(block.text, maxLength)}`;
    default:
      return quote(trimNames(block.text, names), maxLength);
  }
}

/** Removes names of elements from both ends of a text, because their own lines show them. */
function trimNames(text: string, names: readonly string[]): string {
  const remainingNames = new Set(names.filter(Boolean));
  let rest = text.trim();
  for (;;) {
    const name = [...remainingNames].find(
      (candidateName) => endsWithWords(rest, candidateName) || rest.startsWith(`${candidateName} `),
    );
    if (name === undefined) return rest;
    remainingNames.delete(name);
    rest = (endsWithWords(rest, name) ? rest.slice(0, -name.length) : rest.slice(name.length)).trim();
  }
}

const endsWithWords = (text: string, words: string): boolean => text.endsWith(` ${words}`);

function formatGroup({ landmark, frame }: Candidate): string {
  const inside = frame.at(-1);
  return `${landmark || 'page'}${inside === undefined ? '' : ` in frame ${shortenUrl(inside, 60)}`}`;
}

/** Formats the items and inserts section titles and omitted headings. */
function formatItems(items: readonly Item[], text: readonly TextBlock[]): string[] {
  const lines: string[] = [];
  const rowOf = createRowLookup(items, text);
  let group = '';
  const headings = new Set<string>();
  for (const item of items) {
    const { candidate, block, line } = item;
    if (candidate) {
      const ownGroup = formatGroup(candidate);
      if (ownGroup !== group) lines.push(`(${ownGroup})`);
      group = ownGroup;
      const { section } = candidate;
      if (section && !headings.has(section) && candidate.landmark !== 'nav') {
        // A name that contains the section title makes the title redundant.
        if (!flatten(getVisibleName(candidate), MAX_NAME_CHARS).includes(flatten(section, MAX_HEADING_CHARS)))
          lines.push(`(under ${quote(section, 60)})`);
        headings.add(section);
      }
    } else if (block?.kind === 'heading') headings.add(block.text);
    const row = rowOf(item);
    lines.push(row === null ? line : `${line} in ${quote(row, MAX_ROW_CHARS)}`);
  }
  return lines;
}

/** Enough characters to identify a row. */
const MAX_ROW_CHARS = 60;

/** Returns a lookup for the row or list item of an element whose name is not unique; null if the row is shown. */
function createRowLookup(items: readonly Item[], text: readonly TextBlock[]): (item: Item) => string | null {
  const nameCounts = new Map<string, number>();
  const key = ({ role, name }: Candidate): string => `${role} ${name}`;
  for (const { candidate } of items)
    if (candidate) nameCounts.set(key(candidate), (nameCounts.get(key(candidate)) ?? 0) + 1);
  const shown = new Set(items.flatMap(({ block }) => (block ? [block] : [])));
  const rows = text.filter(({ kind }) => kind === 'row' || kind === 'item');
  return ({ candidate }) => {
    if (!candidate || nameCounts.get(key(candidate)) === 1) return null;
    const row = rows.findLast(({ order }) => order <= candidate.order);
    if (!row || shown.has(row) || row.text === candidate.name) return null;
    return row.text.includes(candidate.text || candidate.name) ? row.text : null;
  };
}

function formatOmissions({ elements, texts }: PagePart['omitted']): string[] {
  const parts = [...(elements ? [`${elements} elements`] : []), ...(texts ? [`${texts} texts`] : [])];
  return [
    parts.length ? `(left out: ${parts.join(' and ')}; more, find and read show them)` : '(nothing left out)',
  ];
}
