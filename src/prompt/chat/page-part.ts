/**
 * The page part of the prompt: elements and text in reading order under their headings. If the page does not fit, the
 * least relevant lines are omitted and the omission is stated.
 */
import { formatOpenDialog } from '../../action/index.js';
import type { Candidate, Observation, RankedCandidate, TextBlock, Uid } from '../../contract/index.js';
import { elementLine, MAX_NAME_CHARS, shownName } from './element-line.js';
import type { Numbers } from './numbers.js';
import { flatten, quoted, shortUrl } from './page-text.js';

export type CountTokens = (text: string) => number;

export interface PageView {
  observation: Observation;
  numbers: Numbers;
  /** Ranked candidates for the instruction, best first. */
  ranked: readonly RankedCandidate[];
  /** Text passages that match the instruction, best first. */
  passages: readonly TextBlock[];
  /** Page events and changes since the previous decision, one line each. */
  news: readonly string[];
  /** Elements and texts that are new since the previous observation of this page. */
  fresh: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
}

export interface PagePart {
  lines: string[];
  /** Numbers of the elements in the part. */
  shown: Set<number>;
  left: { elements: number; texts: number };
}

/** Maximum characters of a text block; `read` shows the complete text. */
const MAX_TEXT_CHARS = 420;
const MAX_HEADING_CHARS = 120;
const MAX_NOTICE_CHARS = 300;

interface Item {
  key: number;
  worth: number;
  line: string;
  candidate?: Candidate;
  block?: TextBlock;
}

/** @param room maximum tokens of the part */
export function pagePart(view: PageView, room: number, count: CountTokens): PagePart {
  const head = [...headLines(view.observation), ...view.news];
  const items = [...elementItems(view), ...textItems(view)];
  const chosen = choose(items, room - tokensOf(head, count) - AROUND, count);
  // Section titles cost tokens too and are known only after assembly.
  for (;;) {
    const kept = items.filter((item) => chosen.has(item)).toSorted((a, b) => a.key - b.key);
    const part = put(view, head, items, kept);
    const over = tokensOf(part.lines, count) + FENCE - room;
    if (over <= 0 || kept.length === 0) return part;
    const least = kept.toSorted((a, b) => a.worth - b.worth || b.key - a.key);
    for (const item of least.slice(0, Math.max(1, Math.ceil(over / MAX_OF_A_LINE)))) chosen.delete(item);
  }
}

const tokensOf = (lines: readonly string[], count: CountTokens): number =>
  lines.reduce((sum, line) => sum + count(line) + 1, 0);

/** Selects the most valuable lines that fit. */
function choose(items: readonly Item[], room: number, count: CountTokens): Set<Item> {
  const chosen = new Set<Item>();
  const parts = new Set<string>();
  let left = room;
  for (const item of items.toSorted((a, b) => b.worth - a.worth || a.key - b.key)) {
    const part = item.candidate ? groupOf(item.candidate) : '';
    const cost = count(item.line) + 1 + (part && !parts.has(part) ? GROUP : 0);
    if (cost > left) {
      // Shorter lines may still fit, but the least valuable lines are not tried.
      if (left < LITTLE) break;
      continue;
    }
    left -= cost;
    chosen.add(item);
    if (part) parts.add(part);
  }
  return chosen;
}

function put(
  view: PageView,
  head: readonly string[],
  items: readonly Item[],
  kept: readonly Item[],
): PagePart {
  const shown = new Set(
    kept.flatMap(({ candidate }) => (candidate ? [view.numbers.of(candidate.uid)!] : [])),
  );
  const candidates = (some: readonly Item[]): number => some.filter(({ candidate }) => candidate).length;
  const elements = candidates(items) - candidates(kept);
  const left = { elements, texts: items.length - kept.length - elements };
  return { lines: [...head, ...body(kept, view.observation.text), ...leftLine(left)], shown, left };
}

/** Tokens of the fence lines. */
const FENCE = 40;
/** Tokens reserved for the line about omissions and the fence. */
const AROUND = 60;
const MAX_OF_A_LINE = 30;
/** Tokens of a section title. */
const GROUP = 12;
const LITTLE = 24;

function headLines(observation: Observation): string[] {
  const { title, url, tabs, viewport, dialog, newNotices: news, candidates } = observation;
  const { scrollY, scrollHeight, height } = viewport;
  return [
    `page ${quoted(title || '(no title)', 120)} at ${shortUrl(url, 200)}`,
    ...(tabs.length > 1
      ? [
          `tabs: ${tabs
            .slice(0, 12)
            .map((tab) => `${tab.id} ${shortUrl(tab.url, 60)}${tab.active ? ' (this one)' : ''}`)
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
    ...(candidates.some(({ behindModal: behind }) => behind)
      ? ['a dialog of the page is open; what lies behind it cannot be used and is left out']
      : []),
    ...noticesOf(observation).map(
      (notice) => `message${news.includes(notice) ? '*' : ''} ${quoted(notice, MAX_NOTICE_CHARS)}`,
    ),
  ];
}

const MAX_NOTICES = 5;

const noticesOf = ({ notices }: Observation): string[] => notices.slice(0, MAX_NOTICES);

/** Roles of what holds other things: with a handler of its own it is one, and rarely what is meant. */
const HOLDERS: ReadonlySet<string> = new Set([
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
const LONG = 120;
/** Containers that are clickable as a whole are shown only if they rank high. */
const HOLDER_RANK = 3;

/** Elements that are not interactive are shown as text; `find` gives them numbers. */
function isActive({ interactive, states, scroll, role, text }: Candidate, rank: number): boolean {
  if (scroll) return true;
  if (!interactive && !states.editable) return false;
  return !HOLDERS.has(role) || text.length <= LONG || rank <= HOLDER_RANK;
}

function elementItems({ observation, numbers, ranked, fresh }: PageView): Item[] {
  const ranks = new Map(ranked.map((one) => [one.candidate.uid, one]));
  const near = new Set(ranked.slice(0, 5).map(({ candidate }) => nearness(candidate)));
  const items: Item[] = [];
  for (const candidate of observation.candidates) {
    const number = numbers.of(candidate.uid);
    const rank = ranks.get(candidate.uid);
    if (number === undefined) continue;
    if (!isActive(candidate, rank?.rank ?? Infinity)) continue;
    const isFresh = fresh.uids.has(candidate.uid);
    const { states } = candidate;
    const worth =
      (rank ? rankWorth(rank.rank, ranked.length) : 0) +
      (candidate.inViewport ? 0.25 : 0) +
      (isFresh ? 0.45 : 0) +
      (states.focused ? 0.4 : 0) +
      (states.invalid ? 0.5 : 0) +
      (candidate.landmark === 'dialog' ? 0.5 : 0) +
      (near.has(nearness(candidate)) ? (isField(candidate) ? 0.5 : 0.2) : 0) +
      (isField(candidate) ? 0.1 : 0) -
      (shownName(candidate).trim() || isField(candidate) ? 0 : 0.2) -
      (states.disabled ? 0.1 : 0);
    items.push({
      key: candidate.order + 0.5,
      worth,
      candidate,
      line: elementLine(candidate, { number, fresh: isFresh, coveredBy: rank?.coveredBy }),
    });
  }
  return items;
}

/** Only the first ranks carry much information. */
const rankWorth = (rank: number, of: number): number =>
  1.2 / (1 + (rank - 1) / 4) + 0.8 * (1 - (rank - 1) / Math.max(1, of));

const nearness = ({ landmark, section: place, frame }: Candidate): string =>
  `${frame.join(' ')}|${landmark}|${place}`;

const FIELDS: ReadonlySet<string> = new Set([
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
  FIELDS.has(role) || states.editable === true || tag === 'select';

function textItems({ observation, ranked, passages, fresh }: PageView): Item[] {
  const { text, candidates } = observation;
  const rank = new Map(passages.map((block, index) => [block, index]));
  const best = ranked.slice(0, 10).map(({ candidate }) => candidate.order);
  const items: Item[] = [];
  let headings = 0;
  const told = new Set(noticesOf(observation));
  text.forEach((block, index) => {
    if ((told.has(block.text) && block.kind !== 'heading') || isBehind(block, candidates)) return;
    const line = textLine(block, namesIn(block, text[index + 1], candidates));
    if (line === null || (block.kind !== 'heading' && isNamed(block, candidates))) return;
    const place = rank.get(block);
    const worth =
      (place === undefined ? 0 : 0.95 - 0.75 * (place / Math.max(1, passages.length))) +
      (block.kind === 'heading' ? headingWorth(block.level ?? 3, headings++) : 0) +
      (block.kind === 'status' ? 0.6 : 0) +
      (fresh.texts.has(block.text) ? 0.45 : 0) +
      (best.some((order) => order >= block.order - 1 && order <= block.order + 1) ? 0.3 : 0) +
      // The beginning of a page identifies it.
      0.15 / (1 + index / 10);
    items.push({ key: block.order + index / (text.length + 1) / 4, worth, line, block });
  });
  return items;
}

/** Text blocks have no overlay information; use that of neighbouring candidates. */
const isBehind = ({ order }: TextBlock, candidates: readonly Candidate[]): boolean =>
  candidates[order]?.behindModal === true && (order === 0 || candidates[order - 1]?.behindModal === true);

/** The first headings identify the page; if there are many, each matters little. */
const headingWorth = (level: number, before: number): number =>
  level === 1 && before < 3 ? 2 : (0.5 - 0.05 * level) / (1 + before / 20);

/** Names of the elements inside a block; their own lines show them. */
function namesIn(block: TextBlock, next: TextBlock | undefined, candidates: readonly Candidate[]): string[] {
  const end = Math.min(next?.order ?? candidates.length, block.order + 12);
  return candidates
    .slice(block.order, end)
    .flatMap(({ interactive, text, name, options = [] }) =>
      interactive ? [text || name, name, ...options.map(({ label }) => label)] : [],
    );
}

/** An element that a text stands in, or that begins with it, is not far. */
const NEAR = 3;

/** A card that is one link: what stands in it is its name, and shown as such. */
function isNamed({ text, order }: TextBlock, candidates: readonly Candidate[]): boolean {
  const own = flatten(text, MAX_TEXT_CHARS);
  return candidates.slice(Math.max(0, order - 1), order + NEAR).some((around) => {
    if (!around.interactive) return false;
    const name = flatten(shownName(around), MAX_NAME_CHARS);
    return !name.endsWith('…') && name.includes(own);
  });
}

/** Returns null if the elements' own lines show the same text. */
export function textLine(
  block: TextBlock,
  names: readonly string[] = [],
  longest = MAX_TEXT_CHARS,
): string | null {
  if (block.kind !== 'heading') {
    const rest = names.reduce((text, name) => (name ? text.replace(name, ' ') : text), block.text);
    if (!/[\p{L}\p{N}]/u.test(rest)) return null;
  }
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level ?? 2))} ${quoted(block.text, MAX_HEADING_CHARS)}`;
    case 'row':
      return `row ${quoted(block.text, longest)}`;
    case 'status':
      return `message ${quoted(block.text, longest)}`;
    case 'item':
      return `- ${quoted(block.text, longest)}`;
    default:
      return quoted(withoutEnds(block.text, names), longest);
  }
}

/** Names of elements at either end of a text are shown by their own lines; in the middle of a sentence they stay. */
function withoutEnds(text: string, names: readonly string[]): string {
  const left = new Set(names.filter(Boolean));
  let rest = text.trim();
  for (;;) {
    const name = [...left].find((one) => endsWithWords(rest, one) || rest.startsWith(`${one} `));
    if (name === undefined) return rest;
    left.delete(name);
    rest = (endsWithWords(rest, name) ? rest.slice(0, -name.length) : rest.slice(name.length)).trim();
  }
}

const endsWithWords = (text: string, words: string): boolean => text.endsWith(` ${words}`);

function groupOf({ landmark, frame }: Candidate): string {
  const inside = frame.at(-1);
  return `${landmark || 'page'}${inside === undefined ? '' : ` in frame ${shortUrl(inside, 60)}`}`;
}

/** Adds section titles, and headings that were left out. */
function body(items: readonly Item[], text: readonly TextBlock[]): string[] {
  const lines: string[] = [];
  const rowOf = rowsOf(items, text);
  let group = '';
  const headings = new Set<string>();
  for (const item of items) {
    const { candidate, block, line } = item;
    if (candidate) {
      const own = groupOf(candidate);
      if (own !== group) lines.push(`(${own})`);
      group = own;
      const { section: place } = candidate;
      if (place && !headings.has(place) && candidate.landmark !== 'nav') {
        // A name that says it already need not be told where it stands.
        if (!flatten(shownName(candidate), MAX_NAME_CHARS).includes(flatten(place, MAX_HEADING_CHARS)))
          lines.push(`(under ${quoted(place, 60)})`);
        headings.add(place);
      }
    } else if (block?.kind === 'heading') headings.add(block.text);
    const row = rowOf(item);
    lines.push(row === null ? line : `${line} in ${quoted(row, ROW)}`);
  }
  return lines;
}

/** Enough characters to identify a row. */
const ROW = 60;

/** The row or list item of an element that is called like others, where that is not shown itself. */
function rowsOf(items: readonly Item[], text: readonly TextBlock[]): (item: Item) => string | null {
  const called = new Map<string, number>();
  const key = ({ role, name }: Candidate): string => `${role} ${name}`;
  for (const { candidate } of items)
    if (candidate) called.set(key(candidate), (called.get(key(candidate)) ?? 0) + 1);
  const shown = new Set(items.flatMap(({ block }) => (block ? [block] : [])));
  const rows = text.filter(({ kind }) => kind === 'row' || kind === 'item');
  return ({ candidate }) => {
    if (!candidate || called.get(key(candidate)) === 1) return null;
    const row = rows.findLast(({ order }) => order <= candidate.order);
    if (!row || shown.has(row) || row.text === candidate.name) return null;
    return row.text.includes(candidate.text || candidate.name) ? row.text : null;
  };
}

function leftLine({ elements, texts }: PagePart['left']): string[] {
  const parts = [...(elements ? [`${elements} elements`] : []), ...(texts ? [`${texts} texts`] : [])];
  return [
    parts.length ? `(left out: ${parts.join(' and ')}; more, find and read show them)` : '(nothing left out)',
  ];
}
