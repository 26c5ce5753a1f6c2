/**
 * Builds the page section of the prompt: the browser's state and the page's outline. If the outline does not fit, its
 * least relevant lines are omitted and every gap is marked.
 */
import { formatOpenDialog } from '../../action/index.js';
import type { Candidate, Observation, RankedCandidate, TextBlock, Uid } from '../../contract/index.js';
import { getVisibleName } from './element-line.js';
import type { ElementNumbers } from './numbers.js';
import {
  buildOutline,
  listControls,
  isField,
  listNumbers,
  listParents,
  getPlainText,
  writeOutline,
  type CountTokens,
  type LineFormat,
  type OutlineLine,
} from './outline/index.js';
import { toOneLine, quote, shortenUrl } from './page-text.js';

export interface PageView {
  observation: Observation;
  numbers: ElementNumbers;
  /** Ranked candidates for the instruction, best first. */
  ranked: readonly RankedCandidate[];
  /** Text passages that match the instruction, best first. */
  passages: readonly TextBlock[];
  /** Page events and changes since the previous decision, one line each. */
  changes: readonly string[];
  /** Elements and text that are new since the previous observation of this page. */
  newContent: { uids: ReadonlySet<Uid>; texts: ReadonlySet<string> };
}

export interface PageSection {
  lines: string[];
  /** Numbers of the elements in the section. */
  shownNumbers: Set<number>;
  /** The outline of the whole page. */
  outline: readonly OutlineLine[];
  /** The omitted lines, most relevant first. */
  omittedLines: readonly OutlineLine[];
}

const MAX_NOTICE_CHARS = 300;
/** Tokens reserved for the fence and the line about omissions. */
const RESERVED_TOKENS = 70;

/** @param budget maximum tokens of the section */
export function buildPageSection(view: PageView, budget: number, countTokens: CountTokens): PageSection {
  const outline = buildPageOutline(view);
  const header = [...formatHeader(view.observation, outline), ...view.changes];
  const headerTokens = header.reduce((sum, line) => sum + countTokens(line) + 1, 0);
  const getPriority = createPriorities(outline, view);
  const { lines, shownNumbers, omittedLines } = writeOutline(
    outline,
    Math.max(0, budget - headerTokens - RESERVED_TOKENS),
    countTokens,
    getPriority,
    createLineFormat(view),
  );
  return {
    lines: [...header, ...lines, formatOmissions(omittedLines)],
    shownNumbers: new Set(shownNumbers),
    outline,
    omittedLines: omittedLines.toSorted((a, b) => getPriority(b) - getPriority(a)),
  };
}

export function buildPageOutline({
  observation,
  numbers,
  ranked,
}: Pick<PageView, 'observation' | 'numbers' | 'ranked'>): OutlineLine[] {
  const ranks = new Map(ranked.map(({ candidate, rank }) => [candidate.uid, rank]));
  return buildOutline(observation, {
    numbers,
    isListed: (candidate) => isListed(candidate, ranks.get(candidate.uid) ?? Infinity),
  });
}

export function createLineFormat({
  ranked,
  newContent,
}: Pick<PageView, 'ranked' | 'newContent'>): LineFormat {
  const covers = new Map(ranked.map(({ candidate, coveredBy }) => [candidate.uid, coveredBy]));
  return { isNew: (uid) => newContent.uids.has(uid), coveredBy: (uid) => covers.get(uid) || undefined };
}

function formatHeader(observation: Observation, outline: readonly OutlineLine[]): string[] {
  const { title, url, tabs, viewport, dialog, newNotices, candidates } = observation;
  const { scrollY, scrollHeight, height } = viewport;
  const top = Math.min(scrollY, scrollHeight - height);
  const outlineTexts = new Set(outline.map(getPlainText));
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
          `the window shows ${Math.round(top)} to ${Math.round(top + height)} of ${Math.round(scrollHeight)} px`,
        ]
      : []),
    ...(dialog
      ? [
          `open dialog (${toOneLine(dialog.type, 20)}): ${toOneLine(formatOpenDialog(dialog), MAX_NOTICE_CHARS)}`,
        ]
      : []),
    ...(candidates.some(({ behindModal }) => behindModal)
      ? ['a dialog of the page is open; the elements behind it cannot be used and are left out']
      : []),
    ...(observation.loading
      ? ['the page is still loading, so parts of it may be missing; wait shows them']
      : []),
    ...observation.notices
      .filter((notice) => newNotices.includes(notice) || !outlineTexts.has(notice))
      .slice(0, MAX_NOTICES)
      .map((notice) => `message${newNotices.includes(notice) ? '*' : ''} ${quote(notice, MAX_NOTICE_CHARS)}`),
  ];
}

const MAX_NOTICES = 5;

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
/** Clickable containers get a number only up to this rank. */
const MAX_CONTAINER_RANK = 3;

/**
 * Whether the element gets a number. Other elements are written as text, and get a number only from the step `find`.
 */
function isListed({ interactive, states, scroll, role, tag, text }: Candidate, rank: number): boolean {
  if (tag === 'iframe' || tag === 'frame') return false;
  if (scroll || states.editable || role === 'gridcell') return true;
  return (
    interactive &&
    (!CONTAINER_ROLES.has(role) || text.length <= MAX_CONTAINER_CHARS || rank <= MAX_CONTAINER_RANK)
  );
}

/** Lines next to a relevant line get this share of its score: neighbours belong together, and gaps cost tokens. */
const NEIGHBOUR_SHARE = 0.6;
const IN_VIEW_PRIORITY = 0.7;

function createPriorities(
  outline: readonly OutlineLine[],
  { observation, ranked, passages, newContent }: PageView,
): (line: OutlineLine) => number {
  const ranks = new Map(ranked.map(({ candidate, rank }) => [candidate.uid, rank]));
  const topLocations = new Set(ranked.slice(0, 5).map(({ candidate }) => getLocationKey(candidate)));
  const passageScores = scorePassages(outline, passages);
  let headingCount = 0;
  const lineScores = outline.map((line, index) => {
    const controlScores = listControls(line).map((candidate) =>
      scoreControl(candidate, ranks, ranked.length, topLocations),
    );
    const elementScore = line.elements.length
      ? Math.max(...line.elements.map(({ uid }) => scoreRank(ranks.get(uid), ranked.length)))
      : 0;
    const relevance = Math.max(elementScore, passageScores.get(line) ?? 0, ...controlScores);
    const isInView = line.elements.some(({ inViewport }) => inViewport);
    return (
      // What a person sees now ranks above everything except the most relevant lines elsewhere.
      Math.max(relevance, isInView ? IN_VIEW_PRIORITY + relevance / 10 : 0) +
      (line.kind === 'heading' ? scoreHeading(line.level, headingCount++) : 0) +
      (line.elements.some(({ uid }) => newContent.uids.has(uid)) || newContent.texts.has(getPlainText(line))
        ? 0.45
        : 0) +
      // The beginning of a page identifies it.
      0.15 / (1 + index / 10)
    );
  });
  const hasDialog = observation.candidates.some(({ landmark }) => landmark === 'dialog');
  const priorities = new Map(
    outline.map((line, i) => {
      const neighbourScore = Math.max(lineScores[i - 1] ?? 0, lineScores[i + 1] ?? 0) * NEIGHBOUR_SHARE;
      const dialogBonus = hasDialog && line.elements.some(({ landmark }) => landmark === 'dialog') ? 0.5 : 0;
      return [line, Math.max(lineScores[i]!, neighbourScore) + dialogBonus];
    }),
  );
  return (line) => priorities.get(line) ?? 0;
}

function scoreControl(
  candidate: Candidate,
  ranks: ReadonlyMap<Uid, number>,
  rankedCount: number,
  topLocations: ReadonlySet<string>,
): number {
  const { states, uid } = candidate;
  const isFieldControl = isField(candidate);
  return (
    scoreRank(ranks.get(uid), rankedCount) +
    (states.focused ? 0.4 : 0) +
    (states.invalid ? 0.5 : 0) +
    (topLocations.has(getLocationKey(candidate)) ? (isFieldControl ? 0.5 : 0.2) : 0) +
    (isFieldControl ? 0.1 : 0) -
    (getVisibleName(candidate).trim() || isFieldControl ? 0 : 0.2) -
    (states.disabled ? 0.1 : 0)
  );
}

/** The score falls quickly, because only the first ranks are informative. */
const scoreRank = (rank: number | undefined, rankedCount: number): number =>
  rank === undefined ? 0 : 1.2 / (1 + (rank - 1) / 4) + 0.8 * (1 - (rank - 1) / Math.max(1, rankedCount));

const getLocationKey = ({ landmark, section, frame }: Candidate): string =>
  `${frame.join(' ')}|${landmark}|${section}`;

/** Number of characters at the start of a passage that must occur in its line. */
const PASSAGE_START_CHARS = 60;

/** Scores the lines that contain the passages. Finds the lines by text, or else by position. */
function scorePassages(
  outline: readonly OutlineLine[],
  passages: readonly TextBlock[],
): Map<OutlineLine, number> {
  const scores = new Map<OutlineLine, number>();
  if (!passages.length) return scores;
  const lineTexts = outline.map(getPlainText);
  passages.forEach(({ text, order }, index) => {
    const start = text.slice(0, PASSAGE_START_CHARS).trim();
    const lineIndex = lineTexts.findIndex((line) => line.includes(start));
    const line = lineIndex >= 0 ? outline[lineIndex] : outline.find((each) => each.order >= order);
    const score = 0.95 - 0.75 * (index / passages.length);
    if (line)
      for (const each of [line, ...listParents(line)])
        scores.set(each, Math.max(scores.get(each) ?? 0, score));
  });
  return scores;
}

/** The first headings identify the page; each further heading counts less. */
const scoreHeading = (level: number, previousHeadings: number): number =>
  level === 1 && previousHeadings < 3 ? 2 : (0.5 - 0.05 * level) / (1 + previousHeadings / 20);

function formatOmissions(omittedLines: readonly OutlineLine[]): string {
  if (omittedLines.length === 0) return '(nothing left out)';
  const elementCount = omittedLines.flatMap(listNumbers).length;
  const counts = `${omittedLines.length} ${omittedLines.length === 1 ? 'line' : 'lines'}${elementCount ? ` with ${elementCount} ${elementCount === 1 ? 'element' : 'elements'}` : ''}`;
  return `(left out: ${counts}; more, find and read show them)`;
}
