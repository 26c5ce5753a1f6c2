/**
 * Builds the hardened navigator's list of elements: every usable element in the window, with its value and state.
 * Labels count from 1 in reading order and match those in the screenshot. Pure.
 */
import type { Candidate, Observation, Uid, Viewport } from '../../contract/index.js';
import { formatElement } from '../chat/element-line.js';
import type { CountTokens } from '../chat/outline/index.js';
import { toOneLine, quote, shortenUrl } from '../chat/page-text.js';

export interface LabelledElements {
  /** Labels for the screenshot. A covered element has a label but no box in the screenshot. */
  byUid: ReadonlyMap<Uid, number>;
  byLabel: ReadonlyMap<number, Candidate>;
  lines: string[];
}

/** Roles of page sections that may receive the focus but are not controls. */
const PAGE_PARTS: ReadonlySet<string> = new Set([
  'article',
  'banner',
  'complementary',
  'contentinfo',
  'dialog',
  'document',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);

/** Whether the list contains the element. It includes scroll containers, because a scroll action may name them. */
export const isListed = ({
  interactive,
  inViewport,
  visible,
  behindModal,
  scroll,
  role,
}: Candidate): boolean =>
  inViewport && visible && !behindModal && ((interactive && !PAGE_PARTS.has(role)) || scroll !== undefined);

/**
 * @param coveredBy maps the uid of a covered element to a description of what covers it
 * @param maxTokens maximum tokens of the list; elements beyond it get no label, and a final line gives their number
 */
export function labelElements(
  candidates: readonly Candidate[],
  coveredBy: ReadonlyMap<Uid, string>,
  maxTokens: number,
  countTokens: CountTokens,
): LabelledElements {
  const byUid = new Map<Uid, number>();
  const byLabel = new Map<number, Candidate>();
  const lines: string[] = [];
  const listedCandidates = candidates.filter(isListed);
  let tokens = 0;
  let section = '';
  for (const candidate of listedCandidates) {
    const label = byLabel.size + 1;
    const line = formatElement(candidate, { number: label, coveredBy: coveredBy.get(candidate.uid) });
    const heading = candidate.section === section ? [] : [formatSection(candidate.section)];
    const addedLines = [...heading, line];
    tokens += countTokens(addedLines.join('\n')) + 1;
    if (tokens > maxTokens) break;
    ({ section } = candidate);
    if (!coveredBy.has(candidate.uid)) byUid.set(candidate.uid, label);
    byLabel.set(label, candidate);
    lines.push(...addedLines);
  }
  const unlabelledCount = listedCandidates.length - byLabel.size;
  if (unlabelledCount > 0)
    lines.push(`(${unlabelledCount} more elements in the window have no label; scroll to reach them)`);
  return { byUid, byLabel, lines };
}

/** The heading, legend or region name of the elements below; a bare `#` where the section ends. */
const formatSection = (section: string): string => `# ${toOneLine(section, 80)}`.trimEnd();

/** Returns a line about an open dialog or overlay, which makes the elements behind it unusable. */
export const formatModal = (candidates: readonly Candidate[]): string[] =>
  candidates.some(({ behindModal, inViewport }) => behindModal && inViewport)
    ? ['A dialog is open; elements behind it are not listed.']
    : [];

/** Returns the new page messages that are still shown: status messages, alerts, toasts. */
export const formatNewNotices = ({ newNotices, notices }: Observation): string[] =>
  newNotices
    .filter((text) => notices.includes(text))
    .slice(0, 5)
    .map((text) => `new message: ${quote(text, 200)}`);

export const formatPageHeader = ({ title, url }: Pick<Observation, 'title' | 'url'>): string =>
  `page: ${toOneLine(title, 120)} (${shortenUrl(url)})`;

/** Formats a sentence such as `The page is scrolled 35 %, 2.1 screens below.` */
export function formatScrollPosition({ scrollY, scrollHeight, height }: Viewport): string {
  const range = scrollHeight - height;
  if (range <= 0) return 'The whole page is in the window.';
  const percent = Math.round((Math.min(scrollY, range) / range) * 100);
  const below = Math.max(0, range - scrollY) / height;
  return `The page is scrolled ${percent} %, ${below < 0.05 ? 'nothing' : `${below.toFixed(1)} screens`} below.`;
}
