/**
 * The hardened list of elements: every element that can be acted on in the window, with its value and state. Labels
 * count from 1 in reading order, and the screenshot shows the same labels. Pure.
 */
import type { Candidate, Observation, Uid, Viewport } from '../../contract/index.js';
import { formatElement } from '../chat/element-line.js';
import type { CountTokens } from '../chat/outline/index.js';
import { flatten, quote, shortenUrl } from '../chat/page-text.js';

export interface LabelledElements {
  /** The numbers for the picture. A covered element has a label but no box in the picture. */
  byUid: ReadonlyMap<Uid, number>;
  byLabel: ReadonlyMap<number, Candidate>;
  lines: string[];
}

/** Parts of a page that may take the focus but are no controls. */
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

/** Whether the list contains the element. Scroll containers are listed too, because a scroll may name them. */
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
 * @param coveredBy what covers elements, by uid
 * @param maxTokens tokens of the list; elements beyond it get no label, and a line says how many
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
  const listed = candidates.filter(isListed);
  let tokens = 0;
  let section = '';
  for (const candidate of listed) {
    const label = byLabel.size + 1;
    const line = formatElement(candidate, { number: label, coveredBy: coveredBy.get(candidate.uid) });
    const heading = candidate.section === section ? [] : [formatSection(candidate.section)];
    const added = [...heading, line];
    tokens += countTokens(added.join('\n')) + 1;
    if (tokens > maxTokens) break;
    ({ section } = candidate);
    if (!coveredBy.has(candidate.uid)) byUid.set(candidate.uid, label);
    byLabel.set(label, candidate);
    lines.push(...added);
  }
  const rest = listed.length - byLabel.size;
  if (rest > 0) lines.push(`(${rest} more elements in the window have no label; scroll to reach them)`);
  return { byUid, byLabel, lines };
}

/** The heading, legend or region name of the elements below it; a bare sign where it ends. */
const formatSection = (section: string): string => `# ${flatten(section, 80)}`.trimEnd();

/** Says that a dialog or an overlay keeps the elements behind it from being used. */
export const formatModal = (candidates: readonly Candidate[]): string[] =>
  candidates.some(({ behindModal, inViewport }) => behindModal && inViewport)
    ? ['A dialog is open; elements behind it are not listed.']
    : [];

/** Messages of the page that are new and still there: status messages, alerts, toasts. */
export const formatNewNotices = ({ newNotices, notices }: Observation): string[] =>
  newNotices
    .filter((text) => notices.includes(text))
    .slice(0, 5)
    .map((text) => `new message: ${quote(text, 200)}`);

export const formatPageHeader = ({ title, url }: Pick<Observation, 'title' | 'url'>): string =>
  `page: ${flatten(title, 120)} (${shortenUrl(url)})`;

/** `scrolled 35 %, 2.1 screens below` */
export function formatScrollPosition({ scrollY, scrollHeight, height }: Viewport): string {
  const range = scrollHeight - height;
  if (range <= 0) return 'The whole page is in the window.';
  const percent = Math.round((Math.min(scrollY, range) / range) * 100);
  const below = Math.max(0, range - scrollY) / height;
  return `The page is scrolled ${percent} %, ${below < 0.05 ? 'nothing' : `${below.toFixed(1)} screens`} below.`;
}
