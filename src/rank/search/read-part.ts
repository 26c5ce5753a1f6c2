/** Reads part of an observed page: the section below a heading, the whole page, or the surroundings of an element. */
import type { Candidate, Excerpt, Observation, ReadTarget, TextBlock, Uid } from '../../contract/index.js';
import { fold } from '../../text/index.js';
import { toExcerpt, toReadingOrder, type ReadableItem } from './reading-order.js';
import { computeBestWordFits, computePhraseFit, removeWords, splitWords } from './word-matching.js';

/** Number of items read around an element: at most this many before it, at least this many after it. */
const ITEMS_AROUND = 10;
const MAX_TITLE_LENGTH = 80;

type Page = Pick<Observation, 'candidates' | 'text' | 'title'>;

interface PageSection {
  title: string;
  items: readonly ReadableItem[];
}

const FRAME_TAGS = new Set(['iframe', 'frame', 'object', 'embed']);

/**
 * Whether the element is read in addition to the text blocks. Blocks already contain the text of passive elements, but
 * no controls, scroll containers, frames or named images.
 */
function isWorthReading({ interactive, scroll, name, text, tag }: Candidate): boolean {
  return interactive || scroll !== undefined || FRAME_TAGS.has(tag) || (name !== '' && text === '');
}

const getHeading = (item: ReadableItem | undefined): TextBlock | null =>
  item?.type === 'block' && item.block.kind === 'heading' ? item.block : null;

/**
 * Finds the heading that matches best: exactly these words, then all of them side by side, then most of them. Shorter
 * headings win, then earlier ones.
 *
 * @returns its index; -1 if no heading matches
 */
function findHeading(items: readonly ReadableItem[], words: string): number {
  const queryWords = splitWords(fold(words));
  let bestIndex = -1;
  let bestScore = 0;
  items.forEach((item, index) => {
    const heading = getHeading(item);
    if (!heading) return;
    const headingWords = splitWords(fold(heading.text));
    let score = 0;
    if (!queryWords.length) score = fold(heading.text) === fold(words) ? 1 : 0;
    else if (headingWords.join(' ') === queryWords.join(' ')) score = 10;
    else {
      const phraseFit = computePhraseFit(queryWords, headingWords);
      const fits = computeBestWordFits(queryWords, headingWords);
      const share = fits.reduce<number>((sum, fit) => sum + fit / 2, 0) / queryWords.length;
      // “Chapter 7: Summary” is not the summary of another chapter.
      const hasOtherNumber = fits.some((fit, i) => fit === 0 && /\p{N}/u.test(queryWords[i]!));
      if (phraseFit) score = 4 + 2 * phraseFit + queryWords.length / headingWords.length;
      else if (share > 0.5 && !hasOtherNumber)
        score = 2 * share + Math.min(1, queryWords.length / headingWords.length);
    }
    if (score > bestScore) {
      bestScore = score;
      bestIndex = index;
    }
  });
  return bestIndex;
}

/** Finds the end of a section: the next heading of the same or a higher level, or the end of the frame. */
function findSectionEnd(items: readonly ReadableItem[], headingIndex: number): number {
  const { frame } = items[headingIndex]!;
  const level = getHeading(items[headingIndex])?.level ?? 2;
  let index = headingIndex + 1;
  for (; index < items.length && items[index]!.frame === frame; index++) {
    const heading = getHeading(items[index]);
    if (heading && (heading.level ?? 2) <= level) break;
  }
  return index;
}

function findSection(items: readonly ReadableItem[], words: string): PageSection | null {
  const headingIndex = findHeading(items, words);
  const heading = getHeading(items[headingIndex]);
  return (
    heading && { title: heading.text, items: items.slice(headingIndex, findSectionEnd(items, headingIndex)) }
  );
}

function getTitle({ name, text, hiddenName, tag }: Candidate): string {
  const visibleName = hiddenName ? text || removeWords(name, hiddenName) : name || text;
  return Array.from(visibleName || tag)
    .slice(0, MAX_TITLE_LENGTH)
    .join('');
}

/**
 * Collects the nearest heading, a few items before the element, and the items after it to the end of the section or
 * further.
 */
function findSurroundings(page: Page, uid: Uid): PageSection | null {
  const candidate = page.candidates.find(
    (other) => other.uid === uid || other.folded.some((foldedElement) => foldedElement.uid === uid),
  );
  if (!candidate || candidate.behindModal) return null;
  const frame = candidate.frame.join(' ');
  const items = toReadingOrder(page, (other) => other === candidate || isWorthReading(other)).filter(
    (item) => item.frame === frame,
  );
  const itemIndex = items.findIndex((item) => item.type === 'candidate' && item.candidate === candidate);
  let headingIndex = itemIndex;
  while (headingIndex >= 0 && !getHeading(items[headingIndex])) headingIndex--;
  const firstIndex = Math.max(headingIndex + 1, itemIndex - ITEMS_AROUND, 0);
  const endIndex = headingIndex < 0 ? 0 : findSectionEnd(items, headingIndex);
  const followingItems = items.slice(firstIndex, Math.max(endIndex, itemIndex + 1 + ITEMS_AROUND));
  return {
    title: getTitle(candidate),
    items: headingIndex < 0 ? followingItems : [items[headingIndex]!, ...followingItems],
  };
}

function findPageSection(page: Page, target: ReadTarget): PageSection | null {
  if ('aroundUid' in target) return findSurroundings(page, target.aroundUid);
  const items = toReadingOrder(page, isWorthReading);
  return target.heading === null ? { title: page.title, items } : findSection(items, target.heading);
}

/** @returns at most `k` items, starting at `firstIndex`; null if the page has no such part */
export function readPageSection(
  page: Page,
  target: ReadTarget,
  firstIndex: number,
  k: number,
): (Excerpt & { title: string }) | null {
  const section = findPageSection(page, target);
  if (!section) return null;
  const startIndex = Math.max(0, firstIndex);
  const items = section.items.slice(startIndex, startIndex + Math.max(0, k));
  return { ...toExcerpt(items, section.items.length), title: section.title };
}
